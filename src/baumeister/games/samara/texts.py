"""Tiles, actions, questions and events in words, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.games.samara import actions as act
from baumeister.games.samara.calendar import landing, training_moves
from baumeister.games.samara.components import TOOL_KEYS, TOOLS, Components
from baumeister.games.samara.notation import LETTERS, SEXES, letters_of
from baumeister.games.samara.state import (
    ACT,
    HELP,
    IMPRISON,
    LOSE_TOOL,
    OVER,
    QUESTION_KEYS,
    TRAIN,
    State,
    left_of,
    must_decide,
)
from baumeister.kernel.glossary import join, say
from baumeister.kernel.texts import texts_of


def tile_text(components: Components, tile: int, language: str) -> str:
    """The name of a tile."""
    row = components.tiles[tile]
    return row.de if language == "de" else row.en


def tool_text(tool: int, language: str) -> str:
    """The name of a tool."""
    return say(f"samara.tool.{TOOL_KEYS[tool]}", language)


def month_text(start_month: int, month: int, language: str) -> str:
    """The name of an absolute month; `start_month` is 1 to 12."""
    return say(f"samara.month.{(start_month - 1 + month) % 12 + 1}", language)


def action_text(components: Components, action: int, language: str) -> str:
    """What an action is called, as on a button."""
    box = components.box
    if not 0 <= action < act.ACTIONS:
        raise ValueError(f"there is no action {action}; actions go from 0 to {act.ACTIONS - 1}")
    if action < act.BUILD:
        space, tool = action // TOOLS, tool_text(action % TOOLS, language)
        values = {"row": box.row[space], "column": box.column[space], "tool": tool}
        return say("samara.action.tool", language, **values)
    if action < act.NEWCOMER:
        space = action - act.BUILD
        return say("samara.action.build", language, row=box.row[space], column=box.column[space])
    if action < act.HOLIDAY:
        return say(f"samara.action.newcomer_{SEXES[action - act.NEWCOMER]}", language)
    if action in (act.HOLIDAY, act.WAIT):
        return say(f"samara.action.{'holiday' if action == act.HOLIDAY else 'wait'}", language)
    if action == act.WITH:
        return say("samara.action.alone", language)
    if action < act.LOSE:
        workers = join(letters_of(action - act.WITH), language)
        return say("samara.action.with", language, workers=workers)
    if action < act.CHOOSE_WORKER:
        return say("samara.action.lose", language, tool=tool_text(action - act.LOSE, language))
    return say("samara.action.worker", language, worker=LETTERS[action - act.CHOOSE_WORKER])


def question_text(
    components: Components, view: State, seat: int | None, names: Sequence[str], language: str
) -> str:
    """What the seat is asked now, or whom it waits for."""
    if view.step == OVER:
        return say("samara.question.over", language)
    deciders = [other for other in range(view.n_players) if must_decide(view, other)]
    if seat not in deciders:
        waiting = join([names[other] for other in deciders], language)
        return say("samara.question.wait", language, names=waiting)
    key = QUESTION_KEYS[view.step]
    values: dict[str, Any] = {}
    if view.step == ACT:
        values["worker"] = LETTERS[view.slot]
    elif view.step == HELP:
        values["row"] = components.box.row[view.space]
        month = landing(view, view.foreman, components.box.column[view.space])
        values["month"] = month_text(view.start_month + 1, month, language)
    elif view.step == LOSE_TOOL:
        values["tile"] = tile_text(components, view.tile, language)
    elif view.step == IMPRISON:
        values["name"] = names[left_of(view, view.foreman, view.victim)]
    elif view.step == TRAIN:
        if not training_moves(view, view.players[view.foreman], view.slot):
            key = "train_here"
    return say(f"samara.question.{key}", language, **values)


def intro(language: str) -> Mapping[str, str]:
    """What is read aloud before the game: `story`, and `effect` in plain words."""
    texts: Mapping[str, str] = texts_of("samara", "intro")[language]
    return texts


class SamaraNarrator:
    """Tells events, as a seat sees them, in sentences."""

    def __init__(
        self,
        components: Components,
        names: Sequence[str],
        start_month: int,
        language: str,
        letters: Mapping[str, str],
    ) -> None:
        self._tiles = {tile.code: k for k, tile in enumerate(components.tiles)}
        self._components = components
        self._names = names
        self._start_month = start_month
        self._language = language
        self._letters = letters  # of all workers so far, by their IDs

    def tell(self, event: Mapping[str, Any]) -> str:
        """An event in one sentence."""
        key, values = event["type"], dict(event)
        if "seat" in event:
            values["name"] = self._names[event["seat"]]
        if "worker" in event:
            values["worker"] = self._letter(event["worker"])
        if "tool" in event:
            values["tool"] = say(f"samara.tool_whom.{event['tool']}", self._language)
        if "sex" in event:
            values["sex"] = say(f"samara.figure_whom.{event['sex']}", self._language)
        if key == "setup":
            order = [self._names[seat] for seat in event["order"]]
            values["order"] = join(order, self._language)
        elif key == "turn":
            key = self._turn(event, values)
        elif key == "end":
            key = "end_all_taken" if event["why"] == "S8.1" else "end_without_progress"
        elif key == "choose" and "tool" in event:
            key = "choose_own"
        elif key == "lose_tool":
            key = f"lose_tool.{event['why']}"
        elif key == "lose_figure" and event["dies"]:
            key = "lose_figure_dies"
        elif key in ("imprison", "slide"):
            values["month"] = self._month(event["to" if key == "imprison" else "now"])
        values.pop("type")
        return say(f"samara.event.{key}", self._language, **values)

    def _turn(self, event: Mapping[str, Any], values: dict[str, Any]) -> str:
        months: dict[int, list[str]] = {}
        for move in event["moves"]:
            months.setdefault(move["to"], []).append(self._letter(move["worker"]))
        values["moves"] = join(
            [self._move(month, letters) for month, letters in months.items()], self._language
        )
        if "tile" in event:
            number = self._tiles[event["tile"]]
            values["tile"] = tile_text(self._components, number, self._language)
        if "newcomer" in event:
            values["sex"] = say(f"samara.figure_whom.{event['newcomer']['sex']}", self._language)
            values["newcomer"] = self._letter(event["newcomer"]["worker"])
        values["month"] = self._month(event["moves"][0]["to"])
        action: str = event["action"]
        return action

    def _move(self, month: int, letters: Sequence[str]) -> str:
        key = "samara.event.move" if len(letters) == 1 else "samara.event.move_together"
        workers = join(sorted(letters), self._language)
        return say(key, self._language, workers=workers, month=self._month(month))

    def _letter(self, worker: str) -> str:
        return self._letters.get(worker, worker)

    def _month(self, month: int) -> str:
        return month_text(self._start_month, month, self._language)
