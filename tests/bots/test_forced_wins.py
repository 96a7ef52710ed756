"""Endings with one winning action, proved by brute force: the search finds it, greedy does not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.search import Analyst, Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.games.samara.components import standard
from baumeister.kernel.rule import can_compile
from baumeister.play import Table
from tests import samara_scene, tybor_scene
from tests.bots.endings import Ending

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no search")

BUDGET = Budget(iterations=4000)
LONG = Budget(iterations=20_000)
WORLDS = 40  # that look the same to the seat: hands, choices and objectives of the others


# --- Tybor, the last stage ----------------------------------------------------------------------
def denial() -> Table:
    """Three players, the last card. The Castle is worth more, but Bert lacks nothing but a green
    building for a set of four colours that pays three times (T6.3)."""
    return tybor_scene.scene(
        stage=4,
        display="Castle Orchard",
        seats=[
            "uses So3YR | workers Fa5 Me5 | citizens Pr5 Cr4G Cr4R | great Lighthouse Brewery"
            " | objective YBR",
            "workers Ca5 Ca4Y Ca3GR | citizens Pr3GY | objective GYB"
            " | little CountingHouse Warehouse Armoury Mint TownHall",
            "workers Fa4G | citizens Pr4B | little Mill | objective GYR",
        ],
    ).table


def many_hands() -> Table:
    """The last card: ten strength left (T6.14) are worth more than a building."""
    return tybor_scene.scene(
        stage=4,
        chapter=4,
        display="Castle Lighthouse",
        seats=[
            "uses So3YR | workers Fa5 Me4Y | citizens Pr5 | little Mint Vineyard | objective YBR",
            "workers Me3YR | citizens Pr3GY Cr5 | little Brewery Bakery Fishery | objective GBR",
        ],
    ).table


def patience() -> Table:
    """The last two cards: a worker now, and then the Castle with its great side; whoever builds it
    little at once is two points short."""
    return tybor_scene.scene(
        stage=4,
        display="Castle Chapel",
        seats=[
            "hand So4B Pr1GYBR | workers Fa4G Me3YR | citizens Pr3GY | little Mint Vineyard"
            " | objective YBR",
            "hand Me1GYBR Fa1GYBR | citizens Pr5 Cr5 | great Lighthouse | little Brewery"
            " | objective GBR",
        ],
    ).table


def passed_hand(cards: str) -> Table:
    """T7.3 Anna has passed these two cards on to Bert: he chooses one and passes the other back.
    She needs a third farmer and a fourth soldier, and holds one of each."""
    table = tybor_scene.scene(
        stage=4,
        seats=[
            f"hand {cards} Me5 | citizens Pr5 So3BR So3GB So3GY Fa3BR Fa3GB | objective YBR",
            "hand Fa4G So4G Me4Y | citizens Pr3GY Ca5 | little Brewery Castle | objective GBR",
        ],
    )
    return table.all_choose("Me5", "Me4Y").all_use("worker", "worker").table


# --- Samara, the last tiles ---------------------------------------------------------------------
ALL = "saw saw trowel_compass trowel_square glass_a glass_b"


def last_tiles(board: str, calendar: str, behind: int, *tools: str) -> Table:
    """Foremen with these tools have all tiles but those on the board; the first of them has so much
    less prestige than the one who has most."""
    written = board.replace(";", " ").split()
    prestige = {tile.code: tile.prestige for tile in standard().tiles}
    others = [code for code in prestige if code not in written and not _is_permanent(code)]
    others.sort(key=lambda code: -prestige[code])
    n = 30 - sum(word in prestige for word in written)
    for tiles in combinations(others, n):
        have, shares = [behind] + [0] * (len(tools) - 1), [[""] for _ in tools]
        for tile in tiles:
            poorest = have.index(min(have))
            have[poorest] += prestige[tile]
            shares[poorest].append(tile)
        if have[0] == max(have[1:]):
            break
    foremen = [f"foreman {k}: {tools[k]} | {' '.join(shares[k])}" for k in range(len(tools))]
    return samara_scene.scene("; ".join([calendar, board, *foremen]), forced=True).table


def _is_permanent(code: str) -> bool:
    return code in ("University", "School", "HermitHouse", "Bridge")


def first_what_is_contested() -> Table:
    """Bert can build neither Palace nor Cathedral, but the Well and the Hut: Anna has time for all
    but one, and has to begin with the small Well."""
    tiles = "1,1 Hut/1; 1,2 Palace; 1,3 Cathedral; 1,4 Well"
    return last_tiles(tiles, "month 0: 0a M, 1a M", 26, ALL, "trowel_compass")


def next_to_act() -> Table:
    """S8.2 The last tile ties: Anna wins if her worker is next to act, so the other one helps."""
    return last_tiles("2,2 Well", "month 0: 0a M, 0b M, 1a M, 0c MW", 3, "trowel_compass", "-")


def prison() -> Table:
    """Three players. All can build both tiles. The Prison (S7.12) takes those who could act next
    out of the way; then the Observatory can wait."""
    calendar = "month 0: 0a M, 1a M, 2a M; month 3: 1b M, 2b M"
    return last_tiles("1,1 Prison; 1,2 Observatory", calendar, 11, ALL, ALL, ALL)


def the_last_saw() -> Table:
    """Anna and Bert have one saw each, and the Windmill needs two: the saw on the board is worth
    more than the Hut."""
    tiles = "1,1 - saw; 1,2 Windmill; 1,3 Hut/1"
    return last_tiles(tiles, "month 0: 0a W, 1a W", 2, "saw", "saw")


SCENES: dict[str, tuple[Callable[[], Table], str]] = {
    "denial": (denial, "build Orchard great"),
    "many hands": (many_hands, "worker"),
    "patience": (patience, "choose So4B"),
    "two soldiers passed on": (lambda: passed_hand("So5 So4R"), "choose Fa4G"),
    "first what is contested": (first_what_is_contested, "build 1,4"),
    "next to act": (next_to_act, "with c"),
    "prison": (prison, "build 1,1"),
    "the last saw": (the_last_saw, "tool 1,1 saw"),
}
each_scene = pytest.mark.parametrize("name", SCENES)


def ending_of(name: str) -> tuple[Ending, str]:
    """The ending, for Anna, and her one winning action."""
    table, answer = SCENES[name]
    return Ending(table(), seat=0), answer


@each_scene
def test_one_action_wins_against_every_reply(name: str) -> None:
    ending, answer = ending_of(name)
    assert ending.winning(WORLDS) == {answer}


@each_scene
def test_greedy_play_does_not_force_the_win(name: str) -> None:
    ending, _ = ending_of(name)
    assert ending.losses(ending.table.snapshot(), GreedyBot("greedy").decide) != []


@each_scene
def test_the_search_finds_it_and_is_sure(name: str) -> None:
    ending, answer = ending_of(name)
    best, second, *_ = Analyst("sure").analyse(ending.view, LONG).alternatives
    assert ending.write(best.action) == answer
    assert best.win > 0.95
    assert best.visits > 10 * second.visits
    assert best.value > second.value


@each_scene
def test_the_search_wins_against_every_reply(name: str) -> None:
    ending, _ = ending_of(name)
    bot = SearchBot("line", BUDGET)
    for world in ending.worlds(4):
        assert ending.losses(world, bot.decide) == []


@pytest.mark.parametrize(
    ("cards", "answer"), [("So5 So4R", "choose Fa4G"), ("Fa5 Fa4Y", "choose So4G")]
)
def test_T7_3_the_answer_depends_on_the_hand_that_was_passed_on(cards: str, answer: str) -> None:
    ending = Ending(passed_hand(cards), seat=0)
    assert ending.winning(WORLDS) == {answer}
    assert ending.write(Analyst("T7.3").analyse(ending.view, BUDGET).best.action) == answer
