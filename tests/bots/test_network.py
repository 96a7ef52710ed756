"""Trained networks: what ships fits and plays well, and what does not fit is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import baumeister
from baumeister.bots import new_bot
from baumeister.bots.network import Fit, Network, NetworkError, fitting, from_bytes, load, shipped
from baumeister.bots.network_bot import NetworkBot
from baumeister.bots.network_layers import looker, new_workspace
from baumeister.bots.search import Analyst, Budget
from baumeister.bots.search.games import SETTINGS
from baumeister.bots.search.search_tree import SearchTree
from baumeister.envs.observations import observation
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.errors import translated
from baumeister.kernel.game import GameRules
from baumeister.kernel.rule import can_compile
from baumeister.play import SeatView
from tests.bots.asking import GAMES, moments

np = pytest.importorskip("numpy", reason="a network needs numpy")
both_games = pytest.mark.parametrize("game", GAMES)
compiled = pytest.mark.skipif(not can_compile(), reason="numba is not installed")


def network_of(game: str) -> Network:
    network = shipped(game)
    assert network is not None
    return network


def views(game: str, players: int) -> list[SeatView]:
    return list(moments(game, players, f"networks {players}", 9))


# --- what ships ---------------------------------------------------------------------------------
@both_games
def test_the_network_that_ships_fits_the_game_that_ships(game: str) -> None:
    network_of(game).check(Fit.of(game))


@both_games
def test_weights_are_small_and_come_with_a_card(game: str) -> None:
    folder = Path(baumeister.__file__).parent / "bots" / "weights"
    assert (folder / f"{game}.npz").stat().st_size < 600_000
    assert (folder / f"{game}.json").exists()


@both_games
def test_promises_add_up_to_1(game: str) -> None:
    for view in views(game, 3):
        promises = network_of(game).promises(view)
        assert len(promises) == len(view.legal)
        assert promises.sum() == pytest.approx(1)


@both_games
def test_it_expects_somebody_to_win(game: str) -> None:
    """Who is far ahead shortly before the end is expected to win more often than who is behind."""
    table = GAMES[game].new(2, "expectations")
    bots = [new_bot("network", "0"), new_bot("random", "1")]
    seen: dict[int, SeatView] = {}
    while not table.over:
        seat = table.waiting_for[0]
        seen[seat] = table.seat_view(seat)
        table.play(seat, bots[seat].decide(seen[seat]))
    rows = np.array([observation(seen[seat]) for seat in range(2)])
    ahead, behind = network_of(game).values(rows)[:, 0]
    assert table.winners == [0]
    assert 1 >= ahead > 0.5 > behind >= 0


# --- the same in all its forms ------------------------------------------------------------------
@compiled
@both_games
@pytest.mark.parametrize("players", [2, 5])
def test_compiled_and_plain_agree(game: str, players: int) -> None:
    network = network_of(game)
    tree, workspace = SearchTree(*parts(game), players), new_workspace(network.layers)
    for view in views(game, players):
        state = view.state.to_array(**tree.layout)
        work = tree.work
        look = looker(game)
        look(
            tree.box,
            state,
            view.seat,
            network.layers,
            workspace,
            work.legal,
            work.worths,
            work.prior,
        )
        assert work.prior[list(view.legal)].tolist() == network.promises(view).tolist()


@both_games
def test_torch_and_numpy_agree(game: str) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: no training")
    from baumeister.lab.learning.training import forward

    network = network_of(game)
    rows = np.array([observation(view) for view in views(game, 3)])
    parameters = {name: torch.tensor(array) for name, array in network.layers._asdict().items()}
    logits, values = forward(parameters, torch.tensor(rows).float() * parameters["scales"])
    assert logits.numpy() == pytest.approx(network.logits(rows), abs=1e-3)
    assert values.sigmoid()[:, 0].numpy() == pytest.approx(network.values(rows)[:, 0], abs=1e-3)


def parts(game: str) -> tuple[GameRules, object]:
    return GAMES[game].rules, GAMES[game].components


@both_games
def test_a_network_is_the_same_from_its_file(game: str, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(network_of(game).to_bytes())
    view = views(game, 2)[1]
    assert NetworkBot("0", file).decide(view) == NetworkBot("0").decide(view)
    assert load(file).to_bytes() == network_of(game).to_bytes()


# --- how it plays -------------------------------------------------------------------------------
@both_games
@pytest.mark.parametrize("players", [2, 3])
def test_it_sees_its_view_only(game: str, players: int) -> None:
    for view in views(game, players):
        assert view.seat is not None
        again = view.rules.view_of(view.redeal(FastDealer("other")), view.seat)
        other = replace(view, state=again)
        assert NetworkBot("0").decide(other) == NetworkBot("0").decide(view)


@both_games
def test_it_beats_the_greedy_bot(game: str) -> None:
    """Every deal with seats swapped; many games are in docs/learning.md."""
    won = 0.0
    for k in range(24):
        table = GAMES[game].new(2, f"network {k // 2}")
        bots = [new_bot("network", "0"), new_bot("greedy", "1")][:: 1 if k % 2 == 0 else -1]
        while not table.over:
            seat = table.waiting_for[0]
            table.play(seat, bots[seat].decide(table.seat_view(seat)))
        won += (k % 2 in table.winners) / len(table.winners)
    assert won >= 15


# --- what does not fit --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "samara"}, "plays samara, not tybor"),
        ({"layout": "tybor-0"}, "observations tybor-0"),
    ],
)
def test_a_network_for_something_else_is_refused(change: dict[str, Any], says: str) -> None:
    network = network_of("tybor")
    other = from_bytes(Network(replace(network.fit, **change), network.layers).to_bytes())
    with pytest.raises(NetworkError, match=says) as refused:
        other.promises(views("tybor", 2)[0])
    assert translated(refused.value, "de") != str(refused.value)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"{}"])
def test_a_file_that_is_no_network_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(content)
    with pytest.raises(NetworkError, match="is not a network"):
        load(file)


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    network = network_of("tybor")
    layers = network.layers._replace(first_bias=network.layers.first_bias[:-1])
    with pytest.raises(NetworkError, match="is not a network"):
        from_bytes(Network(network.fit, layers).to_bytes())


def test_a_network_for_longer_observations_is_refused() -> None:
    """Compiled code would write beyond its end."""
    network = network_of("tybor")
    shorter = network.layers._replace(
        scales=network.layers.scales[:-1], first=network.layers.first[:-1]
    )
    with pytest.raises(NetworkError, match="is not a network"):
        from_bytes(Network(network.fit, shorter).to_bytes())


@pytest.fixture
def _other_layout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the weights that ship were made for older observations."""
    old = Network(replace(network_of("tybor").fit, layout="tybor-0"), network_of("tybor").layers)
    monkeypatch.setattr("baumeister.bots.network.shipped", lambda game: old)
    monkeypatch.setattr("baumeister.bots.network_bot.shipped", lambda game: old)
    fitting.cache_clear()
    yield
    fitting.cache_clear()


@compiled
@pytest.mark.usefixtures("_other_layout")
def test_a_search_does_without_a_network_that_does_not_fit() -> None:
    view = views("tybor", 2)[0]
    found = Analyst("0", network=True).analyse(view, Budget(100))
    alone = Analyst("0").analyse(view, Budget(100))
    assert found.alternatives == alone.alternatives


@pytest.mark.usefixtures("_other_layout")
def test_and_the_bot_says_why_it_cannot_play() -> None:
    with pytest.raises(NetworkError, match="observations tybor-0; here they are"):
        NetworkBot("0").decide(views("tybor", 2)[0])


@compiled
def test_it_plays_with_the_values_of_your_own_copy(tmp_path: Path) -> None:
    data = Path(baumeister.__file__).parent / "games" / "tybor" / "data.toml"
    text = data.read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text.replace("great_bonus = 3", "great_bonus = 4", 1), encoding="utf-8")
    own = baumeister.game("tybor", file)
    assert own.components.version != GAMES["tybor"].components.version
    table = own.new(2, "own")
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        Analyst("0", network=True).analyse(view, Budget(2))
        table.play(seat, NetworkBot("0").decide(view))
    assert table.winners


# --- in the search ------------------------------------------------------------------------------
@compiled
@both_games
def test_the_network_tells_the_search_where_to_look(game: str) -> None:
    """With few walks its favourite is tried at least as often as without."""
    settings, view = SETTINGS[game], views(game, 2)[3]
    alone = Analyst("0").analyse(view, Budget(40))
    asked = Analyst("0", settings._replace(prior=1.0), network=True).analyse(view, Budget(40))
    assert asked.iterations == alone.iterations == 40
    assert sum(one.visits for one in asked.alternatives) == 40
    favourite = view.legal[int(network_of(game).promises(view).argmax())]
    nothing = Analyst("0", settings._replace(prior=0.0, tries=0.0), network=True)
    assert nothing.analyse(view, Budget(40)).alternatives == alone.alternatives
    tries = {one.action: one.visits for one in asked.alternatives}
    before = {one.action: one.visits for one in alone.alternatives}
    assert tries[favourite] >= before[favourite]
