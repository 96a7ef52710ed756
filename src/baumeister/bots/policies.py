"""Bots that exist as rules, so that whole games with them run compiled.

`decider` combines them into one rule, which takes the number of a policy and a view, never the
state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baumeister.bots.choosing import TIE_BREAK, WEIGH, best_action
from baumeister.bots.random_bot import random_action
from baumeister.kernel.rule import rule

POLICIES = {"random": 0, "greedy": 1}  # by the name of the bot
_RANDOM = POLICIES["random"]


def decider(game: str) -> Callable[..., int]:
    """The rule by which the bots of a game decide."""
    weigh = WEIGH[game]

    @rule
    def decide(
        policy: int, box: Any, view: Any, seat: int, legal: Any, worths: Any, chance: Any
    ) -> int:
        if policy == _RANDOM:
            return random_action(legal, chance)
        weigh(box, view, seat, legal, worths)
        return best_action(legal, worths, TIE_BREAK, chance)

    return decide
