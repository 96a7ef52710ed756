"""How bots choose once they have weighed the legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baumeister.games import ByGame
from baumeister.kernel.chance import Dealer, word
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule

Weigh = Callable[..., None]  # (box, view, seat, legal, worths)
WEIGH = ByGame[Weigh](lambda rules: rules.part("judgement").weigh)

WORDS = 4294967296.0  # how many different random words there are
TIE_BREAK = 1.0e-12 * WORDS  # points, so few that they only decide between equal actions


@rule
def best_action(legal: Legal, worths: Any, blur: float, chance: Dealer) -> int:
    """The action that seems worth most when each is misjudged by up to `blur` points."""
    best = -1.0e9
    answer = legal.actions[0]
    for k in range(legal.n):
        value = worths[k] + word(chance) * (blur / WORDS)
        if value > best:
            best = value
            answer = legal.actions[k]
    return answer
