"""Bots. A new one goes into a module of its own here and into `BOTS`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from baumeister.bots.bot import Bot, bot_seed
from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.levels import LEVELS
from baumeister.bots.random_bot import RandomBot
from baumeister.bots.search_bot import SearchBot

BOTS: dict[str, Callable[[str], Bot]] = {
    bot.name: bot for bot in (*LEVELS.values(), RandomBot, GreedyBot, SearchBot)
}


class BotError(ValueError):
    """A bot that does not exist; the message says what would be right."""


def bot_class(name: str) -> Callable[[str], Bot]:
    """A bot by its name, or by `module:Class` if its author brings it along."""
    if name in BOTS:
        return BOTS[name]
    module_name, colon, class_name = name.partition(":")
    if not colon:
        raise BotError(
            f"{name!r} is not a bot; there are {', '.join(BOTS)}, and your own as module:Class"
        )
    try:
        found = getattr(import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise BotError(f"{name}: {error}; a bot is given as module:Class") from error
    if not callable(getattr(found, "decide", None)):
        raise BotError(f"{name}: {class_name} has no method decide(view), so it is not a bot")
    bot: Callable[[str], Bot] = found
    return bot


def new_bot(name: str, seed: str) -> Bot:
    """A bot with a random stream of its own; BotError names those there are."""
    return bot_class(name)(seed)


__all__ = ["BOTS", "LEVELS", "Bot", "BotError", "bot_class", "bot_seed", "new_bot"]
