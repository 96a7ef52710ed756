"""Bots. A new one is a module in this package and a line in `BOTS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import signature

from baumeister.bots.bot import Bot, bot_seed
from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.levels import LEVELS
from baumeister.bots.network_bot import NetworkBot
from baumeister.bots.random_bot import RandomBot
from baumeister.bots.search_bot import SearchBot
from baumeister.kernel.errors import EnglishOnly, Message, Translatable, UserError
from baumeister.kernel.glossary import LANGUAGES, say

BOTS: dict[str, Callable[[str], Bot]] = {
    bot.name: bot for bot in (*LEVELS.values(), RandomBot, GreedyBot, NetworkBot, SearchBot)
}


class BotError(UserError, ValueError):
    """A bot that does not exist; the message lists the bots there are."""


class Titles(Translatable):
    """Names of bots as users type them; a level has a name in each language."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.kinds = tuple(kinds)

    def text(self, language: str = "en") -> str:
        """Their names with commas between them."""
        names = (say(f"level.{kind}", language) if kind in LEVELS else kind for kind in self.kinds)
        return ", ".join(name.casefold() for name in names)


def bot_named(name: str) -> str | None:
    """The bot that a name means: its own, that of a level in any language, or module:Class."""
    if ":" in name:
        return name
    levels = {
        say(f"level.{level}", language).casefold(): level
        for level in LEVELS
        for language in LANGUAGES
    }
    kind = name.casefold()
    return kind if kind in BOTS else levels.get(kind)


def looks_ahead(kind: str) -> bool:
    """Whether a bot searches, which needs numba."""
    found = bot_class(kind)
    return isinstance(found, type) and issubclass(found, SearchBot)


def bot_class(name: str) -> Callable[[str], Bot]:
    """A bot by its name, or by `module:Class` for one of the user's own."""
    if name in BOTS:
        return BOTS[name]
    module_name, _, class_name = name.partition(":")
    if not module_name or not class_name:
        raise BotError("error.bot.unknown", name=name, names=Titles(BOTS))
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        problem = EnglishOnly(str(error), Message("error.bot.no_module", module=error.name))
        raise BotError("error.bot.not_found", name=name, problem=problem) from error
    except (ImportError, AttributeError) as error:
        raise BotError("error.bot.not_found", name=name, problem=str(error)) from error
    found = getattr(module, class_name, None)
    if found is None:
        lacks = Message("error.bot.no_class", module=module_name, class_name=class_name)
        raise BotError("error.bot.not_found", name=name, problem=lacks)
    if not callable(getattr(found, "decide", None)):
        raise BotError("error.bot.no_decide", name=name, class_name=class_name)
    if not _takes_a_seed(found):
        raise BotError("error.bot.no_seed", name=name, class_name=class_name)
    bot: Callable[[str], Bot] = found
    return bot


def _takes_a_seed(found: Callable[..., object]) -> bool:
    """Whether a bot can be made from a seed, as far as its signature tells."""
    try:
        signature(found).bind("seed")
    except TypeError:
        return False
    except ValueError:  # a class written in C may have no signature
        return True
    return True


def new_bot(name: str, seed: str) -> Bot:
    """A new bot with its own random stream; BotError lists the bots there are."""
    return bot_class(name)(seed)


__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "BotError",
    "Titles",
    "bot_class",
    "bot_named",
    "bot_seed",
    "looks_ahead",
    "new_bot",
]
