"""Write src/games/GAME/course.json: the guided first games, with a proposal and its reasons for
every question on the way.

python web/courses.py          after a change of the rules, the data or the hints

A course is the deal of a seed and what the hint says at every question of the first seat against
the greedy bot, wherever that bot may go. Off the course the page asks the server for hints.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import baumeister  # noqa: E402
from baumeister.bots.choosing import TIE_BREAK  # noqa: E402
from baumeister.bots.greedy_bot import weighed  # noqa: E402
from baumeister.bots.hints import Budget, hint  # noqa: E402
from baumeister.kernel.glossary import LANGUAGES  # noqa: E402
from baumeister.play import Table  # noqa: E402
from baumeister.play.records import to_text  # noqa: E402

PAGE_GAMES = HERE / "src" / "games"
OPPONENT = "Tilda"
OPTIONS: dict[str, dict[str, Any]] = {
    "tybor": {"scenario": "the-town-grows", "chapter": 1},
    "samara": {"specials": False, "open_scores": True, "start_month": 1},  # S7.15
}
SEEDS = {"tybor": 11, "samara": 13}  # those where the greedy bot seldom has to draw lots
THOUGHT = Budget(iterations=12_000)
NOT_FOR_BEGINNERS = {"points"}  # reasons that are numbers alone


def fingerprint(game: str, view: dict[str, Any]) -> str:
    """A short name for what is on the table; src/learn/course.ts has the same."""
    parts: list[Any] = [view["phase"], *view["legal"]]
    if game == "tybor":
        parts += [view["stage"], view["round"], view["due"], view["revealed"] or ""]
        parts += [offer["card"] for offer in view["display"]]
        for seat in view["seats"]:
            parts += ["|", *seat["citizens"], "|", *seat["workers"], "|"]
            parts += [f"{built['card']} {built['side']}" for built in seat["buildings"]]
    else:
        parts += [view["now"], view["foreman"], view["worker"]]
        for space in view["spaces"]:
            parts += ["|", space["tile"] or "", *space["tools"]]
        for month in view["calendar"]:
            parts += ["|", month["month"]]
            parts += [f"{one['seat']}{one['worker']}{one['strength']}" for one in month["line"]]
    sign = 0x811C9DC5
    for byte in ",".join(map(str, parts)).encode():
        sign = ((sign ^ byte) * 0x01000193) & 0xFFFFFFFF
    return f"{sign:08x}"


def explore(
    game: str, table: Table, steps: dict[str, Any], been: set[str], most: int
) -> Iterator[Table]:
    """Play on from here in every way the bot may choose; the games as they end."""
    while not table.over:
        if len(steps) > most:
            return
        if 1 in table.waiting_for:
            first, *others = ways(table)
            for way in others:
                yield from explore(game, after(table, way), steps, been, most)
            if 0 in table.waiting_for:  # at the same time: the bot may be quicker
                yield from explore(game, after(table, first), steps, been, most)
            else:
                table.play(1, first)
                continue
        key = fingerprint(game, table.view(0))
        place = f"{key} {table.own_view(1)}"  # with what the bot has chosen in secret
        if place in been:
            return  # another way led here already
        been.add(place)
        if key not in steps:
            steps[key] = step(table)
        table.play(0, table.rules.read_action(table.components, steps[key]["move"]))
    yield table


def step(table: Table) -> dict[str, Any]:
    """What the hint proposes, and why."""
    found = hint(table.seat_view(0), THOUGHT, "course")
    why = [reason for reason in found.reasons if reason.key not in NOT_FOR_BEGINNERS]
    return {
        "move": found.notation(found.action),
        "why": {lang: [reason.text(lang) for reason in why] for lang in LANGUAGES},
    }


def ways(table: Table) -> list[int]:
    """What the bot may do: of equal actions any."""
    legal, worths = weighed(table.seat_view(1))
    best = max(worths)
    return [legal.actions[k] for k in range(legal.n) if worths[k] > best - TIE_BREAK]


def after(table: Table, action: int) -> Table:
    """A copy of a table after the bot has done something."""
    copy = replayed(table)
    copy.play(1, action)
    return copy


def replayed(table: Table) -> Table:
    """A copy of a table."""
    copy = dealt(table.rules.name, table.seed)
    for move in table.moves:
        if not move.forced:
            copy.play(move.seat, move.action)
    return copy


def dealt(game: str, seed: int | str) -> Table:
    """The table of a course as it begins."""
    return baumeister.game(game).new(
        players=2, seed=seed, names=["Anna", OPPONENT], **OPTIONS[game]
    )


def course(game: str, seed: int | str, most: int = 400) -> tuple[dict[str, Any], list[Table]]:
    """A course and the games it may become."""
    steps: dict[str, Any] = {}
    ends = list(explore(game, dealt(game, seed), steps, set(), most))
    record = to_text(dealt(game, seed))
    return {"record": record, "opponent": OPPONENT, "steps": steps}, ends


def file_of(game: str) -> Path:
    """Where the page has a course."""
    return PAGE_GAMES / game / "course.json"


def to_json(made: dict[str, Any]) -> str:
    """A course as a file: a line for each question."""
    parts = [f'"{key}": {_line(made[key])}' for key in ("record", "opponent")]
    steps = [f'"{key}": {_line(step)}' for key, step in made["steps"].items()]
    return "{" + ",\n".join([*parts, '"steps": {\n' + ",\n".join(steps) + "\n}"]) + "}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for name, chosen in SEEDS.items():
        made, _ = course(name, chosen)
        file_of(name).write_text(to_json(made), encoding="utf-8")
        print(name, len(made["steps"]), "questions")
