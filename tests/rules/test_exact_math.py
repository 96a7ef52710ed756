"""`exp` and `log` in plain arithmetic: as good as the C library's, and the same everywhere."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import Any

import pytest

from baumeister.kernel.exact_math import exp, log
from baumeister.kernel.rule import can_compile, compiled

needs_numba = pytest.mark.skipif(not can_compile(), reason="numba is not installed")
TIMES = 2000


@compiled
def compiled_exp(numbers: Any, out: Any) -> None:
    for k in range(len(numbers)):
        out[k] = exp(numbers[k])


@compiled
def compiled_log(numbers: Any, out: Any) -> None:
    for k in range(len(numbers)):
        out[k] = log(numbers[k])


def exponents() -> list[float]:
    """What the search asks for, all that has a double as its answer, and numbers near 0."""
    rng = random.Random("exponents")
    found = [rng.uniform(-40, 0) for _ in range(TIMES)]
    found += [rng.uniform(-745.1, 709.7) for _ in range(TIMES)]
    return found + [rng.uniform(-1, 1) * 10 ** rng.uniform(-20, 0) for _ in range(TIMES)]


def positive() -> list[float]:
    """What the search asks for, doubles of every size, and numbers near 1."""
    rng = random.Random("positive")
    found = [rng.uniform(1e-4, 1.0001) for _ in range(TIMES)]
    found += [10 ** rng.uniform(-322, 308) for _ in range(TIMES)]
    return found + [1 + rng.uniform(-1, 1) * 10 ** rng.uniform(-15, -1) for _ in range(TIMES)]


def error(found: float, true: Decimal) -> float:
    """How far a double is from the true number, in units of its last place."""
    return abs(float((Decimal(found) - true) / Decimal(math.ulp(found))))


# --- how exact ----------------------------------------------------------------------------------
def test_exp_is_less_than_one_unit_of_the_last_place_off() -> None:
    with localcontext(prec=40):
        assert max(error(exp(x), Decimal(x).exp()) for x in exponents()) < 1.0


def test_log_is_less_than_one_unit_of_the_last_place_off() -> None:
    with localcontext(prec=40):
        assert max(error(log(x), Decimal(x).ln()) for x in positive()) < 1.0


@pytest.mark.parametrize(
    ("x", "answer"),
    [
        (0.0, 1.0),
        (-0.0, 1.0),
        (math.inf, math.inf),
        (-math.inf, 0.0),
        (709.79, math.inf),
        (-745.14, 0.0),
        (-745.13, 5e-324),
    ],
)
def test_special_values_of_exp(x: float, answer: float) -> None:
    assert exp(x) == answer == (math.exp(x) if x != 709.79 else math.inf)


@pytest.mark.parametrize(
    ("x", "answer"), [(1.0, 0.0), (0.0, -math.inf), (-0.0, -math.inf), (math.inf, math.inf)]
)
def test_special_values_of_log(x: float, answer: float) -> None:
    assert log(x) == answer


@pytest.mark.parametrize(("function", "x"), [(exp, math.nan), (log, math.nan), (log, -1.0)])
def test_what_has_no_answer_is_not_a_number(function: Callable[[float], float], x: float) -> None:
    assert math.isnan(function(x))


def test_the_largest_and_the_smallest_doubles_have_logarithms() -> None:
    assert log(1.7976931348623157e308) == math.log(1.7976931348623157e308)
    assert log(5e-324) == math.log(5e-324)


# --- the same everywhere ------------------------------------------------------------------------
def test_these_are_the_bits_on_every_machine() -> None:
    """A machine on which this fails rounds in its own way, or fuses operations."""
    assert [exp(x).hex() for x in (1.0, -0.1, -7.3, 100.5, -740.0)] == [
        "0x1.5bf0a8b14576ap+1",
        "0x1.cf46d99d52b3ap-1",
        "0x1.622d4792b6a8dp-11",
        "0x1.fcc37a76f9e76p+144",
        "0x0.0000000000055p-1022",
    ]
    assert [log(x).hex() for x in (1.1, 1e-4, 0.3001, 1e300, 1e-310)] == [
        "0x1.8663f793c46ccp-4",
        "-0x1.26bb1bbb55515p+3",
        "-0x1.3421b852a4edcp+0",
        "0x1.5963447f87fb5p+9",
        "-0x1.64e69394d9508p+9",
    ]


@needs_numba
@pytest.mark.parametrize(
    ("plain", "door", "numbers"), [(exp, compiled_exp, exponents), (log, compiled_log, positive)]
)
def test_compiled_and_plain_give_the_same_bits(
    plain: Callable[[float], float], door: Any, numbers: Callable[[], list[float]]
) -> None:
    import numpy as np

    asked = [*numbers(), 0.0, math.inf]
    out = np.zeros(len(asked))
    door(np.array(asked), out)
    assert out.tolist() == [plain(x) for x in asked]
