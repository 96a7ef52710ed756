"""The kernel: structs, sets of cards, chance."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.games.tybor.state import SMALL, State, glance_at, hide_from
from baumeister.kernel import cards
from baumeister.kernel import rule as kernel_rule
from baumeister.kernel.backend.cache import cache_folder, tidy_cache
from baumeister.kernel.cards import Cards, CardSet
from baumeister.kernel.chance import (
    DealerRecord,
    FastDealer,
    TapeDealer,
    below,
    commitment,
    shuffle,
    tape,
)
from baumeister.kernel.struct import (
    HIDDEN,
    OWN,
    PER_SEAT,
    Array,
    AsHolder,
    Hidden,
    Int,
    Many,
    One,
    Own,
    PerSeat,
    Public,
    Struct,
    StructError,
    glancer,
    hider,
    i8,
    i16,
    i64,
    struct,
)

SIZES = {"seats": 3, "cards": 4}


@struct
class Seat(Struct):
    """A seat of a small game."""

    hand: Own[Cards]
    drawn: Own[Annotated[list[int], Array(8, 2)]]
    chosen: Own[i8]
    fate: Hidden[i8]
    score: Public[i16]
    grid: Public[Annotated[list[list[int]], Array(8, 2, 3)]]


@struct
class Board(Struct):
    """A small game."""

    stage: Public[i8]
    total: Public[i64]
    pile: Hidden[Annotated[list[int], Array(8, "cards")]]
    top: Hidden[i8]
    discard: Public[Cards]
    seats: PerSeat[Annotated[list[Seat], Many(Seat, "seats")]]


@struct
class Purse(Struct):
    """No value of a board: its field says more than who holds it."""

    coins: Own[i8]


def number(bits: int) -> st.SearchStrategy[int]:
    """Any number that fits."""
    return st.integers(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def json_of(kind: type[Struct], **sizes: int) -> st.SearchStrategy[dict[str, Any]]:
    """Any struct, as JSON."""
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for name, (field, _) in kind.FIELDS.items():
        if isinstance(field, Int):
            fields[name] = number(field.bits)
        elif isinstance(field, One):
            fields[name] = json_of(field.kind)
        elif isinstance(field, Many):
            many = sizes[field.size] if isinstance(field.size, str) else field.size
            fields[name] = st.lists(json_of(field.kind, **sizes), min_size=many, max_size=many)
        else:
            strategy: st.SearchStrategy[Any] = number(field.bits)
            for size in reversed(field.sizes):
                many = sizes[size] if isinstance(size, str) else size
                strategy = st.lists(strategy, min_size=many, max_size=many)
            fields[name] = strategy
    return st.fixed_dictionaries(fields)


BOARDS = json_of(Board, **SIZES)


# --- struct: declaring ------------------------------------------------------------------------
def test_a_field_without_visibility_is_an_error_at_import() -> None:
    with pytest.raises(StructError, match=r"Leaky\.hand: say who sees it"):

        @struct
        class Leaky(Struct):
            hand: i8


def test_a_field_with_two_visibilities_is_an_error_at_import() -> None:
    with pytest.raises(StructError, match=r"Torn\.hand: say who sees it"):

        @struct
        class Torn(Struct):
            hand: Own[Public[i8]]


def test_a_field_without_a_size_is_an_error_at_import() -> None:
    with pytest.raises(StructError, match=r"Vague\.hand: needs a size"):

        @struct
        class Vague(Struct):
            hand: Own[int]


def test_an_array_of_structs_must_be_per_seat() -> None:
    with pytest.raises(StructError, match=r"Open\.seats: PerSeat"):

        @struct
        class Open(Struct):
            seats: Public[Annotated[list[Seat], Many(Seat, 2)]]


def test_a_number_cannot_be_per_seat() -> None:
    with pytest.raises(StructError, match=r"Odd\.stage: PerSeat"):

        @struct
        class Odd(Struct):
            stage: PerSeat[i8]


def test_a_struct_with_sizes_cannot_be_a_value() -> None:
    with pytest.raises(StructError, match="cannot be a value"):

        @struct
        class Holder(Struct):
            board: Public[Annotated[Board, One(Board)]]


def test_a_seat_s_fields_cannot_be_seen_as_their_holder_is() -> None:
    with pytest.raises(StructError, match=r"CardSet\.one is AsHolder; in Hands\.seats it can be"):

        @struct
        class Hands(Struct):
            seats: PerSeat[Annotated[list[CardSet], Many(CardSet, 2)]]


def test_seats_have_no_seats() -> None:
    with pytest.raises(StructError, match=r"Board\.seats is PerSeat; in Hall\.boards it can be"):

        @struct
        class Hall(Struct):
            boards: PerSeat[Annotated[list[Board], Many(Board, 2)]]


def test_a_value_s_fields_are_seen_as_their_holder_is() -> None:
    with pytest.raises(StructError, match=r"Purse\.coins is Own; in Bank\.purse it can be"):

        @struct
        class Bank(Struct):
            purse: Public[Annotated[Purse, One(Purse)]]


def test_a_state_has_no_holder_and_is_nobody_s_own() -> None:
    @struct
    class Lost(Struct):
        pile: AsHolder[i8]

    @struct
    class Mine(Struct):
        pile: Own[i8]

    for write in (hider, glancer):
        with pytest.raises(StructError, match=r"Lost\.pile is AsHolder; in a state it can be"):
            write(Lost)
        with pytest.raises(StructError, match=r"Mine\.pile is Own; in a state it can be"):
            write(Mine)


@pytest.mark.parametrize("sizes", [(), (2, 3, 4)])
def test_an_array_has_one_or_two_sizes(sizes: tuple[int, ...]) -> None:
    with pytest.raises(StructError, match="one or two sizes"):
        Array(8, *sizes)


def test_a_secret_array_has_one_dimension() -> None:
    @struct
    class Deep(Struct):
        secret: Hidden[Annotated[list[list[int]], Array(8, 2, 2)]]

    with pytest.raises(StructError, match="one dimension"):
        hider(Deep)
    with pytest.raises(StructError, match="one dimension"):
        glancer(Deep)


def test_a_misspelt_field_is_an_error() -> None:
    board = Board(**SIZES)
    with pytest.raises(AttributeError):
        board.stge = 1  # type: ignore[attr-defined]


def test_a_class_without_the_decorator_cannot_be_used() -> None:
    class Plain(Struct):
        stage: Public[i8]

    with pytest.raises(StructError, match="Plain lacks @struct"):
        Plain()


def test_a_new_struct_is_all_zero() -> None:
    board = Board(**SIZES)
    assert board.to_json()["pile"] == [0, 0, 0, 0]
    assert board.to_json()["seats"][2] == {
        "hand": {"one": 0, "two": 0},
        "drawn": [0, 0],
        "chosen": 0,
        "fate": 0,
        "score": 0,
        "grid": [[0, 0, 0], [0, 0, 0]],
    }


# --- struct: values ---------------------------------------------------------------------------
@given(BOARDS)
def test_json_and_back(data: dict[str, Any]) -> None:
    board = Board.from_json(data, **SIZES)
    assert board.to_json() == data
    assert Board.from_json(json.loads(json.dumps(data)), **SIZES) == board


@given(BOARDS, BOARDS)
def test_equal_values_are_equal_structs(data: dict[str, Any], other: dict[str, Any]) -> None:
    one, two = Board.from_json(data, **SIZES), Board.from_json(other, **SIZES)
    assert (one == two) == (data == other) == (one.key() == two.key())
    assert one == Board.from_json(data, **SIZES)
    assert hash(one) == hash(Board.from_json(data, **SIZES))


def test_structs_of_different_kinds_are_not_equal() -> None:
    assert CardSet() != DealerRecord(tape=1)
    assert CardSet() != (0, 0)


@given(BOARDS)
def test_a_copy_is_independent(data: dict[str, Any]) -> None:
    board = Board.from_json(data, **SIZES)
    copy = board.copy()
    assert copy == board
    copy.stage ^= 1
    copy.pile[0] ^= 1
    copy.discard.one ^= 1
    copy.seats[1].hand.two ^= 1
    copy.seats[1].drawn[1] ^= 1
    copy.seats[2].grid[1][2] ^= 1
    assert board.to_json() == data


@given(BOARDS)
def test_a_numpy_record_and_back(data: dict[str, Any]) -> None:
    pytest.importorskip("numpy")
    board = Board.from_json(data, **SIZES)
    array = board.to_array(**SIZES)
    assert Board.from_record(array[0], **SIZES) == board


def test_a_number_that_does_not_fit_its_field_is_no_record() -> None:
    pytest.importorskip("numpy")
    board = Board(**SIZES)
    board.stage = 128
    with pytest.raises(OverflowError, match="Board"):
        board.to_array(**SIZES)


def test_a_record_has_the_sizes_of_its_struct() -> None:
    pytest.importorskip("numpy")
    with pytest.raises(StructError, match="Board does not have the sizes"):
        Board(**SIZES).to_array(seats=2, cards=4)


def test_a_layout_has_one_dtype() -> None:
    pytest.importorskip("numpy")
    assert Board.dtype(**SIZES) is Board.dtype(**SIZES)
    assert Board.dtype(**SIZES) is not Board.dtype(seats=2, cards=4)


HOSTILE: list[tuple[tuple[str | int, ...], Any]] = [
    (("stage",), 128),
    (("stage",), -129),
    (("stage",), 1.0),
    (("stage",), True),
    (("stage",), "1"),
    (("stage",), None),
    (("stage",), [1]),
    (("total",), 1 << 63),
    (("pile",), [0, 0, 0]),
    (("pile",), [0, 0, 0, 0, 0]),
    (("pile",), (0, 0, 0, 0)),
    (("pile",), {}),
    (("pile", 2), 1000),
    (("pile", 2), None),
    (("discard",), {"one": 0}),
    (("discard",), {"one": 0, "two": 0, "three": 0}),
    (("discard",), 5),
    (("discard",), None),
    (("discard",), [0, 0]),
    (("discard", "one"), "x"),
    (("seats",), []),
    (("seats",), None),
    (("seats", 0), 5),
    (("seats", 0), None),
    (("seats", 0), []),
    (("seats", 1, "grid"), [[0, 0, 0]]),
    (("seats", 1, "grid", 1), 7),
    (("seats", 1, "grid", 1), [0, 0]),
    (("odd",), 1),
]


@pytest.mark.parametrize(("place", "value"), HOSTILE, ids=str)
def test_hostile_json_is_refused(place: tuple[str | int, ...], value: Any) -> None:
    data: Any = Board(**SIZES).to_json()
    holder = data
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    with pytest.raises(StructError):
        Board.from_json(data, **SIZES)


@pytest.mark.parametrize("data", [{}, [], None, 5, "stage", ["stage"]], ids=repr)
def test_json_that_is_no_struct_is_refused(data: Any) -> None:
    with pytest.raises(StructError):
        Board.from_json(data, **SIZES)


def test_a_missing_field_is_named() -> None:
    data = Board(**SIZES).to_json()
    del data["pile"]
    with pytest.raises(StructError, match="Board: missing or unknown fields pile"):
        Board.from_json(data, **SIZES)


# --- struct: secrets --------------------------------------------------------------------------
def blank(kind: type[Struct], data: dict[str, Any], zero: dict[str, Any], secret: set[Any]) -> None:
    """Blank the fields of this visibility."""
    for name, (_, visibility) in kind.FIELDS.items():
        if visibility in secret:
            data[name] = zero[name]


def check_hiding(
    kind: type[Struct], sizes: dict[str, int], data: dict[str, Any], seat: int
) -> None:
    """Exactly what the seat may not see is blank."""
    state = kind.from_json(data, **sizes)
    glance = (glance_at if kind is State else glancer(kind))(state, seat)
    (hide_from if kind is State else hider(kind))(state, seat)
    expected, zero = json.loads(json.dumps(data)), kind(**sizes).to_json()
    blank(kind, expected, zero, {HIDDEN})
    for name, (field, visibility) in kind.FIELDS.items():
        if visibility == PER_SEAT and isinstance(field, Many):
            for index, item in enumerate(expected[name]):
                secret = {HIDDEN} if index == seat else {HIDDEN, OWN}
                blank(field.kind, item, zero[name][index], secret)
    assert state.to_json() == expected
    assert glance.to_json() == expected


@given(BOARDS, st.integers(-1, 2))
def test_hide_from_blanks_exactly_what_a_seat_may_not_see(data: dict[str, Any], seat: int) -> None:
    check_hiding(Board, SIZES, data, seat)


@given(st.integers(1, 127), st.integers(-1, 3))
def test_hide_from_blanks_exactly_the_secrets_of_tybor(value: int, seat: int) -> None:
    text = json.dumps(State(**SMALL).to_json())
    check_hiding(State, SMALL, json.loads(text.replace("0", str(value))), seat)


# --- sets of cards ----------------------------------------------------------------------------
CARDS = st.integers(0, 62)
BAGS = st.dictionaries(CARDS, st.integers(1, 2)).map(Counter)
Bag = Counter[int]


def card_set(bag: Bag) -> CardSet:
    """A set with these cards."""
    made = CardSet()
    for card in bag.elements():
        cards.add(made, card)
    return made


def room_for(bag: Bag, other: Bag) -> Bag:
    """As many cards of the other bag as fit in beside this one, at most two of a kind."""
    return +Counter({card: min(n, 2 - bag[card]) for card, n in other.items()})


@given(BAGS)
def test_a_set_holds_what_was_added(bag: Bag) -> None:
    made = card_set(bag)
    assert Counter(cards.listed(made)) == bag
    assert cards.listed(made) == sorted(bag.elements())
    assert cards.size(made) == bag.total()
    assert list(cards.kinds(made)) == sorted(bag)


@given(BAGS, CARDS)
def test_has_and_count(bag: Bag, card: int) -> None:
    assert cards.count(card_set(bag), card) == bag[card]
    assert cards.has(card_set(bag), card) == (card in bag)


@given(BAGS.filter(len), st.data())
def test_remove_takes_one_copy(bag: Bag, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(sorted(bag)))
    made = card_set(bag)
    cards.remove(made, card)
    assert made == card_set(+(bag - Counter([card])))


@given(BAGS, BAGS)
def test_merge_adds_all(bag: Bag, other: Bag) -> None:
    other = room_for(bag, other)
    made = card_set(bag)
    cards.merge(made, card_set(other))
    assert made == card_set(bag + other)


@given(BAGS, BAGS)
def test_subtract_takes_all_away(bag: Bag, other: Bag) -> None:
    other = room_for(bag, other)
    made = card_set(bag + other)
    cards.subtract(made, card_set(other))
    assert made == card_set(bag)


@given(BAGS, BAGS)
def test_assign_and_clear(bag: Bag, other: Bag) -> None:
    made, source = card_set(bag), card_set(other)
    cards.assign(made, source)
    assert made == source
    cards.clear(made)
    assert made == CardSet()
    assert source == card_set(other)


@given(BAGS, st.integers(0, 3))
def test_write_all_writes_from_a_place_on(bag: Bag, start: int) -> None:
    out = [-1] * (start + bag.total() + 1)
    end = cards.write_all(card_set(bag), out, start)
    assert end == start + bag.total()
    assert out == [-1] * start + sorted(bag.elements()) + [-1]


# --- chance -----------------------------------------------------------------------------------
class Words:
    """A dealer with given words."""

    def __init__(self, *words: int) -> None:
        self.words = list(words)

    def word(self) -> int:
        """The next of them."""
        return self.words.pop(0)

    def announce(self, event: int, seat: int, value: int) -> None:
        """Nobody listens."""


def accepted(word: int, n: int) -> bool:
    """Whether `below` takes this word; otherwise it asks for another."""
    dealer = Words(word, 0xFFFFFFFF)
    below(dealer, n)
    return len(dealer.words) == 1


@pytest.mark.parametrize("n", [*range(1, 60), 118, 255, 1000, 65537])
def test_below_is_exactly_uniform(n: int) -> None:
    """The words of each answer lie side by side, and at most the first of them is refused: so
    counting the ends counts them all. Every answer has as many words as every other."""
    full = 1 << 32
    answers = range(n) if n < 300 else [0, 1, 2, n // 2, n - 2, n - 1]
    for answer in answers:
        low, high = -(-answer * full // n), -(-(answer + 1) * full // n) - 1
        assert below(Words(low + 1), n) == below(Words(high), n) == answer
        assert high - low + int(accepted(low, n)) == full // n


@given(st.integers(1, 1 << 20), st.text())
def test_below_is_in_range(n: int, seed: str) -> None:
    assert 0 <= below(FastDealer(seed), n) < n


def test_a_refused_word_is_followed_by_another() -> None:
    assert below(Words(0, 0xFFFFFFFF), 3) == 2


@given(st.lists(st.integers()), st.integers(0, 5), st.text())
def test_a_shuffle_is_a_permutation_of_the_first_n(items: list[int], rest: int, seed: str) -> None:
    n = max(0, len(items) - rest)
    shuffled = list(items)
    shuffle(FastDealer(seed), shuffled, n)
    assert sorted(shuffled[:n]) == sorted(items[:n])
    assert shuffled[n:] == items[n:]


def test_every_permutation_comes_from_exactly_one_row_of_lots() -> None:
    orders = set()
    for lots in itertools.product(range(4), range(3), range(2)):
        words = [-(-lot * (1 << 32) // n) + 1 for lot, n in zip(lots, (4, 3, 2), strict=True)]
        items = [0, 1, 2, 3]
        shuffle(Words(*words), items, 4)
        orders.add(tuple(items))
    assert orders == set(itertools.permutations(range(4)))


def test_the_fast_dealer_is_the_same_everywhere() -> None:
    dealer = FastDealer("7")
    words = [dealer.word() for _ in range(6)]
    assert words == [703803230, 40451946, 2621257316, 4152860261, 276822716, 114099852]


def test_the_record_of_a_fast_dealer_goes_on_where_it_is() -> None:
    dealer = FastDealer("7")
    dealer.word()
    record = dealer.record()
    values = (record.a, record.b, record.c, record.counter)
    assert values == (dealer.a, dealer.b, dealer.c, dealer.counter)
    assert (record.position, record.length) == (0, 0)


def test_the_tape_dealer_is_the_same_everywhere() -> None:
    dealer = TapeDealer("7")
    words = [dealer.word() for _ in range(6)]
    assert words == [1259350545, 320835797, 3520905131, 3213550107, 328378606, 2942375995]
    assert dealer.position == 6


def test_a_shuffle_off_the_tape_is_the_same_everywhere() -> None:
    items = list(range(10))
    shuffle(TapeDealer("7"), items, 10)
    assert items == [4, 7, 1, 9, 3, 8, 5, 6, 0, 2]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(0, 1500))
def test_the_tape_is_shake_256_in_little_endian_words(seed: str, words: int) -> None:
    digest = hashlib.shake_256(seed.encode()).digest(4 * words)
    expected = [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 4 * words, 4)]
    assert list(tape(seed, words)) == expected
    dealer = TapeDealer(seed)
    assert [dealer.word() for _ in range(words)] == expected


def test_the_commitment_is_sha_256_of_the_seed() -> None:
    digest = "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert commitment("7") == digest == hashlib.sha256(b"7").hexdigest()


def test_compiled_code_of_versions_long_gone_is_removed(tmp_path: Path) -> None:
    old, new = tmp_path / "compiled-old-0", tmp_path / "compiled-new-0"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (1, 1))
    tidy_cache(tmp_path)
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.skipif(not kernel_rule.can_compile(), reason="needs numba")
def test_compiled_code_that_is_used_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUMEISTER_CACHE", str(tmp_path))
    used = cache_folder()
    used.mkdir()
    os.utime(used, (1, 1))
    kernel_rule.compiled(lambda: 0)()
    tidy_cache(tmp_path)
    assert used.exists()
