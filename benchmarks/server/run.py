"""The server's benchmark: about a minute, on loopback, beside a server that only stores and sends.

    python benchmarks/server/run.py
    python benchmarks/server/run.py --seconds 10 --json

Each row is a server of its own with a new SQLite file, and a process of its own with the players
(load.py): 200 tables with four people, and twice as many. In `all at once` everybody answers as
soon as they are asked; the rows with moves a second show how long a move takes when the server
is not driven to its limit. All rows come from one run, so they saw the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
START_SECONDS = 60.0
NO_LIMITS = "--requests-per-second 0 --tables-per-hour 0 --messages-per-second 0"
NO_LIMITS += " --connections-per-address 0"
OURS = ("-m", "baumeister", "serve", "--log-level", "warning", *NO_LIMITS.split())
BARE = (str(HERE / "bare.py"),)
PROGRAMS = {"ours": OURS, "bare": BARE, "one by one": (*BARE, "--one-by-one")}
BOTH = "tybor,samara"
ROWS = (  # server, games, tables, moves a second (0: all at once)
    ("bare", BOTH, 200, 0),
    ("ours", BOTH, 200, 0),
    ("ours", BOTH, 400, 0),
    ("ours", "tybor", 200, 0),
    ("ours", "samara", 200, 0),
    ("bare", BOTH, 200, 1000),
    ("ours", BOTH, 200, 100),
    ("ours", BOTH, 200, 500),
    ("ours", BOTH, 200, 1000),
)
COLUMNS = (
    ("server", "server"),
    ("games", "games"),
    ("tables", "tables"),
    ("wanted", "moves wanted"),
    ("moves_per_second", "moves/s"),
    ("p50_ms", "p50 ms"),
    ("p99_ms", "p99 ms"),
    ("server_us_per_move", "µs a move"),
    ("server_cpu", "core"),
    ("load_cpu", "players' core"),
    ("server_peak_mb", "MB"),
)


def free_port() -> int:
    """A port of loopback that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(kind: str, port: int, folder: str) -> subprocess.Popen[bytes]:
    """A server with a new store, once it is ready."""
    command = [
        sys.executable,
        *PROGRAMS[kind],
        "--port",
        str(port),
        "--store",
        f"{folder}/new.sqlite",
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    began = time.monotonic()
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server
        except ConnectionRefusedError:
            if server.poll() is not None or time.monotonic() - began > START_SECONDS:
                server.kill()
                raise SystemExit(f"the server does not start: {' '.join(command)}") from None
            time.sleep(0.05)


def row(kind: str, games: str, tables: int, rate: int, seconds: float) -> dict[str, Any]:
    """One measurement."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = start(kind, port, folder)
        load = [sys.executable, str(HERE / "load.py"), "--port", str(port)]
        load += ["--process", str(server.pid), "--games", games, "--tables", str(tables)]
        load += ["--rate", str(rate), "--seconds", str(seconds)]
        try:
            answer = subprocess.run(load, stdout=subprocess.PIPE, check=True)
        finally:
            server.terminate()
            server.wait()
    measured: dict[str, Any] = json.loads(answer.stdout)
    wanted = str(rate) if rate else "all at once"
    shown = "both" if games == BOTH else games
    return {**measured, "server": kind, "games": shown if kind == "ours" else "", "wanted": wanted}


def summary(rows: list[dict[str, Any]]) -> list[str]:
    """What is asked of the server, and what it does."""
    by = {(r["server"], r["games"], r["tables"], r["wanted"]): r for r in rows}
    ours, bare = by["ours", "both", 200, "all at once"], by["bare", "", 200, "all at once"]
    twice = by["ours", "both", 400, "all at once"]
    ratio = bare["moves_per_second"] / ours["moves_per_second"]
    work = ours["server_us_per_move"] / bare["server_us_per_move"]
    growth = 2 * ours["moves_per_second"] / twice["moves_per_second"]
    refused = sum(r["refused"] for r in rows)
    return [
        f"The bare server makes {ratio:.1f} times as many moves; each is 1/{work:.1f} of the work.",
        f"Twice the tables take {growth:.2f} times as long for as many moves each.",
        f"Moves that were refused, connections that were lost: {refused}.",
    ]


def table(rows: list[dict[str, Any]]) -> list[str]:
    """The rows as Markdown."""
    lines = ["| " + " | ".join(title for _, title in COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    return lines + ["| " + " | ".join(str(r[key]) for key, _ in COLUMNS) + " |" for r in rows]


def main() -> None:
    """All rows, then what they mean."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="measured in each row")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    rows = []
    for kind, games, tables, rate in ROWS:
        rows.append(row(kind, games, tables, rate, wanted.seconds))
        if not wanted.json:
            print("\n".join(table(rows) if len(rows) == 1 else table(rows)[-1:]), flush=True)
    print(json.dumps(rows) if wanted.json else "\n".join(["", *summary(rows)]))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
