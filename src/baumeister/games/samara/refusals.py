"""Why an action is not allowed: the clause and the reason, for every refusal."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.games.samara import actions as act
from baumeister.games.samara.calendar import NEVER, next_own_month
from baumeister.games.samara.components import (
    ABILITIES,
    FIGURES,
    GLASS_A,
    GLASS_B,
    SAW,
    TOOLS,
)
from baumeister.games.samara.notation import LETTERS
from baumeister.games.samara.state import (
    ACT,
    CHOOSE_FOR_BARRACKS,
    FOR_A_WORKER,
    HELP,
    IMPRISON,
    LOSE_TOOL,
    MAN,
    NO_MONTH,
    NO_TILE,
    OVER,
    TRAIN,
    WOMAN,
    must_decide,
    n_tools,
    own_in,
)
from baumeister.games.samara.texts import tile_text, tool_text
from baumeister.kernel.refusal import Reason, Refuser


class SamaraRefuser(Refuser):
    """Answers why a seat may not do something in a state of Samara."""

    game = "samara"

    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if the action is legal, otherwise clause and reason."""
        state = self._state
        if not 0 <= seat < state.n_players:
            return self._say("S1.5", "unknown_seat", last=state.n_players - 1)
        if not 0 <= action < act.ACTIONS:
            return self._say("S2.1", "unknown_action", last=act.ACTIONS - 1)
        if state.step == OVER:
            if state.ended_by == 3:
                return self._say("S8.3", "over_without_progress")
            return self._say("S8.1", "over")
        if not must_decide(state, seat):
            return self._not_your_turn(seat)
        if state.step == ACT:
            return self._act(seat, action)
        if state.step == HELP:
            return self._help(seat, action)
        if state.step in (LOSE_TOOL, CHOOSE_FOR_BARRACKS):
            return self._lose(seat, action)
        return self._worker(action)

    def _not_your_turn(self, seat: int) -> Reason:
        state = self._state
        if state.step == CHOOSE_FOR_BARRACKS:
            chosen = state.players[seat].chose
            return self._say("S7.5", "already_chosen" if chosen else "no_tool_to_choose")
        clause = self._tile_clause() if state.step in FOR_A_WORKER else "S2.1"
        return self._say(clause, "not_your_turn", name=self._names[state.actor])

    def _say(
        self, clause: str, key: str, tool: int = -1, tile: int = -1, **values: object
    ) -> Reason:
        named: dict[str, Callable[[str], str]] = {}
        if tool >= 0:
            named["tool"] = lambda language: tool_text(tool, language)
        if tile >= 0:
            named["tile"] = lambda language: tile_text(self._components, tile, language)
        return self._refuse(clause, key, values, **named)

    # --- what to do -----------------------------------------------------------------------
    def _act(self, seat: int, action: int) -> Reason | None:
        """S2.1 Take a tool, build, bring a newcomer, go on holiday; S2.2 or wait."""
        if action < act.BUILD:
            return self._tool(seat, action // TOOLS, action % TOOLS)
        if action < act.NEWCOMER:
            return self._build(seat, action - act.BUILD)
        player = self._state.players[seat]
        if action < act.HOLIDAY:
            sex = action - act.NEWCOMER
            if player.worker_sex[self._state.slot] != WOMAN:
                return self._say("S4.1", "only_women")
            if player.men + player.women == 0:
                return self._say("S4.2", "empty_reserve")
            if (player.men if sex == MAN else player.women) == 0:
                return self._say("S4.1", "no_man" if sex == MAN else "no_woman")
            return None
        if action == act.HOLIDAY:
            later = next_own_month(player, self._state.now)
            return self._say("S6.1", "no_later_worker") if later == NEVER else None
        if action == act.WAIT:
            return self._wait(seat)
        return self._say("S2.1", "act_now")

    def _wait(self, seat: int) -> Reason | None:
        if any(self._act(seat, action) is None for action in range(act.WAIT)):
            return self._say("S2.2", "can_act")
        return None

    def _reach(self, seat: int, space: int) -> Reason | None:
        """S3.1 Row r needs strength r."""
        player = self._state.players[seat]
        strength = act.strength_together(player, own_in(self._state, seat, self._state.now))
        if strength < self._box.row[space]:
            return self._say("S3.1", "too_weak", row=self._box.row[space], strength=strength)
        return None

    def _place(self, space: int) -> dict[str, int]:
        return {"row": self._box.row[space], "column": self._box.column[space]}

    def _tool(self, seat: int, space: int, tool: int) -> Reason | None:
        """S3 A tool that lies there, within reach, within the limits of S3.3."""
        player = self._state.players[seat]
        if self._state.tools_at[space][tool] == 0:
            return self._say("S3.4", "no_such_tool", tool, **self._place(space))
        if not (act.may_take(player) >> tool) & 1:
            if tool == SAW:
                return self._say("S3.3", "enough_saws")
            if tool == GLASS_B and player.tools[GLASS_A] == 0:
                return self._say("S3.3", "a_first")
            return self._say("S3.3", "have_it", tool)
        return self._reach(seat, space)

    def _build(self, seat: int, space: int) -> Reason | None:
        """S5 A tile that lies there, within reach, for which the foreman has the tools."""
        tile = self._state.tile_at[space]
        if tile == NO_TILE:
            return self._say("S5.3", "no_tile", **self._place(space))
        player, box = self._state.players[seat], self._box
        if not (act.buildable(self._state, player) >> space) & 1:
            if player.university:
                need = box.saws[tile] + box.trowels[tile] + box.glass[tile]
                return self._say("S7.6", "lacks_number", tile=tile, have=n_tools(player), need=need)
            return self._say("S5.2", "lacks_tools", tile=tile)
        return self._reach(seat, space)

    # --- with whom ------------------------------------------------------------------------
    def _help(self, seat: int, action: int) -> Reason | None:
        """S3.2 Workers of the NOW month, each of them needed."""
        if not act.WITH <= action < act.LOSE:
            return self._say("S3.2", "help_now")
        state, helpers = self._state, action - act.WITH
        player = state.players[seat]
        if helpers & ~(own_in(state, seat, state.now) & ~(1 << state.slot)):
            return self._say("S3.2", "not_there")
        group, needed = helpers | 1 << state.slot, self._box.row[state.space]
        strength = act.strength_together(player, group)
        if strength < needed:
            return self._say("S3.2", "group_too_weak", strength=strength, needed=needed)
        for slot in range(FIGURES):
            if (helpers >> slot) & 1:
                if act.strength_together(player, group & ~(1 << slot)) >= needed:
                    return self._say("S3.2", "helper_not_needed", worker=LETTERS[slot])
        return None

    # --- special tiles --------------------------------------------------------------------
    def _tile_clause(self) -> str:
        """S7 The clause of the tile being built."""
        return ABILITIES[self._box.ability[self._state.tile]].clause

    def _lose(self, seat: int, action: int) -> Reason | None:
        """S7.3 to S7.5 A tool that the foreman has and the tile takes."""
        state, player = self._state, self._state.players[seat]
        clause = self._tile_clause()
        tool = action - act.LOSE
        if not 0 <= tool < TOOLS:
            return self._say(clause, "lose_now")
        if player.tools[tool] == 0:
            return self._say(clause, "not_owned", tool)
        if act.may_lose(self._box, state, seat, tool):
            return None
        if tool == GLASS_A and player.tools[GLASS_B] > 0:
            return self._say(clause, "b_goes_first")
        return self._say(clause, "other_tool_first", tile=state.tile)

    def _worker(self, action: int) -> Reason | None:
        """S7.7, S7.8, S7.10, S7.12 A worker that the tile may touch."""
        state = self._state
        clause = self._tile_clause()
        slot = action - act.CHOOSE_WORKER
        if not 0 <= slot < FIGURES:
            return self._say(clause, "worker_now")
        owner = state.players[act.chosen_from(state)]
        if owner.worker_month[slot] == NO_MONTH:
            return self._say(clause, "no_worker", worker=LETTERS[slot])
        if act.may_choose(state, owner, slot, state.step):
            return None
        if state.step == TRAIN:
            return self._say(clause, "not_in_group")
        if state.step == IMPRISON:
            return self._say(clause, "not_weakest")
        return self._say("S7.2", "last_woman")
