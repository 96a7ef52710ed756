"""A plain game for PettingZoo."""

from __future__ import annotations

from typing import Any

from baumeister.envs.aec import GameEnv, guarded, metadata
from baumeister.kernel.game import GameRules


def part_of(rules: GameRules) -> dict[str, Any]:
    """The module `pettingzoo_v1` of a game."""
    name = f"{rules.name}_v1"
    members = {"rules": rules, "metadata": metadata(name), "__doc__": "The environment itself."}
    raw_env: Any = type("raw_env", (GameEnv,), members)
    title = rules.name.capitalize()
    about = f"{title} for PettingZoo: docs/pettingzoo.md says what environments have in common."
    return {"NAME": name, "raw_env": raw_env, "env": guarded(raw_env), "__doc__": about}
