"""Questions of real games, for tests of bots: moments, and whole games in which all are asked.

As a program it plays whole games of one kind with the search and few iterations:

    NUMBA_BOUNDSCHECK=1 python -m tests.bots.asking tybor
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import baumeister
from baumeister.bots import Bot, new_bot
from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.games.samara import state as samara
from baumeister.games.tybor import state as tybor
from baumeister.games.tybor.components import CHAPTERS, SCENARIO_KEYS
from baumeister.play import SeatView, Table
from tests.soaking import times

GAMES = {"tybor": baumeister.game("tybor"), "samara": baumeister.game("samara")}
QUESTIONS = {  # by game: the steps at which somebody decides
    "tybor": {step for step in range(tybor.OVER) if (tybor.QUESTIONS >> step) & 1},
    "samara": {step for step in range(samara.OVER) if (samara.QUESTIONS >> step) & 1},
}


# --- bots --------------------------------------------------------------------------------------
def patient(name: str, seed: str, most: int | None = None) -> Bot:
    """A bot whose play depends on its seed and its view alone: the clock has no say. It makes the
    iterations of its level, or at most so many."""
    bot = new_bot(name, seed)
    if isinstance(bot, SearchBot):
        iterations = bot.budget.iterations or 400
        bot.budget = replace(
            bot.budget, iterations=min(iterations, most or iterations), seconds=None
        )
    return bot


# --- moments ----------------------------------------------------------------------------------
def moments(game: str, players: int, seed: str, every: int, **options: Any) -> Iterator[SeatView]:
    """What a seat sees at every so manieth question of a game between greedy bots."""
    table = GAMES[game].new(players, seed, **options)
    bots = [GreedyBot(f"{seed} {seat}") for seat in range(players)]
    asked = 0
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        if asked % every == every // 2:
            yield view
        asked += 1
        table.play(seat, bots[seat].decide(view))


# --- whole games ------------------------------------------------------------------------------
@dataclass
class Asked:
    """What happened in whole games."""

    games: int = 0
    questions: Counter[int] = field(default_factory=Counter)  # by step
    illegal: list[str] = field(default_factory=list)

    def play(self, table: Table, bot: Bot, seed: str) -> None:
        """Ask the bot everything, and mostly do what it says; now and then something else, so that
        it meets what it would not have come to by itself."""
        rng = random.Random(seed)
        while not table.over:
            seat = rng.choice(table.waiting_for)
            view = table.seat_view(seat)
            action = bot.decide(view)
            self.questions[view.state.step] += 1
            if action not in view.legal:
                self.illegal.append(f"{seed}, move {len(table.moves)}: {action}")
            if action not in view.legal or rng.random() < 0.3:
                action = rng.choice(view.legal)
            table.play(seat, action)
        self.games += 1


def ask_tybor(asked: Asked, players: int, iterations: int) -> None:
    """A game of every other scenario, in the soak of all, with chapters in turn and the Harbour's
    always."""
    step = times(2, 1)
    for number in range(players % step, len(SCENARIO_KEYS), step):
        scenario = SCENARIO_KEYS[number]
        chapter = 7 if number == players % 4 else 1 + (players + number) % CHAPTERS
        seed = f"asked {players} {scenario}"
        table = GAMES["tybor"].new(players, seed, scenario=scenario, chapter=chapter)
        asked.play(table, SearchBot(seed, Budget(iterations=iterations)), seed)


def ask_samara(asked: Asked, players: int, iterations: int) -> None:
    """Games from several months, one of them the first-game variant (S7.15)."""
    for number in range(times(2, 4)):
        seed = f"asked {players} {number}"
        month = 1 + (3 * number + players) % 12
        table = GAMES["samara"].new(players, seed, start_month=month, specials=number > 0)
        asked.play(table, SearchBot(seed, Budget(iterations=iterations)), seed)


ASK = {"tybor": ask_tybor, "samara": ask_samara}


def main(game: str) -> None:
    """Play with every number of players, and say how much was asked; with bounds checks a wrong
    index in compiled code is an IndexError."""
    asked, rules = Asked(), GAMES[game].rules
    for players in range(rules.least_players, rules.most_players + 1):
        ASK[game](asked, players, 6)
    assert asked.illegal == []
    assert set(asked.questions) <= QUESTIONS[game]
    kinds = f"{len(asked.questions)} kinds"
    print(f"{asked.questions.total()} questions of {kinds} in {asked.games} games")


if __name__ == "__main__":
    main(sys.argv[1])
