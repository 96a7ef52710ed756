"""What a seat knows of a game of Tybor, as a row of small numbers.

`observe` writes it from a view, in which everything secret is blank, so it cannot reveal more (T7).
`observe_again` is the fast way: it reads the state itself, and writes only what a view would show.
Cards count by kind, so that the row is the same for one copy of the game and for two.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from baumeister.envs.layout import Part, layout, per_seat
from baumeister.games.tybor.actions import effect_in_progress
from baumeister.games.tybor.components import (
    BUILDINGS,
    CHAPTERS,
    CHARACTERS,
    COLOURS,
    CRAFTSMAN,
    EFFECT_KEYS,
    MAJORITY,
    MAX_HAND,
    MAX_SEATS,
    NO_EFFECT,
    SCENARIOS,
    STAGES,
    Box,
)
from baumeister.games.tybor.knowledge import hand_size, known_hand
from baumeister.games.tybor.scoring import (
    captain_points,
    complete_sets,
    farmer_points,
    merchant_points,
    objective_points,
    priest_points,
    secret_points,
    soldier_points,
)
from baumeister.games.tybor.state import (
    NO_CARD,
    PAY,
    QUESTIONS,
    Player,
    State,
    asks,
)
from baumeister.kernel.cards import Cards, CardSet, assign, count
from baumeister.kernel.rule import copy_numbers, members, n_members, rule, write_bits
from baumeister.kernel.seats import NOBODY
from baumeister.kernel.struct import Array, Hidden, Many, PerSeat, Struct, i16, i64, struct

Row = MutableSequence[int]  # an int16 array in compiled code

PROFESSIONS = 6
CARD = PROFESSIONS + 1 + COLOURS  # the numbers of one card: `write_card`
MOST_CITIZENS = 40  # 36, rounded up: 4 stages of 7 cards, and 8 effects that bring one each
MOST_BUILDINGS = 28  # one for every card played
MOST_SYMBOLS = MOST_CITIZENS + MOST_BUILDINGS
MOST_STRENGTH = 1062  # 118 characters of at most 9
MOST_POINTS = 9999

# Small counts are digits of one number, because reading back a field that was just written is slow.
DIGIT = 5  # bits: up to 31, and there are 28 rounds to build in
WIDE_DIGIT = 7  # up to 127 of 118 characters
NO_PLACE = 99  # more craftsmen than a player can have

_CARD = "one of 6 for the profession, strength, symbols by colour; all 0 without a card"
_EFFECTS = EFFECT_KEYS[NO_EFFECT + 1 :]
LAYOUT = layout(
    "tybor-1",
    [
        Part(
            "question",
            n_members(QUESTIONS) + 1,
            0,
            1,
            "one of: choose, use, pay, keep, give up, drop, game over",
        ),
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
        Part("effect", len(_EFFECTS), 0, 1, f"one of: {', '.join(_EFFECTS)} is in progress"),
        Part(
            "strikes", len(_EFFECTS), 0, 2, "how many such effects strike at the end of this stage"
        ),
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
_TABLEAU = LAYOUT.at("seat0.points")
POINTS, STRENGTH = LAYOUT.at("seat0.points") - _TABLEAU, LAYOUT.at("seat0.strength") - _TABLEAU
N_CITIZENS = LAYOUT.at("seat0.n_citizens") - _TABLEAU
N_GREAT, DISCOUNT = LAYOUT.at("seat0.n_great") - _TABLEAU, LAYOUT.at("seat0.discount") - _TABLEAU
BUILT, SYMBOLS = LAYOUT.at("seat0.built") - _TABLEAU, LAYOUT.at("seat0.symbols") - _TABLEAU
WITH_MAJORITY = LAYOUT.at("seat0.majority") - _TABLEAU
WITH_PAIR, WITH_SET = LAYOUT.at("seat0.pair") - _TABLEAU, LAYOUT.at("seat0.set") - _TABLEAU


@struct
class Known(Struct):
    """What lay in front of a player, and the points it brought."""

    little: Hidden[Cards]
    great: Hidden[Cards]
    citizens: Hidden[Cards]
    signs: Hidden[i64]  # the buildings by bonus
    strength: Hidden[i16]
    printed: Hidden[i16]
    alone: Hidden[i16]  # points that depend neither on others nor on the story cards
    objectives: Hidden[i16]  # points by the story cards
    tableau: Hidden[Annotated[list[int], Array(16, TABLEAU_SIZE)]]  # as it is written


@struct
class Memory(Struct):
    """Results of the last observation of this game that seldom change."""

    discard: Hidden[Cards]  # and how many of each profession they are
    discarded: Hidden[Annotated[list[int], Array(16, PROFESSIONS)]]
    known: PerSeat[Annotated[list[Known], Many(Known, MAX_SEATS)]]


@rule
def observe(box: Box, view: State, seat: int, out: Row) -> None:
    """Write all that the seat knows; `view` is the state after `knowledge.hide` for this seat."""
    write_game(box, view, out)
    write_professions(box, view.discard, out, DISCARD)
    most = most_built(view)
    first, second = craftsman_places(view)
    for k in range(view.n_players):
        player, at = view.players[seat_after(view, seat, k)], SEATS + k * SEAT_SIZE + TABLEAU
        printed, signs = count_buildings(box, view, player)
        points = points_alone(box, player, printed, signs) + objectives_points(box, view, player)
        out[at + POINTS] = points + points_beside_others(player, signs, most, first, second)
        write_tableau(player, signs, out, at)
    write_rest(box, view, seat, True, out)


@rule
def observe_again(box: Box, state: State, seat: int, memory: Memory, out: Row) -> None:
    """The same without a view, for repeated observations of one game with the same memory. Of the
    secret fields it reads those that `write_own` and `write_characters` read."""
    remember(box, state, memory)
    write_game(box, state, out)
    for profession in range(PROFESSIONS):
        out[DISCARD + profession] = memory.discarded[profession]
    for k in range(state.n_players):
        known = memory.known[seat_after(state, seat, k)]
        copy_numbers(known.tableau, TABLEAU_SIZE, out, SEATS + k * SEAT_SIZE + TABLEAU)
    write_rest(box, state, seat, False, out)


@rule
def write_rest(box: Box, state: State, seat: int, is_view: bool, out: Row) -> None:
    """All but the game, discards and tableaus; `state` may be a view already."""
    write_own(box, state, seat, out)
    held = write_characters(state, seat, is_view, out)
    write_buildings(state, seat, out)
    write_round(state, seat, held, out)
    for k in range(SEATS + state.n_players * SEAT_SIZE, SIZE):
        out[k] = 0


@rule
def remember(box: Box, state: State, memory: Memory) -> None:
    """Bring the memory up to date."""
    changed = False
    for seat in range(len(state.players)):
        player, known = state.players[seat], memory.known[seat]
        built = other_cards(state, known.little, player.little)
        built |= other_cards(state, known.great, player.great)
        if (built | other_cards(state, known.citizens, player.citizens)) != 0:
            if built != 0:
                assign(known.little, player.little)
                assign(known.great, player.great)
                known.printed, known.signs = count_buildings(box, state, player)
            assign(known.citizens, player.citizens)
            known.alone = points_alone(box, player, known.printed, known.signs)
            write_tableau(player, known.signs, known.tableau, 0)
            changed = True
        if known.strength != player.strength:
            known.strength = player.strength
            known.tableau[STRENGTH] = player.strength
            if not changed:  # only the objectives look at strength
                objectives = objectives_points(box, state, player)
                known.tableau[POINTS] += objectives - known.objectives
                known.objectives = objectives
    if changed:
        most = most_built(state)
        first, second = craftsman_places(state)
        for seat in range(len(state.players)):
            player, known = state.players[seat], memory.known[seat]
            known.objectives = objectives_points(box, state, player)
            beside_others = points_beside_others(player, known.signs, most, first, second)
            known.tableau[POINTS] = known.alone + known.objectives + beside_others
    if other_cards(state, memory.discard, state.discard) != 0:
        assign(memory.discard, state.discard)
        write_professions(box, state.discard, memory.discarded, 0)


@rule
def other_cards(state: State, known: CardSet, cards: CardSet) -> int:
    """Not 0 if the two sets differ."""
    difference = known.one ^ cards.one
    if is_double(state):
        difference |= known.two ^ cards.two
    return difference


@rule
def is_double(state: State) -> bool:
    """T1.5 Whether there are two copies of the game. The size of the pile tells (`state.layout`);
    compiled code knows it in advance and leaves out everything about second copies."""
    return len(state.pile) > CHARACTERS


@rule
def forget(memory: Memory) -> None:
    """Before the first observation, and when another game begins."""
    memory.discard.one = -1
    for seat in range(MAX_SEATS):
        memory.known[seat].little.one = -1


@rule
def seat_after(state: State, seat: int, k: int) -> int:
    """The seat so many places clockwise."""
    n, other = state.n_players, seat + k
    return other - n if other >= n else other


# --- what is the same for all -----------------------------------------------------------------
@rule
def write_game(box: Box, state: State, out: Row) -> None:
    """T7.1 What belongs to no seat, without the discards and the buildings."""
    for k in range(HAND):
        out[k] = 0
    out[QUESTION + question_number(state.step)] = 1
    stage = min(state.stage, STAGES - 1)
    out[STAGE + stage] = 1
    out[SCENARIO + state.scenario] = 1
    out[CHAPTER + state.chapter - SCENARIOS] = 1
    out[PLAYERS + state.n_players - 2] = 1
    if state.direction == 1:
        out[CLOCKWISE] = 1
    out[ROUNDS_LEFT] = state.rounds_left
    out[TURN] = state.turn
    out[COST] = box.cost[0][stage]
    out[COST + 1] = box.cost[1][stage]
    if state.step == PAY:
        out[DUE] = state.due
        out[PAID_COLOUR + box.colour[state.building]] = 1
        out[PAID_GREAT] = state.side
    if asks(state) and state.rounds_left == 0:
        out[EFFECT + effect_in_progress(box, state) - 1] = 1
    count_strike(box, state.scenario, stage, out)
    count_strike(box, state.chapter, stage, out)
    out[PILE] = state.n_pile
    out[BUILDING_PILE] = state.n_building_pile
    if state.pile_known:
        out[PILE_KNOWN] = 1
        write_professions(box, state.fresh, out, FRESH)
    out[DRAWING] = state.n_drawn
    if state.revealed != NO_CARD:
        write_card(box, state.revealed, out, REVEALED)


@rule
def count_strike(box: Box, card: int, stage: int, out: Row) -> None:
    """T5.1 One more effect that strikes, if the story card has one at the end of this stage."""
    effect, strikes = box.effect[card], box.strikes[card][stage]
    out[STRIKES + max(0, effect - 1)] += strikes if effect != NO_EFFECT else 0


@rule
def question_number(step: int) -> int:
    """The place of the step in the field `question`: questions in the order of the book, and last
    the end of the game."""
    return n_members(QUESTIONS & ((1 << step) - 1))


@rule
def write_cards(state: State, one: int, two: int, kinds: int, out: Row, start: int) -> None:
    """How many copies of each card."""
    write_bits(one, kinds, out, start)
    if is_double(state):
        for card in members(two):
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
def write_own(box: Box, state: State, seat: int, out: Row) -> None:
    """T7.2 What only this seat knows, without hands."""
    player = state.players[seat]
    if player.chose:
        write_card(box, player.chosen, out, CHOSEN)
    for colour in range(COLOURS):
        out[OBJECTIVE + colour] = box.secret_colours[player.objective][colour]
    out[SECRET_POINTS] = secret_points(box, player)
    for k in range(DRAWN, DRAWN + CHARACTERS):
        out[k] = 0
    if state.actor == seat:
        for k in range(state.n_drawn):
            out[DRAWN + player.drawn[k]] += 1


@rule
def hand_of(state: State, seat: int, other: int, is_view: bool) -> tuple[int, int]:
    """T7.3 The masks of a hand as far as the seat knows it."""
    if is_view:
        return state.players[other].hand.one, state.players[other].hand.two
    return known_hand(state, seat, other)


@rule
def write_characters(state: State, seat: int, is_view: bool, out: Row) -> int:
    """T7.2 The characters that the seat has, T7.3 those it remembers, and all that it sees nowhere.
    Gives a bit for each other seat whose hand it has held."""
    n, giver, held = state.n_players, seat - state.direction, 0
    giver = giver + n if giver < 0 else giver
    giver = giver - n if giver >= n else giver
    one, two = 0, 0  # others' hands: a set of cards, filled as by `cards.merge`
    seen_one, seen_two = state.discard.one, state.discard.two
    for other in range(len(state.players)):
        player = state.players[other]
        hand_one, hand_two = hand_of(state, seat, other, is_view)
        held |= (1 if hand_one != 0 else 0) << other
        one_of_other = hand_one if other != seat else 0
        two |= (hand_two if other != seat else 0) | (one & one_of_other)
        one |= one_of_other
        seen_two |= hand_two | (seen_one & hand_one)
        seen_one |= hand_one
        seen_two |= player.citizens.two | (seen_one & player.citizens.one)
        seen_one |= player.citizens.one
        seen_two |= player.workers.two | (seen_one & player.workers.one)
        seen_one |= player.workers.one
    player = state.players[seat]
    if state.revealed != NO_CARD:
        seen_two |= seen_one & (1 << state.revealed)
        seen_one |= 1 << state.revealed
    if player.chose:
        seen_two |= seen_one & (1 << player.chosen)
        seen_one |= 1 << player.chosen
    if state.actor == seat:
        for k in range(state.n_drawn):
            seen_two |= seen_one & (1 << player.drawn[k])
            seen_one |= 1 << player.drawn[k]
    coming_one, coming_two = hand_of(state, seat, giver, is_view)
    write_cards(state, player.hand.one, player.hand.two, CHARACTERS, out, HAND)
    write_cards(state, player.workers.one, player.workers.two, CHARACTERS, out, WORKERS)
    write_cards(state, player.citizens.one, player.citizens.two, CHARACTERS, out, CITIZENS)
    write_cards(state, coming_one, coming_two, CHARACTERS, out, COMING)
    write_cards(state, one, two, CHARACTERS, out, REMEMBERED)
    write_missing(state, seen_one, seen_two, CHARACTERS, out, UNSEEN)
    return held & ~(1 << seat)


@rule
def write_buildings(state: State, seat: int, out: Row) -> None:
    """T7.1 Display and own buildings. T7.4 Everybody can work out what is in the pile, but
    not in which order."""
    one, two = state.display.one, state.display.two
    two |= state.removed.two | (one & state.removed.one)
    one |= state.removed.one
    for other in range(len(state.players)):
        little, great = state.players[other].little, state.players[other].great
        two |= little.two | (one & little.one)
        one |= little.one
        two |= great.two | (one & great.one)
        one |= great.one
    player = state.players[seat]
    write_cards(state, state.display.one, state.display.two, BUILDINGS, out, DISPLAY)
    write_cards(state, player.little.one, player.little.two, BUILDINGS, out, LITTLE_BUILDINGS)
    write_cards(state, player.great.one, player.great.two, BUILDINGS, out, GREAT_BUILDINGS)
    write_missing(state, one, two, BUILDINGS, out, TO_COME)


@rule
def write_missing(state: State, one: int, two: int, kinds: int, out: Row, start: int) -> None:
    """How many copies of each card are not in a set."""
    every = (1 << kinds) - 1
    if is_double(state):
        write_cards(state, every & ~two, every & ~one, kinds, out, start)
    else:
        write_cards(state, every & ~one, 0, kinds, out, start)


# --- what everybody sees of a seat ------------------------------------------------------------
@rule
def write_round(state: State, seat: int, held: int, out: Row) -> None:
    """T7.1 Where everybody is in the round; T7.3 whose hand the seat remembers (a bit for each)."""
    n, first, direction, entitled = state.n_players, state.first, state.direction, state.entitled
    acting = state.actor if asks(state) else NOBODY
    for k in range(n):
        other = seat + k
        other = other - n if other >= n else other
        place = (other - first) * direction
        at = SEATS + k * SEAT_SIZE
        out[at] = 1
        out[at + ACTS] = 1 if other == acting else 0
        out[at + FIRST] = 1 if other == first else 0
        out[at + PLACE] = place + n if place < 0 else place
        out[at + CARDS] = hand_size(state, other)
        out[at + CHOSE] = state.players[other].chose
        out[at + HELD] = (held >> other) & 1
        out[at + ENTITLED] = (entitled >> other) & 1


@rule
def write_tableau(player: Player, signs: int, out: Row, at: int) -> None:
    """T7.1 What lies in front of a player; `signs` are the buildings by bonus."""
    out[at + STRENGTH] = player.strength
    out[at + N_CITIZENS] = player.n_citizens
    out[at + N_GREAT] = player.n_great
    for colour in range(COLOURS):
        out[at + DISCOUNT + colour] = player.discount[colour]
        out[at + BUILT + colour] = player.built[colour]
    for profession in range(PROFESSIONS):
        out[at + SYMBOLS + profession] = player.symbols[profession]
    with_set = 0
    for colour in range(COLOURS):
        out[at + WITH_MAJORITY + colour] = digit(signs, colour)
        out[at + WITH_PAIR + colour] = digit(signs, 2 * COLOURS + colour)
        with_set += digit(signs, COLOURS + colour)
    out[at + WITH_SET] = with_set


# --- points, the same as in scoring.py at a third of the time ---------------------------------
@rule
def digit(number: int, place: int) -> int:
    """One of the counts."""
    return (number >> (DIGIT * place)) & ((1 << DIGIT) - 1)


@rule
def points_alone(box: Box, player: Player, printed: int, signs: int) -> int:
    """T6.1, T6.3 to T6.6, T6.8 to T6.10 Points that depend on nothing else."""
    with_set, pairs = 0, 0
    for colour in range(COLOURS):
        with_set += digit(signs, COLOURS + colour)
        pairs += digit(signs, 2 * COLOURS + colour) * (player.built[colour] // 2)
    return (
        printed
        + 3 * complete_sets(player) * with_set
        + 2 * pairs
        + farmer_points(player)
        + merchant_points(player)
        + captain_points(box, player)
        + priest_points(player)
        + soldier_points(player)
    )


@rule
def objectives_points(box: Box, state: State, player: Player) -> int:
    """T6.11 to T6.17 The public objectives of scenario and chapter."""
    scenario, chapter = state.scenario, state.chapter
    points = objective_points(box, player, scenario, box.objective[scenario])
    return points + objective_points(box, player, chapter, box.objective[chapter])


@rule
def count_buildings(box: Box, state: State, player: Player) -> tuple[int, int]:
    """T6.1 The printed points; by bonus (T6.2 to T6.4) and colour the number of buildings."""
    points = box.great_bonus * player.n_great
    signs = 0
    for building in members(player.little.one | player.great.one):
        copies = 1
        if is_double(state):
            copies = count(player.little, building) + count(player.great, building)
        points += copies * box.points[building]
        signs += copies << (DIGIT * place_of_sign(box, building))
    return points, signs


@rule
def place_of_sign(box: Box, building: int) -> int:
    """By bonus and colour; buildings without such a bonus have a place that is not read."""
    place = COLOURS * (box.bonus[building] - MAJORITY) + box.colour[building]
    return place if place >= 0 else 3 * COLOURS


@rule
def most_built(state: State) -> int:
    """T6.2 By colour: the most buildings that anybody has."""
    result = 0
    for colour in range(COLOURS):
        most = 0
        for seat in range(len(state.players)):
            most = max(most, state.players[seat].built[colour])
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
def craftsman_places(state: State) -> tuple[int, int]:
    """T6.7 How many craftsmen bring 6 points, and how many 2; more than anybody has for no points
    at all: nobody has one, or there is a tie for the first place."""
    first, second, tied = 0, 0, False
    for seat in range(len(state.players)):
        mine = state.players[seat].symbols[CRAFTSMAN]
        tied = mine == first or (tied and mine < first)
        second = max(second, min(first, mine))
        first = max(first, mine)
    no_first, no_second = first == 0, second == 0 or tied
    return NO_PLACE if no_first else first, NO_PLACE if no_second else second
