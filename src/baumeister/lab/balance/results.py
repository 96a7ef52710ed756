"""The results of a plan: everything that tables, report and files show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import Any

import numpy as np

from baumeister.lab.balance.changes import Change, changes
from baumeister.lab.balance.estimates import (
    LEAST_BLOCKS,
    Estimate,
    Regressions,
    Sample,
    clear_ones,
    deviation_of,
    estimate,
    estimates,
    mean_of,
    quantile_of,
    ratio,
    shares,
    short,
)
from baumeister.lab.balance.games import Plan
from baumeister.lab.balance.items import Cards, Catalogue, Item, Setting, catalogue
from baumeister.lab.balance.tally import (
    DECISIONS,
    FIRST_WINS,
    FULFILLED,
    GAMES,
    GAP,
    MARGIN,
    POINTS,
    SHARED,
    WIN,
    Array,
)
from baumeister.lab.series import Series, game_of

LEAST_TAKERS = 30  # seats that must have taken an item to judge it
LARGE = 0.02  # share of the win, or a moment: what matters at a table
LARGE_POINTS = 0.5  # of a seat, in a line of its score sheet
LARGE_TIMES = 0.5  # a game, of what is only counted
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
HISTOGRAMS = {"points": "points", "margin": "margins", "gap": "gaps", "decisions": "decisions"}


@dataclass(frozen=True)
class Spread:
    """How a number is spread over games or seats."""

    mean: Estimate
    deviation: float
    quantiles: dict[float, int]
    histogram: list[int]  # how often 0, 1, 2 …

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {
            "mean": self.mean.json(),
            "deviation": round(self.deviation, 4),
            "quantiles": {str(share): value for share, value in self.quantiles.items()},
            "histogram": self.histogram,
        }


@dataclass(frozen=True)
class Standing:
    """How a seat, or a place in the starting order, does."""

    share: Estimate
    points: Estimate
    clear: bool = False


@dataclass(frozen=True)
class Contribution:
    """How an item correlates with winning."""

    share: Estimate  # of the win, beyond what was expected
    points: Estimate
    clear: bool = False  # after the correction for many comparisons

    @property
    def is_large(self) -> bool:
        """Whether it is clear and the whole interval is beyond what matters."""
        return self.clear and self.share.is_beyond(LARGE)

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {
            "win_share": self.share.json(),
            "points": self.points.json(),
            "p": self.share.short_p,
            "clear": self.clear,
            "large": self.is_large,
        }


@dataclass(frozen=True)
class Trust:
    """Which of two numbers that clearly point in opposite directions to trust, and why."""

    by: str  # adjusted, with_it, beside_others, neither
    why: str


@dataclass(frozen=True)
class ItemResult:
    """What is known of an item."""

    item: Item
    there: int | None  # how often it could be taken; None if unknown
    taken: int
    takers: int  # seats
    per_game: Estimate  # how often it was taken
    rate: Estimate | None  # of the times that it was there
    when: Estimate | None  # 0 as the first thing that could be taken, 1 as the last
    points_of_takers: Estimate | None
    with_it: Contribution | None  # how seats that took it did; None: too rare
    adjusted: Contribution | None  # None: too rare, too few games, or no model
    relative_to_group: Estimate | None = None  # the plain share minus the group's mean
    trust: Trust | None = None  # None: with_it and adjusted do not contradict each other

    @property
    def is_opposed(self) -> bool:
        """Whether the plain and the adjusted contribution clearly point in opposite directions."""
        one, other = self.with_it, self.adjusted
        if one is None or other is None or not (one.clear and other.clear):
            return False
        return (one.share.value > 0) != (other.share.value > 0)


@dataclass(frozen=True)
class SettingResult:
    """Games with the same value of a setting."""

    setting: Setting
    value: str
    games: int
    points: Estimate
    points_beside_all: Estimate  # relative to the mean of all games
    margin: Estimate
    gap: Estimate
    decisions: Estimate
    shared_wins: Estimate
    first_place_wins: Estimate  # the share of the win of the first player
    clear: bool  # whether its points differ from all games
    objective: str | None  # the clause of its objective
    fulfilled: Estimate | None  # the share of the seats that fulfilled the objective

    def name(self, language: str) -> str:
        """The name of this value."""
        return self.setting.label(self.value, language)


@dataclass(frozen=True)
class Section:
    """Everything about one number of players."""

    series: Series
    catalogue: Catalogue
    games: int
    blocks: int
    seats: list[Standing]
    places: list[Standing]
    spreads: dict[str, Spread]  # points, margin, gap, decisions, and what the clock counts
    shared: Estimate  # wins that were shared
    level: Estimate  # games whose best had equally many points
    ended: list[Estimate]
    settings: list[SettingResult]
    items: list[ItemResult]

    @property
    def players(self) -> int:
        """How many play."""
        return self.series.players


def section_of(plan: Plan) -> Section:
    """What has been played of a plan."""
    return section(Numbers(Sample(plan.tally), plan.series))


def section(numbers: Numbers) -> Section:
    """What a sample shows."""
    series, sample, listed = numbers.series, numbers.sample, numbers.catalogue
    players, games = series.players, sample["games"]
    return Section(
        series,
        listed,
        sample.games,
        len(sample.blocks),
        _standings(numbers.seat_share, numbers.seat_points, sample.games),
        _standings(numbers.place_share, numbers.place_points, sample.games),
        {name: _spread(sample[key]) for name, key in histograms(listed).items()},
        shares(ratio(sample["shared"], games), sample.games)[0],
        shares(ratio(sample["level"], games), sample.games)[0],
        shares(ratio(sample["ended"], games), sample.games),
        _settings(listed, sample, players),
        _items(numbers),
    )


def histograms(listed: Catalogue) -> dict[str, str]:
    """What has a distribution: its name in the report, and in the tally."""
    return {**HISTOGRAMS, listed.balance.clock: "clock"}


def _standings(share: Array, points: Array, games: int) -> list[Standing]:
    found = shares(share, games, baseline=1 / share.shape[1])
    clear = clear_ones([one.p for one in found])
    return [Standing(*row) for row in zip(found, estimates(points), clear, strict=True)]


def _spread(histogram: Array) -> Spread:
    counts = [int(n) for n in histogram[0]]
    quantiles = {share: quantile_of(histogram, share) for share in QUANTILES}
    return Spread(estimate(mean_of(histogram)), deviation_of(histogram), quantiles, counts)


class Numbers:
    """Arrays of (1 + blocks, n) about seats, places and items."""

    def __init__(self, sample: Sample, series: Series) -> None:
        self.catalogue = catalogue(game_of(series.game, series.data), series.players)
        self.sample, self.series = sample, series
        players, games = series.players, sample["games"]
        self.seat_share = ratio(sample["seat_wins"] / WIN, games)
        self.seat_points = ratio(sample["seat_points"], games)
        self.place_share = ratio(sample["place_wins"] / WIN, games)
        self.place_points = ratio(sample["place_points"], games)
        self.takers = sample["takers"]  # by seat and item
        self.weights = sample["weights"]  # the same, but each of several equal cards counts
        everybody = self.weights.sum(axis=1)
        expected_share, expected_points = self._expected(players)
        self.per_game = ratio(sample["taken"], games)
        self.rate = ratio(sample["taken"], sample["there"])
        self.when = ratio(sample["when"] / 1000, sample["taken"])
        self.points = ratio(sample["takers_points"], everybody)
        self.share_beyond = ratio(sample["takers_wins"] / WIN, everybody) - ratio(
            expected_share, everybody
        )
        self.points_beyond = self.points - ratio(expected_points, everybody)
        for k, own, others in self._twins():
            for values in (self.points, self.share_beyond, self.points_beyond):
                values[:, k] = _pooled(values, everybody, own)
            for values in (self.share_beyond, self.points_beyond):
                values[:, k] -= _pooled(values, everybody, others)

    def _expected(self, players: int) -> tuple[Array, Array]:
        """The summed expectation of the seats that took an item; equal bots expect equal parts."""
        share, points = self.seat_share, self.seat_points
        if len(set(self.series.bots)) == 1:
            share = np.full_like(share, 1 / players)
            points = np.repeat(points.mean(axis=1, keepdims=True), players, axis=1)
        return (self.weights * share[:, :, None]).sum(axis=1), (
            self.weights * points[:, :, None]
        ).sum(axis=1)

    def _twins(self) -> list[tuple[int, list[int], list[int]]]:
        """Items that are compared with some others: the numbers of their copies, and of those."""
        listed = self.catalogue.items
        found = []
        for k, item in enumerate(listed):
            if item.beside:
                whole = [(listed[n].key, n) for n in self.catalogue.in_group(item.kind.twins_of)]
                own = [n for key, n in whole if key == item.key]
                found.append((k, own, [n for key, n in whole if key in item.beside]))
        return found

    @cached_property
    def adjusted(self) -> Array:
        """(1 + blocks, items, 2); NaN where there is no model or too few games."""
        n = len(self.catalogue.items)
        found = np.full((self.takers.shape[0], n, 2), nan)
        regressions = Regressions(self.catalogue, self.sample, self.series.players)
        for model in self.catalogue.balance.models:
            values = regressions.contributions(model)
            if values is not None:
                found[:, self.catalogue.in_group(*model.groups)] = values
        return found

    @cached_property
    def relative_to_group(self) -> Array:
        """The share of the win with an item minus the mean over those of its group that can be
        judged; a seat that took several equal ones counts as often."""
        common, weights = self.is_common(), self.weights.sum(axis=1)
        found = np.full_like(self.share_beyond, nan)
        for group in self.catalogue.groups:
            which = [k for k in self.catalogue.in_group(group) if common[k]]
            mean = _pooled(self.share_beyond, weights, which)
            found[:, which] = self.share_beyond[:, which] - mean[:, None]
        return found

    def is_known(self) -> list[bool]:
        """Whether enough seats took an item, and not all equally many, for a regression."""
        took, adjusted = self.takers[0].sum(axis=0), self.adjusted
        finite = np.isfinite(adjusted).all(axis=(0, 2)) & (adjusted[0] != 0).any(axis=1)
        return [n >= LEAST_TAKERS and bool(ok) for n, ok in zip(took, finite, strict=True)]

    def is_common(self) -> list[bool]:
        """Whether enough seats took an item, and enough did not, to judge it."""
        took = self.takers[0].sum(axis=0)
        seats = self.sample.games * self.series.players
        return [LEAST_TAKERS <= n <= seats - LEAST_TAKERS for n in took]


def _pooled(values: Array, takers: Array, which: list[int]) -> Array:
    """The mean over some items, weighted by how many seats took them."""
    weight = takers[:, which]
    known = np.where(weight > 0, weight * values[:, which], 0.0)
    return ratio(known.sum(axis=1), weight.sum(axis=1))


def _items(numbers: Numbers) -> list[ItemResult]:
    listed, sample = numbers.catalogue, numbers.sample
    adjusted, common = numbers.adjusted, numbers.is_common()
    plain = judged(estimates(numbers.share_beyond), estimates(numbers.points_beyond), common)
    known = numbers.is_known()
    fair = judged(estimates(adjusted[:, :, 0]), estimates(adjusted[:, :, 1]), known)
    each_game, rates = estimates(numbers.per_game), _rates(numbers)
    points, when = estimates(numbers.points), estimates(numbers.when)
    beside = estimates(numbers.relative_to_group)
    results = []
    for k, item in enumerate(listed.items):
        there, takers = int(sample.total("there")[k]), int(sample.total("takers")[:, k].sum())
        results.append(
            ItemResult(
                item,
                there or None,
                int(sample.total("taken")[k]),
                takers,
                each_game[k],
                rates[k] if there else None,
                when[k] if item.kind.has_time and takers else None,
                points[k] if takers else None,
                plain[k],
                fair[k],
                beside[k] if common[k] else None,
            )
        )
    return with_trust(results, listed)


def with_trust(results: Sequence[ItemResult], listed: Catalogue) -> list[ItemResult]:
    """The same results, with which number to trust where two contradict each other."""
    return [
        replace(result, trust=_trust(result, results, listed)) if result.is_opposed else result
        for result in results
    ]


def _trust(result: ItemResult, results: Sequence[ItemResult], listed: Catalogue) -> Trust:
    """Which of two opposite contributions to trust. Mostly the adjusted one, because the plain one
    also reflects which players take such items. Not for what is dealt at random. And what is held
    fixed makes the adjusted one too low: below 0 it proves as little as a plain one above 0."""
    item = result.item
    assert result.with_it is not None
    if item.kind.is_dealt:
        return Trust("with_it", "dealt_by_lot")
    is_ahead = result.with_it.share.value > 0
    if item.is_blind and is_ahead:
        return Trust("neither", "held_fixed")
    for other in results:
        if other.with_it is not None and other.item.is_twin and other.item.columns == item.columns:
            return Trust("beside_others", other.item.kind.alike)
    if not listed.is_by_itself(item.group):
        # If the plain one agrees relative to its group, only the baselines differ.
        beside = result.relative_to_group
        if beside is None or not beside.is_beyond(0):
            return Trust("adjusted", "takers")
        if (beside.value > 0) != is_ahead:
            return Trust("adjusted", "group_ahead" if is_ahead else "group_behind")
    return Trust("adjusted", "leaders" if is_ahead else "trailers")


def _rates(numbers: Numbers) -> list[Estimate]:
    """How often items were taken of the times they were there: shares, unless items can be lost and
    taken again."""
    there = numbers.sample.total("there")
    times = np.clip(there, 1, numbers.sample.games)  # several in a game are not independent
    whole = zip(numbers.catalogue.items, shares(numbers.rate, times), strict=True)
    again = estimates(numbers.rate)
    return [again[k] if item.each else share for k, (item, share) in enumerate(whole)]


def judged(
    shares: Sequence[Estimate], points: Sequence[Estimate], known: Sequence[bool]
) -> list[Contribution | None]:
    """Contributions; those that are clear among so many are marked."""
    p_values = [share.p if ok else None for share, ok in zip(shares, known, strict=True)]
    clear = clear_ones(p_values)
    return [
        Contribution(share, point, is_clear) if ok else None
        for share, point, is_clear, ok in zip(shares, points, clear, known, strict=True)
    ]


def _settings(listed: Catalogue, sample: Sample, players: int) -> list[SettingResult]:
    results: list[SettingResult] = []
    for setting in listed.settings:
        sums = sample[f"setting_{setting.key}"]
        games = sums[:, :, GAMES]
        objectives = setting.objectives or ("",) * len(setting.values)
        played = [clause for clause, n in zip(objectives, games[0], strict=True) if n > 0]
        if len(played) < 2 and not any(played):  # it was given: nothing to compare
            continue
        mean = ratio(sums[:, :, POINTS].sum(axis=1), players * games.sum(axis=1))
        points = ratio(sums[:, :, POINTS], players * games)
        enough = (games[1:] < games[0]).sum(axis=0) >= LEAST_BLOCKS

        def sure(found: Sequence[Estimate], enough: Array = enough) -> list[Estimate]:
            """Drop the interval where too few blocks have such games."""
            return [
                one if ok else Estimate(one.value) for one, ok in zip(found, enough, strict=True)
            ]

        beside = sure(estimates(points - mean[:, None]))
        clear = clear_ones([value.p for value in beside])

        def part(
            column: int, scale: float = 1.0, sums: Array = sums, games: Array = games
        ) -> Array:
            return ratio(sums[:, :, column] / scale, games)

        rows = zip(
            sure(estimates(points)),
            beside,
            sure(estimates(part(MARGIN))),
            sure(estimates(part(GAP))),
            sure(estimates(part(DECISIONS))),
            sure(shares(part(SHARED), games[0])),
            sure(shares(part(FIRST_WINS, WIN), games[0])),
            clear,
            [clause or None for clause in objectives],
            _fulfilled(objectives, sure(shares(part(FULFILLED, players), games[0]))),
            strict=True,
        )
        results += [
            SettingResult(setting, setting.values[k], int(games[0, k]), *row)
            for k, row in enumerate(rows)
            if games[0, k] > 0
        ]
    return results


def _fulfilled(objectives: Sequence[str], found: Sequence[Estimate]) -> list[Estimate | None]:
    """The share of the seats that fulfilled an objective, where there is one."""
    return [one if clause else None for clause, one in zip(objectives, found, strict=True)]


# --- comparing --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Difference:
    """A number before and after a change, with the same seeds."""

    key: str
    before: float
    after: float
    change: Estimate
    clear: bool = False
    matters: float = LARGE  # how much of it matters at a table

    @property
    def is_large(self) -> bool:
        """Whether it is clear and the whole interval is beyond what matters."""
        return self.clear and self.change.is_beyond(self.matters)

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {
            "before": short(self.before),
            "after": short(self.after),
            "difference": self.change.json(),
            "p": self.change.short_p,
            "clear": self.clear,
        }


@dataclass(frozen=True)
class ItemDifference:
    """What a change does to an item."""

    item: Item
    after: Item  # what has taken its place: mostly the same
    per_game: Difference
    rate: Difference | None
    when: Difference | None
    with_it: Difference | None  # share of the win beyond what was expected
    adjusted: Difference | None

    def name(self, language: str) -> str:
        """What it is called, or was and is."""
        before, after = self.item.names[language], self.after.names[language]
        return before if before == after else f"{before} → {after}"


@dataclass(frozen=True)
class ObjectiveDifference:
    """What a change does to the share of seats that fulfil an objective."""

    setting: Setting
    value: str
    fulfilled: Difference


@dataclass(frozen=True)
class Comparison:
    """What a change does, with one number of players."""

    before: Section
    after: Section
    numbers: list[Difference]  # points, margin, gap, shared, decisions, clock
    places: list[Difference]  # share of the win by place
    objectives: list[ObjectiveDifference]  # those that both sides have games with
    items: list[ItemDifference]
    changes: list[Change]  # what differs between the data files

    def is_changed(self, difference: ItemDifference) -> bool:
        """Whether the card or tile itself has other values."""
        item = difference.item
        if item.kind.cards == Cards.PRINTED:
            return item.key != difference.after.key
        is_named = item.is_twin or item.kind.cards == Cards.NAMED
        return is_named and any(change.key == item.key for change in self.changes)


def comparison_of(plan: Plan) -> Comparison:
    """What the change of a plan does, from the games that were played both ways."""
    assert plan.changed is not None
    blocks = sorted(set(plan.tally.blocks) & set(plan.changed_tally.blocks))
    return compare(
        plan.series, Sample(plan.tally, blocks), plan.changed, Sample(plan.changed_tally, blocks)
    )


def compare(series: Series, before: Sample, changed: Series, after: Sample) -> Comparison:
    """The difference between two samples of the same seeds."""
    first, second = Numbers(before, series), Numbers(after, changed)
    one, two, listed = section(first), section(second), first.catalogue
    keys = [*histograms(listed), "shared"]
    numbers = [
        _difference(key, _single(before, listed, key), _single(after, listed, key)) for key in keys
    ]
    places = [
        _difference(str(k), first.place_share[:, k], second.place_share[:, k])
        for k in range(series.players)
    ]
    both = _marked([*numbers, *places])
    return Comparison(
        one,
        two,
        both[: len(numbers)],
        both[len(numbers) :],
        _objective_differences(first, second),
        _item_differences(first, second),
        changes(series.game, series.data, changed.data),
    )


def _single(sample: Sample, listed: Catalogue, key: str) -> Array:
    if key == "shared":
        return ratio(sample["shared"], sample["games"])[:, 0]
    return mean_of(sample[histograms(listed)[key]])


def _difference(key: str, before: Array, after: Array) -> Difference:
    return Difference(key, float(before[0]), float(after[0]), estimate(after - before))


def _marked(differences: Sequence[Difference]) -> list[Difference]:
    clear = clear_ones([difference.change.p for difference in differences])
    return [
        replace(difference, clear=is_clear)
        for difference, is_clear in zip(differences, clear, strict=True)
    ]


def _objective_differences(first: Numbers, second: Numbers) -> list[ObjectiveDifference]:
    """Objective by objective, in the order of the catalogue."""
    before, after = _fulfilment(first), _fulfilment(second)
    settings = {setting.key: setting for setting in first.catalogue.settings}
    found = [place for place in before if place in after]
    marked = _marked([_difference("fulfilled", before[place], after[place]) for place in found])
    return [
        ObjectiveDifference(settings[key], value, difference)
        for (key, value), difference in zip(found, marked, strict=True)
    ]


def _fulfilment(numbers: Numbers) -> dict[tuple[str, str], Array]:
    """By setting and value: the share of the seats that fulfil its objective, and what it would be
    without each block; only where enough blocks have such games."""
    found: dict[tuple[str, str], Array] = {}
    for setting in numbers.catalogue.settings:
        sums = numbers.sample[f"setting_{setting.key}"]
        whole = ratio(sums[:, :, FULFILLED], numbers.series.players * sums[:, :, GAMES])
        for k, clause in enumerate(setting.objectives):
            games = sums[:, k, GAMES]
            if clause and (games[1:] < games[0]).sum() >= LEAST_BLOCKS:
                found[setting.key, setting.values[k]] = whole[:, k]
    return found


def _item_differences(first: Numbers, second: Numbers) -> list[ItemDifference]:
    """Item by item, in the order of the catalogue; those that only one side has are left out."""
    items = first.catalogue.items
    pairs = _pairs(items, second.catalogue.items)
    every, has_time = [True] * len(pairs), [items[a].kind.has_time for a, _ in pairs]

    def column(
        key: str, values: Callable[[Numbers], Array], known: list[bool]
    ) -> list[Difference | None]:
        """What becomes of a number; None where it is not known of both items of a pair."""
        one, two = values(first), values(second)
        differences = {
            (a, b): _difference(key, one[:, a], two[:, b])
            for (a, b), ok in zip(pairs, known, strict=True)
            if ok and np.isfinite([one[:, a], two[:, b]]).all()
        }
        marked = dict(zip(differences, _marked([*differences.values()]), strict=True))
        return [marked.get(pair) for pair in pairs]

    def of_both(known: Callable[[Numbers], list[bool]]) -> list[bool]:
        one, two = known(first), known(second)
        return [one[a] and two[b] for a, b in pairs]

    columns = (
        column("per_game", lambda numbers: numbers.per_game, every),
        column("rate", lambda numbers: numbers.rate, every),
        column("when", lambda numbers: numbers.when, has_time),
        column("with_it", lambda numbers: numbers.share_beyond, of_both(Numbers.is_common)),
        column("adjusted", lambda numbers: numbers.adjusted[:, :, 0], of_both(Numbers.is_known)),
    )
    return [
        ItemDifference(
            items[a],
            second.catalogue.items[b],
            replace(per_game, matters=_what_matters(items[a], first.series.players)),
            *rest,
        )
        for (a, b), per_game, *rest in zip(pairs, *columns, strict=True)
        if per_game is not None
    ]


def _what_matters(item: Item, players: int) -> float:
    """The change per game, all seats together, that matters."""
    return LARGE_POINTS * players if item.kind.is_score else LARGE_TIMES


def _pairs(one: Sequence[Item], two: Sequence[Item]) -> list[tuple[int, int]]:
    """Pair the items of two catalogues: first those with the same key, then, in order, cards whose
    key has changed with their values or names, as changes.py does. A card that has become equal to
    others is paired with them, and one of several equal cards with what it has become."""
    where = {(item.group, item.key): n for n, item in enumerate(two)}
    pairs = [
        (k, where[item.group, item.key])
        for k, item in enumerate(one)
        if (item.group, item.key) in where
    ]
    new = _more_of(two, one)
    for k in _more_of(one, two):
        other = next((n for n in new if two[n].group == one[k].group), None)
        if other is not None:
            pairs.append((k, other))
            new.remove(other)
    return sorted(set(pairs))


def _more_of(some: Sequence[Item], others: Sequence[Item]) -> list[int]:
    """The numbers of cards that the first has more copies of, once for each additional copy."""
    copies = {(item.group, item.key): item.copies for item in others}
    return [
        k
        for k, item in enumerate(some)
        if item.kind.cards != Cards.NO
        for _ in range(item.copies - copies.get((item.group, item.key), 0))
    ]
