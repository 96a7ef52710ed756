"""The balance report: what is counted, that it adds up, and that it finds what is there."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="lab balance needs numpy")

from baumeister.games.samara import balance as samara_balance  # noqa: E402
from baumeister.games.tybor import balance as tybor_balance  # noqa: E402
from baumeister.kernel.rule import can_compile  # noqa: E402
from baumeister.lab.balance.change_tables import (  # noqa: E402
    change_grids,
    change_verdict,
    changed_items,
)
from baumeister.lab.balance.counting import count_table  # noqa: E402
from baumeister.lab.balance.csv_files import csv_files  # noqa: E402
from baumeister.lab.balance.estimates import Estimate  # noqa: E402
from baumeister.lab.balance.games import Plan, Task, count_games, play  # noqa: E402
from baumeister.lab.balance.items import Item, catalogue, kinds_of  # noqa: E402
from baumeister.lab.balance.json_file import comparison_json, section_json  # noqa: E402
from baumeister.lab.balance.report import report  # noqa: E402
from baumeister.lab.balance.results import (  # noqa: E402
    Comparison,
    Contribution,
    ItemResult,
    Section,
    Standing,
    comparison_of,
    section_of,
    with_trust,
)
from baumeister.lab.balance.summary import (  # noqa: E402
    summary_grid,
    summary_json,
    summary_verdict,
)
from baumeister.lab.balance.tables import items, notes, settings, verdict  # noqa: E402
from baumeister.lab.balance.tally import Tally  # noqa: E402
from baumeister.lab.distributed.scheduler import Here, LocalProcesses  # noqa: E402
from baumeister.lab.pages import Chapter, report_page  # noqa: E402
from baumeister.lab.series import Series, play_game  # noqa: E402
from baumeister.play import game, records  # noqa: E402

RULES = Path(__file__).parents[2] / "src" / "baumeister" / "games"
TYBOR = Series("tybor", 3, ("random",) * 3, "b", compiled=False)
SAMARA = Series("samara", 3, ("random",) * 3, "b", compiled=False)
MANY = replace(SAMARA, compiled=can_compile())
GAMES = 24


def played(series: Series, games: int, changed: Series | None = None) -> Plan:
    plan = Plan(series, games, changed)
    plan.play(Here(), lambda outcome: None)
    return plan


@cache
def few_games(name: str) -> Section:
    """What four games at tables tell."""
    return section_of(played({"tybor": TYBOR, "samara": SAMARA}[name], 4))


@cache
def many_games() -> Section:
    """What 200 games of Samara tell, compiled where that is possible: they are the same games."""
    return section_of(played(MANY, 200))


@pytest.fixture(scope="module", params=[TYBOR, SAMARA], ids=["tybor", "samara"])
def series(request: pytest.FixtureRequest) -> Series:
    chosen: Series = request.param
    return chosen


@pytest.fixture(scope="module")
def plan(series: Series) -> Plan:
    return played(series, GAMES)


@pytest.fixture(scope="module")
def section(plan: Plan) -> Section:
    return section_of(plan)


@pytest.fixture(scope="module")
def recorded(series: Series) -> list[dict[str, Any]]:
    """The same games as records: what a stranger would count from."""
    return [records.to_json(play_game(series, game(series.game), k)) for k in range(GAMES)]


def points_of(record: dict[str, Any]) -> list[int]:
    return [sheet["total"] for sheet in record["scores"]]


def shares_of(record: dict[str, Any]) -> list[float]:
    winners = record["winners"]
    return [(seat in winners) / len(winners) for seat in range(len(record["scores"]))]


def kind_of(tile: str) -> str:
    """Hut/2 is a Hut."""
    return tile.partition("/")[0]


def taken_by(record: dict[str, Any]) -> list[Counter[tuple[str, str]]]:
    """What each seat took, from the events of the record."""
    rows: list[Counter[tuple[str, str]]] = [Counter() for _ in record["scores"]]
    for event in record["events"]:
        if event["type"] == "use" and event["as"] == "builder":
            rows[event["seat"]]["building", event["building"]] += 1
            rows[event["seat"]][event["side"], event["building"]] += 1
        elif event["type"] == "use":
            rows[event["seat"]][event["as"], event["card"]] += 1
        elif event["type"] == "turn" and event["action"] == "build":
            rows[event["seat"]]["tile", kind_of(event["tile"])] += 1
        elif event["type"] == "turn" and event["action"] == "tool":
            rows[event["seat"]]["tool", event["tool"]] += 1
    return rows


# --- counting ---------------------------------------------------------------------------------
def test_items_are_counted_as_the_records_tell_them(
    section: Section, recorded: list[dict[str, Any]]
) -> None:
    wanted: Counter[tuple[str, str]] = Counter()
    for record in recorded:
        for row in taken_by(record):
            wanted += row
    groups = {"tybor": ("building", "little", "great", "citizen", "worker")}
    for result in section.items:
        if result.item.group in groups.get(section.series.game, ("tile", "tool")):
            assert result.taken == wanted[result.item.group, result.item.key], result.item
    assert sum(wanted.values()) > 500


def test_those_who_took_it_fare_as_the_records_tell(
    section: Section, recorded: list[dict[str, Any]]
) -> None:
    group = "building" if section.series.game == "tybor" else "tile"
    for result in [result for result in section.items if result.item.group == group]:
        takers = [
            (points_of(record)[seat], shares_of(record)[seat])
            for record in recorded
            for seat, row in enumerate(taken_by(record))
            for _ in range(times(row[group, result.item.key], result.item))
        ]
        seats = [row[group, result.item.key] for r in recorded for row in taken_by(r)]
        assert result.takers == sum(n > 0 for n in seats)
        if takers:
            assert result.points_of_takers is not None
            mean = fmean(points for points, _ in takers)
            assert result.points_of_takers.value == pytest.approx(mean)
        if result.with_it is not None:
            beyond = fmean(share for _, share in takers) - 1 / 3
            assert result.with_it.share.value == pytest.approx(beyond)


def times(taken: int, item: Item) -> int:
    """How often a seat counts: each of several equal tiles has its say."""
    return taken if item.copies > 1 else min(taken, 1)


def test_how_often_something_was_there(section: Section, recorded: list[dict[str, Any]]) -> None:
    there: Counter[str] = Counter()
    for record in recorded:
        for event in record["events"]:
            if event["type"] == "display":
                there.update([*event["drawn"], *event["added"]])
            elif event["type"] == "setup" and "spaces" in event:
                there.update(kind_of(space["tile"]) for space in event["spaces"])
    group = "building" if section.series.game == "tybor" else "tile"
    for result in [result for result in section.items if result.item.group == group]:
        assert result.there == there[result.item.key]


def test_places_points_and_length_are_those_of_the_records(
    section: Section, recorded: list[dict[str, Any]]
) -> None:
    wins, points, margins = [0.0] * 3, [0] * 3, []
    for record in recorded:
        setup = record["events"][0]
        order = setup.get("order") or [(setup["first_player"] + k) % 3 for k in range(3)]
        for place, seat in enumerate(order):
            wins[place] += shares_of(record)[seat]
            points[place] += points_of(record)[seat]
        best, second, *_ = sorted(points_of(record), reverse=True)
        margins.append(best - second)
    assert [s.share.value for s in section.places] == pytest.approx([w / GAMES for w in wins])
    assert [s.points.value for s in section.places] == pytest.approx([p / GAMES for p in points])
    assert section.spreads["margin"].mean.value == pytest.approx(fmean(margins))
    everybody = [point for record in recorded for point in points_of(record)]
    assert section.spreads["points"].mean.value == pytest.approx(fmean(everybody))
    assert sum(section.spreads["points"].histogram) == 3 * GAMES
    assert section.spreads["points"].quantiles[0.5] == sorted(everybody)[len(everybody) // 2 - 1]
    if section.series.game == "samara":
        by_tiles = fmean(record["end"] == "S8.1" for record in recorded)
        assert section.ended[1].value == pytest.approx(by_tiles)


def test_shares_are_between_none_and_all(section: Section) -> None:
    rates = [r.rate for r in section.items if r.rate is not None and not r.item.each]
    standings = [standing.share for standing in (*section.seats, *section.places)]
    settings = [r.shared_wins for r in section.settings]
    settings += [r.first_place_wins for r in section.settings]
    ends = [(value.low, value.high) for value in (*rates, *standings, *settings)]
    assert all(low is None or low >= 0 for low, _ in ends)
    assert all(high is None or high <= 1 for _, high in ends)


def test_settings_split_the_games(section: Section, recorded: list[dict[str, Any]]) -> None:
    key = "scenario" if section.series.game == "tybor" else "start_month"
    wanted = Counter(str(record["options"][key]) for record in recorded)
    found = {result.value: result.games for result in section.settings if result.setting.key == key}
    assert found == dict(wanted)


def test_the_clock_counts_rounds_and_months(
    section: Section, recorded: list[dict[str, Any]]
) -> None:
    if section.series.game == "tybor":
        lengths = [sum(e["type"] == "use" for e in r["events"]) / 3 for r in recorded]
    else:
        lengths = [max(e["now"] for e in r["events"] if e["type"] == "slide") for r in recorded]
    clock = section.spreads[section.catalogue.balance.clock]
    assert clock.mean.value == pytest.approx(fmean(lengths))


def test_compiled_games_are_counted_like_games_at_a_table(series: Series) -> None:
    if not can_compile():
        pytest.skip("numba is not installed on this machine")
    greedy = replace(series, bots=("greedy", "random", "greedy"), compiled=True)
    (fast,) = count_games(greedy, 0, 6)
    for k in range(6):
        slow = count_table(play_game(greedy, game(series.game), k))
        for name, one, other in zip(slow._fields, slow, fast, strict=True):
            assert np.array_equal(one[0], other[k]), (name, k)


# --- adding up --------------------------------------------------------------------------------
def same(one: Tally, other: Tally) -> bool:
    return one.to_json() == other.to_json()


def test_the_order_and_size_of_chunks_do_not_matter(series: Series, plan: Plan) -> None:
    backwards = Tally()
    for task in reversed(plan.tasks):
        backwards.merge(play(task).tally)
    in_three = Tally()
    for task in plan.tasks:
        assert (task.first, task.end) == (task.block, task.block + 1)
    for first in range(0, GAMES, 8):
        for task in [t for t in plan.tasks if first <= t.first < first + 8]:
            in_three.merge(play(task).tally)
    assert same(backwards, plan.tally)
    assert same(in_three, plan.tally)


def test_a_block_in_parts_is_the_same_block() -> None:
    whole, parts = Tally(), Tally()
    whole.merge(play(Task(SAMARA, None, 5, 0, 6)).tally)
    for first in (4, 0, 2):
        parts.merge(play(Task(SAMARA, None, 5, first, first + 2)).tally)
    assert same(whole, parts)


def test_processes_give_the_same_sums(series: Series, plan: Plan) -> None:
    other, scheduler = Plan(series, GAMES), LocalProcesses(2)
    try:
        other.play(scheduler, lambda outcome: None)
    finally:
        scheduler.close()
    assert same(other.tally, plan.tally)


def test_a_tally_survives_a_file(plan: Plan) -> None:
    text = json.dumps(plan.tally.to_json())
    assert same(Tally.from_json(json.loads(text)), plan.tally)
    with pytest.raises(ValueError, match="not a baumeister-balance-tally"):
        Tally.from_json({"format": "something else"})


def test_tasks_cover_all_games_and_reach_every_block_early() -> None:
    fast = Plan(replace(TYBOR, compiled=True), 100_000)
    tasks = fast.tasks
    games = sorted(k for task in tasks for k in range(task.first, task.end))
    assert games == list(range(100_000))
    assert len({task.block for task in tasks[:64]}) == 64


def test_tiles_are_told_beside_those_with_the_same_needs() -> None:
    found = many_games()
    tiles, twins = (
        {r.item.key: r for r in found.items if r.item.group == group} for group in ("tile", "twin")
    )
    manor, ruin = twins["Manor"], tiles["Ruin"]
    assert manor.item.beside == ("Ruin",)
    assert manor.item.printed == {"en": "STT 7", "de": "STT 7"}
    assert manor.with_it is not None
    assert ruin.with_it is not None
    own = tiles["Manor"].with_it
    assert own is not None
    assert manor.with_it.share.value == pytest.approx(own.share.value - ruin.with_it.share.value)
    columns = items(found, "twin", "en").columns
    assert columns == ["name", "printed", "points", "beside the others, %"]


def test_copies_of_a_tile_are_judged_together() -> None:
    found = many_games()
    tiles, twins = (
        {r.item.key: r for r in found.items if r.item.group == group} for group in ("tile", "twin")
    )
    others = [tiles[key] for key in twins["Hut"].item.beside]

    def mean(results: list[ItemResult]) -> float:
        pairs = [(r.taken, r.with_it.share.value) for r in results if r.with_it is not None]
        return sum(n * share for n, share in pairs) / sum(n for n, _ in pairs)

    assert twins["Hut"].with_it is not None
    assert twins["Hut"].item.names["en"] == "Hut"
    assert twins["Hut"].with_it.share.value == pytest.approx(mean([tiles["Hut"]]) - mean(others))


# --- equal cards ------------------------------------------------------------------------------
def test_copies_of_a_tile_are_one_row() -> None:
    found = section_of(played(SAMARA, 12))
    table = items(found, "tile", "de")
    names = [row[0] for row in table.rows]
    assert len(names) == 34  # of 36 tiles, two of which are there twice
    assert sorted(name for name in names if "×" in name) == ["Hütte ×2", "Kraftraum ×2"]
    (hut,) = (r for r in found.items if (r.item.group, r.item.key) == ("tile", "Hut"))
    assert (hut.item.copies, len(hut.item.columns)) == (2, 2)
    assert hut.there is not None
    assert 12 < hut.there <= 24  # 30 of the 36 tiles are laid
    assert hut.takers <= hut.taken <= hut.there


def test_what_each_copy_adds_is_the_slope_over_their_number() -> None:
    """Least squares by hand: Huts of a seat, 0 to 2, beside tools, newcomers, place, seat."""
    games = 200
    found = many_games()
    tiles = [r for r in found.items if r.item.group == "tile"]
    parts = list(count_games(MANY, 0, games))
    rows, shares, places = (
        np.concatenate([getattr(part, name) for part in parts]).astype(float)
        for name in ("rows", "shares", "places")
    )
    tools = rows[:, :, samara_balance.TOOL : samara_balance.HOLIDAY]
    dummies = (places[:, :, None] == np.arange(3)).astype(float)
    seats = np.broadcast_to(np.eye(3), (games, 3, 3))

    def beside_table(values: Any) -> Any:
        return (values - values.mean(axis=1, keepdims=True)).reshape(games * 3, -1)

    fixed = beside_table(np.concatenate([tools, dummies, seats], axis=2))
    fate = beside_table(shares[:, :, None])
    slopes = []
    for result in tiles:
        number = rows[:, :, list(result.item.columns)].sum(axis=2, keepdims=True)
        x = np.concatenate([beside_table(number), fixed], axis=1)
        slopes.append(np.linalg.lstsq(x, fate, rcond=None)[0][0, 0])
    weights = [result.taken for result in tiles]
    mean = np.average(slopes, weights=weights)
    hut = next(k for k, result in enumerate(tiles) if result.item.key == "Hut")
    adjusted = tiles[hut].adjusted
    assert adjusted is not None
    assert adjusted.share.value == pytest.approx(slopes[hut] - mean, abs=1e-6)


def test_equal_characters_of_own_data_are_one_row(tmp_path: Path) -> None:
    first = 'profession = "farmer", strength = 1, colours = "GYBR"'
    same = 'profession = "farmer", strength = 2, colours = "GBR"'
    path = with_value("tybor", "characters", first, same, tmp_path / "twice.toml")
    listed = {(i.group, i.key): i for i in catalogue(game("tybor", path), 3).items}
    assert listed["citizen", "Fa2GBR"].copies == 2
    assert listed["citizen", "Fa2GBR"].columns == (
        tybor_balance.CITIZEN,
        tybor_balance.CITIZEN + 1,
    )
    assert listed["worker", "Fa2GBR"].label("en") == "farmer Fa2GBR ×2"
    assert not any(key == "Fa2GBR.2" for _, key in listed)
    plan = played(TYBOR, 12, replace(TYBOR, data=path))
    told = [
        (i.item.key, i.after.key) for i in comparison_of(plan).items if i.item.group == "citizen"
    ]
    assert told[:2] == [("Fa1GYBR", "Fa2GBR"), ("Fa2GBR", "Fa2GBR")]
    back = comparison_of(played(replace(TYBOR, data=path), 12, TYBOR))
    told = [(i.item.key, i.after.key) for i in back.items if i.item.group == "citizen"]
    assert told[:2] == [("Fa2GBR", "Fa1GYBR"), ("Fa2GBR", "Fa2GBR")]


def test_copies_that_differ_in_what_is_printed_stay_apart() -> None:
    hut = next(t for t in game("samara").components.tiles if t.code == "Hut/1")
    same, other = replace(hut, code="Hut/2"), replace(hut, code="Hut/3", prestige=9)
    found = kinds_of([hut, same, other], "/")
    assert [(key, which) for key, _, which in found] == [("Hut/1", [0, 1]), ("Hut/3", [2])]
    assert [(key, which) for key, _, which in kinds_of([hut, same], "/")] == [("Hut", [0, 1])]


# --- opposite directions ----------------------------------------------------------------------
def contribution(value: float, clear: bool = True) -> Contribution:
    share = Estimate(value, value - 0.01, value + 0.01, 0.005, 0.0)
    return Contribution(share, share, clear)


def opposed(found: Section, values: dict[tuple[str, str], tuple[float, float]]) -> Section:
    """A section in which only these items have contributions, plain and adjusted, all of them taken
    equally often."""
    groups: dict[str, list[float]] = {}
    for (group, _), contributions in values.items():
        groups.setdefault(group, []).append(contributions[0])
    results = []
    for result in found.items:
        group = result.item.group
        plain, adjusted = values.get((group, result.item.key), (None, None))
        beside = None if plain is None else contribution(plain - fmean(groups[group])).share
        results.append(
            replace(
                result,
                takers=100,
                with_it=None if plain is None else contribution(plain),
                adjusted=None if adjusted is None else contribution(adjusted),
                relative_to_group=beside,
                trust=None,
            )
        )
    return replace(found, items=with_trust(results, found.catalogue))


def trusted(found: Section) -> dict[str, tuple[str, str]]:
    return {r.item.key: (r.trust.by, r.trust.why) for r in found.items if r.trust is not None}


def test_it_says_which_of_two_opposite_numbers_to_trust() -> None:
    tybor = few_games("tybor")
    recruit = next(i.key for i in tybor.catalogue.items if i.group == "building" and i.is_blind)
    secret = next(i.key for i in tybor.catalogue.items if i.group == "objective")
    found = opposed(
        tybor,
        {
            ("building", "Bakery"): (0.03, -0.04),  # less than its group, which is at +0.063
            ("building", "Mill"): (0.13, -0.04),  # more than its group
            ("building", recruit): (0.03, -0.05),
            ("citizen", "Pr5"): (-0.10, 0.04),
            ("citizen", "Pr4B"): (-0.04, 0.04),
            ("objective", secret): (0.05, -0.03),
            ("profession", "priest"): (0.05, 0.03),  # both say the same
        },
    )
    assert trusted(found) == {
        "Bakery": ("adjusted", "group_ahead"),
        "Mill": ("adjusted", "leaders"),
        recruit: ("neither", "held_fixed"),
        "Pr5": ("adjusted", "trailers"),
        "Pr4B": ("adjusted", "group_behind"),
        secret: ("with_it", "dealt_by_lot"),
    }
    table = items(found, "building", "en")
    assert table.columns[-1] == "trust"
    assert table.is_text(len(table.columns) - 1)
    remarks = {row[0]: row[-1] for row in table.rows if row[-1]}
    assert remarks["Mill"] == "adjusted: leaders take it"
    page = report_page("Balance", [Chapter("Tybor", table=table)], "en")
    assert '<td class="word remark">adjusted: leaders take it</td>' in page
    assert "trust" not in items(found, "profession", "en").columns
    lines = verdict(found, "en")
    assert (
        "Looks strong and is not (“with it” above 0, adjusted below): Mill. Trust adjusted: it is "
        "taken by those who lead anyway."
    ) in lines
    told = {i["key"]: i["trust"] for i in section_json(found)["items"] if i["trust"]}
    assert told["Mill"] == {"by": "adjusted", "why": "leaders"}
    rows = list(csv.DictReader(csv_files([found], [], "en")["items.csv"].splitlines()))
    mill = next(row for row in rows if (row["group"], row["key"]) == ("building", "Mill"))
    assert (mill["trust_by"], mill["trust_why"], mill["copies"]) == ("adjusted", "leaders", "1")


def test_what_is_held_fixed_makes_adjusted_too_low_and_not_too_high() -> None:
    tybor = few_games("tybor")
    recruit = next(i.key for i in tybor.catalogue.items if i.group == "building" and i.is_blind)
    low = opposed(tybor, {("building", recruit): (0.05, -0.05), ("building", "Mill"): (0.1, 0.1)})
    assert trusted(low) == {recruit: ("neither", "held_fixed")}
    remarks = {row[0]: row[-1] for row in items(low, "building", "en").rows if row[-1]}
    assert list(remarks.values()) == ["neither: worker held fixed"]
    assert any(line.startswith("Not named here: ") for line in verdict(low, "en"))
    high = opposed(tybor, {("building", recruit): (-0.1, 0.05), ("building", "Mill"): (0.1, 0.1)})
    assert trusted(high) == {recruit: ("adjusted", "trailers")}
    lines = verdict(high, "en")
    assert any(line.startswith("Looks weak and is not") for line in lines)
    assert not any(line.startswith("Not named here: ") for line in lines)


@pytest.mark.parametrize(
    ("other", "why"),
    [(0.001, "leaders"), (0.029, "takers"), (0.031, "takers"), (0.06, "group_ahead")],
)
def test_being_ahead_of_the_group_has_to_be_clear(other: float, why: str) -> None:
    """The interval of the difference is 0.01 to either side."""
    tybor = few_games("tybor")
    found = opposed(
        tybor, {("building", "Mill"): (0.03, -0.04), ("building", "Bakery"): (other, 0.01)}
    )
    assert trusted(found) == {"Mill": ("adjusted", why)}
    assert any("Mill" in line and "Trust adjusted" in line for line in verdict(found, "en"))


def test_the_mean_of_a_group_counts_every_copy() -> None:
    found = many_games()
    tiles = [(r, r.with_it) for r in found.items if r.item.group == "tile"]
    known = [(times_of(r), plain.share.value, r) for r, plain in tiles if plain is not None]
    mean = sum(n * share for n, share, _ in known) / sum(n for n, _, _ in known)
    assert any(r.taken > r.takers for _, _, r in known)
    for _, share, result in known:
        assert result.relative_to_group is not None
        assert result.relative_to_group.value == pytest.approx(share - mean)
        assert result.relative_to_group.low is not None


def times_of(result: ItemResult) -> int:
    """How often the seats that took it count."""
    return result.taken if result.item.copies > 1 else result.takers


def test_a_tile_with_others_that_need_the_same_tools_is_trusted_beside_them() -> None:
    samara = few_games("samara")
    values = {("tile", "Manor"): (0.1, -0.05), ("twin", "Manor"): (0.02, 0.0)}
    assert trusted(opposed(samara, values)) == {"Manor": ("beside_others", "same_tools")}
    alone = opposed(samara, {("tile", "Manor"): (0.1, -0.05), ("tile", "Vase"): (0.01, 0.01)})
    assert trusted(alone) == {"Manor": ("adjusted", "leaders")}  # the others are too rare


def test_what_is_not_clear_contradicts_nothing() -> None:
    result = few_games("tybor").items[0]
    up, down = contribution(0.1), contribution(-0.1, clear=False)
    assert not replace(result, with_it=up, adjusted=down).is_opposed
    assert replace(result, with_it=up, adjusted=replace(down, clear=True)).is_opposed
    assert not replace(result, with_it=up, adjusted=None).is_opposed


# --- objectives of scenarios and chapters -----------------------------------------------------
def test_how_often_objectives_are_fulfilled_as_the_records_tell(
    section: Section, recorded: list[dict[str, Any]]
) -> None:
    objectives = {result.value: result.objective for result in section.settings}
    if section.series.game == "samara":
        assert set(objectives.values()) == {None}
        assert all(result.fulfilled is None for result in section.settings)
        assert not any("met" in name for g in settings(section, "en") for name in g.columns)
        return
    assert objectives["size-matters"] == "T6.17"
    assert objectives.get("7") is None  # the harbour has none
    for result in section.settings:
        seats = [
            any(line["clause"] == result.objective for line in sheet["lines"])
            for record in recorded
            if str(record["options"][result.setting.key]) == result.value
            for sheet in record["scores"]
        ]
        if result.objective:
            assert result.fulfilled is not None
            assert result.fulfilled.value == pytest.approx(fmean(seats))
        else:
            assert result.fulfilled is None
    assert any(r.fulfilled is not None and r.fulfilled.value > 0 for r in section.settings)
    told = {s["value"]: s for s in section_json(section)["settings"]}
    assert told["size-matters"]["objective"] == "T6.17"
    assert set(told["size-matters"]["fulfilled"]) == {"value", "low", "high"}
    assert told["the-town-grows"]["fulfilled"] is None
    assert ",clear,objective,fulfilled" in csv_files([section], [], "en")["settings.csv"]


def test_a_chapter_that_was_given_tells_its_objective_too() -> None:
    series = replace(TYBOR, options={"chapter": 6, "scenario": "the-town-grows"})
    found = section_of(played(series, 40))
    (only,) = found.settings  # of the scenario, which has no objective, there is nothing to tell
    assert (only.setting.key, only.value, only.objective) == ("chapter", "6", "T6.16")
    (table,) = settings(found, "en")
    assert table.columns[-1] == "objective met %"
    assert only.fulfilled is not None
    assert only.fulfilled.low is not None
    assert re.fullmatch(r"[\d.]+ \[[\d.]+; [\d.]+\]", table.rows[0][-1])
    assert ",fulfilled,fulfilled_low,fulfilled_high" in csv_files([found], [], "en")["settings.csv"]
    met = Estimate(0.99, 0.95, 1.0, 0.01, 0.0)
    rare = Estimate(0.06, 0.04, 0.08, 0.01, 0.0)

    def told(fulfilled: Estimate) -> list[str]:
        lines = verdict(replace(found, settings=[replace(only, fulfilled=fulfilled)]), "en")
        return [line for line in lines if line.startswith("Objectives")]

    name = "chapter 6. New Neighbours (T6.16, {} %)"
    many, few = name.format("99.0"), name.format("6.0")
    assert told(met) == [f"Objectives that at least 90 % of the seats fulfil: {many}."]
    assert told(rare) == [f"Objectives that at most 10 % of the seats fulfil: {few}."]
    assert told(replace(rare, high=0.2)) == []


def test_a_comparison_tells_how_many_seats_fulfil_an_objective_then() -> None:
    given = replace(TYBOR, options={"chapter": 6, "scenario": "the-town-grows"})
    other = replace(given, options={**given.options, "scenario": "a-colourful-crowd"})
    plan = played(given, 40, other)
    comparison = comparison_of(plan)
    (only,) = comparison.objectives
    before, after = ((s.settings[-1].fulfilled) for s in (comparison.before, comparison.after))
    assert before is not None
    assert after is not None
    assert (only.setting.key, only.value) == ("chapter", "6")
    assert only.fulfilled.before == pytest.approx(before.value)
    assert only.fulfilled.after == pytest.approx(after.value)
    assert only.fulfilled.change.value == pytest.approx(after.value - before.value)
    (table,) = [g for g in change_grids(comparison, "en") if g.title.startswith("Seats that")]
    assert table.rows[0][0] == "6. New Neighbours"
    assert table.rows[0][1] == f"{100 * before.value:.1f}"
    assert table.rows[0][3] != "0.0"
    told = csv_files([], [comparison], "en")["change_objectives.csv"].splitlines()
    assert told[0].startswith("players,setting,value,name,fulfilled_before,fulfilled_after")
    assert told[1].startswith("3,chapter,6,New Neighbours,")


def test_an_objective_that_few_blocks_have_is_not_compared() -> None:
    given = replace(TYBOR, options={"scenario": "the-town-grows"})
    other = replace(given, options={"scenario": "a-colourful-crowd"})
    plan = played(given, GAMES, other)
    blocks = Counter[str]()
    for block in plan.tally.blocks.values():
        games = block["setting_chapter"][:, 0]
        blocks.update(str(k + 1) for k, n in enumerate(games) if n)
    told = {one.value for one in comparison_of(plan).objectives}
    assert told == {value for value, n in blocks.items() if n >= 8 and value != "7"}
    assert len(told) < 7


def test_an_objective_of_one_side_only_is_not_compared() -> None:
    given = replace(TYBOR, options={"chapter": 6, "scenario": "the-town-grows"})
    other = replace(given, options={**given.options, "chapter": 5})
    assert comparison_of(played(given, 12, other)).objectives == []


# --- what a reader has to know ----------------------------------------------------------------
def test_the_notes_say_why_an_interval_without_0_is_not_always_clear(section: Section) -> None:
    assert "An interval without 0 and without a mark is not clear" in notes(section, "en")
    assert "Ein Intervall ohne 0 und ohne Zeichen ist nicht klar" in notes(section, "de")


def test_two_tiles_beside_each_other_are_one_finding() -> None:
    found = many_games()
    share = Estimate(0.2, 0.15, 0.25, 0.02, 0.0)
    other = Estimate(-0.2, -0.25, -0.15, 0.02, 0.0)
    strong, weak = (Contribution(s, s, clear=True) for s in (share, other))
    made = {"Manor": strong, "Ruin": weak, "Hut": strong}
    results = [
        replace(r, with_it=made.get(r.item.key), adjusted=None) if r.item.group == "twin" else r
        for r in found.items
    ]
    lines = verdict(replace(found, items=results), "en")
    told = [line for line in lines if "need the same tools" in line]
    assert told == [
        "Clearly stronger than the other tiles that need the same tools: "
        "Hut (+20.0), Manor (+20.0 beside Ruin)."
    ]


def test_of_few_games_a_comparison_says_that_they_are_few(tmp_path: Path) -> None:
    path = with_value("samara", 'en = "Tombstone"', "prestige = 4", "prestige = 9", tmp_path / "t")
    comparison = comparison_of(played(SAMARA, 3, replace(SAMARA, data=path)))
    (own,) = [i for i in comparison.items if i.item.group == "tile" and comparison.is_changed(i)]
    assert own.per_game.before > 0
    unknown = replace(comparison, items=[replace(own, rate=None)])  # not there in every game
    first, second, *_ = change_verdict(unknown, "en")
    assert "how often it is taken cannot be compared with so few games" in first
    assert second == "3 games are too few to tell what the change does."
    never = replace(own.per_game, before=0.0, after=0.0)
    items = [replace(own, per_game=never, rate=None)]
    assert "never there or never taken" in change_verdict(replace(comparison, items=items), "en")[0]


def test_a_csv_table_has_the_same_columns_whatever_is_known(tmp_path: Path) -> None:
    path = with_value("samara", 'en = "Tombstone"', "prestige = 4", "prestige = 9", tmp_path / "t")
    heads = []
    for games in (3, 40):
        comparison = comparison_of(played(SAMARA, games, replace(SAMARA, data=path)))
        files = csv_files([comparison.before], [comparison], "en")
        heads.append({name: text.splitlines()[0] for name, text in files.items()})
    assert heads[0] == heads[1]
    assert "with_it_win_share,with_it_win_share_low" in heads[0]["items.csv"]
    assert "adjusted_difference,adjusted_difference_low" in heads[0]["change_items.csv"]


def test_a_changed_tile_is_told_beside_the_others(tmp_path: Path) -> None:
    path = with_value("samara", 'en = "Tombstone"', "prestige = 4", "prestige = 9", tmp_path / "t")
    comparison = comparison_of(played(MANY, 60, replace(MANY, data=path)))
    own = [(i.item.group, i.item.key) for i in comparison.items if comparison.is_changed(i)]
    assert own == [("tile", "Tombstone"), ("twin", "Tombstone")]
    first = change_verdict(comparison, "en")[0]
    assert first.startswith("Tombstone (prestige 4 → 9): ")
    assert "beside the other tiles that need the same tools" in first
    rows = change_grids(comparison, "en")[-1].rows
    assert [row[2] for row in rows[:4]] == ["taken %", "when", "with it, %", "beside the others, %"]


def test_a_summary_names_what_all_numbers_of_players_agree_on() -> None:
    sections = [
        section_of(played(replace(MANY, players=n, bots=("random",) * n), 60)) for n in (2, 3)
    ]
    share = Estimate(-0.2, -0.25, -0.15, 0.02, 0.0)
    weak = Contribution(share, share, clear=True)

    def with_weak(section: Section, *keys: str) -> Section:
        results = [
            replace(r, with_it=weak if r.item.key in keys else None)
            if r.item.group == "twin"
            else replace(r, adjusted=None)
            for r in section.items
        ]
        return replace(section, items=results)

    both = [with_weak(sections[0], "Hut", "Boat"), with_weak(sections[1], "Hut")]
    assert summary_verdict(both, "en") == (
        "Clear and large with 2 and 3 players alike (one number each, in percentage points): "
        "Hut (-20.0 / -20.0)."
    )
    grid = summary_grid(both, "en")
    assert [row[0] for row in grid.rows] == ["2", "3"]
    assert [row[1] for row in grid.rows] == ["50.0", "33.3"]
    assert grid.rows[0][6] == "–"  # of two players the gap is the margin
    told = summary_json(both)
    assert told is not None
    assert [suspect["key"] for suspect in told["suspects"]] == ["Hut"]
    assert [count["players"] for count in told["counts"]] == [2, 3]
    assert summary_json(both[:1]) is None
    nothing = [with_weak(section) for section in sections]
    assert summary_verdict(nothing, "de").startswith("Nichts ist mit 2 und 3 Spielern gleich")


def test_places_are_judged_beside_an_equal_share(section: Section) -> None:
    def place(value: float, clear: bool) -> Standing:
        share = Estimate(value, value - 0.02, value + 0.02, 0.01, 0.0)
        return Standing(share, share, clear)

    def told(*places: Standing) -> list[str]:
        lines = verdict(replace(section, places=list(places)), "en")
        return [line for line in lines if "place" in line or "first player" in line]

    even = told(place(0.34, False), place(0.33, False), place(0.33, False))
    assert "not clearly more or less than an equal share of 33.3 %" in even[0]
    assert told(place(0.27, True), place(0.37, False), place(0.36, False)) == [
        "The first player has the weakest place and wins 27.0 % of the games (25.0 to 29.0), "
        "clearly less than an equal share of 33.3 %: 19 % less, a large difference."
    ]
    middle = told(place(0.33, False), place(0.36, True), place(0.31, True))
    assert middle[1].endswith(
        "number 3 with 31.0 % (29.0 to 33.0): 7 % less than an equal share, a moderate difference."
    )
    assert middle[2].startswith("The strongest place is number 2 with 36.0 %")


def test_newcomers_are_told_beside_none() -> None:
    found = many_games()
    columns = items(found, "newcomer", "en").columns
    assert columns[-2:] == ["adjusted, beside none, %", "adjusted, beside none, points"]
    assert "adjusted, %" in items(found, "tool", "en").columns


# --- finding what is there --------------------------------------------------------------------
def with_value(name: str, what: str, before: str, after: str, path: Path) -> Path:
    """A copy of the data file of a game with another value."""
    text = (RULES / name / "data.toml").read_text(encoding="utf-8")
    head, mark, tail = text.partition(what)
    assert mark
    path.write_text(head + mark + tail.replace(before, after, 1), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Tybor with a Bakery that brings 20 points instead of 5."""
    if not can_compile():
        pytest.skip("numba is not installed on this machine")
    path = tmp_path_factory.mktemp("data") / "gold.toml"
    data = with_value("tybor", 'en = "Bakery"', "points = 5", "points = 20", path)
    series = Series("tybor", 3, ("greedy",) * 3, "gold")
    return comparison_of(played(series, 1600, replace(series, data=data)))


def test_what_is_left_out_of_the_table_of_changes_is_said(gold: Comparison) -> None:
    found = len(changed_items(gold))
    assert found > 4
    short, whole = (change_grids(gold, "en", few)[-1] for few in (1, None))
    assert short.title == f"{whole.title}; 4 of them, --all shows {found}"
    assert short.rows == whole.rows[: len(short.rows)]


def test_an_interval_without_0_that_is_not_clear_is_explained(gold: Comparison) -> None:
    (own,) = [i for i in gold.items if i.item.key == "Bakery" and i.item.group == "building"]
    assert own.adjusted is not None
    unclear = replace(own, adjusted=replace(own.adjusted, clear=False))
    lines = change_verdict(replace(gold, items=[unclear]), "en")
    assert "as some intervals among so many leave 0 out by chance" in lines[0]


def test_an_absurdly_strong_building_is_flagged(gold: Comparison) -> None:
    after = gold.after
    buildings = [r for r in after.items if r.item.group == "building" and r.adjusted is not None]
    strongest = max(buildings, key=lambda r: 0.0 if r.adjusted is None else r.adjusted.share.value)
    assert strongest.item.key == "Bakery"
    assert strongest.with_it is not None
    assert strongest.adjusted is not None
    assert strongest.with_it.is_large
    assert strongest.adjusted.is_large
    assert strongest.adjusted.points.value > 8
    assert not any(
        r.adjusted.is_large and r.adjusted.share.value > 0.1
        for r in buildings
        if r.adjusted is not None and r is not strongest
    )


def test_a_comparison_tells_what_the_change_did(gold: Comparison) -> None:
    points = next(d for d in gold.numbers if d.key == "points")
    bakery = next(i for i in gold.items if (i.item.group, i.item.key) == ("building", "Bakery"))
    assert points.clear
    assert points.change.value == pytest.approx(15 * bakery.per_game.after / 3, abs=0.6)
    assert bakery.rate is not None
    assert bakery.rate.clear
    assert bakery.rate.change.value > 0
    assert bakery.when is not None
    assert bakery.when.clear
    assert bakery.when.change.value < -0.05  # built earlier
    assert bakery.adjusted is not None
    assert bakery.adjusted.clear
    assert gold.is_changed(bakery)
    assert changed_items(gold)[0] is bakery
    first = change_verdict(gold, "en")[0]
    assert first.startswith("Bakery (points 5 → 20): taken clearly more often (")
    assert "clearly earlier (" in first
    assert "winning with it, adjusted for the rest, clearly became more likely: " in first
    assert re.search(r"difference \[\+[\d.]+; \+[\d.]+\]\.$", first)
    shown = change_grids(gold, "en")[-1]
    assert shown.rows[0][:3] == ["Bakery (changed)", "Buildings", "taken %"]
    assert not any(row[3] == row[4] for row in shown.rows)


def test_lines_of_the_score_sheet_are_told_in_points_of_a_seat(gold: Comparison) -> None:
    lines = next(g for g in change_grids(gold, "en") if "score sheet" in g.title)
    buildings = next(i for i in gold.items if (i.item.group, i.item.key) == ("line", "T6.1"))
    before, after = (float(text) for text in lines.rows[0][1:3])
    assert lines.rows[0][0] == "T6.1 buildings"
    assert before == pytest.approx(buildings.per_game.before / 3, abs=0.01)
    assert after > before + 2
    assert "Lines of the score sheet" not in str(change_grids(gold, "en")[-1].rows)
    assert any("half a point: buildings (" in line for line in change_verdict(gold, "en"))


def test_half_a_point_of_a_seat_matters_in_a_line(gold: Comparison) -> None:
    line = next(i for i in gold.items if i.item.group == "line").per_game
    sure = replace(line.change, value=1.4, low=1.3, high=1.45)
    assert line.matters == 1.5  # of three seats together
    assert not replace(line, change=sure, clear=True).is_large
    assert replace(line, change=replace(sure, low=1.6), clear=True).is_large


def test_the_picture_of_a_change_shows_the_changed_building_first(gold: Comparison) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    made = {"game": "tybor", "command": "", "seed": "gold", "made_with": {}, "seconds": 1.0}
    versions = {"rules_version": "1", "data_version": "x", "changed": {"en": "gold"}}
    text = report([gold.before], [gold], {**made, **versions}, "", "en")
    names = re.findall(r">([A-Z][^<>]*)</text>", text[text.index("Change of the adjusted") :])
    assert "Bakery (changed)" in names[:3]  # with its two sides
    assert not any("changed" in name for name in names[3:])


def test_a_changed_character_is_told_as_citizen_and_as_worker(tmp_path: Path) -> None:
    first = 'profession = "farmer", '
    path = with_value("tybor", first, "strength = 1", "strength = 5", tmp_path / "strong.toml")
    comparison = comparison_of(played(TYBOR, 12, replace(TYBOR, data=path)))
    own = [item for item in comparison.items if comparison.is_changed(item)]
    assert [(item.item.group, item.item.key) for item in own] == [
        ("citizen", "Fa1GYBR"),
        ("worker", "Fa1GYBR"),
    ]
    assert [(item.after.group, item.after.key) for item in own] == [
        ("citizen", "Fa5GYBR"),
        ("worker", "Fa5GYBR"),
    ]
    assert own[0].per_game.before > 0
    assert own[0].per_game.after > 0
    rows = [row for row in change_grids(comparison, "de")[-1].rows if row[0]]
    assert [row[0] for row in rows[:2]] == ["Bauer Fa1GYBR → Bauer Fa5GYBR (geändert)"] * 2
    told_of = [line.partition(": ")[0] for line in change_verdict(comparison, "en")[:2]]
    assert told_of == [
        f"farmer Fa1GYBR → farmer Fa5GYBR (Characters as {role})"
        for role in ("citizens", "workers")
    ]
    told = comparison_json(comparison)["items"]
    assert [i["became"] for i in told if i["changed"]] == ["Fa5GYBR", "Fa5GYBR"]


def test_a_building_with_another_name_is_compared_all_the_same(tmp_path: Path) -> None:
    path = with_value("tybor", "buildings", "Granary", "Silo", tmp_path / "silo.toml")
    comparison = comparison_of(played(TYBOR, 4, replace(TYBOR, data=path)))
    silo = next(i for i in comparison.items if i.item.key == "Granary")
    assert silo.name("en") == "Granary → Silo"
    assert silo.per_game.change.value == 0
    assert len(comparison.items) == len(comparison.before.items)


def test_no_change_is_no_difference(tmp_path: Path) -> None:
    copy = with_value("samara", "samara", "xyzzy", "", tmp_path / "copy.toml")
    series = replace(SAMARA, compiled=False)
    comparison = comparison_of(played(series, 12, replace(series, data=copy)))
    differences = [*comparison.numbers, *comparison.places]
    assert [d.change.value for d in differences] == [0.0] * len(differences)
    assert not any(d.clear for d in differences)
    for item in comparison.items:
        assert not any(
            d is not None and d.clear
            for d in (item.per_game, item.rate, item.when, item.with_it, item.adjusted)
        )


# --- what is counted --------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_every_item_has_a_key_of_its_own_and_both_names(name: str) -> None:
    listed = catalogue(game(name), 4)
    keys = [(item.group, item.key) for item in listed.items]
    assert len(set(keys)) == len(keys)
    assert all(item.names["en"] and item.names["de"] for item in listed.items)
    for model in listed.balance.models:
        for group in (*model.groups, *model.controls, *model.also):
            fine = set(listed.fine_columns)
            assert all(set(listed.items[k].columns) <= fine for k in listed.in_group(group))


@pytest.mark.parametrize(("players", "copies"), [(4, 1), (5, 2), (8, 2)])
def test_T1_5_with_two_boxes_every_building_and_character_is_there_twice(
    players: int, copies: int
) -> None:
    listed = catalogue(game("tybor"), players).items
    cards = ("building", "little", "great", "citizen", "worker")
    assert {item.copies for item in listed if item.group in cards} == {copies}
    assert {item.copies for item in listed if item.group not in cards} == {1}


def test_T1_5_whoever_took_both_of_two_boxes_counts_twice() -> None:
    series = replace(TYBOR, players=6, bots=("random",) * 6)
    found = section_of(played(series, GAMES))
    recorded = [records.to_json(play_game(series, game("tybor"), k)) for k in range(GAMES)]
    points: dict[str, list[int]] = {}
    for record in recorded:
        for seat, row in enumerate(taken_by(record)):
            for (group, key), n in row.items():
                if group == "citizen":
                    points.setdefault(kind_of(key), []).extend(n * [points_of(record)[seat]])
    assert any(r.taken > r.takers for r in found.items if r.item.group == "citizen")
    for result in (r for r in found.items if r.item.group == "citizen" and r.takers):
        assert result.points_of_takers is not None
        assert result.points_of_takers.value == pytest.approx(fmean(points[result.item.key]))
    assert all("×2" in row[0] for row in items(found, "citizen", "en").rows)


def test_games_of_five_to_eight_are_counted_too() -> None:
    series = replace(TYBOR, players=6, bots=("random",) * 6)
    section = section_of(played(series, 3))
    assert len(section.places) == 6
    assert sum(s.share.value for s in section.places) == pytest.approx(1)


def test_without_intervals_it_does_not_say_that_nothing_is_off() -> None:
    found = few_games("tybor")
    items = []
    for result in found.items:
        told = result.adjusted or contribution(0.1)
        bare = replace(told, share=replace(told.share, low=None, high=None, p=None))
        items.append(replace(result, adjusted=bare))
    words = " ".join(verdict(replace(found, items=items), "en"))
    assert "Contributions adjusted for the rest need more games." in words
    assert "No item is clearly" not in words
