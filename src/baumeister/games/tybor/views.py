"""What a seat or a spectator sees, as JSON-ready data: what is the same for all, and the rest.

The two parts have no key in common. Both are made from a view (knowledge.view_of), in which
all secrets are blank, so nothing that the seat may not know can get in here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from baumeister.games.tybor import scoring
from baumeister.games.tybor.actions import cost
from baumeister.games.tybor.components import (
    COLOUR_KEYS,
    PROFESSIONS,
    STAGES,
    Box,
    Components,
)
from baumeister.games.tybor.events import DIRECTIONS, SIDES
from baumeister.games.tybor.knowledge import hand_size, remembers
from baumeister.games.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    KEEP,
    NO_CARD,
    OVER,
    PAY,
    USE,
    Player,
    State,
    must_decide,
)
from baumeister.kernel.cards import listed
from baumeister.kernel.glossary import say
from baumeister.kernel.seats import SPECTATOR

PHASES = {
    CHOOSE: "choose",
    USE: "use",
    PAY: "pay",
    KEEP: "keep",
    DROP: "drop",
    GIVE_UP: "give_up",
    OVER: "over",
}
LITTLE_SIDE, GREAT_SIDE = SIDES


def shared_json(
    components: Components, view: State, names: Sequence[str], options: Mapping[str, Any]
) -> dict[str, Any]:
    """T7.1 What everybody sees; `view` is what knowledge.view_of gives for a spectator."""
    codes = _Codes(components)
    seats = range(view.n_players)
    stage = min(view.stage, STAGES - 1)
    building = None if view.building == NO_CARD else codes.building(view.building)
    return {
        "game": "tybor",
        "options": dict(options),
        "stage": stage + 1,
        "round": view.dealt - view.rounds_left + (1 if view.rounds_left else 0),
        "rounds": view.dealt,
        "phase": PHASES[view.step],
        "waiting_for": [seat for seat in seats if must_decide(view, seat)],
        "first_player": view.first,
        "direction": DIRECTIONS[view.direction],
        "revealed": None if view.revealed == NO_CARD else codes.character(view.revealed),
        "building": building,
        "side": None if building is None else SIDES[view.side],
        "due": view.due,
        "discard": codes.characters(listed(view.discard)),
        "removed": codes.buildings(listed(view.removed)),
        "pile": view.n_pile,
        "building_pile": view.n_building_pile,
        "seats": [_seat(codes, view, seat, names[seat]) for seat in seats],
        "cost": {side: components.box.cost[k][stage] for k, side in enumerate(SIDES)},
    }


def own_json(components: Components, view: State, seat: int) -> dict[str, Any]:
    """T7.2, T7.3 The rest of what the seat sees; `view` is what knowledge.view_of gives for it."""
    codes = _Codes(components)
    me = view.players[seat] if seat != SPECTATOR else None
    return {
        "seat": None if me is None else seat,
        "display": _display(components, codes, view, me),
        "hand": None if me is None else codes.characters(listed(me.hand)),
        "chosen": codes.character(me.chosen) if me is not None and me.chose else None,
        "drawn": _drawn(codes, view, seat),
        "secret_objective": (
            None if me is None else list(components.objective_colours(me.objective))
        ),
        "remembered": [
            {"seat": other, "cards": codes.characters(listed(view.players[other].hand))}
            for other in range(view.n_players)
            if other != seat and view.rounds_left and remembers(view, seat, other)
        ],
        "score": None if me is None else score_json(components, view, me),
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


def _display(
    components: Components, codes: _Codes, view: State, me: Player | None
) -> list[dict[str, Any]]:
    """T3.4 The buildings on display, with what they cost this player (T4.6): the same for all
    buildings of a colour."""
    box = components.box
    prices: dict[int, dict[str, Any]] = {}
    display = []
    for building in listed(view.display):
        colour = box.colour[building]
        if colour not in prices:
            prices[colour] = {} if me is None else _prices(box, view, me, building)
        display.append(
            {
                "card": codes.building(building),
                "colour": COLOUR_KEYS[colour],
                **prices[colour],
            }
        )
    return display


def _prices(box: Box, view: State, me: Player, building: int) -> dict[str, Any]:
    """T4.6 What each side of the building costs the player; T4.5 whether it can be paid for."""
    prices = {}
    for side, name in enumerate(SIDES):
        price = cost(box, view, me, building, side)
        # The same as can_pay, which would ask for the cost again.
        prices[name] = {"cost": price, "affordable": me.strength >= price}
    return prices


def _drawn(codes: _Codes, view: State, seat: int) -> list[str] | None:
    """T7.2 The cards being drawn for an effect are seen by their drawer only."""
    if view.n_drawn == 0 or seat != view.actor:
        return None
    return codes.characters(view.players[seat].drawn[: view.n_drawn])


def _seat(codes: _Codes, view: State, seat: int, name: str) -> dict[str, Any]:
    """T7.1 What everybody sees of a player."""
    player = view.players[seat]
    return {
        "name": name,
        "cards_in_hand": hand_size(view, seat) - player.chose,
        "has_chosen": bool(player.chose),
        "drawing": view.n_drawn if seat == view.actor else 0,
        "citizens": codes.characters(listed(player.citizens)),
        "workers": codes.characters(listed(player.workers)),
        "buildings": [
            {"card": codes.building(building), "side": side}
            for side, cards in ((LITTLE_SIDE, player.little), (GREAT_SIDE, player.great))
            for building in listed(cards)
        ],
        "strength": player.strength,
        "discount": dict(zip(COLOUR_KEYS, player.discount, strict=True)),
        "symbols": dict(zip(PROFESSIONS, player.symbols, strict=True)),
    }


def score_json(components: Components, state: State, player: Player) -> dict[str, Any]:
    """T6 The score sheet of a player: total, tie-break and one line per clause with points."""
    box = components.box
    lines = [
        (line, points)
        for line in scoring.lines_in_play(
            box.objective[state.scenario], box.objective[state.chapter]
        )
        if (points := scoring.points(box, state, player, line))
    ]
    return {
        "total": sum([points for _, points in lines]),
        "tiebreak": player.strength,
        "lines": [
            {"clause": f"T6.{line}", "points": points, "what": _what(line)}
            for line, points in lines
        ],
    }


@cache
def _what(line: int) -> str:
    return say(f"tybor.score.T6.{line}", "en")
