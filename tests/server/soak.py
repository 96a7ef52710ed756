"""A long siege: servers and PostgreSQL are killed in mid-traffic, 1,000 times and more.

python3 run.py soak                       # 1,000 kills, about ten minutes
python3 run.py soak --kills 5000 --seed 7 --seconds 7200

Prints a line for each siege and a summary; the exit code is 1 if anything was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.server.cradle import POINTS
from tests.server.crashes import FEW, Cradle, Mortal, Siege, Wanted, Whole
from tests.server.postgres import Postgres, missing

TABLES = (
    Wanted("tybor", 2),
    Wanted("samara", 2),
    Wanted("tybor", 5),
    Wanted("samara", 4),
    Wanted("tybor", 8),
)
WITH_BOTS = (Wanted("tybor", 1, ("greedy",)), Wanted("samara", 2, ("greedy",)), Wanted("tybor", 3))
AT_THE_DOOR = (Wanted("tybor", 3, most_moves=1), Wanted("samara", 2, most_moves=1))
RARE = {"while somebody comes": 20, "while a table is read": 5, "while a bot thinks": 5}
NOT_IN_A_SIEGE = ("while the schema is made", "never, but with a quick heart")
STORE = "PostgreSQL itself"


class Plan(NamedTuple):
    """One siege."""

    name: str
    point: str | None = None
    tables: tuple[Wanted, ...] = TABLES
    postgres: bool = False
    kills: int = 20


def plans(postgres: bool) -> Iterator[Plan]:
    """All sieges, random times and named points in turn, again and again."""
    stores = [False, True] if postgres else [False]
    for round_number in count():
        for on_postgres in stores:
            place = "PostgreSQL" if on_postgres else "SQLite"
            yield Plan(f"{place}, at random times", None, TABLES, on_postgres, 60)
            yield Plan(f"{place}, among bots", None, WITH_BOTS, on_postgres, 20)
            for point in POINTS:
                if point not in NOT_IN_A_SIEGE:
                    yield Plan(f"{place}, {point}", point, tables_for(point), on_postgres, 15)
        if postgres:
            yield Plan(STORE, None, TABLES, True, 30)
        if round_number == 0:
            yield Plan("SQLite, whole starts", None, TABLES[:2], False, 5)


def tables_for(point: str) -> tuple[Wanted, ...]:
    """Tables at which the point is often passed."""
    if "bot" in point:
        return WITH_BOTS
    return AT_THE_DOOR if is_at_the_door(point) else TABLES


def is_at_the_door(point: str) -> bool:
    """Whether it has to do with opening, joining or starting."""
    return point.endswith(("opened", "joins", "joined", "starts", "started"))


async def besiege(plan: Plan, cradle: Cradle | Whole, place: str, store: Postgres | None) -> Siege:
    """One siege, everything checked."""
    async with Mortal(cradle, place, *FEW) as server:
        siege = Siege(server, plan.tables, random.randrange(2**32))
        if plan.name == STORE:
            assert store is not None
            assault = siege.of_the_store(store, (0, 0.1, 0.5, 2.5))
        elif plan.point is None:
            assault = siege.at_random
        else:
            most = 4 if is_at_the_door(plan.point) else RARE.get(plan.point, 60)
            assault = siege.at_points({plan.point: most})
        await siege.run(assault, plan.kills)
        assert not server.tracebacks, server.tracebacks[0]
        return siege


def main(words: list[str]) -> int:
    """Besiege until there were so many kills, or so much time has passed."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin nothing after that")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="sieges with this in their name")
    args = parser.parse_args(words)
    random.seed(args.seed)
    began, sieges = time.monotonic(), list[Siege]()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="baumeister-soak-")))
        cradle, store = stack.enter_context(Cradle()), None
        if (reason := missing()) is None:
            store = Postgres()
            stack.callback(store.remove)
            store.start()
        else:
            print(reason, flush=True)
        for number, plan in enumerate(plans(store is not None)):
            killed, spent = sum(siege.kills for siege in sieges), time.monotonic() - began
            if killed >= args.kills or spent > args.seconds:
                break
            if args.only not in plan.name:
                continue
            on_postgres = plan.postgres and store is not None
            place = store.new_database() if on_postgres and store else f"{folder}/{number}.sqlite"
            maker = Whole() if "whole" in plan.name else cradle
            try:
                siege = asyncio.run(besiege(plan, maker, place, store))
            except BaseException:
                traceback.print_exc()
                print(f"FAILED: {plan.name}, siege {number} of seed {args.seed}", flush=True)
                return 1
            print(f"{plan.name}: {siege.summary()}", flush=True)
            sieges.append(siege)
    print(summary(sieges, time.monotonic() - began))
    return 0


def summary(sieges: list[Siege], seconds: float) -> str:
    """What was done, in two lines."""
    kills = sum(siege.kills for siege in sieges)
    games = sum(siege.games for siege in sieges)
    commands = sum(siege.commands for siege in sieges)
    slowest = max((siege.slowest for siege in sieges), default=0.0)
    return (
        f"{kills} kills in {seconds:.0f} s: nothing acknowledged was lost or doubled.\n"
        f"{commands} commands acknowledged, {games} games played to the end and verified,"
        f" everybody back within {slowest:.1f} s."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
