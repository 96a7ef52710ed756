"""What plain Python and compiled code do in different ways gives the same."""

from __future__ import annotations

import random
from typing import Annotated, Any

import pytest

from baumeister.kernel.rule import (
    CompiledFunction,
    can_compile,
    compiled,
    contains,
    copy_numbers,
    copy_table,
    n_members,
    write_bits,
)
from baumeister.kernel.struct import Array, Public, Struct, struct
from tests.another_process import in_another_process

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")


@compiled
def some_bits(mask: int, out: Any) -> None:
    """Fields of many sizes, side by side."""
    write_bits(mask, 1, out, 1)
    write_bits(mask, 5, out, 3)
    write_bits(mask, 30, out, 10)
    write_bits(mask, 59, out, 50)
    write_bits(mask, 64, out, 120)


@compiled
def copies(source: Any, table: Any, out: Any) -> None:
    """Narrow numbers into wide ones."""
    copy_numbers(source, 27, out, 2)
    copy_table(table, 6, 5, out, 40)


@compiled
def is_there(numbers: Any, n: int, number: int) -> bool:
    """One question."""
    return contains(numbers, n, number)


@compiled
def counted(mask: int) -> int:
    """One answer."""
    return n_members(mask)


def test_bits_become_numbers_and_neighbours_stay() -> None:
    import numpy as np

    rng = random.Random(1)
    masks = [0, 1, 1 << 58, (1 << 63) - 1, *(rng.getrandbits(63) for _ in range(20))]
    for mask in masks:
        row, compiled = [7] * 190, np.full(190, 7, np.int16)
        some_bits.plain(mask, row)
        some_bits(mask, compiled)
        assert compiled.tolist() == row
        assert row[50:109] == [(mask >> k) & 1 for k in range(59)]
        assert [row[k] for k in (0, 2, 8, 9, 40, 49, 109, 119, 184)] == [7] * 9
        assert counted(mask) == n_members(mask) == bin(mask).count("1")


def test_the_highest_bit_is_a_bit_like_others() -> None:
    import numpy as np

    compiled = np.zeros(190, np.int16)
    some_bits(-(1 << 63), compiled)  # in 64 bits only the highest one is set
    assert compiled.nonzero()[0].tolist() == [183]


def test_copies_keep_signs_and_neighbours() -> None:
    import numpy as np

    source = np.arange(-13, 14, dtype=np.int16)
    table = np.arange(-15, 15, dtype=np.int8).reshape(6, 5)
    row, compiled = [99] * 80, np.full(80, 99, np.int16)
    copies.plain(source.tolist(), table.tolist(), row)
    copies(source, table, compiled)
    assert compiled.tolist() == row
    assert row[2:29] == list(range(-13, 14))
    assert row[40:70] == list(range(-15, 15))
    assert row.count(99) == 80 - 27 - 30


@pytest.mark.parametrize("size", [32, 226, 517])
def test_a_number_is_found_among_the_first(size: int) -> None:
    import numpy as np

    numbers = np.arange(1, size + 1, dtype=np.int16)
    for n in (0, 1, 31, 32, 33, 64, size - 1, size):
        if n <= size:
            for number in (0, 1, n - 1, n, n + 1, size, n + 65536, n - 65536, 2**63 - 1, -(2**63)):
                expected = 1 <= number <= n
                assert is_there(numbers, n, number) == expected, (n, number)
                assert is_there.plain(numbers.tolist(), n, number) == expected


# --- arrays inside records, whose sizes are known -------------------------------------------
@struct
class Small(Struct):
    """Arrays that are too small, or of another shape."""

    few: Public[Annotated[list[int], Array(16, 31)]]
    table: Public[Annotated[list[list[int]], Array(16, 5, 6)]]
    row: Public[Annotated[list[int], Array(16, 100)]]


@compiled
def among_few(records: Any, n: int) -> bool:
    """An array without room for 32."""
    return contains(records[0].few, n, 1)


@compiled
def bits_for_few(records: Any) -> None:
    """One bit too many."""
    write_bits(1, 32, records[0].few, 0)


@compiled
def copy_of_few(records: Any) -> None:
    """One number too many."""
    copy_numbers(records[0].few, 32, records[0].row, 0)


@compiled
def copy_into_few(records: Any) -> None:
    """One number too many."""
    copy_numbers(records[0].row, 32, records[0].few, 0)


@compiled
def copy_of_another_table(records: Any) -> None:
    """As many numbers, but not in rows of five."""
    copy_table(records[0].table, 6, 5, records[0].row, 0)


@compiled
def all_that_fits(records: Any) -> bool:
    """To the last number."""
    write_bits(5, 31, records[0].few, 0)
    copy_numbers(records[0].few, 31, records[0].row, 0)
    copy_table(records[0].table, 5, 6, records[0].row, 70)
    return contains(records[0].row, 100, 1)


@pytest.mark.parametrize(
    ("call", "needed"),
    [
        (bits_for_few, r"write_bits needs an array of 32 numbers or more, not \(31,\)"),
        (copy_of_few, r"a copy needs an array of 32 numbers or more, not \(31,\)"),
        (copy_into_few, r"a copy needs an array of 32 numbers or more, not \(31,\)"),
        (copy_of_another_table, r"copy_table needs a table of \(6, 5\), not \(5, 6\)"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_an_array_that_is_known_to_be_too_small_is_not_compiled(
    call: CompiledFunction[[Any], Any], needed: str
) -> None:
    import numpy as np
    from numba.core.errors import TypingError

    with pytest.raises(TypingError, match=needed):
        call(np.zeros(1, Small.dtype()))


def test_an_array_that_is_known_to_fit_is_compiled() -> None:
    import numpy as np

    records = np.zeros(1, Small.dtype())
    assert all_that_fits(records)
    assert records["row"][0, :3].tolist() == [1, 0, 1]


def test_a_number_is_found_in_a_short_array_too() -> None:
    import numpy as np

    records = np.zeros(1, Small.dtype())
    records["few"][0, 30] = 1
    assert among_few(records, 31)
    assert not among_few(records, 30)


# --- bounds checks ----------------------------------------------------------------------------
def test_with_bounds_checks_they_do_the_same_and_leave_no_array() -> None:
    code = "from tests.rules import test_primitives as primitives; primitives.with_checks()"
    assert in_another_process(["-c", code], NUMBA_BOUNDSCHECK="1") == "checked\n"


def with_checks() -> None:
    """What that process does."""
    import numpy as np

    test_bits_become_numbers_and_neighbours_stay()
    test_copies_keep_signs_and_neighbours()
    test_a_number_is_found_among_the_first(32)
    source, table = np.zeros(27, np.int16), np.zeros((6, 5), np.int8)
    with pytest.raises(IndexError):
        some_bits(1, np.zeros(183, np.int16))  # one number too few
    with pytest.raises(IndexError):
        copies(source, table, np.zeros(69, np.int16))
    with pytest.raises(IndexError):
        copies(source[:26], table, np.zeros(80, np.int16))
    with pytest.raises(IndexError):
        copies(source, table[:5], np.zeros(80, np.int16))
    with pytest.raises(IndexError):
        is_there(source, 28, 1)
    print("checked")
