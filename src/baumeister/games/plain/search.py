"""The search with usual settings: hidden things are dealt again as the game's `redeal` does."""

from __future__ import annotations

from typing import Any

from baumeister.bots.search.games import Imagination, NoScratch, SearchSettings
from baumeister.games.plain.game import PlainGame
from baumeister.kernel.rule import rule

SETTINGS = SearchSettings(
    exploration=1.2, trust=3.0, blur=2.0, margin=0.5, lead=20.0, one_tree=False
)


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `search` of a game."""
    redeal = rules.deal_again

    @rule
    def imagine(view: Any, seat: int, dealer: Any, unused: Any) -> None:
        redeal(view, seat, dealer)

    imagination = Imagination(imagine, NoScratch, rules.shuffle_hidden)
    return {"SETTINGS": SETTINGS, "IMAGINATION": imagination}
