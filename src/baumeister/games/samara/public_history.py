"""Samara with explicit chance: what everybody sees, and how long a game can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.envs.open_chance import (
    DECISION,
    FIRST,
    LAID,
    TAKEN,
    TOOL,
    Bounds,
    OpenDealer,
    PublicHistory,
    number_of,
)
from baumeister.games.samara.actions import LOSE
from baumeister.games.samara.announced import BUILT, LOST_TOOL, SET_UP
from baumeister.games.samara.components import (
    ABILITIES,
    FIGURES,
    HOSPITAL,
    SET_OF_TOOLS,
    SPACES,
    TILES,
    TOMBSTONE,
    TOOL_KEYS,
    TOOLS,
    Components,
)
from baumeister.games.samara.flow import WITHOUT_PROGRESS
from baumeister.games.samara.game import RULES
from baumeister.games.samara.state import CHOOSE_FOR_BARRACKS, YEAR, State
from baumeister.kernel.seats import NOBODY

KEPT_ENTRIES = 512  # of an information state as numbers; games of good players have fewer


class SamaraHistory(PublicHistory):
    """S9 Only the tools chosen for the Barracks are hidden, until all have chosen."""

    rules = RULES

    def is_secret(self, state: State) -> bool:
        """S9.2 Choices for the Barracks."""
        return state.step == CHOOSE_FOR_BARRACKS

    def held(self, state: State) -> list[int]:
        """No card is seen by one seat only."""
        return []

    def hear(self, dealer: OpenDealer, event: int, seat: int, value: int) -> None:
        """The board at the start, what is built, and what the Barracks cost."""
        if event == BUILT:
            dealer.seen.append(number_of(TAKEN, seat, value))
        elif event == LOST_TOOL and dealer.state.step == CHOOSE_FOR_BARRACKS:
            dealer.seen.append(number_of(DECISION, seat, LOSE + value))
        elif event == SET_UP:
            self._see_board(dealer.state, dealer.seen)

    def _see_board(self, state: State, seen: list[int]) -> None:
        seen += [number_of(LAID, NOBODY, tile) for tile in state.tile_at]
        for space in range(SPACES):
            for tool in range(TOOLS):
                seen += [number_of(TOOL, NOBODY, TOOLS * space + tool)] * state.tools_at[space][
                    tool
                ]
        seats = range(state.n_players)
        in_line = sorted(seats, key=lambda seat: state.players[seat].worker_line[0])
        seen += [number_of(FIRST, seat, 0) for seat in in_line]

    def told(self, components: Components, kind: int, value: int) -> str:
        """An entry that is not a decision, in words."""
        if kind == TAKEN:
            return f"built {components.tiles[value].code}"
        if kind == LAID:
            return f"tile {components.tiles[value].code}"
        if kind == TOOL:
            return f"{TOOL_KEYS[value % TOOLS]} on {value // TOOLS}"
        return "first"

    def own(self, components: Components, view: State, seat: int) -> str:
        """S9.2 The tool chosen for the Barracks."""
        player = view.players[seat]
        return f"chosen {TOOL_KEYS[player.chosen]}" if player.chose else "chosen nothing"

    def hidden(self, components: Components, state: State) -> str:
        """S9.1 Nothing is hidden from all."""
        return ""

    def bounds(self, components: Components, options: Mapping[str, Any]) -> Bounds:
        """Progress is a tool, a newcomer or a building.

        Nobody has more than six tools; all tools taken beyond that were lost before. Newcomers are
        in the reserve, or were sent there. Every turn takes the acting worker to a later month
        (S2), so no worker acts twice in one; after 24 months without progress the game ends (S8.3).
        """
        players, others = options["players"], options["players"] - 1
        specials = options.get("specials", True)
        number = [components.box.ability.count(k) if specials else 0 for k in range(len(ABILITIES))]
        lost = asked = 0
        for n, ability in zip(number, ABILITIES, strict=True):
            times = n * (ability.asked + others * ability.asked_each)
            asked += times
            lost += times if ability.asks in ("lose_tool", "barracks") else 0
        tools = players * sum(SET_OF_TOOLS) + lost
        sent_back = others * number[HOSPITAL] + FIGURES * number[TOMBSTONE]
        newcomers = 2 * players + sent_back
        progress = SPACES + tools + newcomers
        turns = WITHOUT_PROGRESS * (progress + 1) * FIGURES * players
        groups = SPACES + tools  # S3.2 with whom
        board = SPACES + players * sum(SET_OF_TOOLS) + players
        return Bounds(
            decisions=turns + groups + asked,
            lots=len(RULES.options.random) + TILES + players * sum(SET_OF_TOOLS) + players,  # S1
            outcomes=max(TILES, YEAR),
            entries=board + turns + groups + asked + SPACES,
            kept_entries=KEPT_ENTRIES,
        )


HISTORY = SamaraHistory
