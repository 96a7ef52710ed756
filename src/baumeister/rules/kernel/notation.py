"""What all notations share."""

from __future__ import annotations


class NotationError(ValueError):
    """A text that is no move; the message says what would be right."""
