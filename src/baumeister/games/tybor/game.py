"""Tybor as everything above the rules sees it (kernel.game.GameRules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from baumeister.games.tybor import actions, flow, knowledge, notation, scoring, texts, views
from baumeister.games.tybor.components import (
    MAX_SEATS,
    OBJECTIVE_CARDS,
    Components,
    load,
    standard,
)
from baumeister.games.tybor.events import TyborAnnouncer, ids_of
from baumeister.games.tybor.options import OPTIONS
from baumeister.games.tybor.refusals import TyborRefuser
from baumeister.games.tybor.state import (
    CHOOSE,
    OVER,
    State,
    copies_for,
    layout,
    must_decide,
    seat_at,
)
from baumeister.kernel.chance import Dealer
from baumeister.kernel.entry_points import RulesCore
from baumeister.kernel.game import GameRules
from baumeister.kernel.seats import seat_number

RULES_VERSION = 1  # raise it when the same choices lead to another game

CORE = RulesCore(
    state=State,
    layout=layout,
    actions=actions.ACTIONS,
    over=OVER,
    start=flow.start,
    legal_actions=actions.legal_actions,
    is_forced=flow.is_forced,
    may_force_others=flow.may_force_others,
    apply=flow.apply,
    hide=knowledge.hide,
    score=scoring.score,
    share_of_win=scoring.share_of_win,
)


class Tybor(GameRules):
    """Tybor the Builder, 2 to 8 players."""

    name = "tybor"
    clause_letter = "T"
    rules_version = RULES_VERSION
    least_players = 2
    most_players = MAX_SEATS
    has_secrets = True  # T7.2
    choice_changes_own_view_only = True
    has_story = True  # T2.2
    has_memory = True  # T7.3

    options = OPTIONS
    core = CORE
    refuser = TyborRefuser

    # --- components -----------------------------------------------------------------------
    def load_components(self, path: Path | None) -> Components:
        """The components of a data file, or those that come with the program."""
        return standard() if path is None else load(path)

    # --- playing --------------------------------------------------------------------------
    def announcer(self, components: Components, state: State, players: int) -> TyborAnnouncer:
        """Turns what the rules announce into events."""
        return TyborAnnouncer(components, state, copies_for(players))

    def waiting_for(self, state: State) -> list[int]:
        """The seats that have to decide now, in play order."""
        seats = [seat_at(state, turn) for turn in range(state.n_players)]
        return [seat for seat in seats if must_decide(state, seat)]

    def can_take_back(self, state: State, seat: int) -> bool:
        """T4.1 A chosen card can be changed until all have chosen."""
        return state.step == CHOOSE and bool(state.players[seat].chose)

    def take_back(self, state: State, seat: int) -> None:
        """T4.1 Take the chosen card back into the hand."""
        actions.change_chosen_card(state, seat)

    def can_foresee(self, state: State) -> bool:
        """T7.2 Hands, choices and piles are hidden, so a preview would guess or reveal too much."""
        return False

    # --- knowledge ------------------------------------------------------------------------
    def view_of(self, state: State, seat: int | None) -> State:
        """What a seat, or a spectator (None), knows."""
        return knowledge.view_of(state, seat_number(seat))

    def glance(self, state: State, seat: int | None) -> State:
        """The same, valid until the state changes."""
        return knowledge.glance(state, seat_number(seat))

    def redeal(self, view: State, seat: int | None, dealer: Dealer) -> State:
        """A whole state, uniform over all those that look like the view."""
        world = view.copy()
        characters = layout(view.n_players)["characters"]
        knowledge.redeal(world, seat_number(seat), dealer, knowledge.Unknown(characters=characters))
        return world

    def shared_json(
        self, components: Components, view: State, names: Sequence[str], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """T7.1 What everybody sees."""
        return views.shared_json(components, view, names, options)

    def own_json(
        self,
        components: Components,
        view: State,
        seat: int | None,
        names: Sequence[str],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """T7.2, T7.3 The rest of what the seat sees."""
        return views.own_json(components, view, seat_number(seat))

    # --- results --------------------------------------------------------------------------
    def scores(self, components: Components, state: State) -> list[dict[str, Any]]:
        """T6 The score sheet of every seat."""
        return [
            views.score_json(components, state, player)
            for player in state.players[: state.n_players]
        ]

    def record_components(
        self, components: Components, options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The `components` part of a record."""
        copies = copies_for(options["players"])
        return {
            "characters": {
                card: {
                    "profession": character.profession,
                    "strength": character.strength,
                    "colours": list(character.colours),
                }
                for character in components.characters
                for card in ids_of(character.code, copies)
            },
            "buildings": {
                card: {
                    "name": building.en,
                    "colour": building.colour,
                    "points": building.points,
                    "bonus": building.bonus,
                }
                for building in components.buildings
                for card in ids_of(building.code, copies)
            },
            "secret_objectives": [
                list(components.objective_colours(card)) for card in range(OBJECTIVE_CARDS)
            ],
        }

    # --- notation and texts ---------------------------------------------------------------
    write_action = staticmethod(notation.write)
    read_action = staticmethod(notation.read)
    chance_lines = staticmethod(notation.chance_lines)
    action_text = staticmethod(texts.action_text)
    question_text = staticmethod(texts.question_text)

    def narrator(
        self,
        components: Components,
        names: Sequence[str],
        language: str,
        options: Mapping[str, Any] | None = None,
        called: Mapping[str, str] | None = None,
    ) -> texts.TyborNarrator:
        """Tells events in sentences."""
        return texts.TyborNarrator(components, names, language)


RULES = Tybor()
