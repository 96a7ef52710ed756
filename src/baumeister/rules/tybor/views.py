"""What a seat or a spectator sees, as JSON-ready data.

It is made from a view (knowledge.view_of), in which everything secret is blank already, so
nothing that the seat may not know can get in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.rules.glossary import say
from baumeister.rules.kernel.cards import listed
from baumeister.rules.tybor import scoring
from baumeister.rules.tybor.actions import can_pay, cost
from baumeister.rules.tybor.components import COLOUR_KEYS, PROFESSIONS, STAGES, Components
from baumeister.rules.tybor.events import DIRECTIONS, SIDES
from baumeister.rules.tybor.knowledge import SPECTATOR, hand_size, remembers
from baumeister.rules.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    KEEP,
    NOBODY,
    OVER,
    PAY,
    USE,
    Player,
    State,
    must_decide,
)

PHASES = {
    CHOOSE: "choose",
    USE: "use",
    PAY: "pay",
    KEEP: "keep",
    DROP: "drop",
    GIVE_UP: "give_up",
    OVER: "over",
}


def view_json(
    components: Components, view: State, seat: int, names: Sequence[str]
) -> dict[str, Any]:
    """The whole table as the seat sees it; `view` is what knowledge.view_of gives for it."""
    box = components.box
    codes = _Codes(components)
    seats = range(view.n_players)
    me = view.players[seat] if seat != SPECTATOR else None
    stage = min(view.stage, STAGES - 1)
    return {
        "game": "tybor",
        "seat": None if me is None else seat,
        "options": {
            "players": view.n_players,
            "scenario": components.story_card(view.scenario).key,
            "chapter": int(components.story_card(view.chapter).key),
        },
        "stage": stage + 1,
        "round": view.dealt - view.rounds_left + (1 if view.rounds_left else 0),
        "rounds": view.dealt,
        "phase": PHASES[view.step],
        "waiting_for": [other for other in seats if must_decide(view, other)],
        "first_player": view.first,
        "direction": DIRECTIONS[view.direction],
        "revealed": None if view.revealed == NOBODY else codes.character(view.revealed),
        "building": None if view.building == NOBODY else codes.building(view.building),
        "side": None if view.building == NOBODY else SIDES[view.side],
        "due": view.due,
        "display": [_on_display(components, view, me, b) for b in listed(view.display)],
        "discard": codes.characters(listed(view.discard)),
        "removed": codes.buildings(listed(view.removed)),
        "pile": view.n_pile,
        "building_pile": view.n_building_pile,
        "hand": None if me is None else codes.characters(listed(me.hand)),
        "chosen": codes.character(me.chosen) if me is not None and me.chose else None,
        "drawn": _drawn(codes, view, seat),
        "secret_objective": (
            None if me is None else list(components.objective_colours(me.objective))
        ),
        "remembered": [
            {"seat": other, "cards": codes.characters(listed(view.players[other].hand))}
            for other in seats
            if other != seat and view.rounds_left and remembers(view, seat, other)
        ],
        "seats": [_seat(codes, view, other, names[other]) for other in seats],
        "score": None if me is None else sheet(components, view, me),
        "cost": {side: box.cost[k][stage] for k, side in enumerate(SIDES)},
    }


class _Codes:
    """Card numbers to codes. A view names kinds of cards: copies are alike to players."""

    def __init__(self, components: Components) -> None:
        self._characters = components.characters
        self._buildings = components.buildings

    def character(self, card: int) -> str:
        return self._characters[card].code

    def building(self, building: int) -> str:
        return self._buildings[building].code

    def characters(self, cards: list[int]) -> list[str]:
        return [self._characters[card].code for card in cards]

    def buildings(self, cards: list[int]) -> list[str]:
        return [self._buildings[card].code for card in cards]


def _on_display(
    components: Components, view: State, me: Player | None, building: int
) -> dict[str, Any]:
    """T3.4 A building on display, with what it costs this player (T4.6)."""
    box = components.box
    shown: dict[str, Any] = {
        "card": components.buildings[building].code,
        "colour": COLOUR_KEYS[box.colour[building]],
    }
    if me is not None:
        for side, name in enumerate(SIDES):
            shown[name] = {
                "cost": cost(box, view, me, building, side),
                "affordable": can_pay(box, view, me, building, side),
            }
    return shown


def _drawn(codes: _Codes, view: State, seat: int) -> list[str] | None:
    """T7.2 The cards being drawn for an effect are seen by their drawer only."""
    if view.n_drawn == 0 or seat != view.actor:
        return None
    return codes.characters(view.players[seat].drawn[: view.n_drawn])


def _seat(codes: _Codes, view: State, seat: int, name: str) -> dict[str, Any]:
    """T7.1 What everybody sees of a player."""
    player = view.players[seat]
    buildings = [
        {"card": codes.building(building), "side": side}
        for side, cards in zip(SIDES, (player.little, player.great), strict=True)
        for building in listed(cards)
    ]
    return {
        "name": name,
        "cards_in_hand": hand_size(view, seat) - player.chose,
        "has_chosen": bool(player.chose),
        "drawing": view.n_drawn if seat == view.actor else 0,
        "citizens": codes.characters(listed(player.citizens)),
        "workers": codes.characters(listed(player.workers)),
        "buildings": buildings,
        "strength": player.strength,
        "discount": dict(zip(COLOUR_KEYS, player.discount, strict=True)),
        "symbols": dict(zip(PROFESSIONS, player.symbols, strict=True)),
    }


def sheet(components: Components, state: State, player: Player) -> dict[str, Any]:
    """T6 The score sheet of a player: total, tie-break and one line per clause with points."""
    lines = [
        (f"T6.{line}", scoring.points(components.box, state, player, line))
        for line in range(1, scoring.LINES + 1)
    ]
    return {
        "total": sum(points for _, points in lines),
        "tiebreak": player.strength,
        "lines": [
            {"clause": clause, "points": points, "what": say(f"tybor.score.{clause}", "en")}
            for clause, points in lines
            if points
        ],
    }
