"""Bots. A new one goes into a module of its own here and into `BOTS`."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.bots.bot import Bot, bot_seed
from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[str], Bot]] = {bot.name: bot for bot in (RandomBot, GreedyBot)}


def new_bot(name: str, seed: str) -> Bot:
    """A bot by its name; ValueError names those there are."""
    if name not in BOTS:
        raise ValueError(f"{name!r} is not a bot; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "bot_seed", "new_bot"]
