"""Rules that follow from what a plain game declares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from baumeister.games.plain.declare import ScoreLine
from baumeister.kernel.entry_points import RulesCore
from baumeister.kernel.rule import rule
from baumeister.kernel.struct import Struct, hider


@rule
def is_forced(state: Any, legal: Any) -> bool:
    """A question with one answer is not asked."""
    return legal.n == 1  # type: ignore[no-any-return]


@rule
def may_force_others(state: Any) -> bool:
    """Only the seat whose turn it is has a question."""
    return False


@rule
def nothing(box: Any, state: Any, player: Any) -> int:
    """The score of a sheet without lines."""
    return 0


def total_of(lines: Sequence[ScoreLine]) -> Callable[..., int]:
    """A rule that adds up the lines of a score sheet: (box, state, player)."""
    if not lines:
        return nothing
    first, rest = lines[0].points, total_of(lines[1:])

    @rule
    def score(box: Any, state: Any, player: Any) -> int:
        return first(box, state, player) + rest(box, state, player)

    return score


def shares_of(score: Callable[..., int], tiebreak: Callable[..., int]) -> Callable[..., None]:
    """A rule that shares the win among those with the most points: (box, state, out). A tie is
    broken by the tiebreak."""

    @rule
    def share_of_win(box: Any, state: Any, out: Any) -> None:
        winners = 0
        best = 0
        best_tie = 0
        for seat in range(state.n_players):
            points = score(box, state, state.players[seat])
            tie = tiebreak(box, state, state.players[seat])
            if winners == 0 or points > best or (points == best and tie > best_tie):
                best = points
                best_tie = tie
                winners = 0
            if points == best and tie == best_tie:
                winners += 1
        for seat in range(state.n_players):
            points = score(box, state, state.players[seat])
            tie = tiebreak(box, state, state.players[seat])
            out[seat] = 1.0 / winners if points == best and tie == best_tie else 0.0

    return share_of_win


def core_of(
    state: type[Struct],
    seats: int,
    actions: int,
    over: int,
    start: Callable[..., None],
    legal_actions: Callable[..., None],
    apply: Callable[..., None],
    lines: Sequence[ScoreLine],
    tiebreak: ScoreLine,
) -> RulesCore:
    """The rules that compiled code plays the game by."""
    hide_from, score = hider(state), total_of(lines)

    @rule
    def hide(view: Any, state: Any, seat: int) -> None:
        """Turn `view`, a copy of the state, into what the seat knows."""
        hide_from(view, seat)

    return RulesCore(
        state=state,
        layout=lambda players: {"seats": seats},
        actions=actions,
        over=over,
        start=start,
        legal_actions=legal_actions,
        is_forced=is_forced,
        may_force_others=may_force_others,
        apply=apply,
        hide=hide,
        score=score,
        share_of_win=shares_of(score, tiebreak.points),
    )
