"""The naive Samara and its referee: whole games, scenes, random positions, broken records."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from .naive_samara import DATA_FILE, TOOLS, NaiveSamara, all_cells, all_tiles, load_data
from .referee_samara import Foul, Match, Worker, check, check_components, check_tape

DATA = load_data()
TILES = all_tiles(DATA)
CELLS = all_cells(DATA)
NOWHERE = (99, 99)  # tools that a scene does not mention lie out of everybody's reach

Record = dict[str, Any]
Event = dict[str, Any]
Policy = Callable[[random.Random, list[str]], str]
Break = Callable[[Record], None]


# ---------------------------------------------------------------------- playing


def anything(rng: random.Random, answers: list[str]) -> str:
    """Any legal answer."""
    return rng.choice(answers)


def builder(rng: random.Random, answers: list[str]) -> str:
    """Builds when it can, else takes tools."""
    for word in ("build", "tool"):
        wanted = [answer for answer in answers if answer.startswith(word)]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return rng.choice(answers)


def idler(rng: random.Random, answers: list[str]) -> str:
    """Keeps away from row 4 and from newcomers, so that some games never end (S8.3)."""

    def dislike(answer: str) -> int:
        words = answer.split()
        if words[0] in ("build", "tool") and words[1].startswith("4"):
            return 4
        return {"build": 0, "tool": 1, "newcomer": 3}.get(words[0], 2)

    least = min(map(dislike, answers))
    return rng.choice([answer for answer in answers if dislike(answer) == least])


POLICIES: list[Policy] = [anything, builder, idler]
IDLE_GAME = (2, 4, True, 2, 3)  # ends by S8.3


def play_out(game: NaiveSamara, policy: Policy, rng: random.Random) -> Record:
    """Play to the end; Barracks are answered in any order."""
    while not game.over:
        seat = rng.choice(game.waiting())
        game.play(seat, policy(rng, sorted(game.legal(seat))))
    return game.record()


@cache
def cached_game(players: int, month: int, specials: bool, policy: int, number: int) -> Record:
    game = NaiveSamara(DATA, players, month, specials, f"{players} {number}")
    return play_out(game, POLICIES[policy], random.Random(number))


def a_game(
    players: int, month: int, specials: bool = True, policy: int = 0, number: int = 0
) -> Record:
    """A record of one's own, to be changed at will."""
    return copy.deepcopy(cached_game(players, month, specials, policy, number))


def pool() -> Iterator[Record]:
    """Many finished games, the more varied ones first; not to be changed."""
    for players in (3, 4, 5, 2):
        for month in range(1, 13):
            yield cached_game(players, month, True, month % 2, month)
    yield cached_game(*IDLE_GAME)
    for players in (2, 3, 4, 5):
        for month in range(1, 13):
            yield cached_game(players, month, False, month % 2, month)


# ---------------------------------------------------------------------- scenes


def referee_at(game: NaiveSamara) -> Match:
    """A referee who looks at the same table; the events to come are the game's."""
    options = {
        "players": len(game.foremen),
        "start_month": game.start_month,
        "specials": game.specials,
    }
    entries = cached_game(2, 1, False, 0, 1)["components"]
    match = Match({"options": options, "components": entries, "events": []}, DATA)
    match.events = game.events
    match.at = len(game.events) - 1
    match.now, match.progress = game.now, game.progress
    for seat, foreman in enumerate(game.foremen):
        match.seats[seat].reserve = {"man": foreman.men, "woman": foreman.women}
        match.seats[seat].tools = Counter(foreman.tools)
        match.seats[seat].tiles = [tile.id for tile in foreman.tiles]
    for worker in game.calendar:
        match.workers[worker.id] = Worker(worker.seat, worker.sex, worker.men, worker.women)
        match.lines.setdefault(worker.month, []).append(worker.id)
    match.names = set(match.workers)
    seen = [tile for seat in match.seats for tile in seat.tiles]
    tools = Counter({kind: n * match.players for kind, n in DATA["tools"]["set"].items()})
    for space in game.spaces:
        match.lying[space.row, space.column] = Counter(space.tools)
        if space.tile is not None:
            match.standing[space.row, space.column] = space.tile.id
            seen.append(space.tile.id)
        tools.subtract(space.tools)
    for seat in range(match.players):
        tools.subtract(match.seats[seat].tools)
    match.lying[NOWHERE] = tools
    match.unused = [tile.id for tile in TILES if tile.id not in seen]
    return match


def follow(match: Match) -> None:
    """Let the referee look at everything that has happened."""
    while match.at + 1 < len(match.events):
        if match.end:
            match.foul(match.end, "the game has ended")
        match.turn()


def picture(game: NaiveSamara) -> dict[str, Any]:
    """The table as the game sees it."""
    return {
        "now": game.now,
        "lines": {w.month: [v.id for v in game.line(w.month)] for w in game.calendar},
        "reserve": [(f.men, f.women) for f in game.foremen],
        "tools": [Counter(f.tools) for f in game.foremen],
        "tiles": [[tile.id for tile in f.tiles] for f in game.foremen],
        "board": {(s.row, s.column): Counter(s.tools) for s in game.spaces if s.tools},
        "end": game.end,
    }


def referee_picture(match: Match) -> dict[str, Any]:
    """The table as the referee sees it."""
    lying = {cell: +tools for cell, tools in match.lying.items() if cell != NOWHERE}
    return {
        "now": match.now,
        "lines": {month: line for month, line in match.lines.items() if line},
        "reserve": [(s.reserve["man"], s.reserve["woman"]) for s in match.seats],
        "tools": [+s.tools for s in match.seats],
        "tiles": [s.tiles for s in match.seats],
        "board": {cell: tools for cell, tools in lying.items() if tools},
        "end": match.end,
    }


def finish_turn(game: NaiveSamara, rng: random.Random) -> None:
    """Answer until a new turn begins or the game is over."""
    while not game.over and game._asking != "act":
        seat = game.waiting()[0]
        game.play(seat, rng.choice(sorted(game.legal(seat))))


class Table:
    """A scene: a position, played by the naive game and watched by the referee.

    Workers are written `0wm@3`: seat 0, a woman on top of a man, in month 3. The board is
    written `1,2 Hut saw saw; 3,1 - glass_a`; a Cathedral on 4,6 is always there unless the
    board names that space. January is the default start: the last month is 11.
    """

    def __init__(
        self,
        workers: str,
        board: str = "",
        tools: dict[int, str] | None = None,
        tiles: dict[int, str] | None = None,
        players: int = 2,
        now: int = 0,
        start_month: int = 1,
        specials: bool = True,
        progress: int | None = None,
    ) -> None:
        self.game = NaiveSamara(DATA, players, start_month, specials, "a scene")
        stacks = [re.fullmatch(r"(\d)([mw]+)@(\d+)", word) for word in workers.split()]
        spaces = {(4, 6): ("Cathedral", "")}
        for part in filter(None, board.split(";")):
            cell, tile, *lying = part.split()
            row, column = map(int, cell.split(","))
            spaces[row, column] = (tile.strip("-"), " ".join(lying))
        self.game.arrange(
            [(int(m[1]), m[2], int(m[3])) for m in stacks if m],
            now,
            spaces,
            tools,
            tiles,
            progress,
        )
        self.match = referee_at(self.game)

    def legal(self) -> set[str]:
        """The answers of the seat that is asked first."""
        return self.game.legal(self.game.waiting()[0])

    def asked(self) -> list[int]:
        return self.game.waiting()

    def play(self, answers: str) -> list[Event]:
        """Answers of whoever is asked first, separated by semicolons; what happened."""
        before = len(self.game.events)
        for answer in answers.split(";"):
            self.game.play(self.game.waiting()[0], answer.strip())
        if self.game.over or self.game._asking == "act":
            follow(self.match)
            assert referee_picture(self.match) == picture(self.game)
            if self.game.over:
                self.match.record = self.game.record()
                self.match.lying.pop(NOWHERE)
                self.match.check_end()
        return self.game.events[before:]

    def line(self, month: int) -> str:
        """Who stands in a month, from the board outwards: seat and letter."""
        return " ".join(f"{w.seat}{w.letter}" for w in self.game.line(month))

    def month(self, name: str) -> int:
        """Where a worker stands: seat and letter."""
        return self.game.lettered(int(name[0]), name[1]).month

    def figures(self, name: str) -> str:
        worker = self.game.lettered(int(name[0]), name[1])
        return "m" * worker.men + "w" * worker.women

    def tools_on(self, row: int, column: int) -> list[str]:
        return self.game.space((row, column)).tools


def kinds(events: list[Event]) -> list[str]:
    return [event["type"] for event in events]


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("specials", [True, False])
def test_games_of_every_kind_are_accepted(players: int, specials: bool) -> None:
    for month in range(1, 13):
        record = cached_game(players, month, specials, month % 2, month)
        check(record)
        check_tape(record)


def features(record: Record) -> Iterator[str]:
    """What happened in a game that does not happen in every game."""
    tiles = record["components"]["tiles"]
    now = 0
    where = {w["worker"]: 0 for w in record["events"][0]["workers"]}
    sexes = {w["worker"]: "woman" if w["women"] else "man" for w in record["events"][0]["workers"]}
    built = ""
    for event in record["events"][1:]:
        kind = event["type"]
        if kind == "turn":
            yield event["action"]
            yield f"{len(event['helpers'])} helpers"
            built = tiles[event["tile"]]["ability"] if event["action"] == "build" else ""
            if event["action"] == "newcomer":
                sexes[event["newcomer"]["worker"]] = event["newcomer"]["sex"]
                yield f"newcomer {event['newcomer']['sex']}"
            for move in event["moves"]:
                where[move["worker"]] = move["to"]
            if event["action"] == "wait" and event["moves"][0]["to"] > now + 1:
                yield "a hermit waits"
            if event["action"] == "build" and event["moves"][0]["to"] < now + event["column"]:
                yield "a short way to a far column"
            if event["action"] == "build" and record["options"]["specials"]:
                yield f"built {built}"
            if len({move["to"] for move in event["moves"]}) > 1:
                yield "training away from the group"
        elif kind == "train":
            own = "its own" if event["sex"] == sexes[event["worker"]] else "the other"
            yield f"train with {own} sex"
        elif kind == "lose_tool":
            yield f"{built} loses {event['tool'].split('_')[0]}"
        elif kind == "lose_figure":
            yield "dies" if event["dies"] else "lives"
            if event["sex"] != sexes[event["worker"]]:
                yield "a mixed stack loses the other sex"
        elif kind == "imprison":
            yield f"imprisoned for {min(event['to'] - where[event['worker']], 6)}"
            where[event["worker"]] = event["to"]
        elif kind == "slide":
            yield "slide" if event["now"] == now + 1 else "slide over several months"
            now = event["now"]
        else:
            yield kind
    yield record["end"]
    totals = [score["total"] for score in record["scores"]]
    if totals.count(max(totals)) > 1:
        yield "tie"


def test_the_games_show_everything_that_can_happen() -> None:
    seen: set[str] = set()
    for record in pool():
        seen |= set(features(record))
    for number in range(60):
        record = cached_game(3, 1 + number % 12, True, 1, 100 + number)
        check(record)
        seen |= set(features(record))
    abilities = {f"built {tile.ability or None}" for tile in TILES}
    assert seen >= abilities | {
        "wait",
        "holiday",
        "newcomer man",
        "newcomer woman",
        "0 helpers",
        "1 helpers",
        "2 helpers",
        "3 helpers",
        "a hermit waits",
        "a short way to a far column",
        "training away from the group",
        "train with its own sex",
        "train with the other sex",
        "boat loses saw",
        "boat loses trowel",
        "sculpture loses trowel",
        "vase loses glass",
        "ruin loses saw",
        "ruin loses trowel",
        "ruin loses glass",
        "barracks loses saw",
        "barracks loses trowel",
        "barracks loses glass",
        "dies",
        "lives",
        "a mixed stack loses the other sex",
        "lose_worker",
        "imprisoned for 0",
        "imprisoned for 3",
        "imprisoned for 5",
        "slide",
        "slide over several months",
        "S8.1",
        "S8.3",
        "tie",
    }


def test_record_survives_json() -> None:
    record = json.loads(json.dumps(a_game(5, 7)))
    check(record)
    check_tape(record)


def rename(thing: Any, new: dict[str, str]) -> Any:
    """Every ID replaced, as a key too, but not the names of tiles."""
    if isinstance(thing, dict):
        return {
            new.get(key, key): value if key == "name" else rename(value, new)
            for key, value in thing.items()
        }
    if isinstance(thing, list):
        return [rename(value, new) for value in thing]
    return new.get(thing, thing) if isinstance(thing, str) else thing


def test_ids_may_have_any_form() -> None:
    record = a_game(4, 9, True, 1, 9)
    names = list(record["components"]["tiles"])
    new = {name: f"tile {(7 * i) % 36}" for i, name in enumerate(names)}
    new |= {f"W{i}": f"Willi {100 - i}" for i in range(1, 60)}
    renamed = rename(record, new)
    check(renamed)
    check_tape(renamed)


def test_what_the_format_leaves_open_is_accepted() -> None:
    for number in range(20):
        record = a_game(3, 5, True, 1, 100 + number)
        for event in record["events"]:
            event["note"] = "more"
            if "helpers" in event:
                event["helpers"].reverse()
            if len({move["to"] for move in event.get("moves", [])}) == 2:
                event["moves"].sort(key=lambda move: -move["to"])
        setup = record["events"][0]
        setup["spaces"].reverse()
        setup["unused"].reverse()
        setup["reserve"][0]["note"] = "more"
        for space in setup["spaces"] + record["final"]["spaces"]:
            space["tools"].reverse()
        record["final"]["spaces"].reverse()
        for seat in record["final"]["seats"]:
            for key in ("tiles", "tools", "workers"):
                seat[key].reverse()
        record["scores"][0]["lines"].append({"clause": "S8.2", "points": 0, "what": "nothing"})
        check(record)
        check_tape(record)


def test_copy_is_independent() -> None:
    rng = random.Random(1)
    game = NaiveSamara(DATA, 3, 11, True, "copy")
    while not game.over:
        twin = game.copy()
        state = json.dumps(game.events), game.waiting(), picture(game)
        for _ in range(6):
            if not twin.over:
                twin.play(twin.waiting()[0], anything(rng, sorted(twin.legal(twin.waiting()[0]))))
        assert (json.dumps(game.events), game.waiting(), picture(game)) == state
        game.play(game.waiting()[0], builder(rng, sorted(game.legal(game.waiting()[0]))))
    check_tape(game.record())


def test_illegal_answers_are_refused() -> None:
    game = NaiveSamara(DATA, 2, 1, True, "refused")
    seat = game.waiting()[0]
    with pytest.raises(ValueError, match="may not"):
        game.play(seat, "wait")
    with pytest.raises(ValueError, match="may not"):
        game.play(1 - seat, "newcomer man")
    assert game.legal(1 - seat) == set()
    with pytest.raises(ValueError, match="not over"):
        game.record()
    with pytest.raises(ValueError, match="2 to 5"):
        NaiveSamara(DATA, 6, 1, True, "refused")
    with pytest.raises(ValueError, match="1 to 12"):
        NaiveSamara(DATA, 2, 13, True, "refused")


def test_data_is_what_the_rulebook_says() -> None:
    assert len(TILES) == 36
    assert len(CELLS) == 30
    assert {tile.id for tile in TILES} >= {"WeightRoom/1", "WeightRoom/2", "Hut/2", "Palace"}
    assert [t.ability for t in TILES if t.permanent] == [
        "university",
        "school",
        "hermit_house",
        "bridge",
    ]


# ---------------------------------------------------------------------- counting


def test_count_asks_real_questions_only() -> None:
    table = Table("0w@0 0mm@0 1w@5 1mm@6", "1,1 - saw; 3,2 - saw")
    # newcomer man or woman, tool 1,1, tool 3,2 (with b), no holiday
    assert [table.game.count(depth) for depth in (0, 1)] == [1, 4]
    after = [table.game.copy() for _ in range(4)]
    for game, answer in zip(after, sorted(table.legal()), strict=True):
        game.play(0, answer)
    assert table.game.count(2) == sum(game.count(1) for game in after)


def test_count_takes_the_only_answer_for_free() -> None:
    table = Table("0m@0 0w@11 1m@0 1w@11")
    assert table.legal() == {"holiday"}
    # 0m and 1m join the women, who then make newcomers: man or woman
    assert [table.game.count(depth) for depth in (1, 2)] == [2, 4]


def test_count_of_a_finished_game_is_one() -> None:
    game = NaiveSamara(DATA, 2, 1, True, "over")
    play_out(game, builder, random.Random(0))
    assert game.count(3) == 1


def test_count_asks_barracks_clockwise() -> None:
    table = Table(
        "1mm@0 0w@1 2w@1 1w@1",
        "1,1 Barracks",
        {0: "saw glass_a", 1: "saw trowel_square", 2: "saw trowel_compass glass_a glass_b"},
        players=3,
    )
    table.play("build 1,1; alone")
    assert table.asked() == [2, 0]
    assert table.game.count(1) == 3
    assert table.game.count(2) == 6


# ---------------------------------------------------------------------- scenes: S1, S2


def test_S1_3_tools_by_players() -> None:
    for players in range(2, 6):
        game = NaiveSamara(DATA, players, 1, True, "tools")
        lying = Counter(tool for space in game.spaces for tool in space.tools)
        assert lying == {
            "saw": 2 * players,
            "trowel_compass": players,
            "trowel_square": players,
            "glass_a": players,
            "glass_b": players,
        }
    assert [len(s.tools) for s in game.spaces if s.row == 1] == [3, 2, 3, 0, 0, 0, 0, 0, 0]


def test_S1_4_last_month() -> None:
    ahead = [NaiveSamara(DATA, 2, month, True, "last").last_month() for month in range(1, 13)]
    assert ahead == [11, 10, 9, 8, 7, 6, 11, 10, 9, 8, 7, 6]


def test_S1_6_women_in_start_order_then_men_in_reverse() -> None:
    game = NaiveSamara(DATA, 4, 1, True, "order")
    order = game.events[0]["order"]
    assert [w.seat for w in game.calendar] == order + order[::-1]
    assert [w.id for w in game.calendar] == [f"W{i}" for i in range(1, 9)]
    assert [w.letter for w in game.calendar] == list("aaaabbbb")


def test_S2_1_the_worker_nearest_to_the_board_acts() -> None:
    table = Table("1mm@0 0w@0 0mm@1 1w@1", "1,1 - saw")
    assert table.asked() == [1]
    assert table.play("tool 1,1 saw; alone")[0]["worker"] == "W1"
    assert table.asked() == [0]


def test_S2_2_wait_only_if_nothing_is_possible() -> None:
    table = Table("0m@0 0w@0 1w@0", "2,1 - saw; 3,1 Hut/1", {0: "saw saw"})
    assert table.legal() == {"wait"}
    events = table.play("wait")
    assert events[0]["action"] == "wait"
    assert events[0]["moves"] == [{"worker": "W1", "to": 1}]
    assert table.legal() == {"newcomer man", "newcomer woman", "holiday"}


def test_S2_3_a_slide_over_several_months_is_one_event() -> None:
    table = Table("0w@0 0mm@4 1w@6", "1,9 - saw")
    events = table.play("tool 1,9 saw; alone")
    assert events[1:] == [{"type": "slide", "now": 4}]


def test_S2_4_the_last_month_changes_with_the_slide() -> None:
    table = Table("0w@5 0mm@6 1w@7", "1,1 - saw", now=5)
    assert table.game.last_month() == 11
    events = table.play("newcomer woman")
    assert events[0]["moves"] == [{"worker": "W1", "to": 11}, {"worker": "W4", "to": 11}]
    assert table.game.last_month() == 17


def test_S2_5_together_they_keep_their_order_behind_those_already_there() -> None:
    table = Table("0w@0 1w@0 0m@0 1mm@0 0m@0 1m@2", "3,2 - saw")
    events = table.play("tool 3,2 saw; with b c")
    assert table.line(2) == "1c 0a 0b 0c"
    assert events[0]["helpers"] == ["W3", "W5"]
    assert table.line(0) == "1a 1b"


# ---------------------------------------------------------------------- scenes: S3 to S6


def test_S3_2_every_helper_is_needed() -> None:
    table = Table("0w@0 0m@0 1w@0 0mm@0 0w@0", "3,1 - saw; 1,1 - saw; 4,1 - saw")
    table.play("tool 3,1 saw")
    assert table.legal() == {"with b d", "with c"}
    table.play("with c")
    assert table.line(1) == "0a 0c"


def test_S3_2_alone_if_the_acting_worker_suffices() -> None:
    table = Table("0mm@0 0w@0 1w@0", "2,1 - saw; 4,1 - saw")
    assert table.legal() == {"tool 2,1 saw"}
    table.play("tool 2,1 saw")
    assert table.legal() == {"alone"}


def test_S3_2_helpers_stand_in_the_NOW_month() -> None:
    table = Table("0w@0 0mm@1 1w@1", "2,1 - saw")
    assert table.legal() == {"newcomer man", "newcomer woman", "holiday"}


def test_S3_3_limits() -> None:
    everything = "saw trowel_compass trowel_square glass_a glass_b"
    table = Table("0m@0 0w@0 1w@0", f"1,1 - {everything}", {0: "saw saw trowel_square"})
    assert table.legal() == {"tool 1,1 trowel_compass", "tool 1,1 glass_a"}
    table = Table("0m@0 0w@0 1w@0", f"1,1 - {everything}", {0: "glass_a trowel_compass saw"})
    assert table.legal() == {"tool 1,1 saw", "tool 1,1 trowel_square", "tool 1,1 glass_b"}
    table = Table("0m@0 0w@0 1w@0", f"1,1 - {everything}", {0: f"saw {everything}"})
    assert table.legal() == {"wait"}


def test_S4_1_the_newcomer_lines_up_behind_her_on_the_last_month() -> None:
    table = Table("0ww@0 0m@3 1w@11")
    assert table.legal() == {"newcomer man", "holiday"}
    events = table.play("newcomer man")
    assert table.line(11) == "1a 0a 0c"
    assert events[0]["newcomer"] == {"worker": "W4", "sex": "man"}


def test_S4_1_only_a_woman_can_and_the_top_figure_counts() -> None:
    assert Table("0mw@0 0w@0 1w@0").legal() == {"wait"}
    assert Table("0wm@0 0m@0 1w@0").legal() == {"newcomer man", "newcomer woman"}


def test_S4_2_not_with_an_empty_reserve() -> None:
    assert Table("0w@0 0wmmm@0 1w@0").legal() == {"wait"}


def test_letters_become_free() -> None:
    table = Table("0w@0 0m@0 0mm@0 0w@0 1w@0", "1,1 Tombstone")
    table.play("build 1,1; alone")
    assert table.legal() == {"bury a", "bury b", "bury c", "bury d"}
    table.play("bury b")
    table.play("holiday")
    table.play("newcomer man")
    assert table.line(11) == "0d 0b"


def test_S5_1_a_far_column_costs_only_up_to_the_last_month() -> None:
    table = Table("0w@5 0mm@6 1w@7", "1,9 Hut/1 saw", now=5)
    table.play("build 1,9; alone")
    assert table.month("0a") == 11
    table = Table("0w@5 0mm@6 1w@7", "1,9 - saw", now=5)
    table.play("tool 1,9 saw; alone")
    assert table.month("0a") == 11


def test_S5_2_the_tools_printed_on_the_tile() -> None:
    board = "1,1 Palace; 1,2 Chapel; 1,3 Vase; 1,4 Well; 1,5 Hut/1; 1,6 Boat"
    table = Table("0m@0 0w@0 1w@0", board, {0: "saw trowel_square glass_a"})
    assert table.legal() == {"build 1,2", "build 1,4", "build 1,5"}


def test_S5_4_tools_stay_on_the_space() -> None:
    table = Table("0w@0 0mm@6 1w@0", "1,1 Hut/1 saw glass_b")
    table.play("build 1,1; alone")
    assert table.tools_on(1, 1) == ["saw", "glass_b"]
    assert "tool 1,1 saw" in table.legal()


def test_S6_1_to_the_next_month_with_an_own_worker() -> None:
    table = Table("0w@0 0m@0 0m@7 0w@4 1w@2")
    table.play("holiday")
    assert table.line(4) == "0d 0a"


# ---------------------------------------------------------------------- scenes: S7, tools


def test_S7_3_boat_takes_a_saw_to_its_space() -> None:
    table = Table("0w@0 0m@6 1w@0", "1,3 Boat glass_a", {0: "saw saw trowel_square"})
    table.play("build 1,3; alone")
    assert table.legal() == {"lose saw"}
    events = table.play("lose saw")
    assert events == [
        {"type": "lose_tool", "seat": 0, "tool": "saw", "row": 1, "column": 3, "why": "S7.3"}
    ]
    assert sorted(table.tools_on(1, 3)) == ["glass_a", "saw"]


def test_S7_3_sculpture_takes_either_trowel() -> None:
    table = Table("0w@0 0m@6 1w@0", "1,1 Sculpture", {0: "saw trowel_compass trowel_square"})
    table.play("build 1,1; alone")
    assert table.legal() == {"lose trowel_compass", "lose trowel_square"}


def test_S7_3_vase_takes_glass_b() -> None:
    table = Table("0w@0 0m@6 1w@0", "1,1 Vase", {0: "glass_a glass_b saw"})
    table.play("build 1,1; alone")
    assert table.legal() == {"lose glass_b"}


def test_S7_3_with_the_university_another_tool_may_go() -> None:
    university = {0: "University"}
    table = Table("0w@0 0m@6 1w@0", "1,1 Boat", {0: "trowel_square glass_a glass_b"}, university)
    table.play("build 1,1; alone")
    assert table.legal() == {"lose trowel_square", "lose glass_b"}
    table = Table("0w@0 0m@6 1w@0", "1,1 Vase", {0: "saw glass_a"}, university)
    table.play("build 1,1; alone")
    assert table.legal() == {"lose saw", "lose glass_a"}
    table = Table("0w@0 0m@6 1w@0", "1,1 Sculpture", {0: "saw trowel_square"}, university)
    table.play("build 1,1; alone")
    assert table.legal() == {"lose trowel_square"}


def test_S7_4_ruin_takes_two_and_both_glass_tools_may_go() -> None:
    tools = {0: "saw trowel_compass trowel_square glass_a glass_b"}
    table = Table("0w@0 0m@6 1w@0", "1,2 Ruin", tools)
    table.play("build 1,2; alone")
    assert "lose glass_a" not in table.legal()
    table.play("lose glass_b")
    assert "lose glass_a" in table.legal()
    table.play("lose glass_a")
    assert table.tools_on(1, 2) == ["glass_b", "glass_a"]


def test_S7_5_barracks_are_answered_in_any_order_and_told_clockwise() -> None:
    tools = {0: "saw", 1: "saw trowel_square", 2: "", 3: "glass_a glass_b"}
    table = Table("1w@0 1m@5 0w@0 2w@0 3w@0", "1,1 Barracks", tools, players=4)
    table.play("build 1,1; alone")
    assert table.asked() == [3, 0]
    assert table.game.legal(3) == {"lose glass_b"}
    table.game.play(0, "lose saw")
    assert table.game.events[-1]["type"] == "turn"
    events = table.play("lose glass_b")
    assert [(e["seat"], e["tool"]) for e in events] == [(3, "glass_b"), (0, "saw")]


def test_S7_5_nobody_has_a_tool() -> None:
    table = Table("0w@0 0m@5 1w@0", "1,1 Barracks", {0: "saw trowel_square"})
    assert kinds(table.play("build 1,1; alone")) == ["turn"]
    assert table.asked() == [1]


def test_S7_6_university_counts_tools_only_but_S3_3_holds() -> None:
    board = "1,1 Palace; 1,2 Chapel; 1,3 Vase; 1,4 - glass_b saw"
    table = Table("0m@0 0w@0 1w@0", board, {0: "saw saw"}, {0: "University"})
    assert table.legal() == {"build 1,2", "build 1,3"}


# ---------------------------------------------------------------------- scenes: S7, workers


def hospital(workers: str, players: int = 2) -> Table:
    table = Table(
        f"0m@0 {workers} 0w@9", "1,1 Hospital", {0: "trowel_square glass_a"}, None, players
    )
    table.play("build 1,1; alone")
    return table


def test_S7_7_from_the_left_of_the_builder_clockwise() -> None:
    table = hospital("2w@0 2mm@0 1w@0 1m@0", players=3)
    assert table.asked() == [1]
    assert table.legal() == {"take b"}
    table.play("take b")
    assert table.asked() == [2]
    assert table.game.events[-1]["dies"] is True
    events = table.play("take b")
    assert events[0] == {
        "type": "lose_figure",
        "seat": 2,
        "worker": "W3",
        "sex": "man",
        "dies": False,
        "why": "S7.7",
    }
    assert table.figures("2b") == "m"


def test_S7_2_a_last_woman_of_strength_1_is_spared() -> None:
    table = hospital("1w@0")
    assert kinds(table.game.events) == ["turn"]
    assert hospital("1w@0 1w@3").legal() == {"take a", "take b"}


def test_S7_2_a_last_woman_of_strength_2_may_lose_a_figure() -> None:
    table = hospital("1wm@0")
    assert table.legal() == {"take a"}
    table.play("take a")
    assert table.figures("1a") == "w"


def test_S7_16_a_mixed_stack_loses_the_other_sex_first() -> None:
    table = hospital("1mmw@0 1w@0")
    assert table.play("take a")[0]["sex"] == "woman"
    table = hospital("1wwmm@0 1m@0")
    assert table.play("take a")[0]["sex"] == "man"


def test_S7_7_the_calendar_slides_over_the_dead() -> None:
    table = hospital("1m@0 1w@4")
    assert kinds(table.play("take a")) == ["lose_figure", "slide"]
    assert table.game.now == 1


def test_S7_8_training_is_one_month_further_behind_those_there() -> None:
    table = Table("0w@0 1w@0 0m@0 0m@0 1m@3 1m@2", "3,2 WeightRoom/1", {0: "saw"})
    table.play("build 3,2; with b c")
    assert table.legal() == {"train a", "train b", "train c"}
    events = table.play("train a")
    assert table.line(2) == "1c 0b 0c"
    assert table.line(3) == "1b 0a"
    assert events[0]["moves"] == [
        {"worker": "W3", "to": 2},
        {"worker": "W4", "to": 2},
        {"worker": "W1", "to": 3},
    ]
    assert events[1] == {
        "type": "train",
        "seat": 0,
        "worker": "W1",
        "sex": "woman",
        "why": "S7.8",
    }
    assert table.figures("0a") == "ww"


def test_S7_8_the_other_sex_if_there_is_no_figure_of_its_own() -> None:
    table = Table("0w@0 0w@5 1w@0", "1,2 WeightRoom/2", {0: "saw"})
    assert table.play("build 1,2; alone; train a")[1]["sex"] == "man"
    assert table.game.lettered(0, "a").sex == "woman"


def test_S7_8_whom_the_last_month_stops_gains_all_the_same_and_keeps_its_place() -> None:
    table = Table("0w@5 0m@5 1w@5 1mm@11", "2,8 WeightRoom/1", {0: "saw"}, now=5)
    events = table.play("build 2,8; with b; train a")
    assert table.line(11) == "1b 0a 0b"
    assert [move["to"] for move in events[0]["moves"]] == [11, 11]
    assert table.figures("0a") == "ww"


def test_S7_8_nothing_happens_with_an_empty_reserve() -> None:
    table = Table("0wmmm@0 0w@3 1w@0", "1,2 WeightRoom/1", {0: "saw"})
    assert kinds(table.play("build 1,2; alone")) == ["turn"]
    assert table.line(2) == "0a"


def test_S7_8_with_the_bridge_training_costs_no_month() -> None:
    table = Table("0w@0 0m@0 1w@0 1m@2", "2,3 WeightRoom/1", {0: "saw"}, {0: "Bridge"})
    table.play("build 2,3; with b; train a")
    assert table.line(2) == "1b 0a 0b"
    assert table.figures("0a") == "ww"


def test_S7_8_the_hermit_trains_where_nobody_is() -> None:
    table = Table(
        "0w@0 0m@0 1w@0 1m@2 1m@4 1m@5", "2,2 WeightRoom/1", {0: "saw"}, {0: "HermitHouse"}
    )
    table.play("build 2,2; with b; train b")
    assert table.line(3) == "0a"
    assert table.line(6) == "0b"


def test_S7_8_the_hermit_bridge_trains_on_the_spot() -> None:
    tiles = {0: "HermitHouse Bridge"}
    table = Table("0w@0 0m@0 1w@0 1m@1", "2,2 WeightRoom/1", {0: "saw"}, tiles)
    table.play("build 2,2; with b; train a")
    assert table.line(2) == "0a 0b"


def test_S7_8_the_hermit_without_a_free_month_trains_on_the_last() -> None:
    table = Table(
        "0w@5 1w@11 1m@10 1m@9 0m@6", "1,3 WeightRoom/1", {0: "saw"}, {0: "HermitHouse"}, now=5
    )
    table.play("build 1,3; alone; train a")
    assert table.line(11) == "1a 0a"


def test_S7_9_school_adds_one_for_two_or_more() -> None:
    table = Table("0w@0 0m@0 0m@0 1w@0", "1,1 - saw; 3,1 - saw; 4,1 - saw", None, {0: "School"})
    assert table.legal() >= {"tool 1,1 saw", "tool 3,1 saw", "tool 4,1 saw"}
    copy_of_it = table.game.copy()
    copy_of_it.play(0, "tool 3,1 saw")
    assert copy_of_it.legal(0) == {"with b", "with c"}
    table.play("tool 4,1 saw")
    assert table.legal() == {"with b c"}


def test_S7_9_school_does_not_help_one_alone() -> None:
    table = Table("0m@0 0w@1 1w@0", "2,1 - saw", None, {0: "School"})
    assert table.legal() == {"holiday"}


def test_S7_10_tombstone_takes_any_own_worker_but_the_last_woman() -> None:
    table = Table("0w@0 0m@0 0mm@7 1w@0 1mm@0", "1,1 Tombstone")
    table.play("build 1,1; alone")
    assert table.legal() == {"bury b", "bury c"}
    events = table.play("bury c")
    assert events == [{"type": "lose_worker", "seat": 0, "worker": "W3", "why": "S7.10"}]
    assert (table.game.foremen[0].men, table.game.foremen[0].women) == (2, 1)


def test_S7_10_tombstone_may_take_the_builder_but_not_a_strong_last_woman() -> None:
    table = Table("0mm@0 0ww@7 1w@0", "1,1 Tombstone")
    table.play("build 1,1; alone")
    assert table.legal() == {"bury a"}
    table.play("bury a")
    assert table.line(1) == ""


def test_S7_10_with_no_other_choice_nothing_happens() -> None:
    table = Table("0wwmm@0 1w@0", "1,1 Tombstone")
    assert kinds(table.play("build 1,1; alone")) == ["turn"]


# ---------------------------------------------------------------------- scenes: S7, time


def test_S7_11_the_hermit_goes_on_to_a_month_without_strangers() -> None:
    table = Table("0w@0 0m@3 1m@1 1m@2 1m@3 1w@5", "1,1 - saw", None, {0: "HermitHouse"})
    table.play("tool 1,1 saw; alone")
    assert table.month("0a") == 4


def test_S7_11_own_workers_do_not_disturb_the_hermit() -> None:
    table = Table("0w@0 0m@1 1m@0 1w@2", "1,1 - saw", None, {0: "HermitHouse"})
    table.play("tool 1,1 saw; alone")
    assert table.line(1) == "0b 0a"


def test_S7_11_the_hermit_stops_at_the_last_month() -> None:
    table = Table("0w@5 1m@11 1m@10 1w@9 0m@5", "1,4 - saw", None, {0: "HermitHouse"}, now=5)
    table.play("tool 1,4 saw; alone")
    assert table.line(11) == "1a 0a"


def test_S7_11_not_for_holidays_but_for_waiting() -> None:
    table = Table("0m@0 0w@2 1w@2 1m@1", "", None, {0: "HermitHouse"})
    table.play("holiday")
    assert table.line(2) == "0b 1a 0a"
    table = Table("0m@0 0w@0 1w@2 1m@1", "", None, {0: "HermitHouse"})
    table.play("wait")
    assert table.line(3) == "0a"


def test_S7_11_a_hermit_with_a_bridge_makes_a_newcomer() -> None:
    table = Table("0w@0 0m@2 1w@10 1m@1", "", None, {0: "HermitHouse Bridge"})
    table.play("newcomer man")
    assert table.line(11) == "0a 0c"
    table = Table("0w@0 0m@2 1w@9 1m@1", "", None, {0: "HermitHouse Bridge"})
    table.play("newcomer man")
    assert table.line(10) == "0a 0c"


def prison(workers: str, players: int = 2, now: int = 0, tiles: str = "") -> Table:
    table = Table(
        f"0m@{now} {workers} 0w@{now + 3}",
        "1,1 Prison",
        {0: "trowel_square trowel_compass"},
        {1: tiles},
        players,
        now,
    )
    table.play("build 1,1; alone")
    return table


def test_S7_12_one_of_the_weakest_goes_five_months_ahead() -> None:
    table = prison("1w@0 1m@6 1mm@2 1w@7")
    assert table.asked() == [0]
    assert table.legal() == {"imprison a", "imprison b"}
    events = table.play("imprison b")
    assert events[0] == {
        "type": "imprison",
        "seat": 1,
        "worker": "W3",
        "to": 11,
        "why": "S7.12",
    }


def test_S7_12_the_second_weakest_if_none_of_the_weakest_can() -> None:
    table = prison("1w@7 1mm@2 1wm@7")
    assert table.legal() == {"imprison b"}
    table = prison("1w@7 1mmm@2")
    assert table.legal() == {"imprison b"}
    table.play("imprison b")
    assert table.month("1b") == 7


def test_S7_12_anybody_to_the_last_month_if_none_of_those_can() -> None:
    table = prison("1w@7 1mm@8 1wm@9")
    assert table.legal() == {"imprison a", "imprison b", "imprison c"}
    table.play("imprison b")
    assert table.month("1b") == 11


def test_S7_12_each_foreman_is_looked_at_alone() -> None:
    table = prison("1w@7 1mm@8 1wm@9 2w@1 2mm@2", players=3)
    table.play("imprison c")
    assert table.month("1c") == 11
    assert table.legal() == {"imprison a"}
    table.play("imprison a")
    assert table.month("2a") == 6


def test_S7_12_one_on_the_last_month_stays_in_its_place() -> None:
    table = prison("1w@11 1mm@11 1m@11")
    assert table.line(11) == "1a 1b 1c"
    events = table.play("imprison a")
    assert events[0]["to"] == 11
    assert table.line(11) == "1a 1b 1c"


def test_S7_12_goes_on_clockwise_and_lines_up() -> None:
    table = prison("1w@1 2w@1 2m@6", players=3)
    table.play("imprison a; imprison a")
    assert table.line(6) == "2b 1a 2a"


def test_S7_12_the_victims_own_tiles_play_no_part() -> None:
    table = prison("1w@1 0w@6", tiles="Bridge HermitHouse")
    table.play("imprison a")
    assert table.line(6) == "0b 1a"


def test_S7_13_bridge_one_month_less_but_at_least_one() -> None:
    board = "1,1 - saw; 1,9 - saw; 1,2 - saw"
    bridge = {0: "Bridge"}
    for cell, month in (("1,1", 1), ("1,2", 1), ("1,9", 8)):
        table = Table("0w@0 0m@0 1w@0", board, None, bridge)
        table.play(f"tool {cell} saw; alone")
        assert table.month("0a") == month
    table = Table("0w@5 0m@5 1w@5", board, None, bridge, now=5)
    table.play("tool 1,9 saw; alone")
    assert table.month("0a") == 10  # 9 months, at most 6 to the last month, minus 1


def test_S7_13_holidays_stay_as_they_are_and_newcomers_come_sooner() -> None:
    table = Table("0w@0 0m@4 1w@0", "", None, {0: "Bridge"})
    table.play("holiday")
    assert table.month("0a") == 4
    table = Table("0w@0 0m@4 1w@0", "", None, {0: "Bridge"})
    table.play("newcomer woman")
    assert table.line(10) == "0a 0c"


def test_S7_14_permanent_tiles_count_from_the_next_action_on() -> None:
    tools = {0: "saw saw trowel_square trowel_compass"}
    table = Table("0w@0 0mm@0 1w@5", "1,3 Bridge; 2,3 - glass_a", tools)
    table.play("build 1,3; alone")
    assert table.month("0a") == 3
    table.play("tool 2,3 glass_a; alone")
    assert table.month("0b") == 2
    table = Table("0w@0 0mm@0 1w@3", "1,3 HermitHouse; 2,3 - glass_a", tools)
    table.play("build 1,3; alone")
    assert table.month("0a") == 3
    table.play("tool 2,3 glass_a; alone")
    assert table.month("0b") == 4


def test_S7_15_without_specials_nothing_happens() -> None:
    everything = "saw trowel_compass trowel_square"
    for tile in TILES:
        if tile.ability and "A" not in tile.needs:
            table = Table(
                "0w@0 0m@0 1w@0 1m@0",
                f"1,3 {tile.id}; 2,1 Hut/1",
                {0: f"saw {everything}", 1: "saw"},
                specials=False,
            )
            assert kinds(table.play("build 1,3; alone")) == ["turn"]
            assert table.month("0a") == 3
    tiles = {0: "Bridge HermitHouse School University"}
    table = Table("0w@0 0m@0 1w@2", "1,2 - saw; 3,1 - saw; 1,1 Shed", None, tiles, specials=False)
    table.game.foremen[0].tools = []
    assert table.legal() == {"tool 1,2 saw", "newcomer man", "newcomer woman"}
    table.play("tool 1,2 saw; alone")
    assert table.line(2) == "1a 0a"


# ---------------------------------------------------------------------- scenes: S8


def test_S8_1_the_last_group_moves_and_nothing_follows() -> None:
    for tile in ("Tombstone", "WeightRoom/1", "Prison", "Hospital"):
        tools = {0: "saw trowel_square trowel_compass glass_a"}
        table = Table("0w@0 0m@5 1w@5 1m@6", "4,6 -; 1,3 " + tile, tools)
        events = table.play("build 1,3; alone")
        assert kinds(events) == ["turn"]
        assert table.game.over
        assert table.game.end == "S8.1"
        assert table.month("0a") == 3
        assert table.asked() == []


def test_S8_2_of_the_tied_the_next_to_act_wins() -> None:
    tiles = {0: "Sandcastle", 1: "Cottage", 2: "Stable"}
    table = Table("0w@0 0m@6 2w@2 1m@3 1w@4", "4,6 -; 1,3 Hut/1", None, tiles, players=3)
    table.play("build 1,3; alone")
    record = table.game.record()
    assert [score["total"] for score in record["scores"]] == [3, 5, 3]
    assert [score["tiebreak"] for score in record["scores"]] == [2, 1, 0]
    tiles = {0: "Stable", 1: "Cottage", 2: "Windmill"}
    table = Table("0w@0 0m@6 2w@2 1m@3 1w@4", "4,6 -; 1,3 Hut/1", None, tiles, players=3)
    table.play("build 1,3; alone")
    assert table.game.record()["winners"] == [2]


def test_S8_3_after_24_months_without_progress() -> None:
    for progress, end in ((6, "S8.3"), (7, "")):
        table = Table("0m@29 0w@30 1w@30", now=29, progress=progress)
        table.play("holiday")
        assert table.game.end == end
    assert table.game.events[-1] == {"type": "slide", "now": 30}


def test_S8_3_a_newcomer_a_tool_and_a_tile_are_progress() -> None:
    for action in ("newcomer man", "tool 1,1 saw; alone", "build 1,1; alone"):
        table = Table("0w@29 0m@30 1w@30", "1,1 Hut/1 saw", now=29, progress=6)
        table.play(action)
        assert table.game.end == ""
        assert table.game.progress == 29


# ---------------------------------------------------------------------- random positions


def some_stacks(rng: random.Random) -> list[str]:
    """Workers of one foreman: a woman worker and others, mixed stacks too."""
    stacks = ["w"]
    left = list("mmmw")
    rng.shuffle(left)
    for figure in left[: rng.randint(0, 4)]:
        target = rng.randint(0, len(stacks))
        if target == len(stacks):
            stacks.append(figure)
        else:
            stacks[target] += figure
    rng.shuffle(stacks)
    return stacks


def some_tools(rng: random.Random) -> list[str]:
    tools = [tool for tool in ("saw", *TOOLS) if rng.random() < 0.6]
    if "glass_b" in tools and "glass_a" not in tools:
        tools.remove("glass_b")
    return tools


def some_position(rng: random.Random) -> NaiveSamara:
    """Anything that might happen, and some more: many permanent tiles, mixed stacks."""
    players = rng.randint(2, 4)
    game = NaiveSamara(DATA, players, rng.randint(1, 12), rng.random() < 0.95, "a position")
    now = rng.randint(0, 30)
    game.now = now
    last = game.last_month()
    workers = [
        (seat, stack, rng.choice([now, now, now, last, rng.randint(now, last)]))
        for seat in range(players)
        for stack in some_stacks(rng)
    ]
    rng.shuffle(workers)
    workers[0] = (*workers[0][:2], now)
    tools = {seat: some_tools(rng) for seat in range(players)}
    rest = Counter({kind: n * players for kind, n in DATA["tools"]["set"].items()})
    for mine in tools.values():
        rest.subtract(mine)
    lying: dict[tuple[int, int], list[str]] = {cell: [] for cell in CELLS}
    for tool in rest.elements():
        lying[rng.choice(CELLS)].append(tool)
    tiles = dict.fromkeys(range(players), "")
    on_board = []
    for tile in TILES:
        if tile.permanent and rng.random() < 0.7:
            tiles[rng.randrange(players)] += f" {tile.id}"
        elif tile.ability or rng.random() < 0.5:
            on_board.append(tile.id)
    cells = rng.sample(CELLS, min(len(on_board), 30))
    if rng.random() < 0.1:
        cells = cells[:1]  # the last tile
    standing = dict(zip(cells, on_board[: len(cells)], strict=True))
    if len(cells) == 1:
        standing[cells[0]] = rng.choice(on_board)
    game.arrange(
        workers,
        now,
        {cell: (standing.get(cell, ""), " ".join(lying[cell])) for cell in CELLS},
        {seat: " ".join(mine) for seat, mine in tools.items()},
        tiles,
        max(0, now - rng.choice([0, 5, 20, 23])),
    )
    return game


@pytest.mark.parametrize("part", range(4))
def test_random_positions_are_played_as_the_referee_sees_it(part: int) -> None:
    for number in range(60):
        rng = random.Random(f"position {part} {number}")
        game = some_position(rng)
        match = referee_at(game)
        for _ in range(15):
            if game.over:
                break
            seat = game.waiting()[0]
            game.play(seat, builder(rng, sorted(game.legal(seat))))
            finish_turn(game, rng)
            follow(match)
            assert referee_picture(match) == picture(game)


def every_answer(game: NaiveSamara) -> list[str]:
    """What somebody might try, legal or not."""
    question = game._asking
    if question == "act":
        lying = [(s, tool) for s in game.spaces for tool in sorted(set(s.tools))]
        tools = [f"tool {s.row},{s.column} {tool}" for s, tool in lying]
        builds = [f"build {s.row},{s.column}" for s in game.spaces if s.tile is not None]
        return [*tools, *builds, "newcomer man", "newcomer woman", "holiday", "wait"]
    if question == "help":
        groups = [group for n in range(1, 5) for group in combinations("abcde", n)]
        return ["alone", *("with " + " ".join(group) for group in groups)]
    if question in ("lose", "barracks"):
        return [f"lose {tool}" for tool in TOOLS]
    return [f"{question} {letter}" for letter in "abcde"]


def is_sensible(game: NaiveSamara, seat: int, answer: str) -> bool:
    """Whether an answer names things that are there, so that it can be carried out at all."""
    words = answer.split()
    if game._asking == "help":
        acting = game.worker(game._planned().worker)
        mates = {w.letter for w in game.line(game.now) if w.seat == seat} - {acting.letter}
        return set(words[1:]) <= mates
    if game._asking in ("lose", "barracks"):
        return words[1] in game.foremen[seat].tools
    if game._asking in ("train", "take", "bury", "imprison"):
        owner = game._victim if game._asking == "imprison" else seat
        return words[1] in {w.letter for w in game.workers_of(owner)}
    if words[0] == "newcomer":
        workers = game.workers_of(seat)
        return len(workers) < 5
    return True


def force(game: NaiveSamara, seat: int, answer: str) -> bool:
    """Answer without asking whether it is legal, and finish the turn; whether it worked."""
    before = len(game.events)
    try:
        game._answer(seat, answer)
        while not game.over and game._asking != "act":
            asked = game.waiting()[0]
            game._answer(asked, min(game.legal(asked), default="alone"))
    except (ValueError, IndexError):
        return False
    return len(game.events) > before


def test_the_referee_allows_exactly_the_legal_answers() -> None:
    tried: Counter[tuple[str, bool]] = Counter()
    for number in range(130):
        rng = random.Random(f"try {number}")
        game = some_position(rng)
        turn_start = game.copy()
        for _ in range(10):
            if game.over:
                break
            seat = game.waiting()[0]
            if game._asking == "act":
                turn_start = game.copy()
            for answer in every_answer(game):
                if game._asking == "act" and rng.random() < 0.9:
                    continue
                if not is_sensible(game, seat, answer):
                    continue
                legal = answer in game.legal(seat)
                twin = game.copy()
                if not force(twin, seat, answer):
                    assert not legal
                    continue
                tried[game._asking, legal] += 1
                assert accepts(turn_start, twin) == legal, (number, answer)
            game.play(seat, builder(rng, sorted(game.legal(seat))))
    for question in ("act", "help", "lose", "barracks", "train", "take", "bury", "imprison"):
        assert tried[question, True] >= 5, question
        assert tried[question, False] >= 3, question


def accepts(before: NaiveSamara, after: NaiveSamara) -> bool:
    """Whether a referee who knows the table before the turn accepts what follows."""
    referee = referee_at(before)
    referee.events = after.events
    try:
        follow(referee)
    except Foul:
        return False
    return referee_picture(referee) == picture(after)


# ---------------------------------------------------------------------- broken records


def find(record: Record, test: Callable[[Event], object], kind: str = "turn") -> int:
    """The index of the first event of a type that passes a test."""
    for index, event in enumerate(record["events"]):
        if event["type"] == kind and test(event):
            return index
    raise LookupError(kind)


def the(record: Record, test: Callable[[Event], object], kind: str = "turn") -> Event:
    event: Event = record["events"][find(record, test, kind)]
    return event


def always(_: Event) -> bool:
    return True


def acts(action: str) -> Callable[[Event], bool]:
    return lambda event: event["action"] == action


def grouped(event: Event) -> bool:
    return len(event["helpers"]) > 0


def builds(record: Record, ability: str | None) -> Callable[[Event], bool]:
    tiles = record["components"]["tiles"]
    return lambda e: e["action"] == "build" and tiles[e["tile"]]["ability"] == ability


def wrong_worker(record: Record) -> None:
    event = the(record, acts("tool"))
    event["worker"] = "W99"


def wrong_seat(record: Record) -> None:
    event = the(record, always)
    event["seat"] = 1 - event["seat"] if event["seat"] < 2 else 0


def unknown_action(record: Record) -> None:
    the(record, always)["action"] = "pass"


def needless_wait(record: Record) -> None:
    event = the(record, always)
    month = 1
    event.update(action="wait", helpers=[], moves=[{"worker": event["worker"], "to": month}])


def waits_too_long(record: Record) -> None:
    the(record, acts("wait"))["moves"][0]["to"] += 1


def helps_a_holiday(record: Record) -> None:
    event = the(record, acts("holiday"))
    event["helpers"] = [event["worker"]]


def long_holiday(record: Record) -> None:
    the(record, acts("holiday"))["moves"][0]["to"] += 1


def missing_slide(record: Record) -> None:
    del record["events"][find(record, always, "slide")]


def slide_too_far(record: Record) -> None:
    the(record, always, "slide")["now"] += 1


def slide_too_soon(record: Record) -> None:
    record["events"].insert(2, {"type": "slide", "now": 1})


def group_out_of_order(record: Record) -> None:
    the(record, lambda e: len({m["to"] for m in e["moves"]}) == 1 and grouped(e))["moves"].reverse()


def helper_stays(record: Record) -> None:
    the(record, grouped)["moves"].pop()


def helper_missing(record: Record) -> None:
    the(record, grouped)["helpers"].pop()


def helper_twice(record: Record) -> None:
    event = the(record, grouped)
    event["helpers"].append(event["helpers"][0])


def foreign_helper(record: Record) -> None:
    workers = {w["worker"]: w["seat"] for w in record["events"][0]["workers"]}
    event = the(record, grouped)
    event["helpers"][0] = next(w for w, seat in workers.items() if seat != event["seat"])


def needless_helper(record: Record) -> None:
    event = record["events"][1]
    starters = record["events"][0]["workers"]
    if event["action"] not in ("tool", "build") or event["helpers"]:
        raise LookupError("the first turn is done alone")
    mate = next(
        w["worker"]
        for w in starters
        if w["seat"] == event["seat"] and w["worker"] != event["worker"]
    )
    event["helpers"] = [mate]
    event["moves"].append({"worker": mate, "to": event["moves"][0]["to"]})


def helpers_key_missing(record: Record) -> None:
    del the(record, acts("tool"))["helpers"]


def tool_that_does_not_lie_there(record: Record) -> None:
    event = the(record, acts("tool"))
    space = space_of(record, event)
    event["tool"] = next(tool for tool in TOOLS if tool not in space["tools"])


def space_of(record: Record, event: Event) -> Event:
    """The space at the start of the game."""
    return next(
        s
        for s in record["events"][0]["spaces"]
        if (s["row"], s["column"]) == (event["row"], event["column"])
    )


def glass_b_first(record: Record) -> None:
    event = the(record, acts("tool"))
    space = space_of(record, event)
    if "glass_b" not in space["tools"]:
        raise LookupError("no glass B")
    event["tool"] = "glass_b"


def tool_too_near(record: Record) -> None:
    event = the(record, lambda e: e["action"] == "tool" and e["column"] > 1)
    for move in event["moves"]:
        move["to"] -= 1


def space_off_the_board(record: Record) -> None:
    the(record, acts("tool"))["column"] = 10


def newcomer_of_a_man(record: Record) -> None:
    starters = {w["worker"] for w in record["events"][0]["workers"] if w["men"]}
    event = the(record, lambda e: e["worker"] in starters)
    newcomer = {"worker": "W98", "sex": "man"}
    event.update(action="newcomer", newcomer=newcomer, helpers=[], moves=[])


def newcomer_of_no_sex(record: Record) -> None:
    the(record, acts("newcomer"))["newcomer"]["sex"] = "child"


def newcomer_with_an_old_id(record: Record) -> None:
    event = the(record, acts("newcomer"))
    event["newcomer"]["worker"] = event["moves"][1]["worker"] = "W1"


def newcomer_in_front(record: Record) -> None:
    the(record, acts("newcomer"))["moves"].reverse()


def newcomer_too_near(record: Record) -> None:
    for move in the(record, acts("newcomer"))["moves"]:
        move["to"] -= 1


def third_newcomer(record: Record) -> None:
    event = the(record, acts("newcomer"))
    event["newcomer"]["sex"] = "woman"
    at = find(
        record,
        lambda e: e["action"] == "newcomer" and e["seat"] == event["seat"] and e is not event,
    )
    record["events"][at]["newcomer"]["sex"] = "woman"


def other_tile(record: Record) -> None:
    the(record, acts("build"))["tile"] = record["events"][0]["unused"][0]


def tile_again(record: Record) -> None:
    events = record["events"]
    first = find(record, lambda e: e["action"] == "build" and not grouped(e))
    again = next(e for e in events[first + 1 :] if e["type"] == "turn" and e["action"] == "build")
    for key in ("row", "column", "tile"):
        again[key] = events[first][key]


def build_without_tools(record: Record) -> None:
    event = record["events"][1]
    needs = record["components"]["tiles"]
    space = next(
        s
        for s in record["events"][0]["spaces"]
        if s["row"] == 1 and any(needs[s["tile"]]["needs"].values())
    )
    event.update(action="build", helpers=[], row=1, column=space["column"], tile=space["tile"])
    event["moves"] = [{"worker": event["worker"], "to": space["column"]}]


def build_too_near(record: Record) -> None:
    event = the(record, lambda e: builds(record, None)(e) and e["column"] > 2)
    for move in event["moves"]:
        move["to"] -= 1


def no_training(record: Record) -> None:
    del record["events"][find(record, always, "train")]


def training_of_a_stranger(record: Record) -> None:
    the(record, always, "train")["worker"] = "W99"


def training_with_another_sex(record: Record) -> None:
    event = the(record, always, "train")
    event["sex"] = "woman" if event["sex"] == "man" else "man"


def training_on_the_spot(record: Record) -> None:
    event = the(record, lambda e: len({m["to"] for m in e["moves"]}) == 2)
    near = min(move["to"] for move in event["moves"])
    for move in event["moves"]:
        move["to"] = near


def tool_kept(record: Record) -> None:
    del record["events"][find(record, lambda e: e["why"] == "S7.3", "lose_tool")]


def ruin_takes_one(record: Record) -> None:
    del record["events"][find(record, lambda e: e["why"] == "S7.4", "lose_tool")]


def barracks_spare_one(record: Record) -> None:
    del record["events"][find(record, lambda e: e["why"] == "S7.5", "lose_tool")]


def barracks_out_of_order(record: Record) -> None:
    events = record["events"]
    at = find(record, lambda e: e["why"] == "S7.5", "lose_tool")
    if events[at + 1]["type"] != "lose_tool":
        raise LookupError("only one loses a tool")
    events[at], events[at + 1] = events[at + 1], events[at]


def tool_lost_elsewhere(record: Record) -> None:
    event = the(record, lambda e: e["why"] == "S7.5", "lose_tool")
    event["column"] = event["column"] % 6 + 1


def boat_takes_a_trowel(record: Record) -> None:
    at = find(record, builds(record, "boat"))
    record["events"][at + 1]["tool"] = "trowel_square"


def glass_a_goes_first(record: Record) -> None:
    event = the(record, lambda e: e["tool"] == "glass_b", "lose_tool")
    event["tool"] = "glass_a"


def lost_for_another_reason(record: Record) -> None:
    the(record, lambda e: e["why"] == "S7.4", "lose_tool")["why"] = "S7.3"


def hospital_spares_one(record: Record) -> None:
    del record["events"][find(record, always, "lose_figure")]


def hospital_out_of_order(record: Record) -> None:
    events, at = record["events"], find(record, always, "lose_figure")
    if events[at + 1]["type"] != "lose_figure":
        raise LookupError("only one loses a figure")
    events[at], events[at + 1] = events[at + 1], events[at]


def hospital_takes_the_other_sex(record: Record) -> None:
    event = the(record, always, "lose_figure")
    event["sex"] = "woman" if event["sex"] == "man" else "man"


def the_dead_live(record: Record) -> None:
    event = the(record, always, "lose_figure")
    event["dies"] = not event["dies"]


def hospital_takes_a_foreign_figure(record: Record) -> None:
    the(record, always, "lose_figure")["worker"] = "W99"


def tombstone_refused(record: Record) -> None:
    del record["events"][find(record, always, "lose_worker")]


def tombstone_for_another(record: Record) -> None:
    event = the(record, always, "lose_worker")
    event["seat"] = (event["seat"] + 1) % len(record["seats"])


def tombstone_of_the_dead(record: Record) -> None:
    events, at = record["events"], find(record, always, "lose_worker")
    events.insert(at, dict(events[at]))


def prison_spares_one(record: Record) -> None:
    del record["events"][find(record, always, "imprison")]


def prison_for_six(record: Record) -> None:
    the(record, always, "imprison")["to"] += 1


def prison_of_ones_own(record: Record) -> None:
    events, at = record["events"], find(record, builds(record, "prison"))
    events[at + 1]["worker"] = events[at]["worker"]


def prison_out_of_order(record: Record) -> None:
    events, at = record["events"], find(record, builds(record, "prison"))
    if events[at + 2]["type"] != "imprison":
        raise LookupError("only one prisoner")
    events[at + 1], events[at + 2] = events[at + 2], events[at + 1]


def undue_ability(record: Record) -> None:
    events, at = record["events"], find(record, builds(record, None))
    event = {"type": "lose_tool", "seat": events[at]["seat"], "tool": "saw", "why": "S7.3"}
    events.insert(at + 1, {**event, "row": 1, "column": 1})


def specials_switched_off(record: Record) -> None:
    find(record, always, "imprison")
    record["options"]["specials"] = False


def other_month(record: Record) -> None:
    record["options"]["start_month"] = record["options"]["start_month"] % 12 + 1


def no_such_month(record: Record) -> None:
    record["options"]["start_month"] = 13


def too_many_players(record: Record) -> None:
    record["options"]["players"] = 6


def tile_missing(record: Record) -> None:
    record["events"][0]["unused"].pop()


def tile_on_two_spaces(record: Record) -> None:
    spaces = record["events"][0]["spaces"]
    spaces[0]["tile"] = spaces[1]["tile"]


def space_missing(record: Record) -> None:
    record["events"][0]["spaces"].pop()


def space_twice(record: Record) -> None:
    spaces = record["events"][0]["spaces"]
    spaces.append(spaces[0])


def tool_missing(record: Record) -> None:
    record["events"][0]["spaces"][0]["tools"].pop()


def tool_changed(record: Record) -> None:
    tools = record["events"][0]["spaces"][0]["tools"]
    tools[0] = "saw" if tools[0] != "saw" else "glass_a"


def order_changed(record: Record) -> None:
    record["events"][0]["order"].reverse()


def order_with_one_twice(record: Record) -> None:
    record["events"][0]["order"][0] = record["events"][0]["order"][1]


def two_women(record: Record) -> None:
    record["events"][0]["workers"][-1].update(men=0, women=2)


def rich_reserve(record: Record) -> None:
    record["events"][0]["reserve"][0]["men"] = 2


def goes_on_after_the_end(record: Record) -> None:
    record["events"].append({"type": "slide", "now": 1000})


def ends_early(record: Record) -> None:
    del record["events"][find(record, acts("build")) + 12 :]


def no_setup(record: Record) -> None:
    del record["events"][0]


def unknown_event(record: Record) -> None:
    record["events"].insert(1, {"type": "chat"})


def event_that_is_no_object(record: Record) -> None:
    record["events"][1] = "turn"


def other_end(record: Record) -> None:
    record["end"] = "S8.3" if record["end"] == "S8.1" else "S8.1"


def idle_too_long(record: Record) -> None:
    if record["end"] != "S8.3":
        raise LookupError("S8.3")
    del record["events"][-1]


def final_tile_missing(record: Record) -> None:
    record["final"]["seats"][0]["tiles"].pop()


def final_tool_missing(record: Record) -> None:
    next(seat for seat in record["final"]["seats"] if seat["tools"])["tools"].pop()


def final_space_missing(record: Record) -> None:
    if not record["final"]["spaces"]:
        raise LookupError("no tools left")
    record["final"]["spaces"].pop()


def final_space_empty(record: Record) -> None:
    cells = [(space["row"], space["column"]) for space in record["final"]["spaces"]]
    row, column = next(cell for cell in CELLS if cell not in cells)
    record["final"]["spaces"].append({"row": row, "column": column, "tools": []})


def final_reserve(record: Record) -> None:
    record["final"]["seats"][0]["reserve"]["women"] += 1


def final_month(record: Record) -> None:
    record["final"]["seats"][0]["workers"][0]["month"] += 1


def final_worker_missing(record: Record) -> None:
    record["final"]["seats"][0]["workers"].pop()


def final_seat_missing(record: Record) -> None:
    record["final"]["seats"].pop()


def wrong_total(record: Record) -> None:
    record["scores"][0]["total"] += 1


def wrong_line(record: Record) -> None:
    record["scores"][0]["lines"][0]["points"] += 1


def wrong_clause(record: Record) -> None:
    record["scores"][0]["lines"][0]["clause"] = "S8.2"


def wrong_tiebreak(record: Record) -> None:
    scores = record["scores"]
    scores[0]["tiebreak"], scores[1]["tiebreak"] = scores[1]["tiebreak"], scores[0]["tiebreak"]


def wrong_winner(record: Record) -> None:
    record["winners"] = [(record["winners"][0] + 1) % len(record["seats"])]


def several_winners(record: Record) -> None:
    record["winners"] = list(range(len(record["seats"])))


def tied_winner(record: Record) -> None:
    totals = [score["total"] for score in record["scores"]]
    if totals.count(max(totals)) < 2:
        raise LookupError("no tie")
    [winner] = record["winners"]
    record["winners"] = [s for s, t in enumerate(totals) if t == max(totals) and s != winner][:1]


def score_missing(record: Record) -> None:
    record["scores"].pop()


def wrong_commitment(record: Record) -> None:
    record["seed"] += "!"


def wrong_format(record: Record) -> None:
    record["format"] = "baumeister-game/2"


def wrong_game(record: Record) -> None:
    record["game"] = "tybor"


def wrong_rules_version(record: Record) -> None:
    record["rules_version"] = 2


def seat_missing(record: Record) -> None:
    record["seats"].pop()


def one_tile_less(record: Record) -> None:
    record["components"]["tiles"].popitem()


def strange_ability(record: Record) -> None:
    record["components"]["tiles"]["Cave"]["ability"] = "magic"


def cave_for_ever(record: Record) -> None:
    record["components"]["tiles"]["Cave"]["permanent"] = True


def three_saws(record: Record) -> None:
    record["components"]["tiles"]["Cave"]["needs"]["saw"] = 3


BREAKS: list[tuple[str, Break]] = [
    ("S2.1", wrong_worker),
    ("S2.1", wrong_seat),
    ("S2.1", unknown_action),
    ("S2.2", needless_wait),
    ("S2.2", waits_too_long),
    ("S3.2", helps_a_holiday),
    ("S6.1", long_holiday),
    ("S2.3", missing_slide),
    ("S2.3", slide_too_far),
    ("S2.1", slide_too_soon),
    ("S2.5", group_out_of_order),
    ("S3.2", helper_stays),
    ("S3.2", helper_missing),
    ("S3.2", helper_twice),
    ("S3.2", foreign_helper),
    ("S3.2", needless_helper),
    ("RECORDS", helpers_key_missing),
    ("S3.4", tool_that_does_not_lie_there),
    ("S3.3", glass_b_first),
    ("S3.1", tool_too_near),
    ("S1.2", space_off_the_board),
    ("S4.1", newcomer_of_a_man),
    ("S4.1", newcomer_of_no_sex),
    ("RECORDS", newcomer_with_an_old_id),
    ("S2.5", newcomer_in_front),
    ("S4.1", newcomer_too_near),
    ("S4.2", third_newcomer),
    ("S5.3", other_tile),
    ("S5.3", tile_again),
    ("S5.2", build_without_tools),
    ("S5.1", build_too_near),
    ("S7.8", no_training),
    ("S7.8", training_of_a_stranger),
    ("S7.8", training_with_another_sex),
    ("S7.8", training_on_the_spot),
    ("S7.3", tool_kept),
    ("S7.4", ruin_takes_one),
    ("S7.5", barracks_spare_one),
    ("S7.5", barracks_out_of_order),
    ("S7.5", tool_lost_elsewhere),
    ("S7.3", boat_takes_a_trowel),
    ("S7.[345]", glass_a_goes_first),
    ("RECORDS", lost_for_another_reason),
    ("S7.7", hospital_spares_one),
    ("S7.7", hospital_out_of_order),
    ("S7.16", hospital_takes_the_other_sex),
    ("S7.7", the_dead_live),
    ("S7.7", hospital_takes_a_foreign_figure),
    ("S7.10", tombstone_refused),
    ("S7.10", tombstone_for_another),
    ("S2.[13]", tombstone_of_the_dead),
    ("S7.12", prison_spares_one),
    ("S7.12", prison_for_six),
    ("S7.12", prison_of_ones_own),
    ("S7.12", prison_out_of_order),
    ("S2.[13]|S8.1", undue_ability),
    ("S[2357]", specials_switched_off),
    ("S", other_month),
    ("S1.4", no_such_month),
    ("S1:", too_many_players),
    ("S1.1", tile_missing),
    ("S1.1", tile_on_two_spaces),
    ("S1.2", space_missing),
    ("S1.2", space_twice),
    ("S1.3", tool_missing),
    ("S1.3", tool_changed),
    ("S1.6", order_changed),
    ("S1.6", order_with_one_twice),
    ("S1.5", two_women),
    ("S1.5", rich_reserve),
    ("S8.[13]", goes_on_after_the_end),
    ("S8.1", ends_early),
    ("S1", no_setup),
    ("S2.1", unknown_event),
    ("S", event_that_is_no_object),
    ("S8.[13]", other_end),
    ("S2.3", idle_too_long),
    ("S5.3", final_tile_missing),
    ("S3.4", final_tool_missing),
    ("S5.4", final_space_missing),
    ("S5.4", final_space_empty),
    ("S1.5", final_reserve),
    ("S2.5", final_month),
    ("S2.5", final_worker_missing),
    ("RECORDS", final_seat_missing),
    ("S8.1", wrong_total),
    ("S8.1", wrong_line),
    ("S8.1", wrong_clause),
    ("S8.2", wrong_tiebreak),
    ("S8.1", wrong_winner),
    ("S8.1", several_winners),
    ("S8.2", tied_winner),
    ("RECORDS", score_missing),
    ("RECORDS", wrong_commitment),
    ("RECORDS", wrong_format),
    ("RECORDS", wrong_game),
    ("RECORDS", wrong_rules_version),
    ("RECORDS", seat_missing),
    ("S1.1", one_tile_less),
    ("S7", strange_ability),
    ("S5.3", cave_for_ever),
    ("S3.3", three_saws),
]


@pytest.mark.parametrize(("clause", "change"), BREAKS, ids=[b.__name__ for _, b in BREAKS])
def test_a_broken_record_is_refused(clause: str, change: Break) -> None:
    for game in pool():
        record = copy.deepcopy(game)
        try:
            change(record)
        except (LookupError, StopIteration):
            continue
        with pytest.raises(Foul, match=clause):
            check(record)
        return
    pytest.fail("no game shows this")


def with_event(original: Record, index: int) -> tuple[Record, Event]:
    """A record of which one event may be changed, and that event."""
    events = list(original["events"])
    events[index] = copy.deepcopy(events[index])
    return {**original, "events": events}, events[index]


@pytest.mark.parametrize("game", [(3, 6, True, 1, 6), (4, 10, True, 0, 10)])
def test_no_event_can_be_left_out_or_doubled(game: tuple[int, int, bool, int, int]) -> None:
    original = cached_game(*game)
    for index in range(1, len(original["events"])):
        before, after = original["events"][:index], original["events"][index:]
        with pytest.raises(Foul):
            check({**original, "events": before + after[1:]})
        with pytest.raises(Foul):
            check({**original, "events": before + after[:1] + after})


@pytest.mark.parametrize("game", [(3, 2, True, 1, 100), (5, 3, True, 1, 3)])
def test_no_number_in_an_event_can_be_changed(game: tuple[int, int, bool, int, int]) -> None:
    original = cached_game(*game)
    for index in range(1, len(original["events"]), 2):
        for key, value in original["events"][index].items():
            if isinstance(value, int):
                record, event = with_event(original, index)
                event[key] = not value if isinstance(value, bool) else value + 1
                with pytest.raises(Foul):
                    check(record)
        for place in range(len(original["events"][index].get("moves", []))):
            record, event = with_event(original, index)
            event["moves"][place]["to"] += 1 - 2 * (index % 4 // 2)
            with pytest.raises(Foul, match=f"event {index} "):
                check(record)


def test_the_referee_forgets_no_key() -> None:
    original = cached_game(3, 2, True, 1, 100)
    seen = set()
    for index in range(len(original["events"])):
        for key in original["events"][index]:
            record, event = with_event(original, index)
            kind = event["type"], event.get("action"), key
            if kind not in seen:
                seen.add(kind)
                del event[key]
                with pytest.raises(Foul):
                    check(record)
    for key in original:
        with pytest.raises(Foul):
            check({name: value for name, value in original.items() if name != key})


# ---------------------------------------------------------------------- the tape


def test_check_tape_sees_swapped_tiles() -> None:
    record = a_game(3, 4)
    spaces = record["events"][0]["spaces"]
    spaces[3]["tile"], spaces[4]["tile"] = spaces[4]["tile"], spaces[3]["tile"]
    with pytest.raises(Foul, match=r"S1\.1"):
        check_tape(record)


def test_check_tape_sees_unused_tiles() -> None:
    record = a_game(3, 4)
    setup = record["events"][0]
    setup["unused"][0], setup["spaces"][29]["tile"] = (
        setup["spaces"][29]["tile"],
        setup["unused"][0],
    )
    with pytest.raises(Foul, match=r"S1\.1"):
        check_tape(record)


def test_check_tape_sees_other_tools() -> None:
    record = a_game(3, 4)
    spaces = [space for space in record["events"][0]["spaces"] if space["tools"]]
    one, other = next((a, b) for a, b in combinations(spaces, 2) if a["tools"] != b["tools"])
    one["tools"], other["tools"] = other["tools"], one["tools"]
    with pytest.raises(Foul, match=r"S1\.3"):
        check_tape(record)


def test_check_tape_sees_another_start_order() -> None:
    record = a_game(3, 4)
    record["events"][0]["order"].reverse()
    with pytest.raises(Foul, match=r"S1\.6"):
        check_tape(record)


def test_check_components_compares_with_the_data_file() -> None:
    record = a_game(3, 4)
    check_components(record, DATA_FILE)
    record["components"]["tiles"]["Palace"]["prestige"] += 1
    with pytest.raises(Foul, match=r"S1\.1"):
        check_components(record, DATA_FILE)
