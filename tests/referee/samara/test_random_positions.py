"""Random positions: the naive Samara and the referee allow and see the same."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.referee.naive_samara import TOOLS, NaiveSamara
from tests.referee.referee_samara import Foul
from tests.referee.samara.playing import (
    CELLS,
    DATA,
    TILES,
    builder,
    finish_turn,
    follow,
    picture,
    referee_at,
    referee_picture,
)


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
