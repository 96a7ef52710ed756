"""What renders show of both games, and what they do not."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

import numpy as np

from baumeister.envs import samara_v1, tybor_v1
from baumeister.envs.render.canvas import Canvas, text_width
from baumeister.games.samara.components import ROWS
from baumeister.games.tybor.labels import CardLabels
from baumeister.kernel.chance import FastDealer

MODES = ("ansi", "rgb_array")
both_games = pytest.mark.parametrize("module", [tybor_v1, samara_v1], ids=lambda m: m.NAME)


def after(module: ModuleType, steps: int, players: int = 3, seed: int = 3, **options: Any) -> Any:
    """An environment after so many random steps, or at the end of the game."""
    env, chance = module.raw_env(players, compiled=False, **options), random.Random(1)
    env.reset(seed=seed)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(chance.choice(np.flatnonzero(mask).tolist())))
    return env


def test_the_text_of_tybor_is_what_a_spectator_sees() -> None:
    text = after(tybor_v1, 70, render_mode="ansi").render()
    assert "Tybor the Builder · Size Matters · Chapter VII" in text
    assert "Display · points little/great" in text
    assert all(f"player_{seat}" in text for seat in range(3))
    assert "Waiting for" in text
    assert "Hand: " not in text
    assert "Secret objective" not in text


def test_with_the_eyes_of_the_acting_seat_there_is_its_hand() -> None:
    env = after(tybor_v1, 70, render_mode="ansi", eyes="acting")
    text, seat = env.render(), env._play.seat
    hand = env.shown().view["hand"]
    assert f"player_{seat} (you)" in text
    assert f"\nHand: {'  '.join(hand)}\n" in text
    assert "\nSecret objective: " in text


def test_with_the_eyes_of_one_seat_the_other_hands_stay_hidden() -> None:
    env = after(tybor_v1, 0, render_mode="ansi", eyes="player_1")
    text, codes = env.render(), [card.code for card in env.game.components.characters]
    state = env._play.state()
    others = [
        codes[k] for k in range(59) for seat in (0, 2) if state.players[seat].hand.one >> k & 1
    ]
    assert env.shown().view["seat"] == 1
    assert not any(f" {code} " in f"{text} " for code in others)


@both_games
@pytest.mark.parametrize("mode", MODES)
def test_a_spectators_picture_does_not_depend_on_what_is_hidden(
    module: ModuleType, mode: str
) -> None:
    env, dealer = after(module, 45, render_mode=mode), FastDealer("again")
    rules = env.game.rules
    before = env.render()
    env._play._state = rules.redeal(rules.view_of(env._play._state, None), None, dealer)
    assert np.array_equal(env.render(), before)


def test_the_text_of_samara_shows_board_calendar_and_foremen() -> None:
    text = after(samara_v1, 60, render_mode="ansi").render()
    assert text.startswith("Samara · NOW ")
    assert "tiles left: " in text
    assert "Cathedral" in text
    assert "►" in text
    assert "Prestige" in text
    assert max(map(len, text.splitlines())) <= 120


@both_games
@pytest.mark.parametrize("mode", MODES)
def test_german_words(module: ModuleType, mode: str) -> None:
    german = after(module, 10, render_mode=mode, language="de").render()
    english = after(module, 10, render_mode=mode).render()
    assert not np.array_equal(german, english)
    if mode == "ansi":
        assert "Es wird gewartet auf" in german


@both_games
def test_the_end_shows_everybodys_points_and_who_wins(module: ModuleType) -> None:
    env = after(module, 10_000, render_mode="ansi")
    points, ending = env.render().splitlines()[-2:]
    totals = env.shown().totals
    assert points == " · ".join(f"player_{seat} {total}" for seat, total in enumerate(totals))
    (winner,) = [seat for seat, total in enumerate(totals) if total == max(totals)]
    assert ending.startswith(f"★ player_{winner} wins with {totals[winner]} ")


@both_games
def test_of_equal_points_the_tie_is_broken_or_shared(module: ModuleType) -> None:
    env = after(module, 10_000, render_mode="ansi")
    shown = replace(env.shown(), totals=[40, 40], winners=[1])
    assert shown.ending.startswith("★ player_1 wins with 40 ")
    together = replace(shown, winners=[0, 1]).ending
    assert together.startswith("★ player_0 and player_1 win together with 40 ")
    assert replace(env.shown(), totals=None, winners=[]).ending == ""


@pytest.mark.parametrize(("module", "most"), [(tybor_v1, 8), (samara_v1, 5)])
def test_pictures_keep_their_size_through_a_game(module: ModuleType, most: int) -> None:
    for players in (2, most):
        shapes = set()
        for steps in (0, 60, 10_000):
            image = after(module, steps, players, render_mode="rgb_array", eyes="acting").render()
            assert image.dtype == np.uint8
            assert image.std() > 15  # something is drawn
            shapes.add(image.shape)
        assert len(shapes) == 1


HEIGHTS = {  # docs/pettingzoo.md
    "tybor_v1": {2: 724, 3: 864, 4: 1004, 5: 954, 6: 954, 7: 1094, 8: 1094},
    "samara_v1": {2: 1024, 3: 1064, 4: 1104, 5: 1144},
}


@both_games
def test_the_guide_has_the_size_of_every_picture(module: ModuleType) -> None:
    heights = HEIGHTS[module.NAME]
    for players, height in heights.items():
        image = after(module, 0, players, render_mode="rgb_array").render()
        assert image.shape == (height, 1280, 3)
    guide = Path(__file__).parents[2].joinpath("docs", "pettingzoo.md").read_text(encoding="utf-8")
    row = " | ".join(str(heights.get(players, "")) for players in range(2, 9))
    assert re.sub(" +", " ", f"| {module.NAME} | {row} |") in re.sub(" +", " ", guide)


def drawn(monkeypatch: pytest.MonkeyPatch, env: Any) -> list[tuple[str, float, float]]:
    """Everything that is written in a picture: text, right edge, middle."""
    found: list[tuple[str, float, float]] = []
    write = Canvas.text

    def note(canvas: Canvas, x: float, y: float, text: str, size: int = 14, *how: str) -> None:
        share = {"l": 1.0, "m": 0.5, "r": 0.0}[(how[1] if len(how) > 1 else "la")[0]]
        assert 0 <= y <= canvas.height
        found.append((text, x + share * text_width(text, size), y))
        write(canvas, x, y, text, size, *how)

    monkeypatch.setattr(Canvas, "text", note)
    env.render()
    return found


@both_games
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_written_beyond_the_edge(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, language: str
) -> None:
    env = after(module, 60, 5, render_mode="rgb_array", language=language)
    assert max(right for _, right, _ in drawn(monkeypatch, env)) <= 1280 - 8


def test_the_legend_of_tybor_says_what_every_mark_means(monkeypatch: pytest.MonkeyPatch) -> None:
    env = after(tybor_v1, 90, render_mode="rgb_array", eyes="acting")
    texts = [text for text, _, _ in drawn(monkeypatch, env)]
    legend = texts[texts.index("What the marks mean") :]
    seats = env.shown().view["seats"]
    professions = {code[:2] for row in seats for code in row["citizens"]}
    assert professions == {"Fa", "Me", "Cr", "Ca", "Pr", "So"}
    assert professions <= set(legend)
    assert legend[legend.index("Ca") + 1] == "captain"
    cards = CardLabels(env.game.components, "en")
    bonuses = {cards.bonus(card) for card in env.game.components.buildings}
    assert {bonus for bonus in bonuses if bonus and bonus[0] != "+"} <= set(legend)
    assert {"green", "yellow", "blue", "red", "has to decide", "first player"} <= set(legend)
    assert texts.count("Workers") == texts.count("Citizens") == texts.count("Buildings") == 3


def test_the_legend_of_samara_says_what_every_mark_means(monkeypatch: pytest.MonkeyPatch) -> None:
    env = after(samara_v1, 60, render_mode="rgb_array")
    texts = [text for text, _, _ in drawn(monkeypatch, env)]
    start = texts.index("What the marks mean")
    table, legend = texts[:start], texts[start:]
    assert {"S", "Tc", "Tq", "A", "B"} <= set(table) & set(legend)
    assert legend[legend.index("Tq") + 1] == "trowel with square"
    assert {"Weight Room*", "Bridge°"} <= set(table)
    assert legend[legend.index("*") + 1] == "acts once"
    assert legend[legend.index("°") + 1] == "permanent"
    assert {"special: tools", "special: time", "special: workers", "acts now"} <= set(legend)
    assert {"Reserve", "Tools", "Open tiles"} <= set(table)


def test_S7_15_the_first_game_has_no_special_tiles_in_its_legend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = after(samara_v1, 0, render_mode="rgb_array", specials=False)
    texts = [text for text, _, _ in drawn(monkeypatch, env)]
    assert "tile" in texts
    assert not {"*", "special: tools", "acts once"} & set(texts)


def test_S1_2_a_terminal_of_80_columns_shows_all_of_the_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    env = after(samara_v1, 0, players=5, render_mode="human")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)
    rows = [k for k, line in enumerate(lines) if re.match(r"[1-4] [^ ]", line)][-ROWS:]
    assert [lines[k][0] for k in rows] == ["4", "3", "2", "1"]
    tiles = {tile.code: tile for tile in env.game.components.tiles}
    for k, row in zip(rows, (4, 3, 2, 1), strict=True):
        spaces = [space for space in env.shown().view["spaces"] if space["row"] == row]
        worth = sorted(tiles[space["tile"]].prestige for space in spaces)
        # The prestige is below the name, or behind it where the tools need the whole line.
        numbers = re.findall(r"\d+", f"{lines[k][1:]} {lines[k + 1]}")
        assert sorted(map(int, numbers)) == worth


def test_human_prints_every_position_once(capsys: pytest.CaptureFixture[str]) -> None:
    env = after(tybor_v1, 3, render_mode="human")
    assert env.render() is None
    assert capsys.readouterr().out.count("Tybor the Builder") == 4


def test_without_a_render_mode_there_is_nothing_to_show() -> None:
    env = after(tybor_v1, 1)
    with pytest.warns(UserWarning, match="render.. needs a render_mode: human, ansi, rgb_array"):
        assert env.render() is None
