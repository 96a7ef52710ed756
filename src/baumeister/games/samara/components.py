"""S1 The components: board, tools and tiles, read from a TOML file and checked row by row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated

from baumeister.kernel.data import (
    Row,
    open_data,
    read_source,
    read_text,
    row_place,
    shown,
)
from baumeister.kernel.struct import Array, Public, Struct, struct

TILES, SPACES, ROWS = 36, 30, 4  # S1.1, S1.2: physical tiles, spaces of the board
COLUMNS = 9  # S1.2
TOOLS = 5  # S1.3: kinds of tools
TOOL_SPACES = 12
MAX_SEATS = 5
FIGURES = 5  # S1.5: of each player, so nobody has more workers
LEAST_SEATS = 2

SAW, COMPASS, SQUARE, GLASS_A, GLASS_B = range(TOOLS)
TOOL_KEYS = ("saw", "trowel_compass", "trowel_square", "glass_a", "glass_b")
SET_OF_TOOLS = (2, 1, 1, 1, 1)  # S1.3
MOST_OF_A_KIND = 2  # S3.3: saws, trowels, glass tools
MOST_TOOLS = 3 * MOST_OF_A_KIND


@dataclass(frozen=True)
class Ability:
    """S7 A special tile. Rules, records, refusals, bots and hints read it here.

    A tile that asks an existing question needs only a row. One with a new question also needs a
    step in state.py, its answers in actions.py and a function in specials.py. A permanent one needs
    a field of state.Player, a line in `specials.lay_open`, and the rule that reads the field.
    """

    key: str  # in data files, records and texts
    clause: str
    worth: float = 0.0  # to its builder, in prestige while all tiles are on the board (judgement)
    asks: str = ""  # the question, a key of state.QUESTION_KEYS
    asked: int = 0  # how often its builder is asked
    asked_each: int = 0  # how many questions there are for each other foreman
    takes_first: tuple[int, ...] = ()  # tools: the builder loses one of these, if there is one
    hurts: str = ""  # "builder" or "others"
    permanent: bool = False  # S7.14


ABILITIES = (
    Ability("", ""),  # a plain tile
    Ability("boat", "S7.3", -1.6, "lose_tool", 1, takes_first=(SAW,), hurts="builder"),
    Ability("sculpture", "S7.3", -1.6, "lose_tool", 1, 0, (COMPASS, SQUARE), "builder"),
    Ability("vase", "S7.3", -1.6, "lose_tool", 1, takes_first=(GLASS_B,), hurts="builder"),
    Ability("ruin", "S7.4", -3.0, "lose_tool", 2, hurts="builder"),
    Ability("barracks", "S7.5", 1.5, "barracks", asked_each=1, hurts="others"),
    Ability("university", "S7.6", 3.5, permanent=True),
    Ability("hospital", "S7.7", 1.5, "take_figure", asked_each=1, hurts="others"),
    Ability("weight_room", "S7.8", 2.5, "train", 1),
    Ability("school", "S7.9", 3.0, permanent=True),
    Ability("tombstone", "S7.10", -2.5, "bury", 1, hurts="builder"),
    Ability("hermit_house", "S7.11", -1.0, permanent=True, hurts="builder"),
    Ability("prison", "S7.12", 2.5, "imprison", asked_each=1, hurts="others"),
    Ability("bridge", "S7.13", 7.0, permanent=True),
)
ABILITY_KEYS = tuple(ability.key for ability in ABILITIES)
PLAIN = 0
PERMANENT = tuple(number for number, ability in enumerate(ABILITIES) if ability.permanent)
# The numbers of the abilities that rules mention.
BARRACKS, HOSPITAL, TOMBSTONE, WEIGHT_ROOM, UNIVERSITY, SCHOOL, HERMIT_HOUSE, BRIDGE = map(
    ABILITY_KEYS.index,
    (
        "barracks",
        "hospital",
        "tombstone",
        "weight_room",
        "university",
        "school",
        "hermit_house",
        "bridge",
    ),
)
KINDS = ("", "grey", "blue", "red")


@struct
class Box(Struct):
    """All that is printed on the components, as numbers."""

    row: Public[Annotated[list[int], Array(8, SPACES)]]  # strength needed, S1.2
    column: Public[Annotated[list[int], Array(8, SPACES)]]  # months needed
    within_reach: Public[Annotated[list[int], Array(32, FIGURES + 2)]]  # by strength: bit per space
    tool_space: Public[Annotated[list[int], Array(8, TOOL_SPACES)]]
    tools_on: Public[Annotated[list[list[int]], Array(8, TOOL_SPACES, 4)]]  # by players - 2
    saws: Public[Annotated[list[int], Array(8, TILES)]]  # needed for the tile, S5.2
    trowels: Public[Annotated[list[int], Array(8, TILES)]]
    glass: Public[Annotated[list[int], Array(8, TILES)]]
    prestige: Public[Annotated[list[int], Array(8, TILES)]]
    ability: Public[Annotated[list[int], Array(8, TILES)]]


@dataclass(frozen=True)
class Tile:
    """A physical tile."""

    code: str  # English name without spaces, with /2 for a second copy
    en: str
    de: str
    saws: int
    trowels: int
    glass: int
    prestige: int
    ability: str
    permanent: bool
    kind: str  # grey tools, blue time, red workers, or plain


@dataclass(frozen=True, eq=False)
class Components:
    """The components of one data file."""

    box: Box
    version: str
    tiles: tuple[Tile, ...]
    source: dict[str, str]

    @cached_property
    def permanent_tiles(self) -> tuple[int, ...]:
        """S7.14 The tiles with a permanent ability."""
        return tuple(number for number, tile in enumerate(self.tiles) if tile.permanent)

    def space(self, row: int, column: int) -> int | None:
        """The number of a space, or None if the board has none there."""
        for space in range(SPACES):
            if (self.box.row[space], self.box.column[space]) == (row, column):
                return space
        return None


@cache
def standard() -> Components:
    """The components that come with the program."""
    return load(Path(__file__).parent / "data.toml")


def load(path: Path) -> Components:
    """Read a data file; DataError names the file, the row and the reason."""
    return parse(read_text(path), str(path))


def parse(text: str, name: str) -> Components:
    """The components written in a TOML text; `name` is used in messages."""
    top, version = open_data(text, name, "samara")
    box = Box()
    _read_board(top, box)
    _read_tools(top, box)
    tiles = _read_tiles(top, box)
    source = read_source(top)
    top.done()
    return Components(box, version, tiles, source)


def _read_board(top: Row, box: Box) -> None:
    """S1.2 Rows 1 to 4 with up to 9 columns, 30 spaces in all."""
    board = top.table("board")
    columns = board.numbers("columns", ROWS, 1, COLUMNS)
    if sum(columns) != SPACES:
        raise board.error("columns", "error.samara.spaces", n=SPACES, given=sum(columns))
    board.done()
    spaces = [(row, column) for row in range(ROWS) for column in range(columns[row])]
    for space, (row, column) in enumerate(spaces):
        box.row[space], box.column[space] = row + 1, column + 1
    for strength in range(FIGURES + 2):  # S7.9: the School adds 1 to all five figures
        box.within_reach[strength] = (1 << sum(columns[:strength])) - 1


def _read_tools(top: Row, box: Box) -> None:
    """S1.3 One tool set per player on the tool spaces."""
    tools = top.table("tools")
    one_set = tools.table("set")
    for key, wanted in zip(TOOL_KEYS, SET_OF_TOOLS, strict=True):
        one_set.number(key, wanted, wanted)
    one_set.done()
    where = {(box.row[space], box.column[space]): space for space in range(SPACES)}
    found: list[tuple[int, list[int]]] = []
    for index, entry in enumerate(tools.list_of("per_space")):
        if not isinstance(entry, dict):
            raise tools.error("per_space", "error.data.tables")
        row = Row(top.file, row_place("tools, per_space", index + 1), entry)
        counts = row.numbers("count", 4, 0, 9)
        for place in row.list_of("spaces"):
            if place not in [list(space) for space in where]:
                raise row.error("spaces", "error.samara.no_place", place=shown(place))
            found.append((where[tuple(place)], counts))
        row.done()
    tools.done()
    if len({space for space, _ in found}) != TOOL_SPACES or len(found) != TOOL_SPACES:
        raise tools.error("per_space", "error.samara.tool_spaces", n=TOOL_SPACES)
    for k, (space, counts) in enumerate(found):
        box.tool_space[k], box.tools_on[k] = space, counts
    for players in range(LEAST_SEATS, MAX_SEATS + 1):
        total = sum(counts[players - 2] for _, counts in found)
        if total != players * sum(SET_OF_TOOLS):
            raise tools.error("per_space", "error.samara.tool_sets", players=players)


def _read_tiles(top: Row, box: Box) -> tuple[Tile, ...]:
    """S1.1 36 tiles with what they need, their prestige and perhaps an ability (S7)."""
    tiles: list[Tile] = []
    for row in top.rows("tile"):
        en, de = row.text("en"), row.text("de")
        code = "".join(word[:1].upper() + word[1:] for word in en.split())
        if not code.isalpha() or code.lower() in {t.code.partition("/")[0].lower() for t in tiles}:
            raise row.error("en", "error.samara.name")
        needs = row.letters("needs", "STAB", 0, 6)
        if needs.count("S") > 2 or needs.count("T") > 2 or "BB" in needs or "AA" in needs:
            raise row.error("needs", "error.samara.too_many_tools")
        if "B" in needs and "A" not in needs:
            raise row.error("needs", "error.samara.glass")
        prestige = row.number("prestige", 0, 30)
        ability = row.choice("ability", ABILITY_KEYS, default="")
        kind = row.choice("kind", KINDS, default="")
        permanent = bool(row.flag("permanent"))
        if permanent != (ABILITY_KEYS.index(ability) in PERMANENT):
            raise row.error("permanent", "error.samara.permanent")
        copies = row.number("copies", 1, 4) if row.has("copies") else 1
        row.done()
        for copy in range(copies):
            tile = Tile(
                f"{code}/{copy + 1}" if copies > 1 else code,
                en,
                de,
                needs.count("S"),
                needs.count("T"),
                needs.count("A") + needs.count("B"),
                prestige,
                ability,
                permanent,
                kind,
            )
            tiles.append(tile)
    if len(tiles) != TILES:
        raise top.error("tile", "error.samara.tiles", n=TILES, given=len(tiles))
    for k, tile in enumerate(tiles):
        box.saws[k], box.trowels[k], box.glass[k] = tile.saws, tile.trowels, tile.glass
        box.prestige[k], box.ability[k] = tile.prestige, ABILITY_KEYS.index(tile.ability)
    return tuple(tiles)
