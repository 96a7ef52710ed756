"""Samara as everything above the rules sees it (kernel.game.GameRules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from baumeister.games.samara import (
    actions,
    flow,
    knowledge,
    notation,
    scoring,
    specials,
    texts,
    views,
)
from baumeister.games.samara.components import (
    LEAST_SEATS,
    MAX_SEATS,
    Components,
    load,
    standard,
)
from baumeister.games.samara.events import SamaraAnnouncer
from baumeister.games.samara.options import OPTIONS
from baumeister.games.samara.refusals import SamaraRefuser
from baumeister.games.samara.state import (
    CHOOSE_FOR_BARRACKS,
    OVER,
    State,
    layout,
    left_of,
    must_decide,
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


class Samara(GameRules):
    """Samara, 2 to 5 players."""

    name = "samara"
    clause_letter = "S"
    rules_version = RULES_VERSION
    former_data: ClassVar[Mapping[str, str]] = {"1-fa94f4afb859": "data-1.toml"}
    least_players = LEAST_SEATS
    most_players = MAX_SEATS
    has_secrets = False  # S9.1; choices of S7.5 are public once all are made

    options = OPTIONS
    core = CORE
    refuser = SamaraRefuser

    # --- components -----------------------------------------------------------------------
    def load_components(self, path: Path | None) -> Components:
        """The components of a data file, or those that come with the program."""
        return standard() if path is None else load(path)

    # --- playing --------------------------------------------------------------------------
    def announcer(self, components: Components, state: State, players: int) -> SamaraAnnouncer:
        """Turns what the rules announce into events."""
        return SamaraAnnouncer(components, state)

    def waiting_for(self, state: State) -> list[int]:
        """The seats that have to decide now, clockwise from the left of whose turn it is."""
        seats = [left_of(state, state.foreman, places + 1) for places in range(state.n_players)]
        return [seat for seat in seats if must_decide(state, seat)]

    def can_take_back(self, state: State, seat: int) -> bool:
        """S7.5 A tool chosen for the Barracks can be changed until all have chosen."""
        return state.step == CHOOSE_FOR_BARRACKS and bool(state.players[seat].chose)

    def take_back(self, state: State, seat: int) -> None:
        """S7.5 Take that choice back."""
        specials.take_back_from_barracks(state, seat)

    def can_foresee(self, state: State) -> bool:
        """S9.1 There is no chance, and all is public except the choices of S9.2."""
        return state.step != CHOOSE_FOR_BARRACKS

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
        knowledge.redeal(world, seat_number(seat), dealer)
        return world

    def shared_json(
        self, components: Components, view: State, names: Sequence[str], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """S9.1 What is the same for everybody."""
        return views.shared_json(view, options)

    def own_json(
        self,
        components: Components,
        view: State,
        seat: int | None,
        names: Sequence[str],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The rest of what the seat sees."""
        return views.own_json(components, view, seat_number(seat), names, options["open_scores"])

    # --- results --------------------------------------------------------------------------
    def scores(self, components: Components, state: State) -> list[dict[str, Any]]:
        """S8 The score sheet of every seat."""
        return [views.score_json(state, seat) for seat in range(state.n_players)]

    def ending(self, state: State) -> Mapping[str, Any]:
        """The clause by which the game ended, as records have it."""
        return {"end": f"S8.{state.ended_by}"}

    def record_components(
        self, components: Components, options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The `components` part of a record."""
        return {
            "tiles": {
                tile.code: {
                    "name": tile.en,
                    "needs": {"saw": tile.saws, "trowel": tile.trowels, "glass": tile.glass},
                    "prestige": tile.prestige,
                    "ability": tile.ability or None,
                    "permanent": tile.permanent,
                }
                for tile in components.tiles
            },
            "tool_spaces": [
                [components.box.row[space], components.box.column[space], *counts]
                for space, counts in zip(
                    components.box.tool_space, components.box.tools_on, strict=True
                )
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
    ) -> texts.SamaraNarrator:
        """Tells events in sentences, with workers by their letters."""
        start_month = options["start_month"] if options else 1
        return texts.SamaraNarrator(components, names, start_month, language, called or {})


RULES = Samara()
