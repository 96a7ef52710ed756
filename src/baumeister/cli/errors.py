"""Exceptions that end a command or a game at the terminal."""

from __future__ import annotations

from baumeister.kernel.errors import UserError


class UsageError(UserError):
    """Arguments that the user can correct; the message is one line that says how."""


class EndOfInputError(Exception):
    """The input has ended, so questions can no longer be answered."""


class Quit(Exception):
    """A person quits the game."""
