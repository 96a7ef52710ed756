"""What the balance report counts in Samara: the columns, how they are counted, what is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from baumeister.games.samara.actions import BUILD
from baumeister.games.samara.actions import HOLIDAY as GO_AWAY
from baumeister.games.samara.actions import NEWCOMER as BRING
from baumeister.games.samara.components import (
    ABILITY_KEYS,
    KINDS,
    SET_OF_TOOLS,
    SPACES,
    TILES,
    TOOL_KEYS,
    TOOLS,
    Components,
)
from baumeister.games.samara.state import ACT, State
from baumeister.kernel.glossary import LANGUAGES
from baumeister.kernel.rule import rule
from baumeister.lab.balance.counting import Counter
from baumeister.lab.balance.items import (
    Balance,
    Cards,
    Group,
    Item,
    Model,
    Names,
    Setting,
    kinds_of,
    said,
)

# The columns: tiles that were built, and what else workers did (S5, S3, S4, S6, S2.2).
TILE = 0  # + tile
TOOL = TILE + TILES  # + kind
NEWCOMER = TOOL + TOOLS  # + sex
HOLIDAY = NEWCOMER + 2
WAIT = HOLIDAY + 1
COLUMNS = WAIT + 1

LAST_TILE = SPACES - 1
NEEDS = {0: "balance.item.needs_none", 1: "balance.item.needs_one"}  # glossary keys
GLASS = ("", "A", "AB")  # the letters of the glass tools that a tile needs


# --- counting ---------------------------------------------------------------------------------
@rule
def notice(box: Any, state: Any, seat: int, action: int, row: Any) -> None:
    """S3 to S6 A tool, a tile, a newcomer, a holiday, or waiting."""
    if state.step != ACT:
        return
    when = 1000 * state.n_taken // LAST_TILE  # by the tiles that are gone
    if action < BUILD:
        row[TOOL + action % TOOLS] += 1
        row[COLUMNS + TOOL + action % TOOLS] += when
    elif action < BRING:
        tile = state.tile_at[action - BUILD]
        row[TILE + tile] += 1
        row[COLUMNS + TILE + tile] += when
    elif action < GO_AWAY:
        row[NEWCOMER + action - BRING] += 1
        row[COLUMNS + NEWCOMER + action - BRING] += when
    elif action == GO_AWAY:
        row[HOLIDAY] += 1
    else:
        row[WAIT] += 1


@rule
def shown(state: Any, out: Any) -> None:
    """S1.1 The 30 tiles that were laid: those that were taken, and those that still lie there."""
    for tile in range(TILES):
        out[tile] = 1 if state.owner[tile] >= 0 else 0
    for space in range(len(state.tile_at)):
        if state.tile_at[space] >= 0:
            out[state.tile_at[space]] = 1


@rule
def place(state: State, seat: int) -> int:
    """S1.6 The place in the start order, when the game begins."""
    return state.players[seat].worker_line[0]


@rule
def ended(state: State) -> int:
    """S8.1 or S8.3."""
    return state.ended_by


@rule
def clock(state: State) -> int:
    """Months from the start to the end."""
    return state.now


COUNTER = Counter(COLUMNS, TILES, notice, shown, place, ended=ended, clock=clock)


# --- tiles ------------------------------------------------------------------------------------
def tiles(components: Components, _: int) -> Iterator[Item]:
    """S5 Each kind of tile."""
    for key, tile, which in kinds_of(components.tiles, "/"):
        names = {"en": tile.en, "de": tile.de}
        yield _laid(key, names, which, printed=_print(tile), copies=len(which))


def twins(components: Components, _: int) -> Iterator[Item]:
    """S5.2 Each kind of tile, compared with others that need the same tools."""
    kinds = kinds_of(components.tiles, "/")
    for key, tile, which in kinds:
        beside = tuple(
            other for other, one, _ in kinds if other != key and _needs_the_same(one, tile)
        )
        if beside:
            names, copies = {"en": tile.en, "de": tile.de}, len(which)
            yield _laid(key, names, which, printed=_print(tile), beside=beside, copies=copies)


def specials(components: Components, _: int) -> Iterator[Item]:
    """S7 Tiles by their ability."""
    for key in ABILITY_KEYS:
        which = [k for k, tile in enumerate(components.tiles) if key and tile.ability == key]
        if which:
            first = components.tiles[which[0]]
            yield _laid(key, {"en": first.en, "de": first.de}, which)


def kinds_of_tiles(components: Components, _: int) -> Iterator[Item]:
    """Tiles by colour."""
    for kind in KINDS:
        which = [k for k, tile in enumerate(components.tiles) if tile.kind == kind]
        if which:
            yield _laid(kind or "plain", said(f"balance.kind.{kind or 'plain'}"), which)


def needs(components: Components, _: int) -> Iterator[Item]:
    """S5.2 Tiles by how many tools they need."""
    for n in range(7):
        which = [
            k
            for k, tile in enumerate(components.tiles)
            if tile.saws + tile.trowels + tile.glass == n
        ]
        if which:
            yield _laid(str(n), said(NEEDS.get(n, "balance.item.needs"), n=n), which)


def _laid(key: str, names: Names, which: list[int], **more: Any) -> Item:
    """Tiles that count in a game if they were laid out."""
    return Item(key, names, tuple(TILE + k for k in which), shown=tuple(which), **more)


def _needs_the_same(one: Any, other: Any) -> bool:
    """Whether two tiles need the same tools."""
    return (one.saws, one.trowels, one.glass) == (other.saws, other.trowels, other.glass)


def _print(tile: Any) -> Names:
    """The tools that it needs, and its prestige."""
    letters = "S" * tile.saws + "T" * tile.trowels + GLASS[tile.glass]
    return dict.fromkeys(LANGUAGES, f"{letters or '–'} {tile.prestige}")


# --- what else workers do ---------------------------------------------------------------------
def tools(_: Components, __: int) -> Iterator[Item]:
    """S3 Tools by kind."""
    for k, key in enumerate(TOOL_KEYS):
        yield Item(key, said(f"samara.tool.{key}"), (TOOL + k,), each=SET_OF_TOOLS[k])


def newcomers(_: Components, __: int) -> Iterator[Item]:
    """S4 Workers from the reserve."""
    yield Item("man", said("samara.man"), (NEWCOMER,), each=1)
    yield Item("woman", said("samara.woman"), (NEWCOMER + 1,), each=1)


def idle(_: Components, __: int) -> Iterator[Item]:
    """S6, S2.2 Holidays and waiting."""
    yield Item("holiday", said("balance.item.holiday"), (HOLIDAY,))
    yield Item("wait", said("balance.item.wait"), (WAIT,))


# --- the report -------------------------------------------------------------------------------
def settings(_: Components) -> tuple[Setting, ...]:
    """S1 The starting month, and whether there are special abilities."""
    return (
        Setting(
            "start_month",
            argument=1,
            first=0,
            values=tuple(str(n) for n in range(1, 13)),
            names=tuple(said(f"samara.month.{n}") for n in range(1, 13)),
        ),
        Setting(
            "specials",
            argument=2,
            first=0,
            values=("false", "true"),
            names=(said("balance.item.no_specials"), said("balance.item.specials")),
            default="true",
        ),
    )


BALANCE = Balance(
    groups=(
        Group("tile", tiles, cards=Cards.NAMED, is_fine=True),
        Group(
            "twin",
            twins,
            is_headline=True,
            has_time=False,
            twins_of="tile",
            alike="same_tools",
        ),
        Group("special", specials, repeats="tile"),
        Group("kind", kinds_of_tiles),
        Group("needs", needs),
        Group("tool", tools, is_fine=True, is_headline=True),
        Group("newcomer", newcomers, is_fine=True),
        Group("idle", idle, has_time=False),
    ),
    models=(
        Model(("tile", "special", "kind", "needs"), ("tool", "newcomer"), alone=True),
        Model(("tool", "newcomer"), by_itself=("newcomer",)),
    ),
    settings=settings,
    explained=("twin", "adjusted_alone", "printed_tile"),
    clock="months",
    endings=("", "S8.1", "", "S8.3"),
)
