"""Hints for learners: what to do now, how good it is, and why, in words.

    found = hint(view, Budget(seconds=1.0), seed="hint")
    for sentence in found.sentences("en"):
        print(sentence)

A hint uses only what the seat sees. With numba it looks ahead and gives chances of winning;
without numba it judges the position as it is, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

from baumeister.bots.hints.judging import DECIDED, Judge, Judged
from baumeister.bots.hints.reasons import KINDS, PLAN, SCORES, HintReason, Phrase, phrase, told
from baumeister.bots.search import Budget
from baumeister.games import ByGame
from baumeister.kernel.glossary import key_for, say
from baumeister.play import SeatView

HINTS = ByGame[ModuleType](lambda rules: rules.part("hints"))
FAR, CLEAR, BETTER = (
    20,
    8,
    2,
)  # differences between two chances, in per cent, that have their own sentence
SURE = 2.0  # standard errors that a difference must exceed


@dataclass(frozen=True)
class Hint:
    """What to do, how good it is compared with the rest, and why."""

    view: SeatView
    alternatives: tuple[Judged, ...]  # all legal actions, the best first
    verdict: HintReason
    reasons: tuple[HintReason, ...]

    @property
    def action(self) -> int:
        """The action to take."""
        return self.alternatives[0].action

    @property
    def looked_ahead(self) -> bool:
        """Whether the search looked ahead, so that chances of winning are known."""
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

    With a budget of iterations it depends only on the view and the seed. `plain`: the search is
    interpreted.
    """
    if view.seat is None or not view.legal:
        raise ValueError("this seat has nothing to decide")
    judge = Judge(seed, plain)
    ranked = judge.ranked(view, budget)
    why = told(HINTS[view.rules.name].reasons(view, ranked[0].action, judge, budget))
    return Hint(view, ranked, verdict(view, ranked), why or plain_points(view, ranked))


def action_text(view: SeatView, action: int, language: str) -> str:
    """The name of an action, with what everybody sees of it."""
    text: Callable[[SeatView, int, str], str] = HINTS[view.rules.name].action_text
    return text(view, action, language)


def verdict(view: SeatView, ranked: tuple[Judged, ...]) -> HintReason:
    """How good the best action is, compared with the next best."""
    best = ranked[0]
    if len(ranked) == 1:
        return HintReason(PLAN, "only", 0.0)
    if best.win is None:
        return HintReason(PLAN, "by_the_moment", 0.0, _values(view, best, ranked[1]))
    other = runner_up(ranked)
    if other is None:
        return HintReason(PLAN, "others_behind", 0.0, _values(view, best, best))
    return HintReason(PLAN, _compared(best, other), 0.0, _values(view, best, other))


def runner_up(ranked: tuple[Judged, ...]) -> Judged | None:
    """The next best action whose chance is certain enough."""
    return next((judged for judged in ranked[1:] if judged.is_certain), None)


def plain_points(view: SeatView, ranked: tuple[Judged, ...]) -> tuple[HintReason, ...]:
    """The reason if there is no other: the expected points."""
    other = runner_up(ranked)
    if other is None:
        return ()
    return (HintReason(SCORES, "points", 0.0, _values(view, ranked[0], other)),)


def _compared(best: Judged, other: Judged) -> str:
    """The key of the sentence for two chances as they are displayed, and their certainty."""
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
    """The values of sentences about two actions."""
    typed = view.game.notation(other.action)
    return {
        "unit": phrase(lambda language: say(key_for("hint.unit", view.rules.name), language)),
        "win": percent(best.chance),
        "points": round(best.points or 0.0),
        "other": phrase(lambda language: f"{action_text(view, other.action, language)} ({typed})"),
        "other_win": percent(other.chance),
        "other_points": round(other.points or 0.0),
    }


def percent(share: float) -> Phrase:
    """A share from 0 to 1 in per cent."""
    return phrase(lambda language: say("hint.percent", language, n=round(100 * share)))


__all__ = [
    "KINDS",
    "Budget",
    "Hint",
    "Judged",
    "HintReason",
    "hint",
    "percent",
]
