"""For whom bots are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


def _nobody() -> bool:
    return False


class Asker(NamedTuple):
    """Who a question to a bot is for. The bot pool is fair to owners, then to their tables."""

    table: str | None = None
    owner: str = ""  # the address that the table belongs to, if it is known
    is_awaited: Callable[[], bool] = _nobody  # whether people wait for the answer now


NOBODY = Asker()
