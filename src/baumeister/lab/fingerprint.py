"""One number for the behaviour of games, bots and texts, as `bench` is for Stockfish.

Whole games of every number of players and option are played, and everything they produce goes into
a digest. A change that should change nothing leaves the number the same; otherwise the numbers of
the parts show where to look. It is the same on every machine and in every process,
interpreted and compiled: all chance comes from fixed seeds, budgets are walks and never seconds,
and bots use no mathematics of the C library (kernel/exact_math.py).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from operator import ne
from typing import Any

from baumeister.bots import BOTS, new_bot
from baumeister.bots.hints import hint
from baumeister.bots.search import Analyst, Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.envs.observations import observation
from baumeister.games import GAMES
from baumeister.kernel.chance import FAST, FastDealer, below
from baumeister.kernel.glossary import LANGUAGES
from baumeister.kernel.legal import Legal
from baumeister.play import Game, SeatView, Table, game, records

RANDOM_GAMES = 8  # for each number of players and each choice of options
STRIDE = 37  # from the options of a table to those of the next; prime, so that all are met in turn
PLAYERS = ("greedy", "random", "apprentice", "network")  # bots that play at tables, in turn
LOOK = 8  # questions from one look at all roles and texts to the next
THINK = 60  # and from one question to all bots to the next
WALKS = {"search": 80, "baumeister": 160}  # at most; other levels make as many as at a table
HINT = Budget(iterations=100)
REFUSALS = 4  # actions that are not legal, for each look
DIGITS = 16  # of a number in hex


class Digest:
    """A number that depends on everything noted, and on its order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def note(self, *values: Any) -> None:
        """Add JSON-ready values; the order of keys does not count."""
        text = json.dumps(values, sort_keys=True, default=_plain)
        self._hash.update(text.encode() + b"\n")

    def number(self) -> str:
        """The number, in hex."""
        return self._hash.hexdigest()[:DIGITS]


def _plain(value: Any) -> Any:
    """Mappings and tuples of our own as JSON knows them."""
    return dict(value) if isinstance(value, Mapping) else list(value)


@dataclass(frozen=True)
class PartNumber:
    """A part of what a game does, and its number."""

    game: str
    name: str
    number: str


def fingerprint(
    games: Sequence[str] = tuple(GAMES), names: Sequence[str] | None = None, plain: bool = False
) -> Iterator[PartNumber]:
    """The parts of these games, or only those with these names. `plain`: interpreted, with the same
    numbers; otherwise numba is needed."""
    for name in games:
        plays = game(name)
        digests = {part: Digest() for part in PARTS if part in (names or PARTS)}
        for part, note in ALONE.items():
            if part in digests:
                note(plays, digests[part], plain)
        if set(digests) & set(AT_TABLES):
            for number, table in enumerate(tables(plays)):
                _play(table, number, digests, plain)
        for part, digest in digests.items():
            yield PartNumber(name, part, digest.number())


def total(parts: Sequence[PartNumber]) -> str:
    """One number for all of them."""
    digest = Digest()
    for part in parts:
        digest.note(part.game, part.name, part.number)
    return digest.number()


# --- without tables ---------------------------------------------------------------------------
def _rules(plays: Game, digest: Digest, plain: bool) -> None:
    """Many random games with all options: how long they took, who won, and what chance would bring
    next."""
    play_one = _interpreted if plain else _compiled
    for players in _player_counts(plays):
        for options in _all_options(plays.name):
            given = {"players": players, **options}
            complete = plays.complete_options(given, "fingerprint")
            start = plays.rules.start_arguments(complete)
            dealer = FastDealer(f"fingerprint {sorted(given.items())}")
            for decisions, shares, chance in play_one(plays, players, start, dealer):
                digest.note(start, decisions, shares, chance)


Played = tuple[int, list[float], list[int]]  # decisions, shares of the win, state of the dealer


def _compiled(
    plays: Game, players: int, start: tuple[int, int, int], dealer: FastDealer
) -> Iterator[Played]:
    """Random games by compiled rules."""
    import numpy as np

    core, box = plays.rules.core, plays.components.box.to_array()
    layout = core.layout(players)
    states = np.zeros(2, core.state.dtype(**layout))
    dealers = dealer.record().to_array(**FAST)
    legal = np.zeros(1, Legal.dtype(actions=core.actions))
    for _ in range(RANDOM_GAMES):
        shares = np.zeros((1, layout["seats"]))
        decisions = plays.rules.compiled.random_games(
            box, states, dealers, np.array([start]), legal, shares
        )
        chance = [int(dealers[name][0]) for name in ("a", "b", "c", "counter")]
        yield decisions, shares[0, :players].tolist(), chance


def _interpreted(
    plays: Game, players: int, start: tuple[int, int, int], dealer: FastDealer
) -> Iterator[Played]:
    """The same games by plain Python."""
    core, box = plays.rules.core, plays.components.box
    legal = Legal(actions=core.actions)
    for _ in range(RANDOM_GAMES):
        state: Any = core.state(**core.layout(players))
        decisions = 0
        core.start(box, state, dealer, *start)
        while not plays.rules.is_over(state):
            core.legal_actions(box, state, state.actor, legal)
            action = legal.actions[below(dealer, legal.n)]
            core.apply(box, state, dealer, state.actor, action)
            decisions += 1
        shares = [0.0] * players
        core.share_of_win(box, state, shares)
        yield decisions, shares, [dealer.a, dealer.b, dealer.c, dealer.counter]


def _notation(plays: Game, digest: Digest, plain: bool) -> None:
    """Every action of the game: how it is written, read and called."""
    for action in range(plays.rules.actions):
        written = plays.notation(action)
        names = [plays.text(action, language) for language in LANGUAGES]
        digest.note(action, written, plays.action(written), names)


# --- at tables --------------------------------------------------------------------------------
def tables(plays: Game) -> Iterator[Table]:
    """Games that have not begun: equally many of every number of players, and with every choice of
    options at least once."""
    options, counts = list(_all_options(plays.name)), _player_counts(plays)
    rounds = -(-len(options) // len(counts))
    for number, (players, _) in enumerate(product(counts, range(rounds))):
        chosen = options[number * STRIDE % len(options)]
        names = [f"Zoë {seat + 1}" for seat in range(players)]
        yield plays.new(players, f"fingerprint {number}", names, **chosen)


def _player_counts(plays: Game) -> range:
    return range(plays.rules.least_players, plays.rules.most_players + 1)


def _all_options(name: str) -> Iterator[dict[str, Any]]:
    """Every choice of options, defaults first."""
    options = GAMES[name].options
    values = [sorted(o.values, key=partial(ne, o.default)) for o in options]
    for chosen in product(*values):
        yield dict(zip(options.names, chosen, strict=True))


def _play(table: Table, number: int, digests: Mapping[str, Digest], plain: bool) -> None:
    """Play a game to its end and let every part note what it is about."""
    bots = [
        new_bot(PLAYERS[(number + seat) % len(PLAYERS)], f"{table.seed} {seat}")
        for seat in range(len(table.names))
    ]
    noting = [(AT_TABLES[part], digest) for part, digest in digests.items() if part in AT_TABLES]
    asked = 0
    while True:
        moment = TableMoment(table, number + asked, plain)
        for note, digest in noting:
            note(moment, digest)
        if table.over:
            return
        waiting = table.waiting_for
        seat = waiting[asked % len(waiting)]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
        asked += 1


@dataclass(frozen=True)
class TableMoment:
    """A table at which something is asked, or the game is over."""

    table: Table
    number: int
    plain: bool

    def is_every(self, nth: int) -> bool:
        """Whether it is a moment for what is looked at now and then, and at the end."""
        return self.table.over or self.number % nth == 0

    @property
    def roles(self) -> list[int | None]:
        """All seats, and a spectator."""
        return [*range(len(self.table.names)), None]

    def question(self) -> SeatView | None:
        """What a seat that has to decide sees."""
        waiting = self.table.waiting_for
        return self.table.seat_view(waiting[-1]) if waiting else None


def _events(moment: TableMoment, digest: Digest) -> None:
    """All that has happened, when the game is over: the truth, and what everybody saw of it."""
    if moment.table.over:
        for event in moment.table.events:
            own = {str(seat): seen for seat, seen in event.own.items()}
            digest.note(event.full, event.public, own, event.undo, event.recorded)


def _views(moment: TableMoment, digest: Digest) -> None:
    """What every role sees, and may do."""
    if moment.is_every(LOOK):
        for role in moment.roles:
            digest.note(moment.table.view(role))
        if (view := moment.question()) is not None:
            digest.note(view.json())


def _texts(moment: TableMoment, digest: Digest) -> None:
    """Questions, refusals and events in words, in both languages."""
    table = moment.table
    for language in LANGUAGES:
        if moment.is_every(LOOK):
            digest.note([table.question(role, language) for role in moment.roles])
            for reason in _refusals(moment):
                digest.note(reason.clause, reason.text(language))
        if table.over:
            narrator = table.narrator(language)
            for number, event in enumerate(table.events):
                role = moment.roles[number % len(moment.roles)]
                digest.note(narrator.tell(event.seen_by(role)))


def _refusals(moment: TableMoment) -> Iterator[Any]:
    """Why some actions are not legal, for seats whose turn it is and for others."""
    table, actions = moment.table, moment.table.rules.actions
    chance = FastDealer(f"refusals {moment.number}")
    for _ in range(REFUSALS):
        seat, action = below(chance, len(table.names)), below(chance, actions)
        if (reason := table.why_not(seat, action)) is not None:
            yield reason


def _records(moment: TableMoment, digest: Digest) -> None:
    """Records as text and as data: of the finished game, and now and then in its middle, there
    also what a seat and a spectator get."""
    if moment.is_every(2 * THINK):
        table = moment.table.canonical()
        digest.note(records.to_text(table), records.to_json(table))
        if not table.over:
            digest.note([records.to_json_for(moment.table, role) for role in moment.roles[-2:]])


def _observations(moment: TableMoment, digest: Digest) -> None:
    """What networks and environments see."""
    if moment.is_every(LOOK) and (view := moment.question()) is not None:
        digest.note(observation(view).tolist())


def _bots(moment: TableMoment, digest: Digest) -> None:
    """What every bot would do; of those that search also how often they tried each action."""
    if not moment.is_every(THINK) or (view := moment.question()) is None:
        return
    for name in BOTS:
        seed = f"{name} {moment.number}"
        bot = new_bot(name, seed)
        if isinstance(bot, SearchBot):
            analyst = Analyst(seed, network=bot.asks_network, plain=moment.plain)
            found = analyst.analyse(view, _without_a_clock(bot)).alternatives
            digest.note(name, [(one.action, one.visits) for one in found])
        else:
            digest.note(name, bot.decide(view))


def _without_a_clock(bot: SearchBot) -> Budget:
    walks = WALKS.get(bot.name, bot.budget.iterations)
    return replace(bot.budget, iterations=walks, seconds=None)


def _hints(moment: TableMoment, digest: Digest) -> None:
    """Hints in both languages."""
    if moment.is_every(2 * THINK) and (view := moment.question()) is not None:
        found = hint(view, HINT, f"{moment.number}", moment.plain)
        for language in LANGUAGES:
            digest.note(list(found.sentences(language)))


ALONE: dict[str, Callable[[Game, Digest, bool], None]] = {"rules": _rules, "notation": _notation}
AT_TABLES: dict[str, Callable[[TableMoment, Digest], None]] = {
    "events": _events,
    "views": _views,
    "texts": _texts,
    "records": _records,
    "observations": _observations,
    "bots": _bots,
    "hints": _hints,
}
PARTS = (*ALONE, *AT_TABLES)
