"""Exceptions that end a command or a game at the terminal."""

from __future__ import annotations


class UsageError(Exception):
    """An error that the user can correct; the message is one line that says how."""


class EndOfInputError(Exception):
    """The input has ended, so questions can no longer be answered."""


class Quit(Exception):
    """A person quits the game."""
