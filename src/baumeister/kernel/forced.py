"""Forced decisions: questions with only one answer, the same at tables and in environments."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from baumeister.kernel.entry_points import RulesCore
from baumeister.kernel.rule import rule
from baumeister.kernel.seats import NOBODY


@cache
def forced_seat_of(core: RulesCore) -> Callable[..., int]:
    """The rule `forced_seat` of a game."""
    legal_actions, is_forced = core.legal_actions, core.is_forced
    may_force_others = core.may_force_others

    @rule
    def forced_seat(box: Any, state: Any, legal: Any, skip_forced: bool) -> int:
        """The first seat that has exactly one answer, which `legal` then holds. NOBODY if there is
        none, or if forced questions are asked as well; `legal` then holds the actions of the acting
        seat."""
        turns = state.n_players if skip_forced and may_force_others(state) else 0
        for k in range(turns + 1):  # once round the table, and back to the acting seat
            seat = state.actor + k
            if seat >= state.n_players:
                seat -= state.n_players
            legal_actions(box, state, seat, legal)
            if skip_forced and is_forced(state, legal):
                return seat  # type: ignore[no-any-return]
        return NOBODY

    return forced_seat
