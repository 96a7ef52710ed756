"""The log of a table: everything that happened there. The state of a table is computed from it.

Entries are numbered 1, 2, 3 … in every table. Times are milliseconds since 1970. Bodies hold
plain JSON; tokens appear in them only as SHA-256 hashes.

| kind          | body                                                                           |
|---------------|--------------------------------------------------------------------------------|
| opened        | game, rules, data, name, public, options, seed, bots (the seed of bots),       |
|               | seats, clock, stand_in, host, watch, origin, follows                           |
| seat_filled   | seat, bot, name: a bot sits down                                               |
| seat_freed    | seat, invite: the holder of the new link may sit down                          |
| seat_added    | invite · seat_removed: seat · seats_swapped: seats                             |
| joined        | seat, name, token, claim: a person sits down; again: one more token            |
| named         | seat, name                                                                     |
| token_added   | role, seat, token: another device of the same person, or a new link            |
| token_renewed | role, seat, token: the only one from now on                                    |
| changed       | name, public                                                                   |
| started       | names, rules, data: the versions of this game, newer ones than `opened` maybe  |
| moved         | seat, move                                                                     |
| took_back     | seat: a choice that nobody has seen                                            |
| undo_asked    | seat · undo_answered: seat, agree · undo_dropped: seat                         |
| handed        | seat, bot, why: a bot stands in for a person; bot null: the person is back     |
| followed      | seat, table: this seat has opened a rematch                                    |
| archived      | archived: true, or false if it was restored                                    |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class LogEntry(NamedTuple):
    """One thing that happened at a table."""

    seq: int
    at: int
    kind: str
    body: Mapping[str, Any]
    key: str | None = None  # role and id of the command, which counts once
