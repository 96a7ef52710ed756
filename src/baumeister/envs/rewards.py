"""What the end of a game is worth to each seat; the sum is 0."""

from __future__ import annotations

from collections.abc import Sequence


def win_reward(shares: Sequence[float]) -> list[float]:
    """1 for a sole winner, the same loss for all others; a tie is in between."""
    others = len(shares) - 1
    return [(len(shares) * share - 1) / others for share in shares]


def margin_reward(scores: Sequence[int]) -> list[float]:
    """Points ahead of the average of the others, or behind it."""
    others = len(scores) - 1
    return [score - (sum(scores) - score) / others for score in scores]
