"""Without numba and numpy everything works, only slower."""

from __future__ import annotations

import subprocess
import sys

from baumeister.lab.series import Series
from baumeister.lab.simulate import results

WITHOUT = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
from baumeister.lab.series import Series
from baumeister.lab.simulate import results
from baumeister.kernel.rule import NotCompiled, can_compile
from baumeister.games import GAMES
assert not can_compile()
for game in ("tybor", "samara"):
    for result in results(Series(game, 2, ("greedy", "random"), "1"), 0, 2):
        print(game, *result.scores)
    try:
        GAMES[game].compiled.copies(None, None, 1)
    except NotCompiled as error:
        print(error)
"""


def test_both_games_are_played_and_compiled_rules_say_what_they_need() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    for game, line in (("tybor", lines[0]), ("samara", lines[3])):
        series = Series(game, 2, ("greedy", "random"), "1", compiled=False)
        assert line == f"{game} {' '.join(map(str, results(series, 0, 1)[0].scores))}"
    assert lines[2] == "compiled rules need numba and numpy: pip install numba numpy"
    assert len(lines) == 6
