"""What the balance report counts in Tybor: the columns, how they are counted, what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from baumeister.games.tybor.actions import BUILD
from baumeister.games.tybor.actions import CITIZEN as AS_CITIZEN
from baumeister.games.tybor.actions import WORKER as AS_WORKER
from baumeister.games.tybor.components import (
    BUILDINGS,
    CHARACTERS,
    COLOUR_KEYS,
    NO_OBJECTIVE,
    OBJECTIVE_CARDS,
    PROFESSIONS,
    SCENARIO_KEYS,
    Components,
)
from baumeister.games.tybor.scoring import LINES, objective_points, points
from baumeister.games.tybor.state import USE, State, copies_for
from baumeister.kernel.glossary import LANGUAGES, keys, say
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
    names_in_row,
    said,
)

# The columns: buildings as they were built, characters as they were used when their turn came
# (T4.2), the secret objective, the points of each line of the score sheet, and whether the public
# objectives of the scenario and of the chapter were fulfilled.
LITTLE = 0  # + building
GREAT = LITTLE + BUILDINGS
CITIZEN = GREAT + BUILDINGS  # + character
WORKER = CITIZEN + CHARACTERS
BUILDER = WORKER + CHARACTERS
OBJECTIVE = BUILDER + CHARACTERS  # + card
LINE = OBJECTIVE + OBJECTIVE_CARDS  # + clause T6.n - 1
FULFILLED = LINE + LINES  # scenario, chapter
COLUMNS = FULFILLED + 2


# --- counting ---------------------------------------------------------------------------------
@rule
def notice(box: Any, state: Any, seat: int, action: int, row: Any) -> None:
    """T4.2 A character is used as a citizen, a worker, or to build."""
    if state.step != USE:
        return
    card = state.revealed
    when = 1000 * (state.dealt - state.rounds_left) // max(1, state.dealt - 1)  # in its stage
    if action == AS_CITIZEN:
        row[CITIZEN + card] += 1
        row[COLUMNS + CITIZEN + card] += when
    elif action == AS_WORKER:
        row[WORKER + card] += 1
        row[COLUMNS + WORKER + card] += when
    else:
        row[BUILDER + card] += 1
        row[COLUMNS + BUILDER + card] += when
        building = (action - BUILD) >> 1
        side = (action - BUILD) & 1
        row[LITTLE + BUILDINGS * side + building] += 1
        row[COLUMNS + LITTLE + BUILDINGS * side + building] += when


@rule
def settle(box: Any, state: Any, seat: int, row: Any) -> None:
    """What the end shows: the secret objective, the lines of the sheet, the public objectives."""
    player = state.players[seat]
    row[OBJECTIVE + player.objective] += 1
    for line in range(1, LINES + 1):
        row[LINE + line - 1] = points(box, state, player, line)
    if objective_points(box, player, state.scenario, box.objective[state.scenario]) > 0:
        row[FULFILLED] = 1
    if objective_points(box, player, state.chapter, box.objective[state.chapter]) > 0:
        row[FULFILLED + 1] = 1


@rule
def shown(state: Any, out: Any) -> None:
    """T3.4 The buildings that were laid out: all but those still in the pile."""
    for building in range(BUILDINGS):
        out[building] = state.n_copies
    for place in range(state.n_building_pile):
        out[state.building_pile[place]] -= 1


@rule
def place(state: State, seat: int) -> int:
    """T2.4 How many places clockwise from the first player, when the game begins."""
    return (seat - state.first + state.n_players) % state.n_players


COUNTER = Counter(COLUMNS, BUILDINGS, notice, shown, place, settle)


# --- buildings --------------------------------------------------------------------------------
def buildings(components: Components, players: int) -> Iterator[Item]:
    """T4.5 Each building, whichever side was built."""
    for k, building in enumerate(components.buildings):
        yield Item(
            building.code,
            {"en": building.en, "de": building.de},
            (LITTLE + k, GREAT + k),
            shown=(k,),
            printed=_building_print(building),
            is_blind=building.bonus == "recruit",
            copies=copies_for(players),
        )


def little_buildings(components: Components, players: int) -> Iterator[Item]:
    """T4.5 Each building that was built little."""
    for k, building in enumerate(components.buildings):
        yield Item(
            building.code,
            {"en": building.en, "de": building.de},
            (LITTLE + k,),
            shown=(k,),
            printed=_building_print(building),
            is_blind=building.bonus == "recruit",
            copies=copies_for(players),
        )


def great_buildings(components: Components, players: int) -> Iterator[Item]:
    """T4.5 Each building that was built great."""
    for k, building in enumerate(components.buildings):
        yield Item(
            building.code,
            {"en": building.en, "de": building.de},
            (GREAT + k,),
            shown=(k,),
            is_blind=building.bonus == "recruit",
            copies=copies_for(players),
        )


def colours(components: Components, _: int) -> Iterator[Item]:
    """Buildings by colour."""
    for colour, key in enumerate(COLOUR_KEYS):
        which = _of(components.box.colour, colour)
        yield Item(key, said(f"tybor.colour.{key}"), _built(which), shown=tuple(which))


def signs(components: Components, _: int) -> Iterator[Item]:
    """Buildings by what their sign does: no bonus, symbol, recruit …"""
    by_sign: dict[str, list[int]] = {}
    for k, building in enumerate(components.buildings):
        sign = "symbol" if building.bonus.startswith("symbol") else building.bonus or "none"
        by_sign.setdefault(sign, []).append(k)
    for sign, which in sorted(by_sign.items()):
        yield Item(
            sign,
            said(f"balance.sign.{sign}"),
            _built(which),
            shown=tuple(which),
            is_blind=sign == "recruit",
        )


def sides(components: Components, _: int) -> Iterator[Item]:
    """T4.5 How many of the buildings were built great."""
    every = range(len(components.buildings))
    great = tuple(GREAT + b for b in every)
    yield Item("great", said("balance.item.great"), great, used=_built(every))


def _built(which: Sequence[int]) -> tuple[int, ...]:
    """The columns of these buildings, both sides."""
    return tuple(side + b for side in (LITTLE, GREAT) for b in which)


def _building_print(building: Any) -> Names:
    """Points of the little side, and the bonus."""
    kind, _, profession = building.bonus.partition(" ")
    texts = {}
    for language in LANGUAGES:
        words = [str(building.points)]
        if kind:
            sign = say(f"balance.sign.{kind}", language)
            more = say(f"tybor.profession.{profession}", language) if profession else ""
            words.append(f"{sign} {more}".strip())
        texts[language] = ", ".join(words)
    return texts


def _of(values: Sequence[int], wanted: int) -> list[int]:
    """The numbers of the cards that have this value."""
    return [k for k, value in enumerate(values) if value == wanted]


# --- characters -------------------------------------------------------------------------------
def professions(components: Components, _: int) -> Iterator[Item]:
    """Citizens by profession."""
    for k, key in enumerate(PROFESSIONS):
        which = _of(components.box.profession, k)
        yield _used_as(CITIZEN, key, said(f"tybor.profession.{key}"), which)


def citizens(components: Components, players: int) -> Iterator[Item]:
    """T4.3 Each kind of character as a citizen."""
    for key, character, which in kinds_of(components.characters, "."):
        copies = copies_for(players) * len(which)
        yield _used_as(CITIZEN, key, _character(character, key), which, copies)


def strengths(components: Components, _: int) -> Iterator[Item]:
    """Workers by strength."""
    for strength in sorted(set(components.box.strength)):
        names = said("balance.item.strength", n=strength)
        yield _used_as(WORKER, str(strength), names, _of(components.box.strength, strength))


def workers(components: Components, players: int) -> Iterator[Item]:
    """T4.4 Each kind of character as a worker."""
    for key, character, which in kinds_of(components.characters, "."):
        copies = copies_for(players) * len(which)
        yield _used_as(WORKER, key, _character(character, key), which, copies)


def _used_as(first: int, key: str, names: Names, which: Sequence[int], copies: int = 1) -> Item:
    """Characters that were used in the way whose columns begin there."""
    used = tuple(way + c for way in (CITIZEN, WORKER, BUILDER) for c in which)
    return Item(key, names, tuple(first + c for c in which), used=used, copies=copies)


def _character(character: Any, key: str) -> Names:
    names = said(f"tybor.profession.{character.profession}")
    return {language: f"{names[language]} {key}" for language in LANGUAGES}


# --- points -----------------------------------------------------------------------------------
def secret_objectives(components: Components, _: int) -> Iterator[Item]:
    """T2.1 The secret objective of a seat."""
    for card in range(OBJECTIVE_CARDS):
        its_colours = components.objective_colours(card)
        names = {
            language: ", ".join(say(f"tybor.colour.{colour}", language) for colour in its_colours)
            for language in LANGUAGES
        }
        letters = "".join(colour[0].upper() for colour in its_colours)
        column = OBJECTIVE + card
        yield Item(f"{card + 1}-{letters}", names, (column,), used=(column,))


def lines(_: Components, __: int) -> Iterator[Item]:
    """T6 The lines of the score sheet."""
    for n in range(1, LINES + 1):
        yield Item(f"T6.{n}", said(f"tybor.score.T6.{n}"), (LINE + n - 1,))


# --- the report -------------------------------------------------------------------------------
def settings(components: Components) -> tuple[Setting, ...]:
    """T2.2 The scenario and the chapter, with their public objectives."""
    clauses = tuple("" if n == NO_OBJECTIVE else f"T6.{n}" for n in components.box.objective)
    first = len(SCENARIO_KEYS)
    return (
        Setting(
            "scenario",
            argument=1,
            first=0,
            values=SCENARIO_KEYS,
            names=_titles(components.scenarios),
            objectives=clauses[:first],
            fulfilled=FULFILLED,
        ),
        Setting(
            "chapter",
            argument=2,
            first=first,
            values=tuple(card.key for card in components.chapters),
            names=_titles(components.chapters),
            objectives=clauses[first:],
            fulfilled=FULFILLED + 1,
            is_numbered=True,
        ),
    )


def _titles(cards: Sequence[Any]) -> tuple[Names, ...]:
    return tuple({"en": card.en, "de": card.de} for card in cards)


def row_names(row: Mapping[str, Any], where: str) -> Names:
    """What a row of a data file is called; characters have a profession, no name."""
    if "profession" not in row:
        return names_in_row(row, where)
    key = f"tybor.profession.{row['profession']}"
    return {
        language: f"{say(key, language) if key in keys() else row['profession']} ({where})"
        for language in LANGUAGES
    }


BALANCE = Balance(
    groups=(
        Group("building", buildings, cards=Cards.NAMED, is_headline=True),
        Group(
            "little",
            little_buildings,
            cards=Cards.NAMED,
            is_fine=True,
            part_of="building",
            says_group=True,
        ),
        Group(
            "great",
            great_buildings,
            cards=Cards.NAMED,
            is_fine=True,
            part_of="building",
            says_group=True,
        ),
        Group("colour", colours),
        Group("sign", signs),
        Group("side", sides),
        Group("profession", professions, is_headline=True),
        Group(
            "citizen",
            citizens,
            cards=Cards.PRINTED,
            is_fine=True,
            is_headline=True,
            says_group=True,
        ),
        Group("strength", strengths),
        Group("worker", workers, cards=Cards.PRINTED, is_fine=True, says_group=True),
        Group(
            "objective",
            secret_objectives,
            is_fine=True,
            is_headline=True,
            has_time=False,
            is_dealt=True,
        ),
        Group("line", lines, has_time=False, is_score=True),
    ),
    models=(
        Model(("little", "great", "citizen", "worker", "objective")),
        Model(("building",), ("side",), also=("citizen", "worker")),
        Model(("sign", "profession", "strength"), ("side",)),
        Model(("colour", "side"), also=("profession", "strength"), by_itself=("side",)),
    ),
    settings=settings,
    explained=("adjusted_alone", "printed_building", "lines", "fulfilled"),
    turns=tuple(way + c for way in (CITIZEN, WORKER, BUILDER) for c in range(CHARACTERS)),
    row_names=row_names,
)
