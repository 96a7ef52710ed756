"""The role of a token at a table."""

from __future__ import annotations

from baumeister.server.tables.errors import Forbidden, NotFound
from baumeister.server.tables.seats import SPECTATOR, Role
from baumeister.server.tables.state import TableState


def role_of(state: TableState, token_hash: str | None) -> Role | None:
    """The role of a token; without one everybody is a spectator of a public table."""
    role = None if token_hash is None else state.role_of(token_hash)
    if role is None and token_hash is None and state.public:
        return SPECTATOR
    return role


def known_role(state: TableState, token_hash: str | None) -> Role:
    """The same, or an error: to others a private table does not exist."""
    role = role_of(state, token_hash)
    if role is not None:
        return role
    if state.public:
        raise Forbidden("error.server.token")
    raise NotFound("error.server.no_table")
