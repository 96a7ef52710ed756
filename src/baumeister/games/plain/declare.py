"""What a plain game declares about itself: its actions, questions, deck, announcements, score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baumeister.kernel.notation import NotationError
from baumeister.kernel.struct import Hidden, Struct, i8, struct

MOVED = -1  # PlainGame announces it: seat, action
SHUFFLED = -2  # the game announces it as soon as it has shuffled its deck


@struct
class NoBox(Struct):
    """For games without printed values that rules read."""

    unused: Hidden[i8]


@dataclass(frozen=True)
class Components:
    """What a game is played with."""

    box: Struct
    version: str
    source: dict[str, str]  # where printed values come from; empty if nothing is printed


class Actions:
    """The action space, verb by verb: a verb has numbers, or stands alone.

    ACTIONS = Actions(lay=range(1, 9), draw=None)
    LAY, DRAW = ACTIONS.first  # 0 and 8; `lay 3` is action LAY + 2
    """

    def __init__(self, **verbs: range | None) -> None:
        self.verbs = verbs
        self._all = [
            (verb, n) for verb, numbers in verbs.items() for n in (numbers or (None,))
        ]  # by action
        self._by_notation = {self.write(k): k for k in range(len(self._all))}

    def __len__(self) -> int:
        return len(self._all)

    @property
    def first(self) -> list[int]:
        """The first action of every verb."""
        return [next(k for k, (verb, _) in enumerate(self._all) if verb == v) for v in self.verbs]

    def verb(self, action: int) -> str:
        """What is done."""
        return self._all[action][0]

    def number(self, action: int) -> int | None:
        """With which number, if any."""
        return self._all[action][1]

    def action(self, verb: str, number: int | None) -> int:
        """The action; ValueError if there is none."""
        return self._all.index((verb, number))

    def write(self, action: int) -> str:
        """The notation: `lay 3`, `draw`."""
        verb, number = self._all[action]
        return verb if number is None else f"{verb} {number}"

    def read(self, text: str) -> int:
        """The action of a notation; NotationError says what would be right."""
        plain = " ".join(text.casefold().split())
        if plain not in self._by_notation:
            raise NotationError("error.plain.notation", text=text[:60], moves=self._examples())
        return self._by_notation[plain]

    def _examples(self) -> str:
        return ", ".join(self.write(k) for k in self.first)


@dataclass(frozen=True)
class Question:
    """A step at which a seat decides. Its text is `<game>.question.<key>` in the glossary."""

    key: str
    clause: str  # which the refusal of another action quotes
    verbs: tuple[str, ...]  # that answer it


@dataclass(frozen=True)
class Deck:
    """Cards that are shuffled together: the only chance in the game."""

    field: str  # of the state that holds the shuffled cards at SHUFFLED
    cards: tuple[int, ...]  # before the first shuffle
    shuffles: int = 1  # in a game, at most


@dataclass(frozen=True)
class Told:
    """An announcement of the rules with a number. Its text is `<game>.event.<key>`."""

    key: str
    own: bool = False  # only the seat learns the number; the others are told `<key>_hidden`


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score sheet. Its name is `<game>.score.<clause>` in the glossary."""

    clause: str
    points: Callable[..., int]  # a rule: (box, state, player)
