"""How sure the balance report is: intervals that cover, comparisons that are corrected."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="lab balance needs numpy")

from baumeister.lab.balance.estimates import (  # noqa: E402
    Regressions,
    Sample,
    clear_ones,
    estimate,
    estimates,
    quantile_of,
    ratio,
    shares,
    smallest_detectable,
    two_sided,
)
from baumeister.lab.balance.items import Balance, Catalogue, Group, Item, Model  # noqa: E402
from baumeister.lab.balance.results import _standings  # noqa: E402
from baumeister.lab.balance.tally import SEATS, WIN, Tally, added  # noqa: E402

BLOCKS, PLAYERS = 64, 3


def test_students_t_as_in_the_tables() -> None:
    assert two_sided(2.0, 60) == pytest.approx(0.05, abs=0.0005)
    assert two_sided(3.460, 60) == pytest.approx(0.001, rel=0.01)
    assert two_sided(2.262, 9) == pytest.approx(0.05, abs=0.0005)
    assert two_sided(0.0, 9) == pytest.approx(1)


def test_benjamini_and_hochberg() -> None:
    assert clear_ones([0.001, 0.8, 0.02, None, 0.9]) == [True, False, True, False, False]
    assert clear_ones([0.04, 0.045, 0.049, 0.05]) == [True] * 4
    assert clear_ones([0.04, 0.9, 0.9, 0.9]) == [False] * 4
    assert clear_ones([]) == []


def test_few_blocks_give_no_interval() -> None:
    value = estimate(np.full(4, 0.3))
    assert (value.value, value.low, value.high, value.p) == (0.3, None, None, None)


def test_what_is_the_same_in_every_block_is_certain() -> None:
    certain = estimate(np.full(11, 24.0) - 20.0)
    assert (certain.low, certain.high, certain.p) == (4.0, 4.0, 0.0)
    assert clear_ones([certain.p]) == [True]
    assert estimate(np.zeros(11)).p is None


def test_what_never_or_always_happened_is_told_by_the_rule_of_three() -> None:
    never, always, half = shares(np.tile([0.0, 1.0, 0.5], (11, 1)), 300)
    assert [never.low, never.high] == pytest.approx([0.0, 0.01], abs=1e-4)
    assert [always.low, always.high] == pytest.approx([0.99, 1.0], abs=1e-4)
    assert (half.low, half.high) == (0.5, 0.5)


def test_games_that_all_go_one_way_are_clear_only_if_that_would_be_rare() -> None:
    """Eight games of four players, all won by the first: each other one had to lose six of them
    anyway."""
    points = np.tile([9.0, 1.0, 1.0, 1.0], (9, 1))
    first, *others = _standings(np.tile([1.0, 0.0, 0.0, 0.0], (9, 1)), points, 8)
    assert first.clear
    assert not any(standing.clear for standing in others)
    assert (first.share.low, first.share.high) == pytest.approx((1 - 3 / 8, 1.0), abs=0.01)
    assert (others[0].share.low, others[0].share.high) == pytest.approx((0.0, 3 / 8), abs=0.01)


def test_shares_of_different_numbers_of_games() -> None:
    few, many = shares(np.tile([0.0, 0.0], (11, 1)), np.array([30, 300]))
    assert [few.high, many.high] == pytest.approx([0.1, 0.01], abs=1e-3)


def test_what_is_said_to_show_does_so_in_four_of_five_runs() -> None:
    """Ten comparisons, one of which is as large as that."""
    chance, tests, runs, clear = np.random.default_rng(3), 10, 1000, 0
    for _ in range(runs):
        blocks = chance.normal(0, 1, (BLOCKS, tests))
        blocks[:, 0] += smallest_detectable(1 / np.sqrt(BLOCKS), tests, BLOCKS)
        without = (blocks.sum(axis=0) - blocks) / (BLOCKS - 1)
        found = estimates(np.concatenate([blocks.mean(axis=0, keepdims=True), without]))
        clear += clear_ones([one.p for one in found])[0]
    assert 0.77 <= clear / runs <= 0.85


def test_quantiles_of_a_histogram() -> None:
    histogram = np.array([[0, 1, 1, 1, 1]])
    assert [quantile_of(histogram, q) for q in (0.05, 0.25, 0.5, 0.75, 0.95)] == [1, 1, 2, 3, 4]


def test_histograms_of_different_length_add_up() -> None:
    assert added(np.array([1, 2]), np.array([1, 0, 5])).tolist() == [2, 2, 5]
    assert added(np.array([1, 0, 5]), np.array([1, 2])).tolist() == [2, 2, 5]


def test_intervals_cover_in_95_of_100_cases() -> None:
    """A ratio with numbers that vary from game to game, 400 times."""
    chance, covered, tries = np.random.default_rng(7), 0, 400
    for _ in range(tries):
        seats = chance.integers(0, 4, (BLOCKS, 20))
        wins = chance.binomial(seats, 0.3)
        tally = Tally(
            {
                b: {"games": np.array([20]), "seats": seats[b].sum(keepdims=True),
                    "wins": wins[b].sum(keepdims=True)}
                for b in range(BLOCKS)
            }
        )  # fmt: skip
        sample = Sample(tally)
        found = estimates(ratio(sample["wins"], sample["seats"]))[0]
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0.3 <= found.high
    assert 0.925 <= covered / tries <= 0.975


# --- regressions ------------------------------------------------------------------------------
def fine(group: str) -> Group:
    return Group(group, lambda components, players: (), is_fine=True)


def small_catalogue(alone: bool) -> Catalogue:
    items = tuple(
        Item(f"{group}{k}", {"en": "", "de": ""}, (first + k,), kind=fine(group))
        for group, first, n in (("card", 0, 3), ("tool", 3, 2))
        for k in range(n)
    )
    model = Model(("card",), ("tool",), alone=alone)
    balance = Balance((), (model,), lambda components: (), ())
    return Catalogue(balance, 5, items)


def made_up(effects: list[float], games: int, seed: int) -> tuple[Tally, object, object]:
    """Games in which the points are a sum of what was taken, and noise."""
    chance, tally = np.random.default_rng(seed), Tally()
    xs, ys = [], []
    for block in range(BLOCKS):
        x = chance.integers(0, 3, (games, PLAYERS, 5)).astype(float)
        x[:, :, 0] += x[:, :, 3]  # who has the tool takes the card: looks strong, and is not
        y = x @ np.array(effects) + chance.normal(0, 2, (games, PLAYERS))
        y = np.rint(10 * y)
        whole = np.zeros((games, PLAYERS, 5 + 2 * SEATS))
        whole[:, :, :5] = x
        xc = (PLAYERS * whole - whole.sum(axis=1, keepdims=True)).reshape(games * PLAYERS, -1)
        fate = np.stack([WIN * y, y], axis=2)
        yc = (PLAYERS * fate - fate.sum(axis=1, keepdims=True)).reshape(games * PLAYERS, -1)
        tally.add(
            block,
            {
                "games": np.array([games]),
                "products": xc.T @ xc,
                "with_fate": xc.T @ yc,
                "taken": x.sum(axis=(0, 1)),
            },
        )
        xs.append(xc[:, :5])
        ys.append(yc[:, 1])
    return tally, np.concatenate(xs), np.concatenate(ys)


def test_adjusted_contributions_are_those_of_least_squares() -> None:
    tally, x, y = made_up([1.0, 2.0, -3.0, 4.0, 0.0], 20, 1)
    catalogue = small_catalogue(alone=False)
    sample = Sample(tally)
    found = Regressions(catalogue, sample, PLAYERS).contributions(catalogue.balance.models[0])
    assert found is not None
    wanted = np.linalg.lstsq(x, y, rcond=None)[0][:3]
    weights = sample.total("taken")[:3] / sample.total("taken")[:3].sum()
    assert found[0, :, 1] == pytest.approx(wanted - weights @ wanted, rel=1e-5)
    assert found[0, :, 0] == pytest.approx(found[0, :, 1])


def test_one_item_at_a_time_holds_the_controls_fixed() -> None:
    tally, x, y = made_up([0.0, 0.0, 0.0, 4.0, 0.0], 40, 2)
    catalogue = small_catalogue(alone=True)
    sample = Sample(tally)
    found = Regressions(catalogue, sample, PLAYERS).contributions(catalogue.balance.models[0])
    assert found is not None
    alone = [
        np.linalg.lstsq(x[:, [k, 3, 4]], y, rcond=None)[0][0]  # type: ignore[index]
        for k in range(3)
    ]
    weights = sample.total("taken")[:3] / sample.total("taken")[:3].sum()
    assert found[0, :, 1] == pytest.approx(alone - weights @ np.array(alone), abs=1e-6)
    # Card 0 comes with a strong tool: it looks strong unless the tool is held fixed.
    first = estimates(found[:, :, 1])[0]
    assert first.error is not None
    assert abs(first.value) < 3 * first.error


def test_where_nothing_is_there_hardly_anything_is_clear() -> None:
    flagged = 0
    for seed in range(40):
        tally, _, _ = made_up([0.0] * 5, 10, 100 + seed)
        catalogue = small_catalogue(alone=False)
        found = Regressions(catalogue, Sample(tally), PLAYERS).contributions(
            catalogue.balance.models[0]
        )
        assert found is not None
        flagged += any(clear_ones([e.p for e in estimates(found[:, :, 1])]))
    assert flagged <= 6  # 5 % of 40 are 2


def test_intervals_of_adjusted_contributions_cover() -> None:
    covered, tries = 0, 60
    for seed in range(tries):
        tally, _, _ = made_up([1.0, 2.0, -3.0, 4.0, 0.0], 10, 1000 + seed)
        catalogue = small_catalogue(alone=False)
        sample = Sample(tally)
        found = Regressions(catalogue, sample, PLAYERS).contributions(catalogue.balance.models[0])
        assert found is not None
        difference = estimate(found[:, 1, 1] - found[:, 2, 1])  # 10 x (2 - -3)
        assert difference.low is not None
        assert difference.high is not None
        covered += difference.low <= 50 <= difference.high
    assert covered >= 0.85 * tries


def test_too_few_games_give_no_adjusted_contribution() -> None:
    tally, _, _ = made_up([1.0] * 5, 1, 3)
    catalogue = small_catalogue(alone=False)
    found = Regressions(catalogue, Sample(tally), PLAYERS).contributions(
        catalogue.balance.models[0]
    )
    assert found is None
