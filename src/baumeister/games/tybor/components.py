"""T1 The components: cards and tables, read from a TOML file and checked row by row.

`Box` holds the numbers that rules read, as a struct, so that compiled rules take another
data file without being compiled again. `Components` adds names and where values come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from baumeister.kernel.data import Row, open_data, read_source, read_text, row_place
from baumeister.kernel.errors import Message
from baumeister.kernel.struct import Array, Public, Struct, i8, struct

CHARACTERS, BUILDINGS, STAGES, COLOURS = 59, 40, 4, 4  # T1.1, T1.2: kinds of cards in one copy
SCENARIOS, CHAPTERS = 4, 8  # T1.3
STORY_CARDS = SCENARIOS + CHAPTERS  # scenario 0-3, chapter n is story card n + 3
OBJECTIVE_CARDS = 4  # T1.3, one on the back of each overview card
MAX_SEATS = 8
HAND_SIZE = 5  # T3.1, unless the scenario says otherwise
MAX_HAND = 7  # T3.1, Escape from the City

COLOUR_KEYS = ("green", "yellow", "blue", "red")
COLOUR_LETTERS = "GYBR"
PROFESSIONS = ("farmer", "merchant", "craftsman", "captain", "priest", "soldier")
FARMER, MERCHANT, CRAFTSMAN, CAPTAIN, PRIEST, SOLDIER = range(6)
PROFESSION_CODES = ("Fa", "Me", "Cr", "Ca", "Pr", "So")

# What a building's sign does. A symbol is held in `Box.symbol`, not here.
NO_BONUS, RECRUIT, MAJORITY, SET, PAIR = range(5)
BONUSES = {"": NO_BONUS, "recruit": RECRUIT, "majority": MAJORITY, "set": SET, "pair": PAIR}

NOTHING, ANYBODY = -2, -1  # what an effect makes a player give up, if not a profession


@dataclass(frozen=True)
class Effect:
    """T5.2 to T5.5 An end-of-stage effect. Rules, records, refusals, bots and hints read it here;
    `effects.is_entitled` says whom it strikes."""

    key: str  # in data files and texts
    clause: str
    draws: int = 0  # so many characters
    keeps: int = 0  # so many of them
    keeps_as: str = "worker"
    has_threshold: bool = False  # the story card says from which number on
    gives_up: int = NOTHING  # ANYBODY, or a profession: a citizen or building with its symbol
    may_decline: bool = False
    worth: float = 0.0  # to a player who gives something up, in strength (judgement)


EFFECTS = (
    Effect("", "T4.8", 2, 1),  # no effect: the draw of a recruit sign
    Effect("harbour", "T5.2", 3, 2, gives_up=CAPTAIN, may_decline=True, worth=7.0),
    Effect("diversity", "T5.3", 2, 1, has_threshold=True),
    Effect("growth", "T5.4", 2, 1, "citizen", has_threshold=True),
    Effect("exodus", "T5.5", gives_up=ANYBODY),
)
EFFECT_KEYS = tuple(effect.key for effect in EFFECTS)
NO_EFFECT, HARBOUR, DIVERSITY, GROWTH, EXODUS = range(len(EFFECTS))


@dataclass(frozen=True)
class Objective:
    """T6.11 to T6.17 A public objective: points for so many of what `scoring.counted` counts."""

    line: int  # of the score sheet: clause T6.line
    key: str  # in data files
    need: int
    points: int
    repeats: bool = False  # the points for every `need`, not only once
    citizen: float = 0.0  # what a citizen who counts for it is worth, in points (judgement)
    thing: str = ""  # what brings it nearer, a key of score.more, if it is always the same
    field: str = ""  # the field of a player that counts the thing
    index: int | None = None  # the place in that field, if it is a list


NO_OBJECTIVE = 0
(
    ENOUGH_BUILDINGS,
    COLOUR_SYMBOLS,
    SHOWN_SYMBOLS,
    STRENGTH_LEFT,
    TWO_SOLDIERS,
    FIVE_CITIZENS,
    GREAT_BUILDINGS,
) = range(11, 18)
OBJECTIVES = (
    Objective(
        ENOUGH_BUILDINGS,
        "buildings_at_least_citizens",
        need=0,
        points=5,
        citizen=-0.6,
        thing="building",
        field="n_buildings",
    ),
    Objective(COLOUR_SYMBOLS, "four_equal_colour_symbols", need=4, points=5, citizen=0.35),
    Objective(SHOWN_SYMBOLS, "three_shown_symbols", need=3, points=5, citizen=1.7),
    Objective(
        STRENGTH_LEFT, "ten_strength_left", need=10, points=10, thing="strength", field="strength"
    ),
    Objective(
        TWO_SOLDIERS,
        "two_soldiers",
        need=2,
        points=5,
        citizen=2.5,
        thing="soldier",
        field="symbols",
        index=SOLDIER,
    ),
    Objective(
        FIVE_CITIZENS,
        "five_citizens",
        need=5,
        points=5,
        citizen=1.0,
        thing="citizen",
        field="n_citizens",
    ),
    Objective(
        GREAT_BUILDINGS,
        "great_buildings",
        need=4,
        points=2,
        repeats=True,
        thing="great_building",
        field="n_great",
    ),
)
OBJECTIVE_LINES = {objective.key: objective.line for objective in OBJECTIVES}


@struct
class Box(Struct):
    """All that is printed on the components, as numbers."""

    profession: Public[Annotated[list[int], Array(8, CHARACTERS)]]
    strength: Public[Annotated[list[int], Array(8, CHARACTERS)]]
    discount: Public[Annotated[list[list[int]], Array(8, CHARACTERS, COLOURS)]]
    colour: Public[Annotated[list[int], Array(8, BUILDINGS)]]
    points: Public[Annotated[list[int], Array(8, BUILDINGS)]]
    bonus: Public[Annotated[list[int], Array(8, BUILDINGS)]]
    symbol: Public[Annotated[list[int], Array(8, BUILDINGS)]]  # a profession, or -1
    cost: Public[Annotated[list[list[int]], Array(8, 2, STAGES)]]  # by side and stage
    great_bonus: Public[i8]
    captain_points: Public[Annotated[list[int], Array(8, 6)]]
    captain_beyond: Public[i8]
    secret_colours: Public[Annotated[list[list[int]], Array(8, OBJECTIVE_CARDS, COLOURS)]]  # 0 or 1
    hand_size: Public[Annotated[list[list[int]], Array(8, SCENARIOS, STAGES)]]
    counter_clockwise: Public[Annotated[list[list[int]], Array(8, SCENARIOS, STAGES)]]
    # By story card: the scenarios, then the chapters.
    effect: Public[Annotated[list[int], Array(8, STORY_CARDS)]]
    strikes: Public[Annotated[list[list[int]], Array(8, STORY_CARDS, STAGES)]]  # 0 or 1
    at_least: Public[Annotated[list[list[int]], Array(8, STORY_CARDS, STAGES)]]
    objective: Public[Annotated[list[int], Array(8, STORY_CARDS)]]  # the 11 to 17 of T6.11-T6.17
    shown: Public[Annotated[list[list[int]], Array(8, STORY_CARDS, 6)]]  # symbols of T6.13, 0 or 1


@dataclass(frozen=True)
class Character:
    """A row of the characters' table."""

    code: str  # how a player types it: Fa3GB
    profession: str
    strength: int
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Building:
    """A row of the buildings' table."""

    code: str  # its English name without spaces
    en: str
    de: str
    colour: str
    points: int
    bonus: str


@dataclass(frozen=True)
class StoryCard:
    """A scenario or a chapter."""

    key: str
    en: str
    de: str


@dataclass(frozen=True, eq=False)
class Components:
    """The components of one data file."""

    box: Box
    version: str
    characters: tuple[Character, ...]
    buildings: tuple[Building, ...]
    scenarios: tuple[StoryCard, ...]
    chapters: tuple[StoryCard, ...]
    source: dict[str, str]

    def story_card(self, index: int) -> StoryCard:
        """Scenario 0-3, or chapter n as story card n + 3."""
        return (self.scenarios + self.chapters)[index]

    def objective_colours(self, objective: int) -> tuple[str, ...]:
        """The three colours of a secret objective (T6.18)."""
        flags = self.box.secret_colours[objective]
        return tuple(key for key, flag in zip(COLOUR_KEYS, flags, strict=True) if flag)


@cache
def standard() -> Components:
    """The components that come with the program."""
    return load(Path(__file__).parent / "data.toml")


def load(path: Path) -> Components:
    """Read a data file; DataError names the file, the row and the reason."""
    return parse(read_text(path), str(path))


def parse(text: str, name: str) -> Components:
    """The components written in a TOML text; `name` is used in messages."""
    top, version = open_data(text, name, "tybor")
    box = Box()
    characters = _read_characters(top, box)
    buildings = _read_buildings(top, box)
    _read_secret_objectives(top, box)
    _read_tables(top, box)
    scenarios = _read_story_cards(top, box, "scenario", SCENARIOS, 0)
    chapters = _read_story_cards(top, box, "chapter", CHAPTERS, SCENARIOS)
    source = read_source(top)
    top.done()
    return Components(box, version, characters, buildings, scenarios, chapters, source)


def _read_characters(top: Row, box: Box) -> tuple[Character, ...]:
    """T1.2 59 characters with profession, strength and 0 to 4 colour symbols."""
    rows = top.rows("characters", CHARACTERS, "T1.2")
    characters: list[Character] = []
    for index, row in enumerate(rows):
        profession = row.choice("profession", PROFESSIONS)
        strength = row.number("strength", 0, 9)
        letters = row.letters("colours", COLOUR_LETTERS, 0, 4)
        row.done()
        box.profession[index] = PROFESSIONS.index(profession)
        box.strength[index] = strength
        box.discount[index] = [letters.count(letter) for letter in COLOUR_LETTERS]
        code = f"{PROFESSION_CODES[PROFESSIONS.index(profession)]}{strength}{letters}"
        twins = sum(c.code.partition(".")[0] == code for c in characters)
        if twins:
            code = f"{code}.{twins + 1}"
        colours = tuple(COLOUR_KEYS[COLOUR_LETTERS.index(letter)] for letter in letters)
        characters.append(Character(code, profession, strength, colours))
    return tuple(characters)


def _read_buildings(top: Row, box: Box) -> tuple[Building, ...]:
    """T1.1 and T1.4: 40 buildings, 10 of each colour, with points and a bonus or symbol."""
    rows = top.rows("buildings", BUILDINGS, "T1.1")
    buildings: list[Building] = []
    for index, row in enumerate(rows):
        en, de = row.text("en"), row.text("de")
        code = "".join(word[:1].upper() + word[1:] for word in en.split())
        if not code.isalpha():
            raise row.error("en", "error.data.name")
        letter = row.letters("colour", COLOUR_LETTERS, 1, 1)
        points = row.number("points", 0, 20)
        symbols = {f"symbol {profession}": profession for profession in PROFESSIONS}
        bonus = row.choice("bonus", (*BONUSES, *symbols))
        row.done()
        box.colour[index] = COLOUR_LETTERS.index(letter)
        box.points[index] = points
        box.bonus[index] = BONUSES.get(bonus, NO_BONUS)
        box.symbol[index] = PROFESSIONS.index(symbols[bonus]) if bonus in symbols else -1
        if code.lower() in {b.code.lower() for b in buildings}:
            raise row.error("en", "error.data.name_twice", name=en)
        colour = COLOUR_KEYS[box.colour[index]]
        buildings.append(Building(code, en, de, colour, points, bonus))
    for number, key in enumerate(COLOUR_KEYS):
        if box.colour.count(number) != BUILDINGS // COLOURS:
            values = {"n": box.colour.count(number), "colour": Message(f"tybor.colour.{key}")}
            raise top.error("buildings", "error.tybor.each_colour", **values)
    return tuple(buildings)


def _read_secret_objectives(top: Row, box: Box) -> None:
    """T1.3, T6.18: four cards of three colours each."""
    cards = top.list_of("secret_objectives", OBJECTIVE_CARDS)
    for index, card in enumerate(cards):
        row = Row(top.file, row_place("secret_objectives", index + 1), {"colours": card})
        letters = row.letters("colours", COLOUR_LETTERS, 3, 3)
        if len(set(letters)) != 3:
            raise row.error("colours", "error.tybor.three_colours")
        box.secret_colours[index] = [int(letter in letters) for letter in COLOUR_LETTERS]


def _read_tables(top: Row, box: Box) -> None:
    """The costs of T4.6 and the captains' table of T6.8."""
    costs = top.table("costs")
    box.cost[0] = costs.numbers("little", STAGES, 0, 99)
    box.cost[1] = costs.numbers("great", STAGES, 0, 99)
    box.great_bonus = costs.number("great_bonus", 0, 20)
    costs.done()
    captains = top.table("captains")
    box.captain_points = captains.numbers("points", 6, 0, 99)
    box.captain_beyond = captains.number("beyond_each", 0, 9)
    captains.done()


def _read_story_cards(
    top: Row, box: Box, kind: str, how_many: int, start: int
) -> tuple[StoryCard, ...]:
    """T1.3 The scenarios or the chapters: hand sizes, direction, effect, objective."""
    cards: list[StoryCard] = []
    for index, row in enumerate(top.rows(kind, how_many, "T1.3")):
        card = start + index
        if kind == "chapter":
            key = str(row.number("number", index + 1, index + 1))
        else:
            key = row.choice("key", SCENARIO_KEYS[index : index + 1])
            box.hand_size[card] = row.numbers(
                "hand_size", STAGES, 1, MAX_HAND, [HAND_SIZE] * STAGES
            )
            box.counter_clockwise[card] = row.flags("counter_clockwise", STAGES)
        _read_effect(row, box, card)
        objective = row.choice("objective", ("", *OBJECTIVE_LINES), default="")
        box.objective[card] = OBJECTIVE_LINES.get(objective, NO_OBJECTIVE)
        if box.objective[card] == SHOWN_SYMBOLS:
            shown = row.list_of("symbols")
            if not shown or not all(symbol in PROFESSIONS for symbol in shown):
                raise row.error("symbols", "error.tybor.symbols", names=", ".join(PROFESSIONS))
            box.shown[card] = [int(profession in shown) for profession in PROFESSIONS]
        cards.append(StoryCard(key, row.text("en"), row.text("de")))
        row.done()
    return tuple(cards)


SCENARIO_KEYS = ("escape-from-the-city", "size-matters", "a-colourful-crowd", "the-town-grows")


def _read_effect(row: Row, box: Box, card: int) -> None:
    """T5.1 Which effect strikes in which stage, and from which number on."""
    if not row.has("end_of_stage"):
        return
    effect = row.table("end_of_stage")
    kind = EFFECT_KEYS.index(effect.choice("effect", EFFECT_KEYS[1:]))
    box.effect[card] = kind
    box.strikes[card] = [1] * STAGES
    if EFFECTS[kind].has_threshold:
        box.at_least[card] = effect.numbers("at_least", STAGES, 0, 99)
    if effect.has("stages"):
        stages = effect.list_of("stages")
        if not all(type(stage) is int and 1 <= stage <= STAGES for stage in stages):
            raise effect.error("stages", "error.tybor.stages")
        box.strikes[card] = [int(stage + 1 in stages) for stage in range(STAGES)]
    effect.done()
