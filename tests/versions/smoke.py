"""What `soak versions` runs in each environment: `python smoke.py NAME`. It uses the standard
library, Baumeister and what the extra installs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

GAMES = ("tybor", "samara")
COMMAND = [sys.executable, "-m", "baumeister"]


def run(*words: str) -> str:
    """Run a command of Baumeister; what it prints."""
    command = [*COMMAND, *words, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def plain() -> None:
    """Whole games interpreted, their records verified, and the tables of the terminal."""
    import baumeister

    for game in GAMES:
        table = baumeister.game(game).new(players=3, seed=7)
        while not table.over:
            seat = table.waiting_for[0]
            table.play(seat, table.legal(seat)[0])
        record = Path(f"{game}.json")
        record.write_text(json.dumps(table.record()), encoding="utf-8")
        run("verify", str(record))
        assert "greedy" in run("simulate", game, "--games", "2", "--bots", "greedy", "--plain")
    assert "T4.1" in run("rules", "T4.1")


def fast() -> None:
    """Compiled games are the interpreted ones, and bots decide with compiled code."""
    from baumeister.bots import new_bot
    from baumeister.bots.search import Budget
    from baumeister.bots.search_bot import SearchBot
    from baumeister.envs.batch import BatchEnv
    from baumeister.envs.one_game import CompiledGame, InterpretedGame
    from baumeister.play import game

    for name in GAMES:
        played, ends = game(name), []
        for kind in (InterpretedGame, CompiledGame):
            one = kind(played, 3, skip_forced=True)
            one.deal("7", played.rules.complete_options({"players": 3}, "7"))
            while one.seat >= 0:
                one.play(int(one.mask.argmax()))
            ends.append((one.results(), one.state()))
        assert ends[0] == ends[1]
        env = BatchEnv(name, 64, 2, seed=1, threads=2)
        while env.episodes.min() < 1:
            env.step(env.sample())
        env.close()
        view = played.new(players=2, seed=7).seat_view(0)
        assert new_bot("network", "seed").decide(view) in view.legal
    assert SearchBot("seed", Budget(iterations=20), network=True).decide(view) in view.legal


def lab() -> None:
    """A tournament with ratings and a report with pictures."""
    line = ("tournament", "samara", "--bots", "greedy,random", "--games", "8")
    found = run(*line, "--report", "report.html", "--json", "games.json")
    assert "greedy" in found
    assert "<svg" in Path("report.html").read_text(encoding="utf-8")


def server() -> None:
    """A game at a real server, by HTTP and by WebSocket."""
    from websockets.sync.client import connect

    options = ("--port", "0", "--store", "tables.sqlite", "--lang", "en")
    with subprocess.Popen(
        [*COMMAND, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            said = ""
            while not (ready := re.search(r"is ready: (http://([\d.]+:\d+))/", said)):
                line = process.stdout.readline()
                assert line, said
                said += line
            assert "baumeister_sockets" in text(f"{ready[1]}/metrics")
            paths = json.loads(text(f"{ready[1]}/api/openapi.json"))["paths"]
            assert "/api/tables" in paths
            for game in GAMES:
                play(ready[1], ready[2], game, connect)
        finally:
            process.terminate()


def play(address: str, host: str, game: str, connect: Any) -> None:
    """A whole game against a bot."""
    seats = [{"kind": "me", "name": "Smoke"}, {"kind": "bot", "bot": "greedy"}]
    body = json.dumps({"game": game, "seats": seats, "start": True, "stand_in": "greedy"}).encode()
    headers = {"Content-Type": "application/json"}
    opened = json.loads(text(Request(f"{address}/api/tables", body, headers)))
    token = opened["seats"][0]["token"]
    with connect(f"ws://{host}/api/tables/{opened['table']}/socket") as socket:
        socket.send(json.dumps({"type": "hello", "token": token, "lang": "en", "have": 0}))
        moves, is_answered, over = 0, True, False
        while not over:
            message = json.loads(socket.recv(timeout=60))
            kind = message["type"]
            assert kind not in ("refused", "error"), message
            is_answered |= kind == "ack"  # it comes before the update that the move leads to
            if kind != "update":
                continue
            over = message["table"]["status"] == "over"
            if is_answered and (legal := message["view"]["legal"]):
                moves, is_answered = moves + 1, False
                move = {"type": "move", "id": f"{game}-{moves}", "seen": message["seq"]}
                socket.send(json.dumps({**move, "action": legal[0]}))


def text(request: str | Request) -> str:
    """What the server answers."""
    try:
        with urlopen(request) as answer:
            found: str = answer.read().decode()
    except HTTPError as error:
        raise AssertionError(error.read().decode()) from error
    return found


def envs() -> None:
    """PettingZoo's own tests of an environment."""
    from pettingzoo.test import api_test, seed_test

    from baumeister.envs import samara_v1, tybor_v1

    for module in (tybor_v1, samara_v1):
        api_test(module.env(players=3), num_cycles=200)
        seed_test(module.env, num_cycles=50)
        assert module.env(render_mode="ansi") is not None


def vector() -> None:
    """Gymnasium's vector interface over a batch."""
    import numpy as np

    from baumeister.bots.batch_bot import BatchBot
    from baumeister.envs.vector import VectorGames

    for opponents in ("random", BatchBot("greedy")):
        games = VectorGames("samara", 16, players=3, opponents=opponents)
        observations, info = games.reset(seed=1)
        assert games.observation_space.contains(observations)
        ended = 0
        while ended < 16:
            actions = np.argmax(info["action_mask"], axis=1)
            observations, _, terminated, _, info = games.step(actions)
            ended += int(terminated.sum())
        games.close()


def openspiel() -> None:
    """OpenSpiel's own test of a game, with random playouts."""
    import random

    import pyspiel

    import baumeister.envs.open_spiel_games  # noqa: F401

    for name in GAMES:
        game = pyspiel.load_game(f"python_baumeister_{name}(players=3)")
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        assert abs(sum(state.returns())) < 1e-9


def cluster() -> None:
    """A tournament on a cluster of one worker is the one without a cluster."""
    from distributed import LocalCluster

    line = ("simulate", "samara", "--games", "4", "--plain", "--json")
    with LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as local:
        assert run(*line, "--cluster", local.scheduler_address) == run(*line)


def learn() -> None:
    """One small lesson."""
    sizes = ("--lessons", "1", "--games", "4", "--walks", "4", "--deals", "2", "--passes", "1")
    run("learn", "samara", "--players", "2", "--out", "course", *sizes)
    assert list(Path("course").rglob("*.npz"))


if __name__ == "__main__":
    globals()[sys.argv[1]]()
