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

from baumeister.bots.hints import samara, tybor
from baumeister.bots.hints.judging import Judge, Judged
from baumeister.bots.hints.reasons import KINDS, PLAN, Reason, Words, told, words
from baumeister.bots.search import Budget
from baumeister.play import SeatView
from baumeister.rules.glossary import say

GAMES: dict[str, ModuleType] = {"tybor": tybor, "samara": samara}  # by game
CLEAR, BETTER = 0.08, 0.025  # differences in the chance of winning that are worth a word
PER_POINT = 0.01  # how much of such a difference an expected point counts
DECIDED = 0.02  # a chance this near to 0 or 1


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
        return self.view.rules.write_action(self.view.components, action)

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


def hint(view: SeatView, budget: Budget, seed: str) -> Hint:
    """A hint for the seat whose view it is; ValueError if it has nothing to decide.

    With a budget of iterations it depends on the view and the seed alone.
    """
    if view.seat is None or not view.legal:
        raise ValueError("this seat has nothing to decide")
    judge = Judge(seed)
    ranked = judge.ranked(view, budget)
    why = GAMES[view.rules.name].reasons(view, ranked[0].action, judge, budget)
    return Hint(view, ranked, verdict(view, ranked), told(why))


def action_text(view: SeatView, action: int, language: str) -> str:
    """What an action is called, with what everybody sees of it."""
    text: Callable[[SeatView, int, str], str] = GAMES[view.rules.name].action_text
    return text(view, action, language)


def verdict(view: SeatView, ranked: tuple[Judged, ...]) -> Reason:
    """How good the best action is, beside the next best."""
    best = ranked[0]
    unit = words(lambda language: say(f"hint.unit.{view.rules.name}", language))
    values: dict[str, object] = {"unit": unit}
    if best.win is not None and best.points is not None:
        values |= {"win": percent(best.win), "points": round(best.points)}
    if len(ranked) == 1:
        return Reason(PLAN, "only", 0.0, values)
    other = ranked[1]
    values["other"] = view.rules.write_action(view.components, other.action)
    if best.win is None or best.points is None or other.win is None or other.points is None:
        return Reason(PLAN, "by_the_moment", 0.0, values)
    values["other_win"] = percent(other.win)
    if best.win < DECIDED:
        return Reason(PLAN, "lost", 0.0, values)
    if other.win > 1.0 - DECIDED:
        return Reason(PLAN, "won", 0.0, values)
    gap = best.win - other.win + PER_POINT * (best.points - other.points)
    key = "clear" if gap >= CLEAR else "better" if gap >= BETTER else "hardly"
    if key == "hardly" and best.win <= other.win:
        key = "even"
    return Reason(PLAN, key, 0.0, values)


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
