"""What a command says when it cannot go on."""

from __future__ import annotations


class UsageError(Exception):
    """Something the user can put right; the message is one line that says how."""


class EndOfInputError(Exception):
    """Nobody is there to answer any more: the input has ended."""


class Quit(Exception):
    """A person has had enough."""
