"""The tree of a search and the walk through it, compiled for each game.

Every walk samples a world that fits what the seat knows, descends the tree, plays the game to its
end with the greedy bot's slightly blurred judgement, and adds the result to the nodes of its path.

In games with hidden information every seat has its own tree, over its own actions only (ISMCTS with
several observers): no choice can depend on what the player does not know, and players who choose
simultaneously do not see each other's choices. In games without it there is one tree over
everybody's actions. In both cases the legal actions may differ from world to world: an action is
compared with those that are legal in the world of the walk.

A node is reached by one action from its parent; the key in the hash table is made of both.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from baumeister.bots.choosing import WEIGH, best_action
from baumeister.bots.network_layers import BETTER
from baumeister.bots.search.games import IMAGINATION, SearchSettings
from baumeister.games import GAMES
from baumeister.kernel.exact_math import exp, log
from baumeister.kernel.rule import CompiledFunction, compiled, rule

ACTIONS = 1024  # more than any game has
SPREAD = 0x9E3779B1  # scatters keys over the table: 2^32 / golden ratio
MOST_NODES = 1 << 18  # 20 MB of table; key x SPREAD stays below 2^63 up to 2^20
LONGEST_PATH = 1024  # decisions of a walk; a game of eight players has fewer than 8 x 70
ROOT = -1  # the key of a root
LEAST = 1.0e-4  # no network is surer than that of an action being bad
HARDLY = 0.02  # the promise of an action that seems worth nothing, beside 1 for the best


def table_size(players: int, iterations: int) -> int:
    """Places for at least twice as many nodes as so many walks make: a power of 2."""
    wanted = min(MOST_NODES, players * (iterations + 1))
    return 1 << (2 * wanted - 1).bit_length()


@rule
def find(nodes: Any, parent: int, action: int) -> int:
    """The place of a node in the table, or the free place where it belongs."""
    last = len(nodes) - 1
    key = parent * ACTIONS + action + 1
    place = ((key * SPREAD) >> 16) & last
    while nodes[place].key != key and nodes[place].key != 0:
        place = (place + 1) & last
    return place


@compiled
def results(nodes: Any, root: int, actions: Any, visits: Any, sums: Any) -> None:
    """What was found about each action at the root: tries, and sums of value, win and points."""
    for k in range(len(actions)):
        node = nodes[find(nodes, root, actions[k])]
        visits[k] = node.visits
        sums[k, 0] = node.value
        sums[k, 1] = node.win
        sums[k, 2] = node.points


@rule
def promise(legal: Any, worths: Any, trust: float) -> None:
    """Turn worths into shares of promise that add up to 1."""
    most = worths[0]
    for k in range(1, legal.n):
        most = max(most, worths[k])
    total = 0.0
    for k in range(legal.n):
        worths[k] = exp((worths[k] - most) / trust) + HARDLY
        total += worths[k]
    for k in range(legal.n):
        worths[k] /= total


@rule
def blend(legal: Any, promises: Any, prior: Any, part: float) -> None:
    """Mix promises with those of the network, which are by action."""
    for k in range(legal.n):
        promises[k] += part * (prior[legal.actions[k]] - promises[k])


@rule
def select(nodes: Any, node: int, legal: Any, promises: Any, exploration: float) -> int:
    """PUCT: the action that deserves the next try, for its results so far, or for its promise (the
    prior) while it has few tries."""
    visits = 0
    value = 0.0
    for k in range(legal.n):
        child = nodes[find(nodes, node, legal.actions[k])]
        visits += child.visits
        value += child.value
    expected = value / visits if visits > 0 else 0.5
    scale = exploration * sqrt(visits + 1.0)
    best = -1.0e9
    answer: int = legal.actions[0]
    for k in range(legal.n):
        child = nodes[find(nodes, node, legal.actions[k])]
        result = child.value / child.visits if child.visits > 0 else expected
        result += scale * promises[k] / (1.0 + child.visits)
        if result > best:
            best = result
            answer = legal.actions[k]
    return answer


@rule
def select_asked(
    nodes: Any, node: int, legal: Any, promises: Any, prior: Any, settings: SearchSettings
) -> int:
    """The same for the question being analysed, where the network's opinion counts like so many
    tries."""
    visits = 0
    value = 0.0
    opinion = 0.0
    for k in range(legal.n):
        child = nodes[find(nodes, node, legal.actions[k])]
        visits += child.visits
        value += child.value
        opinion += child.visits * log(prior[legal.actions[k]] + LEAST)
    expected = value / visits if visits > 0 else 0.5
    opinion = opinion / visits if visits > 0 else 0.0
    scale = settings.exploration * sqrt(visits + 1.0)
    best = -1.0e9
    answer: int = legal.actions[0]
    for k in range(legal.n):
        child = nodes[find(nodes, node, legal.actions[k])]
        hoped = expected + BETTER * (log(prior[legal.actions[k]] + LEAST) - opinion)
        result = (child.value + settings.tries * hoped) / (child.visits + settings.tries)
        result += scale * promises[k] / (1.0 + child.visits)
        if result > best:
            best = result
            answer = legal.actions[k]
    return answer


@rule
def values_of(
    shares: Any, scores: Any, players: int, settings: SearchSettings, values: Any
) -> None:
    """What a finished game is worth to each seat: the win, and a little for the lead."""
    for seat in range(players):
        best_other = -1.0e9
        for other in range(players):
            if other != seat:
                best_other = max(best_other, 1.0 * scores[other])
        lead = (scores[seat] - best_other) / settings.lead
        lead = max(-1.0, min(1.0, lead))
        values[seat] = (1.0 - settings.margin) * shares[seat] + settings.margin * (0.5 + 0.5 * lead)


class SearchWorkspace(NamedTuple):
    """Arrays that a search writes to, made once by the caller."""

    worlds: Any  # one state
    legal: Any  # one Legal
    scratch: Any  # one record for imagining
    worths: Any  # by legal action
    prior: Any  # by action: how promising the network finds it; adds up to 1
    shares: Any  # by seat, and so on
    scores: Any
    values: Any
    at: Any  # the node where each seat's tree is
    path: Any  # the nodes of this walk, and whose they are
    path_seat: Any


@cache
def walks(game: str) -> CompiledFunction[..., int]:
    """The compiled search of a game."""
    core = GAMES[game].core
    apply, legal_actions, is_forced = core.apply, core.legal_actions, core.is_forced
    share_of_win, score, over = core.share_of_win, core.score, core.over
    imagine = IMAGINATION[game].imagine
    weigh = WEIGH[game]

    @compiled
    def search(
        box: Any,
        view: Any,
        seat: int,
        dealers: Any,
        nodes: Any,
        n: int,
        iterations: int,
        settings: SearchSettings,
        work: SearchWorkspace,
    ) -> int:
        """Walk so many times from what the seat sees. The first nodes are the roots, one for each
        player; n is the number of nodes in use, and what is returned."""
        dealer = dealers[0]
        legal = work.legal[0]
        players = view[0].n_players
        most = len(nodes) // 2  # a fuller table is slow; the tree stops growing then
        for _ in range(iterations):
            work.worlds[0] = view[0]
            world = work.worlds[0]
            imagine(world, seat, dealer, work.scratch[0])
            for s in range(players):
                work.at[s] = 0 if settings.one_tree else s
            depth = 0
            first = True  # the seat that is asked, also where others have yet to choose (S7.5)
            in_trees = 1 if settings.one_tree else players
            while world.step != over:
                asked = first
                actor = seat if asked else world.actor
                first = False
                # The acting seat only, not all who choose at once (kernel/forced.py): 2 % faster,
                # and the same, because playouts do not look at who has chosen.
                legal_actions(box[0], world, actor, legal)
                if is_forced(world, legal):
                    apply(box[0], world, dealer, actor, legal.actions[0])
                    continue
                weigh(box[0], world, actor, legal, work.worths)
                tree = 0 if settings.one_tree else actor
                node = work.at[tree]
                if node < 0 or in_trees == 0:
                    action = best_action(legal, work.worths, settings.blur, dealer)
                else:
                    promise(legal, work.worths, settings.trust)
                    if asked and settings.prior > 0.0:
                        blend(legal, work.worths, work.prior, settings.prior)
                    if asked and settings.tries > 0.0:
                        action = select_asked(nodes, node, legal, work.worths, work.prior, settings)
                    else:
                        action = select(nodes, node, legal, work.worths, settings.exploration)
                    child = find(nodes, node, action)
                    if nodes[child].key == 0:
                        work.at[tree] = -1
                        in_trees -= 1
                        if n < most:
                            nodes[child].key = node * ACTIONS + action + 1
                            n += 1
                        else:
                            child = -1
                    else:
                        work.at[tree] = child
                    if child >= 0:
                        work.path[depth] = child
                        work.path_seat[depth] = actor
                        depth += 1
                apply(box[0], world, dealer, actor, action)
            for s in range(players):
                work.scores[s] = score(box[0], world, world.players[s])
            share_of_win(box[0], world, work.shares)
            values_of(work.shares, work.scores, players, settings, work.values)
            for k in range(depth):
                node = nodes[work.path[k]]
                whose = work.path_seat[k]
                node.visits += 1
                node.value += work.values[whose]
                node.win += work.shares[whose]
                node.points += work.scores[whose]
        return n

    return search
