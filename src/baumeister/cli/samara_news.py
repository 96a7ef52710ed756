"""What happened in Samara, in sentences that name workers as the calendar shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from baumeister.cli.samara_pieces import SEATS
from baumeister.rules.kernel.game import Narrator
from baumeister.rules.samara.notation import LETTERS

Seen = Mapping[str, Any]
SILENT = ("choose",)  # it is told when all have chosen


def news(narrator: Narrator, events: Sequence[Seen]) -> list[str]:
    """The sentences worth reading."""
    return [narrator.tell(event) for event in events if event["type"] not in SILENT]


def worker_names(events: Iterable[Seen]) -> dict[str, str]:
    """The letters, foreman's and its own, of all workers there ever were, by their IDs.

    A newcomer gets the first letter that its foreman has free.
    """
    names: dict[str, str] = {}
    alive: dict[int, list[str]] = {seat: [] for seat in range(len(SEATS))}

    def appear(worker: str, seat: int, letter: str) -> None:
        names[worker] = SEATS[seat] + letter
        alive[seat].append(worker)

    for event in events:
        if event["type"] == "setup":
            for worker in event["workers"]:  # S1.5 the woman is a, the men are b
                appear(worker["worker"], worker["seat"], "a" if worker["women"] else "b")
        elif "newcomer" in event:
            seat = event["seat"]
            taken = [names[worker][1] for worker in alive[seat]]
            free = next(letter for letter in LETTERS if letter not in taken)
            appear(event["newcomer"]["worker"], seat, free)
        elif event["type"] == "lose_worker" or event.get("dies"):
            alive[event["seat"]] = [w for w in alive[event["seat"]] if w != event["worker"]]
    return names


class LetterNarrator:
    """Tells events with the letters of workers in place of their IDs."""

    def __init__(self, narrator: Narrator, names: Mapping[str, str]) -> None:
        self._narrator = narrator
        self._names = names

    def tell(self, event: Seen) -> str:
        """An event in one sentence."""
        if "worker" in event:
            event = {**event, "worker": self._name(event["worker"])}
        if "moves" in event:
            event = {**event, "moves": self._together(event["moves"])}
        return self._narrator.tell(event)

    def _name(self, worker: str) -> str:
        return self._names.get(worker, worker)

    def _together(self, moves: Sequence[Seen]) -> list[Seen]:
        """Moves of several workers to one month as one."""
        months = dict.fromkeys(move["to"] for move in moves)
        return [
            {
                "worker": " ".join(self._name(m["worker"]) for m in moves if m["to"] == month),
                "to": month,
            }
            for month in months
        ]
