"""Cards, buildings, actions, questions and events in words, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.games.tybor import actions as act
from baumeister.games.tybor.components import EFFECTS, Components
from baumeister.games.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    KEEP,
    NO_CARD,
    OVER,
    PAY,
    USE,
    State,
    must_decide,
)
from baumeister.kernel.glossary import join, say
from baumeister.kernel.texts import texts_of

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def character_text(components: Components, card: int, language: str, case: str = "") -> str:
    """A character: farmer (strength 3, green and blue). `_whom`, `_with`: in a sentence."""
    character = components.characters[card]
    profession = say(f"tybor.profession{case}.{character.profession}", language)
    colours = [say(f"tybor.colour.{colour}", language) for colour in character.colours]
    key = "tybor.card.coloured" if colours else "tybor.card.plain"
    return say(
        key,
        language,
        profession=profession,
        strength=character.strength,
        colours=join(colours, language),
    )


def building_text(components: Components, building: int, language: str) -> str:
    """The name of a building."""
    row = components.buildings[building]
    return row.de if language == "de" else row.en


def bonus_text(components: Components, building: int, language: str) -> str:
    """What a building's sign is called."""
    bonus = components.buildings[building].bonus
    kind, _, profession = bonus.partition(" ")
    if profession:
        profession = say(f"tybor.profession.{profession}", language)
    return say(f"tybor.bonus.{kind or 'none'}", language, profession=profession)


def action_text(components: Components, action: int, language: str) -> str:
    """What an action is called, as on a button."""
    by_card = (
        (act.CHOOSE_CARD, "choose"),
        (act.PAY_WITH, "pay"),
        (act.KEEP_CARD, "keep"),
        (act.DROP_CARD, "drop"),
        (act.GIVE_CITIZEN, "give_citizen"),
        (act.GIVE_WORKER, "give_worker"),
    )
    single = {act.CITIZEN: "citizen", act.WORKER: "worker", act.DECLINE: "decline"}
    if action in single:
        return say(f"tybor.action.{single[action]}", language)
    for base, word in by_card:
        if base <= action < base + len(components.characters):
            case = "_with" if word == "pay" else ""
            card = character_text(components, action - base, language, case)
            return say(f"tybor.action.{word}", language, card=card)
    for base, word in ((act.BUILD, "build"), (act.GIVE_BUILDING, "give_building")):
        if base <= action < base + 2 * len(components.buildings):
            building = building_text(components, (action - base) >> 1, language)
            side = "great" if (action - base) & 1 else "little"
            return say(f"tybor.action.{word}_{side}", language, building=building)
    raise ValueError(f"there is no action {action}; actions go from 0 to {act.ACTIONS - 1}")


def question_text(
    components: Components, view: State, seat: int | None, names: Sequence[str], language: str
) -> str:
    """What the seat is asked now, or whom it waits for."""
    if view.step == OVER:
        return say("tybor.question.over", language)
    deciders = [other for other in range(view.n_players) if must_decide(view, other)]
    if seat not in deciders:
        waiting = join([names[other] for other in deciders], language)
        return say("tybor.question.wait", language, names=waiting)
    values: dict[str, Any] = {}
    key = {CHOOSE: "choose", USE: "use", PAY: "pay", DROP: "drop"}.get(view.step, "")
    if view.step == USE and view.revealed != NO_CARD:
        values["card"] = character_text(components, view.revealed, language)
    elif view.step == PAY:
        values["building"] = building_text(components, view.building, language)
        values["due"] = view.due
    elif view.step == KEEP:
        as_worker = act.keeps_as_worker(components.box, view)
        key = "keep_worker" if as_worker else "keep_citizen"
    elif view.step == GIVE_UP:
        key = EFFECTS[act.effect_in_progress(components.box, view)].key
    return say(f"tybor.question.{key}", language, **values)


# --- the story --------------------------------------------------------------------------------
def story(kind: str, key: str, language: str) -> Mapping[str, str]:
    """The texts of a scenario or chapter: `story` to be read aloud, `effect` in plain words."""
    texts: Mapping[str, str] = texts_of("tybor", "story")[kind][key][language]
    return texts


def ending(winner: str, language: str) -> str:
    """The end of the eight-chapter story."""
    text: str = texts_of("tybor", "story")["ending"][language]["story"]
    return text.format(winner=winner)


# --- what happened ------------------------------------------------------------------------
class TyborNarrator:
    """Tells events, as a seat sees them, in sentences."""

    def __init__(self, components: Components, names: Sequence[str], language: str) -> None:
        self._components = components
        self._names = names
        self._language = language
        self._characters = {c.code: k for k, c in enumerate(components.characters)}
        self._buildings = {b.code: k for k, b in enumerate(components.buildings)}

    def _card(self, card_id: str, case: str = "_whom") -> str:
        """A physical card in a sentence; its copy is of no interest to players."""
        code = card_id.partition("/")[0]
        if code in self._characters:
            kind = self._characters[code]
            return character_text(self._components, kind, self._language, case)
        return say("tybor.card.building", self._language, building=self._building(card_id))

    def _building(self, card_id: str) -> str:
        building = self._buildings[card_id.partition("/")[0]]
        return building_text(self._components, building, self._language)

    def tell(self, event: Mapping[str, Any]) -> str:
        """An event in one sentence."""
        kind = event["type"]
        key, values = kind, dict(event)
        if "seat" in event:
            values["name"] = self._names[event["seat"]]
        if "stage" in event:
            values["stage"] = ROMAN[event["stage"] - 1]
        if "why" in event:
            values["cause"] = say(f"tybor.cause.{event['why']}", self._language)
        if "card" in event:
            values["card"] = self._card(event["card"])
        if kind in ("setup", "pass"):
            values["name"] = self._names[event["first_player"]]
        if kind == "pass":
            word = event["direction"].replace("-", "_")
            values["direction"] = say(f"tybor.{word}", self._language)
        elif kind == "shuffle":
            key = f"shuffle_{event['pile']}"
        elif kind == "deal":
            hands = [hand for hand in event["hands"] if hand is not None]
            values["cards"] = event.get("cards_each", len(hands[0]) if hands else 0)
            key = _counted("deal", values["cards"])
        elif kind == "display":
            values["buildings"] = self._buildings_of(event["drawn"])
            values["added"] = self._buildings_of(event["added"])
            key = "display_added" if event["added"] else "display"
        elif kind in ("choose", "look"):
            key = f"{kind}_own" if "card" in event else kind
        elif kind == "use":
            key = self._use(event, values)
        elif kind == "draw":
            values["kept"] = self._cards(event["kept"])
            values["discarded"] = self._cards(event["discarded"])
            way = event["as"] + ("s" if len(event["kept"]) > 1 else "")
            values["way"] = say(f"tybor.way.{way}", self._language)
            key = "draw" if event["discarded"] else "draw_all"
        elif kind == "stage_end":
            values["n"] = len(event["removed"])
            key = _counted("stage_end", values["n"])
        values.pop("type")
        values.pop("as", None)
        return say(f"tybor.event.{key}", self._language, **values)

    def _use(self, event: Mapping[str, Any], values: dict[str, Any]) -> str:
        if event["as"] != "builder":
            return f"use_{event['as']}"
        values["building"] = self._building(event["building"])
        values["side"] = say(f"tybor.{event['side']}", self._language)
        values["paid"] = self._cards(event["paid"], "_with")
        return "build" if event["paid"] else "build_free"

    def _cards(self, cards: Sequence[str], case: str = "_whom") -> str:
        return join([self._card(card, case) for card in cards], self._language)

    def _buildings_of(self, cards: Sequence[str]) -> str:
        return join([self._building(card) for card in cards], self._language)


def _counted(key: str, n: int) -> str:
    """The key of a sentence that counts something."""
    return {0: f"{key}_none", 1: f"{key}_one"}.get(n, key)
