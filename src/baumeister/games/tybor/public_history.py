"""Tybor with explicit chance: what everybody sees, and how long a game can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.envs.open_chance import (
    DECISION,
    FIRST,
    LAID,
    TAKEN,
    Bounds,
    OpenDealer,
    PublicHistory,
    number_of,
)
from baumeister.games.tybor.actions import CHOOSE_CARD
from baumeister.games.tybor.announced import (
    ADDED_TO_DISPLAY,
    DRAW_DONE,
    DREW,
    DREW_BUILDING,
    REVEALED,
    SET_UP,
)
from baumeister.games.tybor.components import (
    BUILDINGS,
    CHAPTERS,
    CHARACTERS,
    OBJECTIVE_CARDS,
    RECRUIT,
    SCENARIO_KEYS,
    SCENARIOS,
    STAGES,
    Components,
)
from baumeister.games.tybor.game import RULES
from baumeister.games.tybor.knowledge import remembers
from baumeister.games.tybor.state import CHOOSE, State, copies_for
from baumeister.kernel.cards import CardSet, size, write_all
from baumeister.kernel.seats import NOBODY


class TyborHistory(PublicHistory):
    """Hidden at any time: hands, chosen cards, cards just drawn (until one is kept), objectives,
    piles. Everything except objectives and piles is shown later, so the history has perfect
    recall."""

    rules = RULES

    def is_secret(self, state: State) -> bool:
        """T4.1 The chosen card, until it is revealed."""
        return state.step == CHOOSE

    def held(self, state: State) -> list[int]:
        """T7.2 What is drawn is shown when one is kept."""
        return state.players[state.actor].drawn[: state.n_drawn]

    def hear(self, dealer: OpenDealer, event: int, seat: int, value: int) -> None:
        """Choices when they are revealed, draws when they are done, and the display."""
        if event == REVEALED:
            dealer.seen.append(number_of(DECISION, seat, CHOOSE_CARD + value))
        elif event == DREW:
            dealer.held.append(value)
        elif event == DRAW_DONE:
            dealer.seen += [number_of(TAKEN, seat, card) for card in dealer.held]
            dealer.held.clear()
        elif event in (DREW_BUILDING, ADDED_TO_DISPLAY):
            dealer.seen.append(number_of(LAID, NOBODY, value))
        elif event == SET_UP:
            dealer.seen.append(number_of(FIRST, seat, 0))

    def told(self, components: Components, kind: int, value: int) -> str:
        """An entry that is not a decision, in words."""
        if kind == TAKEN:
            return f"drew {components.characters[value].code}"
        if kind == LAID:
            return f"display {components.buildings[value].code}"
        return "first"

    def own(self, components: Components, view: State, seat: int) -> str:
        """T7.2, T7.3 Hand, choice, draw and objective, and the hands passed on."""
        player = view.players[seat]
        words = ["objective", "".join(components.objective_colours(player.objective))]
        words += ["hand", *_codes(components, player.hand)]
        if player.chose:
            words += ["chosen", components.characters[player.chosen].code]
        if view.actor == seat and view.n_drawn:
            drawn = player.drawn[: view.n_drawn]
            words += ["drawn", *(components.characters[card].code for card in drawn)]
        for other in range(view.n_players):
            if other != seat and remembers(view, seat, other):
                words += [f"hand{other}", *_codes(components, view.players[other].hand)]
        return " ".join(words)

    def hidden(self, components: Components, state: State) -> str:
        """T7.4 The piles, next card first."""
        pile = state.pile[state.pile_end - state.n_pile : state.pile_end]
        buildings = state.building_pile[: state.n_building_pile]
        words = ["pile", *(components.characters[card].code for card in pile)]
        words += ["buildings", *(components.buildings[card].code for card in reversed(buildings))]
        return " ".join(words)

    def bounds(self, components: Components, options: Mapping[str, Any]) -> Bounds:
        """For the longest game of all possible scenarios and chapters.

        A player plays one card in each round: a choice and a use, and if it becomes a worker, a
        payment later. A recruit sign brings a question and a worker; so does each end-of-stage
        effect, the Harbour two questions and two workers. There are no other questions.
        """
        box, players = components.box, options["players"]
        copies = copies_for(players)
        scenarios = range(SCENARIOS)
        chapters = range(SCENARIOS, SCENARIOS + CHAPTERS)
        if "scenario" in options:
            scenarios = _only(SCENARIO_KEYS.index(options["scenario"]))
        if "chapter" in options:
            chapters = _only(SCENARIOS + options["chapter"] - 1)
        rounds = max(sum(box.hand_size[scenario]) for scenario in scenarios)
        strikes = max(sum(box.strikes[card]) for card in scenarios)
        strikes += max(sum(box.strikes[card]) for card in chapters)
        recruits = copies * box.bonus.count(RECRUIT)
        decisions = players * (3 * rounds + 4 * strikes) + 2 * recruits
        drawn = players * 3 * strikes + 2 * recruits  # for effects; the Harbour draws 3
        return Bounds(
            decisions=decisions,
            lots=len(RULES.options.random)
            + copies
            * (OBJECTIVE_CARDS + BUILDINGS + CHARACTERS)  # T2: three shuffles and the first player
            + STAGES * copies * BUILDINGS  # T3.5: a shuffle in each stage
            # T3.2: every reshuffled pile but the last is drawn to the end
            + players * rounds
            + drawn
            + copies * CHARACTERS,
            outcomes=copies * CHARACTERS,
            entries=(entries := decisions + drawn + copies * BUILDINGS + 1),
            kept_entries=entries,
        )


def _only(card: int) -> range:
    return range(card, card + 1)


def _codes(components: Components, cards: CardSet) -> list[str]:
    numbers = [0] * size(cards)
    write_all(cards, numbers, 0)
    return [components.characters[card].code for card in numbers]


HISTORY = TyborHistory
