"""A plain game with explicit chance: decisions and announcements with a public number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.envs.open_chance import LAID, Bounds, OpenDealer, PublicHistory, number_of
from baumeister.games import GAMES
from baumeister.games.plain.game import PlainGame
from baumeister.kernel.struct import HIDDEN

BITS = 12  # of an announced number; the rest of an entry's 16 says which announcement it is


class PlainHistory(PublicHistory):
    """What everybody sees of a plain game."""

    rules: PlainGame

    def is_secret(self, state: Any) -> bool:
        """Decisions are open."""
        return False

    def held(self, state: Any) -> list[int]:
        """None: no seat looks at cards that it will have to show."""
        return []

    def hear(self, dealer: OpenDealer, event: int, seat: int, value: int) -> None:
        """What the rules announce to all."""
        told = self.rules.told.get(event)
        if told is not None and not told.own:
            dealer.seen.append(number_of(LAID, seat, event << BITS | value))

    def told(self, components: Any, kind: int, value: int) -> str:
        """An announcement and its number."""
        return f"{self.rules.told[value >> BITS].key} {value & (1 << BITS) - 1}"

    def own(self, components: Any, view: Any, seat: int) -> str:
        """The seat's own fields."""
        player = view.players[seat]
        return " ".join(f"{field} {getattr(player, field)}" for field in self.rules.own_fields())

    def hidden(self, components: Any, state: Any) -> str:
        """The fields that no seat sees."""
        fields = self.rules.core.state.FIELDS.items()
        names = [name for name, (_, who) in fields if who == HIDDEN]
        return " ".join(f"{name} {getattr(state, name)}" for name in names)

    def bounds(self, components: Any, options: Mapping[str, Any]) -> Bounds:
        """As many announcements as decisions and cards together, at most."""
        rules, decisions = self.rules, self.rules.most_decisions(options["players"])
        cards, shuffles = (len(rules.deck.cards), rules.deck.shuffles) if rules.deck else (0, 0)
        by_lot = rules.options.random
        entries = 2 * decisions + cards
        return Bounds(
            decisions=decisions,
            lots=len(by_lot) + cards * shuffles,
            outcomes=max([1, cards, *(len(option.values) for option in by_lot)]),
            entries=entries,
            kept_entries=entries,
        )


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `public_history` of a game."""
    return {"HISTORY": __getattr__(f"{rules.name}_history")}


def __getattr__(name: str) -> type[PlainHistory]:
    """The history of a game, by a name under which pickle finds it: `cairn_history`."""
    game = name.removesuffix("_history")
    if not name.endswith("_history") or game not in GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    kind = type(name, (PlainHistory,), {"rules": GAMES[game], "__module__": __name__})
    globals()[name] = kind
    return kind
