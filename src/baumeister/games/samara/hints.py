"""Why an action of Samara is a good one: what it brings, opens, denies and how long it takes.

In Samara only the choices for the Barracks are hidden. So an action is carried out on a copy of
what the seat sees, to find what it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from baumeister.bots.hints.judging import Judge
from baumeister.bots.hints.reasons import (
    ALWAYS,
    BUILDS_UP,
    DENIES,
    PLAN,
    RISKS,
    SAVES,
    SCORES,
    TEMPO,
    HintReason,
    Phrase,
    of_plan,
    phrase,
)
from baumeister.bots.search import Budget
from baumeister.games.samara import actions as act
from baumeister.games.samara.calendar import landing
from baumeister.games.samara.components import (
    ABILITIES,
    BARRACKS,
    FIGURES,
    PLAIN,
    SPACES,
    TOMBSTONE,
    TOOLS,
    WEIGHT_ROOM,
    Box,
    Components,
)
from baumeister.games.samara.judgement import tools_missing
from baumeister.games.samara.notation import LETTERS, letters_of, place
from baumeister.games.samara.scoring import LINE_BASE, next_to_act
from baumeister.games.samara.state import (
    ACT,
    BURY,
    CHOOSE_FOR_BARRACKS,
    HELP,
    IMPRISON,
    LOSE_TOOL,
    NO_MONTH,
    NO_TILE,
    OVER,
    QUESTION_KEYS,
    TAKE_FIGURE,
    TRAIN,
    WOMAN,
    Player,
    State,
    n_tools,
    own_in,
    strength,
)
from baumeister.games.samara.texts import month_text, tile_text, tool_text
from baumeister.kernel import rule
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.glossary import join, say
from baumeister.play import SeatView

MOST_FOLLOWING = 3  # own questions that an action leads to: helpers, and two tools of the Ruin
PART = 8  # the budget of each is so many times smaller
MATTERS = 4  # a tile of so much prestige that others may build is mentioned
COSTS = 20.0  # the weight of what a tile takes away: always mentioned
MOST_NAMED = 2  # tiles in one sentence
KINDS = {"builder": RISKS, "others": DENIES, "": BUILDS_UP}  # of reasons: whom a tile hurts


def reasons(view: SeatView, action: int, judge: Judge, budget: Budget) -> Iterator[HintReason]:
    """What speaks for and against an action of the seat."""
    return _ReasonFinder(view, judge, budget).reasons(action)


def action_text(view: SeatView, action: int, language: str) -> str:
    """What an action is called; a tile by its name."""
    if act.BUILD <= action < act.NEWCOMER:
        space = action - act.BUILD
        tile = tile_text(view.components, view.state.tile_at[space], language)
        return say("hint.samara.build", language, tile=tile, place=place(view.components, space))
    if action >= act.CHOOSE_WORKER:
        values = {"worker": LETTERS[action - act.CHOOSE_WORKER]}
        values["name"] = view.names[act.chosen_from(view.state)]
        return say(f"hint.samara.choice.{QUESTION_KEYS[view.state.step]}", language, **values)
    return view.game.text(action, language)


class _ReasonFinder:
    """Looks for the reasons of one seat."""

    def __init__(self, view: SeatView, judge: Judge, budget: Budget) -> None:
        assert view.seat is not None
        self.view, self.judge, self.budget = view, judge, budget
        self.components: Components = view.components
        self.box: Box = self.components.box
        self.state: State = view.state
        self.seat: int = view.seat
        self.me = self.state.players[self.seat]

    def reasons(self, action: int) -> Iterator[HintReason]:
        """All reasons, important or not."""
        step = self.state.step
        if step == CHOOSE_FOR_BARRACKS:
            yield from self._lose(action - act.LOSE)
            return
        after, following = self._carried_out(action)
        if following and step in (ACT, HELP):
            moves = phrase(lambda language: join(self._moves(following, language), language))
            yield HintReason(PLAN, "samara.then", ALWAYS, {"moves": moves})
        if step == ACT:
            yield from self._act(action, after)
        elif step == HELP:
            yield from self._help(action - act.WITH, after)
        elif step == LOSE_TOOL:
            yield from self._lose(action - act.LOSE)
        else:
            yield from self._worker(step, action - act.CHOOSE_WORKER, after)
        if after.step == ACT and step in (ACT, HELP, TRAIN):
            timing = chain(self._tempo(after), self._others_may_build(after))
            yield from of_plan(timing) if following else timing

    # --- what follows -------------------------------------------------------------------------
    def _seen(self, state: State) -> SeatView:
        return replace(self.view, state=state, legal=self.view.game.legal(state, self.seat))

    def _carried_out(self, action: int) -> tuple[State, list[tuple[State, int]]]:
        """The state after an action and what the seat is asked because of it; for each of those
        questions the state in which it is asked, and the best answer."""
        game, dealer = self.view.game, FastDealer("hint")
        state = self.state.copy()
        game.apply(state, dealer, self.seat, action)
        following: list[tuple[State, int]] = []
        for _ in range(MOST_FOLLOWING + FIGURES):
            asked = self._seen(state)
            if not asked.legal or state.step == ACT:
                break
            answer = asked.legal[0]
            if len(asked.legal) > 1:
                answer = self.judge.ranked(asked, self.budget.part(PART))[0].action
                following.append((state.copy(), answer))
            game.apply(state, dealer, self.seat, answer)
        return state, following

    def _moves(self, following: Sequence[tuple[State, int]], language: str) -> list[str]:
        """The answers to the questions that follow, in words and as they are typed."""
        return [
            f"{action_text(self._seen(state), answer, language)} "
            f"({self.view.game.notation(answer)})"
            for state, answer in following[:MOST_FOLLOWING]
        ]

    # --- words --------------------------------------------------------------------------------
    def _names(self, seats: Sequence[int]) -> Phrase:
        names = [self.view.names[seat] for seat in seats]
        return phrase(lambda language: join(names, language))

    def _workers(self, slots: Sequence[int]) -> Phrase:
        letters = [LETTERS[slot] for slot in slots]
        return phrase(lambda language: join(letters, language))

    def _month(self, month: int) -> Phrase:
        start = self.state.start_month + 1
        return phrase(lambda language: month_text(start, month, language))

    def _when(self, month: int, now: int) -> Phrase:
        if month == now:
            return phrase(lambda language: say("hint.samara.this_month", language))
        named = self._month(month)
        return phrase(
            lambda language: say("hint.samara.in_month", language, month=named.of[language])
        )

    def _months(self, n: int) -> Phrase:
        key = "hint.samara.one_month" if n == 1 else "hint.samara.months"
        return phrase(lambda language: say(key, language, n=n))

    def _tool(self, tool: int) -> Phrase:
        return phrase(lambda language: tool_text(tool, language))

    def _tiles(self, spaces: Sequence[int], state: State) -> Phrase:
        """Tiles on the board with their prestige, the best first, and how many more."""
        best = sorted(spaces, key=lambda space: (-self._prestige(space, state), space))

        def text(language: str) -> str:
            named = [
                f"{tile_text(self.components, state.tile_at[space], language)} "
                f"({self._prestige(space, state)})"
                for space in best[:MOST_NAMED]
            ]
            if len(best) > MOST_NAMED:
                more = len(best) - MOST_NAMED
                key = "one_more_tile" if more == 1 else "more_tiles"
                named.append(say(f"hint.samara.{key}", language, n=more))
            return join(named, language)

        return phrase(text)

    def _prestige(self, space: int, state: State) -> int:
        tile = state.tile_at[space]
        return 0 if tile == NO_TILE else self.box.prestige[tile]

    # --- the deeds, S3 to S6 ------------------------------------------------------------------
    def _act(self, action: int, after: State) -> Iterator[HintReason]:
        if action < act.BUILD:
            yield from self._take_tool(action // TOOLS, action % TOOLS, after)
        elif action < act.NEWCOMER:
            yield from self._build(action - act.BUILD, after)
        elif action < act.HOLIDAY:
            yield from self._newcomer(action - act.NEWCOMER, after)
        elif action == act.HOLIDAY:
            yield from self._holiday(after)

    def _take_tool(self, space: int, tool: int, after: State) -> Iterator[HintReason]:
        """S3, S5.2 Which tiles the tool opens, and what it would cost elsewhere."""
        yield from self._opened(after)
        wanted = [
            seat
            for seat in range(self.state.n_players)
            if seat != self.seat and act.may_take(self.state.players[seat]) >> tool & 1
        ]
        mine = landing(self.state, self.seat, self.box.column[space])
        if self.state.tools_at[space][tool] > 1:
            return
        others = [
            (landing(self.state, self.seat, self.box.column[other]), self.box.row[other])
            for other in range(SPACES)
            if other != space and self.state.tools_at[other][tool] > 0
        ]
        if any(month <= mine and row <= self.box.row[space] for month, row in others):
            return
        if wanted:
            values = {"names": self._names(wanted), "tool": self._tool(tool)}
            yield HintReason(DENIES, "samara.cheapest_tool", 1.3, values)
        else:
            yield HintReason(SAVES, "samara.cheapest_left", 0.8, {"tool": self._tool(tool)})

    def _opened(self, after: State) -> Iterator[HintReason]:
        """S5.2, S7.6 Tiles for which the foreman has all tools then, or all but one."""
        mine = after.players[self.seat]
        reach = self._in_reach(mine)
        had, has = (act.buildable(s, s.players[self.seat]) for s in (self.state, after))
        new = [space for space in rule.members(has & ~had) if reach >> space & 1]
        if new:
            best = max(self._prestige(space, after) for space in new)
            values = {"tiles": self._tiles(new, after)}
            yield HintReason(BUILDS_UP, "samara.opens", 1.0 + 0.4 * best + 0.2 * len(new), values)
        if mine.university:
            return
        near = [
            space
            for space in rule.members(after.with_tile & ~has)
            if tools_missing(self.box, mine, after.tile_at[space]) == 1
            and tools_missing(self.box, self.me, after.tile_at[space]) == 2
        ]
        if near:
            values = {"tiles": self._tiles(near, after)}
            best = max(self._prestige(space, after) for space in near)
            yield HintReason(BUILDS_UP, "samara.one_tool_short", 0.5 + 0.15 * best, values)
        missing = (
            (tools_missing(self.box, player, after.tile_at[space]) for player in (self.me, mine))
            for space in rule.members(after.with_tile)
        )
        needing = sum(before > then for before, then in missing)
        if needing:
            yield HintReason(BUILDS_UP, "samara.needed_for", 0.6, {"n": needing})

    def _in_reach(self, player: Player) -> int:
        """S3.1 The spaces for which all workers of a foreman together are strong enough."""
        together = act.strength_together(player, player.workers)
        within: int = self.box.within_reach[min(together, FIGURES + 1)]
        return within

    def _build(self, space: int, after: State) -> Iterator[HintReason]:
        """S5 Prestige, what the tile does, and who else could use it."""
        tile = self.state.tile_at[space]
        prestige = self.box.prestige[tile]
        months = landing(self.state, self.seat, self.box.column[space]) - self.state.now
        values = {"prestige": prestige, "months": self._months(months)}
        yield HintReason(SCORES, "samara.prestige", 5.0 + prestige, values)
        if after.step == OVER:
            yield HintReason(TEMPO, "samara.last_tile", 10.0)
            return
        yield from self._ability(tile, after)
        rivals = [
            seat
            for seat in range(self.state.n_players)
            if seat != self.seat and self._could_build(self.state, seat) >> space & 1
        ]
        if rivals:
            named = {"names": self._names(rivals)}
            yield HintReason(DENIES, "samara.tools_for_it", 0.6 + 0.2 * prestige, named)

    def _could_build(self, state: State, seat: int) -> int:
        """S5.2, S3.1 Tiles for which a foreman has the tools and, all together, the strength."""
        player = state.players[seat]
        return act.buildable(state, player) & self._in_reach(player)

    def _ability(self, tile: int, after: State) -> Iterator[HintReason]:
        """S7 What a special tile does."""
        ability = self.box.ability[tile] if self.state.specials else PLAIN
        others = [seat for seat in range(self.state.n_players) if seat != self.seat]
        if ability == BARRACKS:
            others = [seat for seat in others if n_tools(self.state.players[seat]) > 0]
        kind = KINDS[ABILITIES[ability].hurts]
        nothing = {
            PLAIN: True,
            BARRACKS: not others,
            WEIGHT_ROOM: self.me.men + self.me.women == 0,
            TOMBSTONE: after.players[self.seat].workers == self.me.workers,  # S7.2
        }
        if nothing.get(ability, False):
            return
        key = f"samara.ability.{ABILITIES[ability].key}"
        costs = kind == RISKS
        weight = COSTS if costs else 3.0
        yield HintReason(kind, key, weight, {"names": self._names(others)}, first=costs)
        yield from self._opened(after)

    def _newcomer(self, sex: int, after: State) -> Iterator[HintReason]:
        """S4 One worker more for the rest of the game."""
        n = len(rule.members(after.players[self.seat].workers))
        left = SPACES - self.state.n_taken
        yield HintReason(BUILDS_UP, "samara.newcomer", 4.0, {"n": n, "left": left})
        if sex == WOMAN and after.players[self.seat].men + after.players[self.seat].women > 0:
            yield HintReason(BUILDS_UP, "samara.woman", 1.0)

    def _holiday(self, after: State) -> Iterator[HintReason]:
        """S6 Together with those in the month of the holiday."""
        player = after.players[self.seat]
        month = player.worker_month[self.state.slot]
        group = sum(
            1 << slot for slot in rule.members(player.workers) if player.worker_month[slot] == month
        )
        values = {
            "strength": act.strength_together(player, group),
            "month": self._month(month),
            "workers": phrase(lambda language: join(letters_of(group), language)),
        }
        yield HintReason(BUILDS_UP, "samara.together", 3.0, values)

    def _help(self, helpers: int, after: State) -> Iterator[HintReason]:
        """S3.2 Who goes along, and who stays free."""
        here = own_in(self.state, self.seat, self.state.now)
        free = here & ~helpers & ~(1 << self.state.slot)
        needed = self.box.row[self.state.space]
        group = helpers | 1 << self.state.slot
        values = {"strength": act.strength_together(self.me, group), "needed": needed}
        yield HintReason(SAVES, "samara.group", 2.0, values)
        if free and not (after.step == ACT and after.foreman == self.seat):
            yield HintReason(
                TEMPO, "samara.stays", 3.0, {"workers": self._workers(rule.members(free))}
            )
        if self.state.deed and after.step != OVER:
            yield from self._opened(after)

    # --- when, S2 -----------------------------------------------------------------------------
    def _tempo(self, after: State) -> Iterator[HintReason]:
        """S2 Which workers are away until when, and which of the foreman act before that."""
        player = after.players[self.seat]
        moved = [
            slot
            for slot in rule.members(player.workers)
            if player.worker_month[slot] != self.me.worker_month[slot]
        ]
        if not moved:
            return
        back = max(player.worker_month[slot] for slot in moved)
        values: dict[str, object] = {
            "workers": self._workers(moved),
            "month": self._month(back),
            "months": self._months(back - self.state.now),
        }
        one = "one" if len(moved) == 1 else "some"
        if after.foreman == self.seat:
            values["next"] = LETTERS[after.slot]
            yield HintReason(TEMPO, f"samara.at_once_{one}", 2.6, values)
            return
        month = next_to_act(after, player) // LINE_BASE
        there = [
            slot
            for slot in rule.members(player.workers)
            if player.worker_month[slot] == month and slot not in moved
        ]
        if month == back and not there:
            weight = 1.4 + 0.25 * (back - after.now)
            yield HintReason(RISKS, f"samara.nobody_{one}", weight, values)
        elif month == back:
            values["next"] = self._workers(there)
            yield HintReason(TEMPO, f"samara.joins_{one}", 1.5, values)
        else:
            values |= {"next": self._workers(there), "when": self._when(month, after.now)}
            yield HintReason(TEMPO, f"samara.away_{one}", 1.5, values)

    def _others_may_build(self, after: State) -> Iterator[HintReason]:
        """S2, S5 A good tile that the foreman could build, and a player who may build it before."""
        mine = self._could_build(after, self.seat)
        when = next_to_act(after, after.players[self.seat])
        best: tuple[int, int, list[int]] | None = None
        for space in rule.members(mine):
            rivals = [
                seat
                for seat in range(after.n_players)
                if next_to_act(after, after.players[seat]) < when
                and self._can_build_next(after, seat) >> space & 1
            ]
            prestige = self._prestige(space, after)
            if rivals and prestige >= MATTERS and (best is None or prestige > best[0]):
                best = (prestige, space, rivals)
        if best is not None:
            prestige, space, rivals = best
            values = {"names": self._names(rivals), "tile": self._tiles([space], after)}
            yield HintReason(RISKS, "samara.others_build", 0.25 * prestige, values)

    def _can_build_next(self, state: State, seat: int) -> int:
        """What a foreman can build with the workers who act next."""
        player = state.players[seat]
        month = next_to_act(state, player) // LINE_BASE
        together = act.strength_together(player, own_in(state, seat, month))
        return act.buildable(state, player) & self.box.within_reach[min(together, FIGURES + 1)]

    # --- special tiles, S7 --------------------------------------------------------------------
    def _lose(self, tool: int) -> Iterator[HintReason]:
        """S7.3 to S7.5 What cannot be built any more without the tool."""
        player = self.me.copy()
        player.tools[tool] -= 1
        had, has = (act.buildable(self.state, one) for one in (self.me, player))
        lost = rule.members(had & ~has)
        if lost:
            values = {"tiles": self._tiles(lost, self.state)}
            yield HintReason(RISKS, "samara.closes", 3.0, values)
        else:
            yield HintReason(SAVES, "samara.closes_nothing", 3.0)
        needing = [
            space
            for space in rule.members(self.state.with_tile)
            if tools_missing(self.box, player, self.state.tile_at[space])
            > tools_missing(self.box, self.me, self.state.tile_at[space])
        ]
        if not player.university:
            yield HintReason(SAVES, "samara.tiles_need_it", 2.0, {"n": len(needing)})
        where = place(self.components, self.state.space)
        yield HintReason(RISKS, "samara.lies_there", 1.0, {"place": where})

    def _worker(self, step: int, slot: int, after: State) -> Iterator[HintReason]:
        """S7.7, S7.8, S7.10, S7.12 What happens to the worker that is chosen."""
        owner = act.chosen_from(self.state)
        player, then = self.state.players[owner], after.players[owner]
        was = strength(player, slot)
        values: dict[str, object] = {
            "worker": LETTERS[slot],
            "name": self.view.names[owner],
            "strength": was,
            "month": self._month(player.worker_month[slot]),
        }
        if step == TRAIN:
            values["then"] = was + 1
            yield HintReason(BUILDS_UP, "samara.trains", 4.0, values)
        elif step == TAKE_FIGURE:
            gone = then.worker_month[slot] == NO_MONTH
            values["then"] = was - 1
            yield HintReason(RISKS, "samara.dies" if gone else "samara.weaker", 4.0, values)
        elif step == BURY:
            yield HintReason(RISKS, "samara.buried", 4.0, values)
        elif step == IMPRISON:
            values["until"] = self._month(then.worker_month[slot])
            yield HintReason(DENIES, "samara.locked_up", 4.0, values)
        if step in (TAKE_FIGURE, BURY):
            left = [LETTERS[s] for s in range(FIGURES) if then.worker_month[s] != NO_MONTH]
            yield HintReason(SAVES, "samara.workers_left", 1.0, {"n": len(left)})
