"""What the rules announce to the dealer (kernel.chance.announce), as numbers; see events.py."""

from __future__ import annotations

SET_UP = 1  # seat: the first player
SHUFFLED_CHARACTERS = 2
SHUFFLED_BUILDINGS = 3
DEALT_CARD = 4  # seat, card
DEALT = 5  # value: stage
DREW_BUILDING = 6  # value: building, from the bottom of the pile
ADDED_TO_DISPLAY = 7  # value: building, for a missing colour
LAID_OUT = 8  # value: stage
CHOSE = 9  # seat, card
REVEALED = 10  # seat, card
USED_AS_CITIZEN = 11  # seat, card
USED_AS_WORKER = 12  # seat, card
USED_AS_BUILDER = 13  # seat, cost after discount; the state says which building
PAID = 14  # seat, card
BUILT = 15  # seat, building
DREW = 16  # seat, card: for an effect, seen by this seat only
KEPT = 17  # seat, card
DROPPED = 18  # seat, card
DRAW_DONE = 19  # seat, effect; NO_EFFECT for a recruit sign
GAVE_UP_CITIZEN = 20  # seat, card
GAVE_UP_WORKER = 21  # seat, card
GAVE_UP_BUILDING = 22  # seat, 2 x building + side
DECLINED = 23  # seat, effect
PASSED = 24  # seat: the new holder of the first-player card
STAGE_ENDED = 25  # value: stage
REMOVED = 26  # value: building that leaves the game with the stage
