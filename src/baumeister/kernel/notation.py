"""What all notations share."""

from __future__ import annotations

from baumeister.kernel.errors import UserError


class NotationError(UserError, ValueError):
    """A text that is no move; the message says what would be right."""
