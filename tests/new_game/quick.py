"""For tournaments: a search that takes little time."""

from __future__ import annotations

from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot


class Quick(SearchBot):
    """Looks ahead a little."""

    name = "quick"

    def __init__(self, seed: str) -> None:
        super().__init__(seed, Budget(iterations=60))
