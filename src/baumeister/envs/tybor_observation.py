"""What a seat knows of a game of Tybor, as a row of small numbers.

It is written from a view, in which everything secret is blank, so it cannot tell more (T7).
Cards count by kind, so that the row is the same for one copy of the game and for two.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from baumeister.envs.layout import Part, layout, per_seat
from baumeister.rules.kernel.cards import CardSet, count
from baumeister.rules.kernel.rule import members, rule
from baumeister.rules.kernel.struct import Array, Nobody, Struct, i64, struct
from baumeister.rules.tybor.actions import effect_in_progress
from baumeister.rules.tybor.components import (
    BUILDINGS,
    CHAPTERS,
    CHARACTERS,
    COLOURS,
    CRAFTSMAN,
    MAJORITY,
    MAX_HAND,
    MAX_SEATS,
    NO_EFFECT,
    SCENARIOS,
    STAGES,
    Box,
)
from baumeister.rules.tybor.knowledge import hand_size
from baumeister.rules.tybor.scoring import (
    captain_points,
    complete_sets,
    farmer_points,
    merchant_points,
    objective_points,
    priest_points,
    secret_points,
    soldier_points,
)
from baumeister.rules.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    KEEP,
    NOBODY,
    PAY,
    USE,
    Player,
    State,
    asks,
)

Row = MutableSequence[int]  # an int16 array in compiled code

PROFESSIONS = 6
CARD = PROFESSIONS + 1 + COLOURS  # the numbers of one card: `write_card`
MOST_CITIZENS = 40  # 4 stages of 7 cards at most, and 8 effects that bring one citizen each
MOST_BUILDINGS = 28  # one for every card played
MOST_SYMBOLS = MOST_CITIZENS + MOST_BUILDINGS
MOST_STRENGTH = 1062  # 118 characters of at most 9
MOST_POINTS = 9999

# Small counts are digits of one number, because to read back what was just written is slow.
DIGIT = 5  # bits: up to 31, and there are 28 rounds to build in
WIDE_DIGIT = 7  # up to 127 of 118 characters
NO_PLACE = 99  # more craftsmen than anybody can have

_CARD = "one of 6 for the profession, strength, symbols by colour; all 0 without a card"
LAYOUT = layout(
    "tybor-1",
    [
        Part("question", 7, 0, 1, "one of: choose, use, pay, keep, give up, drop, game over"),
        Part("stage", STAGES, 0, 1, "one of: stage I to IV"),
        Part("scenario", SCENARIOS, 0, 1, "one of the scenarios, in printed order"),
        Part("chapter", CHAPTERS, 0, 1, "one of the chapters 1 to 8"),
        Part("players", MAX_SEATS - 1, 0, 1, "one of: 2 to 8 players"),
        Part("clockwise", 1, 0, 1, "1 if hands pass clockwise in this stage"),
        Part("rounds_left", 1, 0, MAX_HAND, "rounds left in this stage, the present one included"),
        Part("turn", 1, 0, MAX_SEATS, "how many have had their turn in this round, or have chosen"),
        Part("cost", 2, 0, 99, "of a little and of a great building in this stage", 20),
        Part("due", 1, 0, 99, "strength still to be paid", 20),
        Part("paid_colour", COLOURS, 0, 1, "one of: colour of the building being paid for"),
        Part("paid_great", 1, 0, 1, "1 if it is built great"),
        Part("effect", 4, 0, 1, "one of: harbour, diversity, growth, exodus is in progress"),
        Part("strikes", 4, 0, 2, "how many such effects strike at the end of this stage"),
        Part("pile", 1, 0, 2 * CHARACTERS, "characters in the draw pile"),
        Part("building_pile", 1, 0, 2 * BUILDINGS, "buildings in their pile"),
        Part("discard", PROFESSIONS, 0, 2 * CHARACTERS, "discarded characters by profession", 10),
        Part("pile_known", 1, 0, 1, "1 if the draw pile was made of discards during this stage"),
        Part(
            "fresh",
            PROFESSIONS,
            0,
            2 * CHARACTERS,
            "then: its characters by profession, those just being drawn included",
            10,
        ),
        Part("drawing", 1, 0, 3, "how many cards somebody is drawing for an effect"),
        Part("revealed", CARD, 0, 9, f"the character being used: {_CARD}", 4),
        Part("chosen", CARD, 0, 9, f"the own character lying face down: {_CARD}", 4, own=True),
        Part("objective", COLOURS, 0, 1, "colours of the own secret objective", own=True),
        Part("secret_points", 1, 0, MOST_POINTS, "what it brings now", 30, own=True),
        Part("hand", CHARACTERS, 0, 2, "own hand by character", own=True),
        Part("drawn", CHARACTERS, 0, 2, "characters the seat is drawing for an effect", own=True),
        Part("workers", CHARACTERS, 0, 2, "own workers by character"),
        Part("citizens", CHARACTERS, 0, 2, "own citizens by character"),
        Part(
            "coming",
            CHARACTERS,
            0,
            2,
            "the hand that comes next, if the seat has held it",
            own=True,
        ),
        Part("remembered", CHARACTERS, 0, 2, "all others' hands that the seat has held", own=True),
        Part(
            "unseen",
            CHARACTERS,
            0,
            2,
            "characters that the seat sees and remembers nowhere",
            own=True,
        ),
        Part("display", BUILDINGS, 0, 2, "the display by building"),
        Part("little", BUILDINGS, 0, 2, "own little buildings"),
        Part("great", BUILDINGS, 0, 2, "own great buildings"),
        Part("to_come", BUILDINGS, 0, 2, "what the building pile is made of"),
        *per_seat(
            MAX_SEATS,
            [
                Part("present", 1, 0, 1, "1 if there is such a seat"),
                Part("acts", 1, 0, 1, "1 for whoever decides"),
                Part("first", 1, 0, 1, "1 for the first player"),
                Part("place", 1, 0, MAX_SEATS - 1, "place in play order, 0 for the first player"),
                Part("cards", 1, 0, MAX_HAND, "cards held, one that lies face down included"),
                Part("chose", 1, 0, 1, "1 if a card lies face down"),
                Part(
                    "held", 1, 0, 1, "1 if the seat has held this hand, and remembers it", own=True
                ),
                Part("entitled", 1, 0, 1, "1 if the harbour is open to it"),
                Part("points", 1, 0, MOST_POINTS, "points if it ended now, no secrets", 60),
                Part("strength", 1, 0, MOST_STRENGTH, "strength of all workers", 20),
                Part("n_citizens", 1, 0, MOST_CITIZENS, "citizens", 12),
                Part("n_great", 1, 0, MOST_BUILDINGS, "great buildings", 6),
                Part("discount", COLOURS, 0, 4 * MOST_CITIZENS, "symbols of citizens by colour", 8),
                Part("built", COLOURS, 0, MOST_BUILDINGS, "buildings by colour", 4),
                Part("symbols", PROFESSIONS, 0, MOST_SYMBOLS, "symbols by profession", 5),
                Part("majority", COLOURS, 0, MOST_BUILDINGS, "buildings with that bonus", 2),
                Part("pair", COLOURS, 0, MOST_BUILDINGS, "buildings with that bonus, by colour", 2),
                Part("set", 1, 0, MOST_BUILDINGS, "buildings with that bonus", 2),
            ],
        ),
    ],
)

SIZE = LAYOUT.size
QUESTION, STAGE = LAYOUT.at("question"), LAYOUT.at("stage")
SCENARIO, CHAPTER = LAYOUT.at("scenario"), LAYOUT.at("chapter")
PLAYERS, CLOCKWISE = LAYOUT.at("players"), LAYOUT.at("clockwise")
ROUNDS_LEFT, TURN = LAYOUT.at("rounds_left"), LAYOUT.at("turn")
COST, DUE = LAYOUT.at("cost"), LAYOUT.at("due")
PAID_COLOUR, PAID_GREAT = LAYOUT.at("paid_colour"), LAYOUT.at("paid_great")
EFFECT, STRIKES = LAYOUT.at("effect"), LAYOUT.at("strikes")
PILE, BUILDING_PILE = LAYOUT.at("pile"), LAYOUT.at("building_pile")
DISCARD, PILE_KNOWN = LAYOUT.at("discard"), LAYOUT.at("pile_known")
FRESH, DRAWING = LAYOUT.at("fresh"), LAYOUT.at("drawing")
REVEALED, CHOSEN = LAYOUT.at("revealed"), LAYOUT.at("chosen")
OBJECTIVE, SECRET_POINTS = LAYOUT.at("objective"), LAYOUT.at("secret_points")
HAND, DRAWN = LAYOUT.at("hand"), LAYOUT.at("drawn")
WORKERS, CITIZENS = LAYOUT.at("workers"), LAYOUT.at("citizens")
COMING, REMEMBERED = LAYOUT.at("coming"), LAYOUT.at("remembered")
UNSEEN, DISPLAY = LAYOUT.at("unseen"), LAYOUT.at("display")
LITTLE_BUILDINGS, GREAT_BUILDINGS = LAYOUT.at("little"), LAYOUT.at("great")
TO_COME = LAYOUT.at("to_come")
SEATS = LAYOUT.at("seat0.present")
SEAT_SIZE = LAYOUT.at("seat1.present") - SEATS
ACTS, FIRST = LAYOUT.at("seat0.acts") - SEATS, LAYOUT.at("seat0.first") - SEATS
PLACE, CARDS = LAYOUT.at("seat0.place") - SEATS, LAYOUT.at("seat0.cards") - SEATS
CHOSE, HELD = LAYOUT.at("seat0.chose") - SEATS, LAYOUT.at("seat0.held") - SEATS
ENTITLED = LAYOUT.at("seat0.entitled") - SEATS
TABLEAU = LAYOUT.at("seat0.points") - SEATS  # from here on: what follows from what lies there
TABLEAU_SIZE = SEAT_SIZE - TABLEAU
_POINTS = LAYOUT.at("seat0.points")
STRENGTH = LAYOUT.at("seat0.strength") - _POINTS
N_CITIZENS, N_GREAT = LAYOUT.at("seat0.n_citizens") - _POINTS, LAYOUT.at("seat0.n_great") - _POINTS
DISCOUNT, BUILT = LAYOUT.at("seat0.discount") - _POINTS, LAYOUT.at("seat0.built") - _POINTS
SYMBOLS, WITH_SET = LAYOUT.at("seat0.symbols") - _POINTS, LAYOUT.at("seat0.set") - _POINTS
WITH_MAJORITY = LAYOUT.at("seat0.majority") - _POINTS
WITH_PAIR = LAYOUT.at("seat0.pair") - _POINTS


@struct
class Memory(Struct):
    """What was written when this game was last looked at, and does not change with every look."""

    # By seat: the eight masks of what lies in front of it, and what `write_tableau` made of them.
    masks: Nobody[Annotated[list[list[int]], Array(64, MAX_SEATS, 8)]]
    points: Nobody[Annotated[list[int], Array(64, MAX_SEATS)]]
    signs: Nobody[Annotated[list[int], Array(64, MAX_SEATS)]]
    tableaus: Nobody[Annotated[list[list[int]], Array(16, MAX_SEATS, TABLEAU_SIZE)]]
    n_building_pile: Nobody[i64]  # and what it is made of
    to_come: Nobody[Annotated[list[int], Array(16, BUILDINGS)]]


@rule
def observe(box: Box, view: State, seat: int, out: Row) -> None:
    """Write all that the seat knows; `view` is the state after `knowledge.hide` for this seat."""
    write_all_but_tableaus(box, view, seat, out)
    write_to_come(view, out, TO_COME)
    most = most_built(view)
    first, second = craftsman_places(view)
    for k in range(view.n_players):
        player = view.players[seat_after(view, seat, k)]
        at = SEATS + k * SEAT_SIZE + TABLEAU
        points, signs = write_tableau(box, view, player, out, at)
        out[at] = points + points_beside_others(player, signs, most, first, second)


@rule
def observe_again(box: Box, view: State, seat: int, memory: Memory, out: Row) -> None:
    """The same, for somebody who looks at this game again and again with the same memory."""
    write_all_but_tableaus(box, view, seat, out)
    if memory.n_building_pile != view.n_building_pile:
        memory.n_building_pile = view.n_building_pile
        for building in range(BUILDINGS):
            memory.to_come[building] = 0
        write_to_come(view, memory.to_come, 0)
    for building in range(BUILDINGS):
        out[TO_COME + building] = memory.to_come[building]
    most = most_built(view)
    first, second = craftsman_places(view)
    for k in range(view.n_players):
        other = seat_after(view, seat, k)
        player, tableau = view.players[other], memory.tableaus[other]
        if has_changed(player, memory.masks[other]):
            points, signs = write_tableau(box, view, player, tableau, 0)
            memory.points[other], memory.signs[other] = points, signs
        at = SEATS + k * SEAT_SIZE + TABLEAU
        for number in range(TABLEAU_SIZE):
            out[at + number] = tableau[number]
        beside = points_beside_others(player, memory.signs[other], most, first, second)
        out[at] = memory.points[other] + beside


@rule
def forget(memory: Memory) -> None:
    """Another game begins."""
    memory.n_building_pile = -1
    for seat in range(MAX_SEATS):
        memory.masks[seat][0] = -1


@rule
def has_changed(player: Player, known: list[int]) -> bool:
    """Whether other cards lie in front of a player than those known; now they are known."""
    citizens, workers, little, great = player.citizens, player.workers, player.little, player.great
    changed = (known[0] ^ citizens.one) | (known[1] ^ citizens.two)
    changed |= (known[2] ^ workers.one) | (known[3] ^ workers.two)
    changed |= (known[4] ^ little.one) | (known[5] ^ little.two)
    changed |= (known[6] ^ great.one) | (known[7] ^ great.two)
    if changed != 0:
        known[0], known[1] = citizens.one, citizens.two
        known[2], known[3] = workers.one, workers.two
        known[4], known[5] = little.one, little.two
        known[6], known[7] = great.one, great.two
    return changed != 0


@rule
def write_all_but_tableaus(box: Box, view: State, seat: int, out: Row) -> None:
    """What belongs to no seat, what the seat alone knows, and who is where in the round."""
    for k in range(SIZE):
        out[k] = 0
    write_game(box, view, out)
    write_own(box, view, seat, out)
    write_unseen(view, seat, out)
    for k in range(view.n_players):
        write_seat(view, seat, seat_after(view, seat, k), out, SEATS + k * SEAT_SIZE)


@rule
def seat_after(view: State, seat: int, k: int) -> int:
    """The seat so many places clockwise."""
    other = seat + k
    return other - view.n_players if other >= view.n_players else other


# --- what is the same for all -----------------------------------------------------------------
@rule
def write_game(box: Box, view: State, out: Row) -> None:
    """T7.1 What belongs to no seat."""
    out[QUESTION + question_number(view.step)] = 1
    stage = min(view.stage, STAGES - 1)
    out[STAGE + stage] = 1
    out[SCENARIO + view.scenario] = 1
    out[CHAPTER + view.chapter - SCENARIOS] = 1
    out[PLAYERS + view.n_players - 2] = 1
    if view.direction == 1:
        out[CLOCKWISE] = 1
    out[ROUNDS_LEFT] = view.rounds_left
    out[TURN] = view.turn
    out[COST] = box.cost[0][stage]
    out[COST + 1] = box.cost[1][stage]
    if view.step == PAY:
        out[DUE] = view.due
        out[PAID_COLOUR + box.colour[view.building]] = 1
        out[PAID_GREAT] = view.side
    if asks(view) and view.rounds_left == 0:
        out[EFFECT + effect_in_progress(box, view) - 1] = 1
    if box.effect[view.scenario] != NO_EFFECT and box.strikes[view.scenario][stage]:
        out[STRIKES + box.effect[view.scenario] - 1] += 1
    if box.effect[view.chapter] != NO_EFFECT and box.strikes[view.chapter][stage]:
        out[STRIKES + box.effect[view.chapter] - 1] += 1
    out[PILE] = view.n_pile
    out[BUILDING_PILE] = view.n_building_pile
    write_professions(box, view.discard, out, DISCARD)
    if view.pile_known:
        out[PILE_KNOWN] = 1
        write_professions(box, view.fresh, out, FRESH)
    out[DRAWING] = view.n_drawn
    if view.revealed != NOBODY:
        write_card(box, view.revealed, out, REVEALED)
    write_cards(view.display, out, DISPLAY)


@rule
def question_number(step: int) -> int:
    """The place of the step in the field `question`."""
    if step == CHOOSE:
        return 0
    if step == USE:
        return 1
    if step == PAY:
        return 2
    if step == KEEP:
        return 3
    if step == GIVE_UP:
        return 4
    if step == DROP:
        return 5
    return 6


@rule
def write_cards(cards: CardSet, out: Row, start: int) -> None:
    """How many copies of each card, where all numbers are 0 so far."""
    for card in members(cards.one):
        out[start + card] = 1
    for card in members(cards.two):
        out[start + card] = 2


@rule
def write_professions(box: Box, cards: CardSet, out: Row, start: int) -> None:
    """How many cards of each profession."""
    counts = 0  # a digit for each
    for card in members(cards.one):
        counts += 1 << (WIDE_DIGIT * box.profession[card])
    for card in members(cards.two):
        counts += 1 << (WIDE_DIGIT * box.profession[card])
    for profession in range(PROFESSIONS):
        out[start + profession] = (counts >> (WIDE_DIGIT * profession)) & ((1 << WIDE_DIGIT) - 1)


@rule
def write_card(box: Box, card: int, out: Row, start: int) -> None:
    """One character: profession, strength, symbols by colour."""
    out[start + box.profession[card]] = 1
    out[start + PROFESSIONS] = box.strength[card]
    for colour in range(COLOURS):
        out[start + PROFESSIONS + 1 + colour] = box.discount[card][colour]


# --- what the seat alone knows ----------------------------------------------------------------
@rule
def write_own(box: Box, view: State, seat: int, out: Row) -> None:
    """T7.2 What the seat has; T7.3 what it remembers: hands it has not held are blank in a view."""
    player = view.players[seat]
    if player.chose:
        write_card(box, player.chosen, out, CHOSEN)
    for colour in range(COLOURS):
        out[OBJECTIVE + colour] = box.secret_colours[player.objective][colour]
    out[SECRET_POINTS] = secret_points(box, player)
    write_cards(player.hand, out, HAND)
    if view.actor == seat:
        for k in range(view.n_drawn):
            out[DRAWN + player.drawn[k]] += 1
    write_cards(player.workers, out, WORKERS)
    write_cards(player.citizens, out, CITIZENS)
    write_cards(player.little, out, LITTLE_BUILDINGS)
    write_cards(player.great, out, GREAT_BUILDINGS)
    one, two = 0, 0
    for other in range(view.n_players):
        if other != seat:
            hand = view.players[other].hand
            two |= hand.two | (one & hand.one)
            one |= hand.one
    for card in members(one):
        out[REMEMBERED + card] = 1
    for card in members(two):
        out[REMEMBERED + card] = 2
    giver = seat - view.direction
    if giver < 0:
        giver += view.n_players
    elif giver >= view.n_players:
        giver -= view.n_players
    write_cards(view.players[giver].hand, out, COMING)


@rule
def write_unseen(view: State, seat: int, out: Row) -> None:
    """All characters minus those that the seat sees or remembers."""
    one, two = view.discard.one, view.discard.two  # a set of cards, filled as by `cards.merge`
    for other in range(view.n_players):
        player = view.players[other]
        two |= player.citizens.two | (one & player.citizens.one)
        one |= player.citizens.one
        two |= player.workers.two | (one & player.workers.one)
        one |= player.workers.one
        two |= player.hand.two | (one & player.hand.one)
        one |= player.hand.one
    if view.revealed != NOBODY:
        two |= one & (1 << view.revealed)
        one |= 1 << view.revealed
    if view.players[seat].chose:
        two |= one & (1 << view.players[seat].chosen)
        one |= 1 << view.players[seat].chosen
    if view.actor == seat:
        for k in range(view.n_drawn):
            two |= one & (1 << view.players[seat].drawn[k])
            one |= 1 << view.players[seat].drawn[k]
    write_rest(view, one, two, (1 << CHARACTERS) - 1, out, UNSEEN)


@rule
def write_to_come(view: State, out: Row, start: int) -> None:
    """T7.4 Everybody can tell what is in the building pile, not in which order."""
    one, two = view.display.one, view.display.two
    two |= view.removed.two | (one & view.removed.one)
    one |= view.removed.one
    for seat in range(view.n_players):
        player = view.players[seat]
        two |= player.little.two | (one & player.little.one)
        one |= player.little.one
        two |= player.great.two | (one & player.great.one)
        one |= player.great.one
    write_rest(view, one, two, (1 << BUILDINGS) - 1, out, start)


@rule
def write_rest(view: State, one: int, two: int, every: int, out: Row, start: int) -> None:
    """How many copies of each card are not in a set."""
    for card in members(every & ~(one if view.n_copies == 1 else two)):
        out[start + card] = 1
    if view.n_copies > 1:
        for card in members(every & ~one):
            out[start + card] = 2


# --- what everybody sees of a seat ------------------------------------------------------------
@rule
def write_seat(view: State, seat: int, other: int, out: Row, at: int) -> None:
    """T7.1 Where a player is in the round."""
    player = view.players[other]
    place = (other - view.first) * view.direction
    held = other != seat and player.hand.one != 0
    out[at] = 1
    out[at + ACTS] = 1 if view.actor == other and asks(view) else 0
    out[at + FIRST] = 1 if view.first == other else 0
    out[at + PLACE] = place + view.n_players if place < 0 else place
    out[at + CARDS] = hand_size(view, other)
    out[at + CHOSE] = player.chose
    out[at + HELD] = 1 if held else 0
    out[at + ENTITLED] = (view.entitled >> other) & 1


@rule
def write_tableau(box: Box, view: State, player: Player, out: Row, at: int) -> tuple[int, int]:
    """T7.1 What lies in front of a player, after a place for the points. Gives the points that do
    not depend on others, and the buildings by bonus."""
    out[at + STRENGTH] = player.strength
    out[at + N_CITIZENS] = player.n_citizens
    out[at + N_GREAT] = player.n_great
    for colour in range(COLOURS):
        out[at + DISCOUNT + colour] = player.discount[colour]
        out[at + BUILT + colour] = player.built[colour]
    for profession in range(PROFESSIONS):
        out[at + SYMBOLS + profession] = player.symbols[profession]
    printed, signs = count_buildings(box, view, player)
    with_set, pairs = 0, 0
    for colour in range(COLOURS):
        with_pair = digit(signs, 2 * COLOURS + colour)
        out[at + WITH_MAJORITY + colour] = digit(signs, colour)
        out[at + WITH_PAIR + colour] = with_pair
        with_set += digit(signs, COLOURS + colour)
        pairs += with_pair * (player.built[colour] // 2)
    out[at + WITH_SET] = with_set
    points = (
        printed
        + 3 * complete_sets(player) * with_set
        + 2 * pairs
        + farmer_points(player)
        + merchant_points(player)
        + captain_points(box, player)
        + priest_points(player)
        + soldier_points(player)
        + objective_points(box, player, view.scenario, box.objective[view.scenario])
        + objective_points(box, player, view.chapter, box.objective[view.chapter])
    )
    return points, signs


# --- points, the same as in scoring.py at a third of the time ---------------------------------
@rule
def digit(number: int, place: int) -> int:
    """One of the counts."""
    return (number >> (DIGIT * place)) & ((1 << DIGIT) - 1)


@rule
def count_buildings(box: Box, view: State, player: Player) -> tuple[int, int]:
    """T6.1 The printed points; by bonus (T6.2 to T6.4) and colour the number of buildings."""
    points = box.great_bonus * player.n_great
    signs = 0
    for building in members(player.little.one | player.great.one):
        copies = 1
        if view.n_copies > 1:
            copies = count(player.little, building) + count(player.great, building)
        points += copies * box.points[building]
        signs += copies << (DIGIT * place_of_sign(box, building))
    return points, signs


@rule
def place_of_sign(box: Box, building: int) -> int:
    """By bonus and colour; buildings without such a bonus have a place where nobody looks."""
    place = COLOURS * (box.bonus[building] - MAJORITY) + box.colour[building]
    return place if place >= 0 else 3 * COLOURS


@rule
def most_built(view: State) -> int:
    """T6.2 By colour: the most buildings that anybody has."""
    result = 0
    for colour in range(COLOURS):
        most = 0
        for seat in range(view.n_players):
            most = max(most, view.players[seat].built[colour])
        result |= most << (DIGIT * colour)
    return result


@rule
def points_beside_others(player: Player, signs: int, most: int, first: int, second: int) -> int:
    """T6.2 Majorities; T6.7 most craftsmen 6, second most 2."""
    points = 0
    for colour in range(COLOURS):
        is_most = player.built[colour] == digit(most, colour)
        points += (3 if is_most else 0) * digit(signs, colour)
    craftsmen = player.symbols[CRAFTSMAN]
    return points + (6 if craftsmen == first else 0) + (2 if craftsmen == second else 0)


@rule
def craftsman_places(view: State) -> tuple[int, int]:
    """T6.7 How many craftsmen bring 6 points, and how many 2; more than anybody has for no points
    at all: nobody has one, or there is a tie for the first place."""
    first, second, tied = 0, 0, False
    for seat in range(view.n_players):
        mine = view.players[seat].symbols[CRAFTSMAN]
        tied = mine == first or (tied and mine < first)
        second = max(second, min(first, mine))
        first = max(first, mine)
    no_first, no_second = first == 0, second == 0 or tied
    return NO_PLACE if no_first else first, NO_PLACE if no_second else second
