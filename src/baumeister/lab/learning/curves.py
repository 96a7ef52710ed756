"""How a course of learning went: losses and strength by time, as numbers and as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baumeister.lab.learning.course import Lesson


def points(lessons: Sequence[Lesson]) -> list[dict[str, Any]]:
    """A point of the curves for each lesson."""
    found, seconds = [], 0.0
    for lesson in lessons:
        seconds += lesson.seconds
        best = min(lesson.progress, key=lambda one: one.held)
        value, low, high = lesson.share
        found.append(
            {
                "lesson": lesson.number,
                "minutes": round(seconds / 60, 2),
                "decisions": lesson.decisions,
                "policy_loss": best.policy,
                "policy_loss_held_out": best.held_policy,
                "value_loss": best.value,
                "value_loss_held_out": best.held_value,
                "share_against_greedy": value,
                "low": low,
                "high": high,
            }
        )
    return found


def draw(data: Sequence[dict[str, Any]], title: str) -> bytes | None:
    """The curves as a PNG; None without matplotlib."""
    if find_spec("matplotlib") is None:
        return None
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 3.4), layout="constrained")
    policy, value, strength = figure.subplots(1, 3)
    minutes = [one["minutes"] for one in data]
    for axes, name in ((policy, "policy"), (value, "value")):
        axes.plot(minutes, [one[f"{name}_loss"] for one in data], "o-", label="learned from")
        held = [one[f"{name}_loss_held_out"] for one in data]
        axes.plot(minutes, held, "o-", label="held out")
        axes.set_title(f"{title}: {name} loss")
        axes.legend(frameon=False)
    shares = [100 * one["share_against_greedy"] for one in data]
    below = [100 * (one["share_against_greedy"] - one["low"]) for one in data]
    above = [100 * (one["high"] - one["share_against_greedy"]) for one in data]
    strength.errorbar(minutes, shares, (below, above), fmt="o-", capsize=3)
    strength.axhline(50, color="grey", linestyle=":")
    strength.set_title(f"{title}: % of wins against greedy")
    for axes in (policy, value, strength):
        axes.set_xlabel("minutes")
        axes.grid(alpha=0.2)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110)
    return out.getvalue()
