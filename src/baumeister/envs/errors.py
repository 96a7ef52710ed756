"""What can go wrong in an environment."""

from __future__ import annotations

from baumeister.rules.kernel.errors import ToldError


class IllegalAction(ToldError, ValueError):
    """An action that the rules do not allow; the message says what has changed, if anything."""


class MissingPackage(ToldError, ImportError):
    """A package is not installed; the message says which extra brings it."""
