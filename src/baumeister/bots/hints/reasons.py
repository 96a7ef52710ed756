"""A reason in words: what kind it is, how much it matters, and its sentence in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from baumeister.kernel.glossary import LANGUAGES, say

# In the order of the sentences.
PLAN = "plan"  # what the action is for, or what to do next
SCORES = "scores"  # what it brings at once
SAVES = "saves"  # what it does not cost
BUILDS_UP = "builds_up"  # what it prepares
TEMPO = "tempo"  # when the seat acts again
DENIES = "denies"  # what others do not get
RISKS = "risks"  # what it costs, and what others may do
KINDS = (PLAN, SCORES, SAVES, BUILDS_UP, TEMPO, DENIES, RISKS)

MOST_REASONS = 3
ALWAYS = 100.0  # the weight of a reason that is never left out


@dataclass(frozen=True)
class Phrase:
    """A text in every language."""

    of: Mapping[str, str]

    def __str__(self) -> str:
        return self.of[LANGUAGES[0]]


def phrase(text: Callable[[str], str]) -> Phrase:
    """A text in every language, from a function of the language."""
    return Phrase({language: text(language) for language in LANGUAGES})


@dataclass(frozen=True)
class HintReason:
    """Why an action is a good one, or what speaks against it."""

    kind: str
    key: str  # in the section `hint` of the glossary
    weight: float  # roughly how much it matters, in points
    values: Mapping[str, object] = field(default_factory=dict)
    of_plan: bool = False  # whether it holds only if the plan is followed
    first: bool = False  # whether it comes before everything else: a price to be paid at once

    def text(self, language: str = "en") -> str:
        """The reason in one sentence."""
        values = {
            name: value.of[language] if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        text = say(f"hint.{self.key}", language, **values)
        return say("hint.of_plan", language, reason=text) if self.of_plan else text


def of_plan(reasons: Iterable[HintReason]) -> Iterator[HintReason]:
    """Reasons that hold only if the plan is followed."""
    for reason in reasons:
        yield replace(reason, of_plan=True)


def told(reasons: Iterable[HintReason]) -> tuple[HintReason, ...]:
    """The most important reasons, each once, in the order of the sentences: those with `first`,
    the plan, what belongs to it, the rest."""
    found = sorted(reasons, key=lambda reason: -reason.weight)
    chosen: list[HintReason] = []
    for reason in found:
        free = reason.weight >= ALWAYS or sum(r.weight < ALWAYS for r in chosen) < MOST_REASONS
        alike = sum(reason.kind == other.kind for other in chosen)
        if free and reason.key not in {other.key for other in chosen} and alike < 2:
            chosen.append(reason)

    def place(reason: HintReason) -> tuple[bool, bool, int]:
        is_plan = reason.kind == PLAN or reason.of_plan
        return not reason.first, not is_plan, KINDS.index(reason.kind)

    return tuple(sorted(chosen, key=place))
