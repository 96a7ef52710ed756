"""Bots as nobody wants them, for tests: the server asks them in its worker processes."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.play import SeatView
from baumeister.server.bots.worker import Progress, ReviewTask


class Strange:
    """A bot whose seed is a file: there it writes its process number each time it is asked."""

    name = "strange"

    def __init__(self, seed: str) -> None:
        self.file = Path(seed)

    def decide(self, view: SeatView) -> int:
        with self.file.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return self.go_on(view)

    def go_on(self, view: SeatView) -> int:
        return view.legal[-1]


class Hangs(Strange):
    """Never answers."""

    def go_on(self, view: SeatView) -> int:
        while True:
            time.sleep(0.01)


class HangsOnce(Strange):
    """Answers when it is asked again."""

    def go_on(self, view: SeatView) -> int:
        if len(self.file.read_text().split()) > 1:
            return view.legal[-1]
        while True:
            time.sleep(0.01)


class Waits(Strange):
    """Answers as soon as somebody puts a file `go` beside its own."""

    def go_on(self, view: SeatView) -> int:
        while not (self.file.parent / "go").exists():
            time.sleep(0.001)
        return view.legal[-1]


class Dies(Strange):
    """Takes its process along."""

    def go_on(self, view: SeatView) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return view.legal[-1]


class Illegal(Strange):
    """Does what is not allowed."""

    def go_on(self, view: SeatView) -> int:
        return max(view.legal) + 1


class Raises(Strange):
    """Tells what it holds in its hand."""

    def go_on(self, view: SeatView) -> int:
        raise ValueError(f"SECRET {view.state!r}")


class Leaves(Strange):
    """Ends the program."""

    def go_on(self, view: SeatView) -> int:
        sys.exit(3)


class Exhausted(Strange):
    """Has no memory left."""

    def go_on(self, view: SeatView) -> int:
        raise MemoryError


class Talks(Strange):
    """Prints, reads what is typed, and plays like greedy."""

    def go_on(self, view: SeatView) -> int:
        print("talking")
        assert sys.stdin.read() == ""
        return GreedyBot(str(self.file)).decide(view)


class LooksAhead(SearchBot):
    """Looks ahead without a look at the clock."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed, Budget(iterations=100))


class WaitsAndLooksAhead(LooksAhead):
    """Looks ahead as soon as somebody puts a file `go` beside its own."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.waits = Waits(seed)

    def decide(self, view: SeatView) -> int:
        self.waits.decide(view)
        return super().decide(view)


class SearchesForEver(SearchBot):
    """Looks ahead, and never has enough."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed, Budget(iterations=10_000_000))


class ShortReview(ReviewTask):
    """Looks back at a game in a moment; the numbers are worth accordingly little."""

    def run(self, progress: Progress, plain: bool) -> dict[str, Any]:
        from baumeister.lab.review.review import Effort
        from baumeister.server.bots import reviews

        reviews.EFFORT = Effort(search=60, compare=200, curve=200, chance=200)
        return super().run(progress, plain)
