"""What the rules announce to the dealer (kernel.chance.announce), as numbers; see events.py."""

from __future__ import annotations

SET_UP = 1
ACTED = 2  # seat, slot: a turn begins
TOOK_TOOL = 3  # seat, tool; the state says where
BUILT = 4  # seat, tile; the state says where
NEWCOMER_CAME = 5  # seat, slot of the newcomer
HOLIDAY_TAKEN = 6  # seat
WAITED = 7  # seat
MOVED = 8  # seat, slot; the state says where to
TRAINED = 9  # seat, 2 x slot + sex of the figure added
TURN_TOLD = 10  # the turn's moves are complete
LOST_TOOL = 11  # seat, tool; the state says for which tile
LOST_FIGURE = 12  # seat, 4 x slot + 2 x sex + 1 if the worker dies
LOST_WORKER = 13  # seat, slot
IMPRISONED = 14  # seat of the owner, slot
SLID = 15  # value: the new NOW month
CHOSE = 16  # seat, tool: in secret, for the Barracks
ENDED = 17  # value: 1 or 3, the clause S8.1 or S8.3
