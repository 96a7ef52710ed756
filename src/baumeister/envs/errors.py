"""Errors of environments."""

from __future__ import annotations

from baumeister.kernel.errors import UserError
from baumeister.kernel.options import OptionError


class IllegalAction(UserError, ValueError):
    """An action that the rules do not allow; the message says what has changed, if anything."""


class OutOfOrder(UserError, AssertionError, AttributeError):
    """A call before the first reset(), after all agents have left, or after close(). PettingZoo's
    wrappers raise AssertionError for calls, and AttributeError for what `last` reads, so it is
    both."""


class UnknownAgent(UserError, KeyError):
    """An agent that does not play; the message lists the agents."""


class UnknownArgument(OptionError, TypeError):
    """An argument that an environment does not have; the message lists its arguments."""


class MissingPackage(UserError, ImportError):
    """A package is not installed; the message says which extra brings it."""
