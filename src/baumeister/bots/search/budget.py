"""The budget of a search: how many walks and seconds it may take, and when it has to stop."""

from __future__ import annotations

from dataclasses import dataclass, replace

CHUNK = 64  # walks between two checks whether the answer is clear
CLOCK_SHARE = 0.02  # the share of the time that may pass between two looks at the clock
MOST_ITERATIONS = 10_000_000


@dataclass(frozen=True)
class Budget:
    """How long a search may run: walks through the tree, seconds, or whichever ends first."""

    iterations: int | None = None
    seconds: float | None = None
    until_clear: bool = False  # stop when the rest could not change the answer

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a budget needs iterations, seconds or both")
        if self.iterations is not None:
            if type(self.iterations) is not int:
                raise ValueError(f"{self.iterations!r} iterations: a whole number is needed")
            if self.iterations < 1:
                raise ValueError(f"{self.iterations} iterations: at least 1 is needed")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise ValueError(f"{self.seconds} seconds: more than 0 is needed, and an end")

    @property
    def most_walks(self) -> int:
        """No search makes more."""
        return self.iterations or MOST_ITERATIONS

    def expected_walks(self, a_second: int) -> int:
        """How many walks the table of nodes needs room for; `a_second`: the most in a second."""
        if self.seconds is None:
            return self.most_walks
        return min(self.most_walks, 1 + int(a_second * self.seconds))

    def next_walks(self, done: int, elapsed: float) -> int:
        """How many walks to make before asking again, after so many walks in so many seconds; 0 if
        the budget is used up."""
        if self.seconds is None:
            step = CHUNK
        elif elapsed >= self.seconds:
            return 0
        else:
            step = max(1, int(CLOCK_SHARE * self.seconds * done / elapsed))
        return min(step, CHUNK - done % CHUNK, self.most_walks - done)

    def part(self, parts: int) -> Budget:
        """A budget that is so many times smaller."""
        iterations, seconds = self.iterations, self.seconds
        return replace(
            self,
            iterations=None if iterations is None else max(1, iterations // parts),
            seconds=None if seconds is None else seconds / parts,
        )
