"""What all notations share."""

from __future__ import annotations

from baumeister.kernel.errors import ToldError


class NotationError(ToldError, ValueError):
    """A text that is no move; the message says what would be right."""
