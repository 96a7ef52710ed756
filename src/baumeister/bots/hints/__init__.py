"""Hints for people who learn: what to do now, how good it is, and why, in words.

    found = hint(view, Budget(seconds=1.0), seed="hint")
    for sentence in found.sentences("en"):
        print(sentence)

A hint comes from what the seat sees and from nothing else. With numba it looks ahead and knows a
chance of winning; without, it goes by the moment and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

from baumeister.bots.hints.judging import DECIDED, Judge, Judged
from baumeister.bots.hints.reasons import KINDS, PLAN, SCORES, Reason, Words, told, words
from baumeister.bots.search import Budget
from baumeister.games import ByGame
from baumeister.kernel.glossary import say
from baumeister.play import SeatView

HINTS = ByGame[ModuleType](lambda rules: rules.part("hints"))
FAR, CLEAR, BETTER = 20, 8, 2  # per cent between two chances that are worth a word
SURE = 2.0  # standard errors that a difference must be larger than


@dataclass(frozen=True)
class Hint:
    """What to do, how good it is compared with the rest, and why."""

    view: SeatView
    alternatives: tuple[Judged, ...]  # all legal actions, the best first
    verdict: Reason
    reasons: tuple[Reason, ...]

    @property
    def action(self) -> int:
        """The action to take."""
        return self.alternatives[0].action

    @property
    def looked_ahead(self) -> bool:
        """Whether chances are known; otherwise it was judged by the moment."""
        return self.alternatives[0].win is not None

    def name(self, action: int, language: str = "en") -> str:
        """What an action is called."""
        return action_text(self.view, action, language)

    def notation(self, action: int) -> str:
        """How an action is written."""
        return self.view.game.notation(action)

    def advice(self, language: str = "en") -> str:
        """What to do, and how it is typed."""
        name = self.name(self.action, language)
        values = {"move": name[0].upper() + name[1:], "typed": self.notation(self.action)}
        return say("hint.advice", language, **values)

    def sentences(self, language: str = "en") -> Iterator[str]:
        """The whole hint: what to do, how good it is, why."""
        yield self.advice(language)
        yield self.verdict.text(language)
        for reason in self.reasons:
            yield reason.text(language)


def hint(view: SeatView, budget: Budget, seed: str, plain: bool = False) -> Hint:
    """A hint for the seat whose view it is; ValueError if it has nothing to decide.

    With a budget of iterations it depends on the view and the seed alone. `plain`: the search is
    interpreted.
    """
    if view.seat is None or not view.legal:
        raise ValueError("this seat has nothing to decide")
    judge = Judge(seed, plain)
    ranked = judge.ranked(view, budget)
    why = told(HINTS[view.rules.name].reasons(view, ranked[0].action, judge, budget))
    return Hint(view, ranked, verdict(view, ranked), why or plain_points(view, ranked))


def action_text(view: SeatView, action: int, language: str) -> str:
    """What an action is called, with what everybody sees of it."""
    text: Callable[[SeatView, int, str], str] = HINTS[view.rules.name].action_text
    return text(view, action, language)


def verdict(view: SeatView, ranked: tuple[Judged, ...]) -> Reason:
    """How good the best action is, beside the next best."""
    best = ranked[0]
    if len(ranked) == 1:
        return Reason(PLAN, "only", 0.0)
    if best.win is None:
        return Reason(PLAN, "by_the_moment", 0.0, _values(view, best, ranked[1]))
    other = runner_up(ranked)
    if other is None:
        return Reason(PLAN, "others_behind", 0.0, _values(view, best, best))
    return Reason(PLAN, _compared(best, other), 0.0, _values(view, best, other))


def runner_up(ranked: tuple[Judged, ...]) -> Judged | None:
    """The next best action of those that are certain enough."""
    return next((judged for judged in ranked[1:] if judged.is_certain), None)


def plain_points(view: SeatView, ranked: tuple[Judged, ...]) -> tuple[Reason, ...]:
    """What is left to say without a reason: the expected points."""
    other = runner_up(ranked)
    if other is None:
        return ()
    return (Reason(SCORES, "points", 0.0, _values(view, ranked[0], other)),)


def _compared(best: Judged, other: Judged) -> str:
    """The key of what fits the two chances, as they are told, and how sure they are."""
    more = round(best.points or 0.0) - round(other.points or 0.0)
    if best.chance < DECIDED:
        return "lost"
    if min(best.chance, other.chance) > 1.0 - DECIDED:
        return "won_more" if more > 0 else "won"
    gap = round(100 * best.chance) - round(100 * other.chance)
    if gap <= 0:
        return "for_points" if gap <= -BETTER and more > 0 else "even"
    if gap < BETTER:
        return "hardly"
    if gap < 100 * SURE * best.blur_beside(other):
        return "probably"
    return "far" if gap >= FAR else "clear" if gap >= CLEAR else "better"


def _values(view: SeatView, best: Judged, other: Judged) -> dict[str, object]:
    """What the sentences about two actions are made of."""
    typed = view.rules.write_action(view.components, other.action)
    return {
        "unit": words(lambda language: say(f"hint.unit.{view.rules.name}", language)),
        "win": percent(best.chance),
        "points": round(best.points or 0.0),
        "other": words(lambda language: f"{action_text(view, other.action, language)} ({typed})"),
        "other_win": percent(other.chance),
        "other_points": round(other.points or 0.0),
    }


def percent(share: float) -> Words:
    """A share from 0 to 1 in per cent."""
    return words(lambda language: say("hint.percent", language, n=round(100 * share)))


__all__ = [
    "KINDS",
    "Budget",
    "Hint",
    "Judged",
    "Reason",
    "hint",
    "percent",
]
