"""Why a command or a query about a table is rejected."""

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
    """The caller's role may not do this."""

    status = 403


class NotFound(Rejected):
    """It does not exist, or the caller may not know that it does."""

    status = 404


class DamagedTable(Rejected):
    """What the store has of the table is not what was written. `why` is for the operator."""

    status = 410

    def __init__(self, *, why: str) -> None:
        super().__init__("error.server.damaged")
        self.why = why


class Invalid(Rejected):
    """The request is not valid."""

    status = 422


class Unavailable(UserError):
    """The store cannot be reached. It is unknown whether the command was accepted; sending it again
    tells."""

    status = 503
    name = "unavailable"
