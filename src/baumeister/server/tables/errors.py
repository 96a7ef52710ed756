"""Why a command or a question about a table is rejected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.kernel.errors import UserError


class Rejected(UserError):
    """The state of the table does not allow it; nothing has changed. Moves that the rules of the
    game forbid raise `Refusal` instead."""

    status = 409
    more: Mapping[str, Any] = {}  # further fields of the answer, for programs

    @property
    def name(self) -> str:
        """The error's name for programs."""
        return self.key.rpartition(".")[2]


class Forbidden(Rejected):
    """Somebody else may do this, the caller may not."""

    status = 403


class NotFound(Rejected):
    """It does not exist, or the caller may not know that it does."""

    status = 404


class Invalid(Rejected):
    """What was sent makes no sense."""

    status = 422


class Unavailable(UserError):
    """The store cannot be reached. Whether the command was accepted shows when it is sent again."""

    status = 503
    name = "unavailable"
