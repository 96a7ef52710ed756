"""The table of Tybor as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PIL import Image

from baumeister.envs.render.canvas import (
    ASKED,
    CARD,
    INK,
    LIGHT,
    LINE,
    PALE,
    Canvas,
    Chip,
    Mark,
    chip_mark,
    legend_height,
    pointer_mark,
)
from baumeister.envs.render.shown import Shown
from baumeister.games.tybor.components import COLOUR_KEYS, PROFESSION_CODES, PROFESSIONS
from baumeister.games.tybor.labels import SIDE, CardLabels
from baumeister.kernel.glossary import say

COLOURS = {"green": "#4d8f4f", "yellow": "#d9a520", "blue": "#3f74b5", "red": "#b8423a"}
CHARACTER, WORKER = "#efe3c8", "#e2d3b3"
WIDTH, EDGE = 1280, 16
BUILDING_WIDTH, BUILDING_HEIGHT, GAP = 117, 82, 8
DISPLAY_ROWS = {1: 1, 2: 2}  # of ten, by columns of seats: T3.4, up to 10 and up to 18 buildings
SEAT_HEIGHT = 132
ONE_COLUMN = 4  # players; more sit in two columns
OWN_HEIGHT = 96
LEGEND_ROWS = 4
BONUSES = ("majority", "set", "pair", "recruit")
LABEL = 76  # what a row of a seat holds, left of it


class _Labels(CardLabels):
    """Words for what is drawn."""

    def __init__(self, shown: Shown) -> None:
        super().__init__(shown.game.components, shown.language)
        self.shown = shown


def table(shown: Shown) -> Image.Image:
    """Head, display, everybody's seat, the own hand, the question, and what the marks mean."""
    view, cards = shown.view, _Labels(shown)
    players = len(view["seats"])
    columns = 1 if players <= ONE_COLUMN else 2
    rows = DISPLAY_ROWS[columns]
    seats = -(-players // columns) * (SEAT_HEIGHT + GAP)
    top = 72 + 24 + rows * (BUILDING_HEIGHT + GAP) + GAP
    end = top + seats + OWN_HEIGHT
    canvas = Canvas(WIDTH, end + legend_height(LEGEND_ROWS))
    first = f"{shown.say('first_player')} {view['seats'][view['first_player']]['name']}"
    piles = f"{first}, {cards.direction(view)} · {cards.piles(view)}"
    canvas.bar(f"{shown.say('name')} · {cards.story(view)}", cards.moment(view), piles)
    _display(canvas, cards, rows)
    wide = (WIDTH - 2 * EDGE - GAP * (columns - 1)) // columns
    for seat in range(players):
        x = EDGE + (seat % columns) * (wide + GAP)
        _seat(canvas, cards, seat, x, top + (seat // columns) * (SEAT_HEIGHT + GAP), wide)
    _own(canvas, cards, top + seats)
    canvas.legend(end, say("picture.legend", shown.language), _legend(cards))
    return canvas.finished()


def _display(canvas: Canvas, cards: _Labels, rows: int) -> None:
    """T3.4 The buildings on display by colour."""
    costs = cards.shown.table_say("display_open", **cards.shown.view["cost"])
    canvas.text(EDGE, 72, f"{cards.shown.say('display')} · {costs}", 13, PALE)
    in_a_row = (WIDTH - 2 * EDGE + GAP) // (BUILDING_WIDTH + GAP)
    shown = cards.display(cards.shown.view)
    for k, row in enumerate(shown[: rows * in_a_row]):
        x = EDGE + (k % in_a_row) * (BUILDING_WIDTH + GAP)
        y = 96 + (k // in_a_row) * (BUILDING_HEIGHT + GAP)
        building = cards.building(row["card"])
        colour = COLOURS[building.colour]
        canvas.box(x, y, BUILDING_WIDTH, BUILDING_HEIGHT, CARD, colour, 2)
        canvas.box(x, y, BUILDING_WIDTH, 26, colour, colour)
        name = canvas.fitted(cards.name(building), BUILDING_WIDTH - 8, 13)
        canvas.text(x + BUILDING_WIDTH / 2, y + 13, name, 13, LIGHT, "mm")
        points = f"{cards.points(building, False)} / {cards.points(building, True)}"
        canvas.text(x + BUILDING_WIDTH / 2, y + 44, points, 18, INK, "mm")
        bonus = canvas.fitted(cards.bonus(building), BUILDING_WIDTH - 8, 12)
        canvas.text(x + BUILDING_WIDTH / 2, y + 67, bonus, 12, PALE, "mm")
    if len(shown) > rows * in_a_row:
        more = f"+{len(shown) - rows * in_a_row}"
        canvas.text(WIDTH - EDGE, 72, more, 14, PALE, "rt")


def _seat(canvas: Canvas, cards: _Labels, seat: int, x: int, y: int, width: int) -> None:
    """T7.1 Name, hand and strength; workers; citizens; buildings."""
    shown, row = cards.shown, cards.shown.view["seats"][seat]
    asked = shown.asked(seat)
    canvas.box(x, y, width, SEAT_HEIGHT, LIGHT, ASKED if asked else LINE, 2)
    if asked:
        canvas.pointer(x + 8, y + 16, ASKED)
    canvas.text(x + 26, y + 16, row["name"], 17, INK, "lm")
    if seat == shown.view["first_player"]:
        _first_player(canvas, x + 105, y + 16)
    hand = f"{row['cards_in_hand']}{' + 1' if row['has_chosen'] else ''}"
    facts = f"{shown.say('hand')} {hand}    {shown.say('strength')} {row['strength']}"
    if shown.totals is not None:
        canvas.text(x + width - 12, y + 17, str(shown.totals[seat]), 22, INK, "rm")
    canvas.text(x + 136, y + 16, facts, 14, INK, "lm")
    workers = sorted((cards.character(code).strength for code in row["workers"]), reverse=True)
    labels = [Chip(str(one), WORKER) for one in workers]
    for left, middle, key in ((330, 17, "workers"), (10, 49, "citizens"), (10, 81, "buildings")):
        canvas.text(x + left, y + middle, shown.say(key), 12, PALE, "lm")
    canvas.chips(x + 330 + LABEL, y + 4, width - 380 - LABEL, labels)
    beside, wide = x + 10 + LABEL, width - 20 - LABEL
    canvas.chips(beside, y + 36, wide, characters(cards, row["citizens"]), rows=1)
    canvas.chips(beside, y + 68, wide, _built(cards, row["buildings"]), rows=2)


def _first_player(canvas: Canvas, x: float, y: float) -> None:
    canvas.dot(x + 7, y, 7, "#d9a520")
    canvas.text(x + 7, y, "1", 11, INK, "mm")


def characters(cards: _Labels, codes: Iterable[str]) -> list[Chip]:
    """Characters with profession and strength, and their colour symbols as dots."""
    found = [cards.character(code) for code in codes]
    return [
        Chip(card.code[:3], CHARACTER, INK, [COLOURS[colour] for colour in card.colours])
        for card in found
    ]


def _built(cards: _Labels, buildings: Iterable[Mapping[str, Any]]) -> list[Chip]:
    """Buildings in their colour, with their side and its points."""
    chips = []
    for row in buildings:
        building, great = cards.building(row["card"]), row["side"] == "great"
        label = f"{cards.name(building)} {SIDE[row['side']]}{cards.points(building, great)}"
        chips.append(Chip(label, COLOURS[building.colour], LIGHT))
    return chips


def _own(canvas: Canvas, cards: _Labels, y: int) -> None:
    """T7.2 What only the seat sees through whose eyes the table is drawn, and the question."""
    shown, view = cards.shown, cards.shown.view
    canvas.text(EDGE, y + 4, shown.ending or shown.question, 17)
    if view["seat"] is None:
        return
    name = view["seats"][view["seat"]]["name"]
    x = EDGE
    for title, codes in (
        (f"{name} · {shown.say('hand')}", view["hand"]),
        (shown.say("chosen"), [view["chosen"]] if view["chosen"] else []),
        (shown.table_say("drawn").capitalize(), view["drawn"] or []),
    ):
        if codes:
            canvas.text(x, y + 32, title, 13, PALE)
            chips = characters(cards, codes)
            canvas.chips(x, y + 52, 400, chips, size=15)
            x += max(170, 46 * len(chips) + 20)
    canvas.text(x, y + 32, shown.say("secret_objective"), 13, PALE)
    for k, colour in enumerate(view["secret_objective"]):
        canvas.dot(x + 10 + 24 * k, y + 66, 9, COLOURS[colour])
    score = f"{shown.table_say('score_now')}: {view['score']['total']}"
    canvas.text(WIDTH - EDGE, y + 58, score, 15, INK, "rt")


def _legend(cards: _Labels) -> list[list[Mark]]:
    """Seats; characters and colours; professions; bonuses of buildings (T6.2 to T6.4, T4.8):
    LEGEND_ROWS rows of marks."""
    shown, mean = cards.shown, cards.shown.mean

    def word(key: str) -> str:
        return say(f"tybor.{key}", shown.language)

    dots, farmer = [COLOURS["green"], COLOURS["red"]], word("profession.farmer")
    return [
        [
            pointer_mark(say("picture.decides", shown.language)),
            Mark(_first_player, 14, word("first_player")),
            chip_mark(Chip(f"{shown.say('hand')} 4 + 1"), mean("hand")),
            chip_mark(Chip("3", WORKER), mean("worker")),
            chip_mark(Chip(f"{SIDE['little']}4", COLOURS["green"], LIGHT), mean("little")),
            chip_mark(Chip(f"{SIDE['great']}7", COLOURS["green"], LIGHT), mean("great")),
        ],
        [
            chip_mark(Chip("Me3", CHARACTER, INK, dots), mean("citizen")),
            *(chip_mark(Chip(word(f"colour.{k}"), COLOURS[k], LIGHT), "") for k in COLOUR_KEYS),
        ],
        [
            chip_mark(Chip(code, CHARACTER), word(f"profession.{key}"))
            for code, key in zip(PROFESSION_CODES, PROFESSIONS, strict=True)
        ],
        [
            chip_mark(Chip(f"+{farmer}"), mean("profession", profession=farmer)),
            *(chip_mark(Chip(word(f"bonus.{key}")), mean(key)) for key in BONUSES),
        ],
    ]
