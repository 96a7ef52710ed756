"""Hints that say what to do and how good it is, without reasons of the game."""

from __future__ import annotations

from typing import Any

from baumeister.bots.hints.reasons import HintReason
from baumeister.kernel.game import GameRules
from baumeister.play import SeatView


def reasons(view: SeatView, action: int, judge: object, budget: object) -> tuple[HintReason, ...]:
    """None: the hint gives the expected points instead."""
    return ()


def action_text(view: SeatView, action: int, language: str) -> str:
    """What an action is called."""
    return view.rules.action_text(view.components, action, language)


def part_of(rules: GameRules) -> dict[str, Any]:
    """The module `hints` of a game."""
    return {"reasons": reasons, "action_text": action_text}
