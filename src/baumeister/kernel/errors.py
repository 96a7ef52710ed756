"""Errors in the user's language: a key of the glossary and the values to fill in."""

from __future__ import annotations

import errno
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from baumeister.kernel.glossary import keys, say

UTF_8 = "utf-8-sig"  # with or without the mark that Windows puts before it
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Translatable(ABC):
    """Something with a text in every language of the glossary."""

    @abstractmethod
    def text(self, language: str = "en") -> str:
        """In this language."""


class Message(Translatable):
    """A text of the glossary. A value that is filled in may itself be Translatable."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values

    def text(self, language: str = "en") -> str:
        """In this language; a text that is no key stays as it is."""
        if self.key not in keys():
            return self.key
        return say(
            self.key, language, **{k: translated(v, language) for k, v in self.values.items()}
        )

    def __str__(self) -> str:
        return self.text()


class UserError(Message, Exception):
    """An error with a message for the user: `OptionError("error.option.seed", seed=7)`."""

    def __repr__(self) -> str:
        """The message, not its key, for logs."""
        return f"{type(self).__name__}({str(self)!r})"


@dataclass(frozen=True)
class EnglishOnly(Translatable):
    """A text of Python or a library, and what replaces it in other languages."""

    words: str
    instead: object

    def text(self, language: str = "en") -> str:
        """The text itself in English."""
        return self.words if language == "en" else str(translated(self.instead, language))


def translated(value: object, language: str) -> object:
    """A value to be filled in; its text in this language if it is Translatable."""
    return value.text(language) if isinstance(value, Translatable) else value


def system_reason(error: OSError) -> object:
    """The reason that the operating system gives."""
    key = f"error.system.{errno.errorcode.get(error.errno or 0, '')}"
    return Message(key) if key in keys() else error.strerror or str(error)


def not_utf_8(error: UnicodeDecodeError) -> Message:
    """Why a file cannot be read as a text."""
    is_utf_16 = error.object[:2] in UTF_16_MARKS
    return Message("error.file.utf_16") if is_utf_16 else Message("error.file.not_utf_8")


def syntax_problem(error: ValueError | RecursionError) -> EnglishOnly:
    """What is wrong with a text in JSON or TOML, or at least where."""
    place = re.search(r"line (\d+),? column (\d+)", str(error))
    if place is not None:
        return EnglishOnly(str(error), Message("error.file.place", line=place[1], column=place[2]))
    ends = "end of document" in str(error)
    return EnglishOnly(str(error), Message("error.file.end" if ends else "error.file.too_much"))
