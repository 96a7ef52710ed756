"""Both games in OpenSpiel: its own tests of the API, and what each player can tell from a state."""
# ruff: noqa: E402 where OpenSpiel is missing the file ends at importorskip

from __future__ import annotations

import importlib
import itertools
import json
import pickle
import random
import sys
import unittest
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import numpy as np
from open_spiel.integration_tests import api_test
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from baumeister.envs import open_spiel_games
from baumeister.envs.errors import IllegalAction, MissingPackage
from baumeister.envs.observations import OBSERVERS
from baumeister.envs.open_chance import OpenPosition, parts_of
from baumeister.envs.open_spiel_observer import written
from baumeister.games.samara.state import CHOOSE_FOR_BARRACKS
from baumeister.games.tybor.state import CHOOSE
from baumeister.kernel.options import OptionError
from baumeister.kernel.rule import can_compile

TYBOR, SAMARA = "python_baumeister_tybor", "python_baumeister_samara"
GAMES = [f"{TYBOR}(players={players})" for players in range(2, 9)]
GAMES += [f"{SAMARA}(players={players})" for players in range(2, 6)]
FEW = [f"{TYBOR}(players=3)", f"{SAMARA}(players=3)"]


ONE, NONE = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
PUBLIC = pyspiel.IIGObservationType(True, False, NONE)
PRIVATE = pyspiel.IIGObservationType(False, False, ONE)
BOTH = pyspiel.IIGObservationType(True, False, ONE)

TYBOR_GAME, SAMARA_GAME = open_spiel_games.REGISTERED.values()


def walk(name: str, seed: int) -> list[Any]:
    """All states of a random game, one after the other."""
    lots = random.Random(seed)
    states = [pyspiel.load_game(name).new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(lots.choice(states[-1].legal_actions())))
    return states


def questions(name: str, seed: int) -> list[Any]:
    """The states of a random game at which a player decides."""
    return [state for state in walk(name, seed) if state.is_player_node()]


def told(state: Any, player: int) -> tuple[str, tuple[float, ...]]:
    """A player's information state in words and in numbers."""
    numbers = state.information_state_tensor(player)
    return state.information_state_string(player), tuple(numbers)


# --- OpenSpiel's own tests --------------------------------------------------------------------
@pytest.mark.parametrize("name", [*FEW, f"{TYBOR}(players=5)", f"{SAMARA}(players=5)"])
def test_openspiel_plays_random_games_with_all_its_checks(name: str) -> None:
    """Bounds, sums, legal actions, clones, observations, serialisation."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", FEW)
def test_openspiel_plays_random_games_and_writes_every_state_down(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_simulates_with_clones_and_pickles(name: str) -> None:
    games_sim_test.GamesSimTest("test_pig").sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", [TYBOR, SAMARA, *FEW])
def test_openspiel_enforces_its_api(name: str) -> None:
    """Its tests of a part of the tree, and those of a whole tree that fit a part, with the states
    of whole games: OpenSpiel's own sample hardly leaves the set-up."""
    states = walk(name, 1) + walk(name, 2)
    game = pyspiel.load_game(name)
    given = {"game": game, "game_name": name, "game_type": game.get_type()}
    given |= {"some_states": states, "all_states": states, "setUpClass": classmethod(_nothing)}
    part = type("Part", (api_test.EnforceAPIOnPartialTreeBase,), given)
    whole = type("Whole", (api_test.EnforceAPIOnFullTreeBase,), given)
    tests = list(unittest.defaultTestLoader.loadTestsFromTestCase(part))
    needs_all = ("test_number_of_nodes", "test_game_is_perfect_recall")
    for test in unittest.defaultTestLoader.getTestCaseNames(whole):
        if test not in needs_all:
            tests.append(whole(test))
    result = unittest.TestResult()
    unittest.TestSuite(tests).run(result)
    assert result.testsRun >= 11
    assert [trouble for _, trouble in result.errors + result.failures] == []


def _nothing(cls: type) -> None:
    """In the place of OpenSpiel's sampling."""


def test_openspiel_finds_perfect_recall_in_a_small_tree_over_several_worlds() -> None:
    """The last rounds of a game, in worlds that look the same to one player but not to the other:
    wherever a player knows the same, the player's own past is the same."""
    name = f"{TYBOR}(scenario=size-matters,chapter=1)"
    late = [state for state in questions(name, SMALL_END) if state.position.state.stage == 3]
    root = next(state for state in late if state.position.state.rounds_left == 2)
    known: dict[Any, Any] = {}
    for number in range(4):
        sampler = pyspiel.UniformProbabilitySampler(number, 0.0, 1.0)
        world = root.resample_from_infostate(root.current_player(), sampler)
        api_test._assert_is_perfect_recall_recursive(world, [], known)
    assert len(known) > 100


# --- chance -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", FEW)
def test_every_lot_is_even(name: str) -> None:
    for state in walk(name, 3):
        if not state.is_terminal() and state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert outcomes == tuple(range(len(outcomes)))
            assert set(chances) == {1 / len(outcomes)}


def test_the_same_history_leads_to_the_same_state() -> None:
    for name in FEW:
        last = walk(name, 4)[-1]
        again = pyspiel.load_game(name).new_initial_state()
        for action in last.history():
            again.apply_action(action)
        assert str(again) == str(last)
        assert again.returns() == last.returns()


@pytest.mark.parametrize("name", FEW)
def test_a_state_in_words_shows_the_table_as_everybody_sees_it(name: str) -> None:
    state = questions(name, 2)[7]
    observer = make_observation(state.get_game(), PUBLIC)
    _, history, table, *seats = str(state).splitlines()
    assert table == observer.string_from(state, 0)
    assert {"samara": "spaces", "tybor": "display"}[json.loads(table)["game"]] in json.loads(table)
    assert history.count("; ") > 0
    assert [line[:7] for line in seats[:2]] == ["seat 0:", "seat 1:"]


@pytest.mark.parametrize("name", FEW)
def test_other_states_have_other_words(name: str) -> None:
    states = walk(name, 6)
    assert len({str(state) for state in states}) == len(states)


def test_an_action_that_is_not_legal_is_refused_and_nothing_happens() -> None:
    state = questions(SAMARA, 1)[0]
    before = str(state), state.history()
    with pytest.raises(IllegalAction, match="is not legal; legal are") as told:
        state.apply_action(max(state.legal_actions()) + 1)
    assert "nicht erlaubt" in told.value.text("de")
    assert (str(state), state.history()) == before


def test_an_outcome_that_a_lot_does_not_have_is_refused() -> None:
    state = pyspiel.load_game(SAMARA).new_initial_state()
    with pytest.raises(IllegalAction, match="outcomes 0 to 11, not 12"):
        state.apply_action(12)


# --- what a player can tell -------------------------------------------------------------------
@pytest.mark.parametrize("name", FEW)
def test_worlds_that_look_the_same_have_the_same_information_state(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    differ = 0
    for state in questions(name, 5)[::4]:
        for player in range(state.num_players()):
            world = state.resample_from_infostate(player, sampler)
            assert world.current_player() == state.current_player()
            assert told(world, player) == told(state, player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.history() == []
            differ += str(world) != str(state)
    assert differ > 0 or SAMARA in name


@pytest.mark.parametrize("name", [f"{TYBOR}(players=3,scenario=size-matters,chapter=1)", SAMARA])
def test_information_states_differ_when_something_seen_differs(name: str) -> None:
    """Over all decisions of several games: words and numbers tell the same states apart, and all
    decisions of one game."""
    by_words: dict[str, tuple[float, ...]] = {}
    by_numbers: dict[tuple[float, ...], str] = {}
    for seed in range(3):
        states = questions(name, seed)
        found = set()
        for state in states:
            words, numbers = told(state, state.current_player())
            assert by_words.setdefault(words, numbers) == numbers
            assert by_numbers.setdefault(numbers, words) == words
            found.add(words)
        assert len(found) == len(states)


def test_T4_1_nobody_sees_which_card_another_player_has_chosen() -> None:
    state = next(s for s in questions(f"{TYBOR}(players=3)", 6) if s.position.state.turn == 0)
    assert state.position.state.step == CHOOSE
    player, (one, other) = state.current_player(), state.legal_actions()[:2]
    first, second = state.child(one), state.child(other)
    assert told(first, player) != told(second, player)
    for seat in set(range(3)) - {player}:
        assert told(first, seat) == told(second, seat)
        assert first.observation_string(seat) == second.observation_string(seat)
        assert told(first, seat) != told(state, seat)  # but all see who has chosen


def test_S9_2_nobody_sees_which_tool_another_player_gives_to_the_barracks() -> None:
    games = (questions(f"{SAMARA}(players=4)", seed) for seed in range(200))
    states = itertools.chain.from_iterable(games)
    state = next(s for s in states if s.position.state.step == CHOOSE_FOR_BARRACKS)
    player, (one, other) = state.current_player(), state.legal_actions()[:2]
    first, second = state.child(one), state.child(other)
    assert first.position.state.step == CHOOSE_FOR_BARRACKS
    assert told(first, player) != told(second, player)
    for seat in set(range(4)) - {player}:
        assert told(first, seat) == told(second, seat)


def test_what_all_see_and_what_one_sees_are_apart() -> None:
    game = pyspiel.load_game(f"{TYBOR}(players=3)")
    state = questions(f"{TYBOR}(players=3)", 8)[10]
    public, private = make_observation(game, PUBLIC), make_observation(game, PRIVATE)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert "hand" in private.string_from(state, 0)


@pytest.mark.parametrize("name", [f"{TYBOR}(players=3)", f"{TYBOR}(players=5)", FEW[1]])
def test_public_and_private_numbers_make_the_whole_row(name: str) -> None:
    game, sampler = pyspiel.load_game(name), pyspiel.UniformProbabilitySampler(2, 0.0, 1.0)
    public, private, both = (make_observation(game, kind) for kind in (PUBLIC, PRIVATE, BOTH))
    for state in questions(name, 8)[::3]:
        for player in range(state.num_players()):
            for observer in (public, private, both):
                observer.set_from(state, player)
            rows = [observer.dict["observation"] for observer in (public, private, both)]
            assert np.array_equal(rows[0] + rows[1], rows[2])
            assert not (rows[0] * rows[1]).any()
            seen = rows[0].copy()
            for other in range(state.num_players()):
                public.set_from(state.resample_from_infostate(other, sampler), player)
                assert np.array_equal(public.dict["observation"], seen)


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("name", [*FEW, f"{TYBOR}(players=6)"])
def test_compiled_code_writes_the_same_rows(name: str) -> None:
    for state in questions(name, 8)[::5]:
        position, player = state.position, state.current_player()
        open_game = position.open_game
        for seat in (player, None):
            plain = [0] * OBSERVERS[open_game.rules.name].layout.size
            observe = OBSERVERS[open_game.rules.name].observe
            observe(open_game.components.box, position.view(seat), player, plain)
            assert written(position, player, seat).tolist() == plain


def test_T1_the_private_row_tells_all_secret_objectives_apart() -> None:
    game = pyspiel.load_game(f"{TYBOR}(players=4)")
    state = questions(f"{TYBOR}(players=4)", 8)[0]
    private, objectives = make_observation(game, PRIVATE), set()
    field = OBSERVERS["tybor"].layout["objective"]
    for player in range(4):
        private.set_from(state, player)
        objectives.add(tuple(private.dict["observation"][field.offset : field.end]))
    secrets = {player.objective for player in state.position.state.players}
    assert len(objectives) == len(secrets) == 4


def test_what_all_see_has_no_card_that_nobody_has_seen() -> None:
    game = pyspiel.load_game(f"{TYBOR}(players=3)")
    public = make_observation(game, PUBLIC)
    for state in questions(f"{TYBOR}(players=3)", 8):
        public.set_from(state, 1)
        for name in ("chosen", "objective", "drawn", "hand", "unseen"):
            field = OBSERVERS["tybor"].layout[name]
            assert not public.dict["observation"][field.offset : field.end].any()


def test_kinds_of_observation_that_do_not_exist_are_none() -> None:
    game = pyspiel.load_game(SAMARA)
    all_players = pyspiel.PrivateInfoType.ALL_PLAYERS
    assert make_observation(game, pyspiel.IIGObservationType(True, False, all_players)) is None
    with pytest.raises(OptionError, match="no parameters, but colour"):
        make_observation(game, None, {"colour": "red"})


def test_a_very_long_history_keeps_its_latest_rows_as_numbers_and_all_of_it_in_words() -> None:
    state = questions(SAMARA, 1)[-1]
    at, words = state.position, state.information_state_string()
    seen = at.seen * 4
    state.position = OpenPosition(at.open_game, at.options, at.state, seen, at.legal)
    recall = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, 0)
    kinds = [round(5 * kind) for kind in recall.dict["history"][:, 0]]
    assert len(seen) > len(kinds) == 512
    assert kinds == [parts_of(number)[0] for number in seen[-512:]]
    assert len(state.information_state_string()) > 3 * len(words)


# --- words, parameters, keeping ---------------------------------------------------------------
def test_actions_are_written_as_in_records() -> None:
    state = questions(f"{SAMARA}(specials=False,start_month=3)", 1)[0]
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert "newcomer woman" in names
    assert state.string_to_action("newcomer woman") in state.legal_actions()


def test_parameters_are_the_options_of_the_game() -> None:
    state = questions(f"{TYBOR}(players=4,scenario=size-matters,chapter=7)", 1)[0]
    words = state.information_state_string()
    assert words.startswith("players=4 scenario=size-matters chapter=7\n")
    lines = questions(f"{SAMARA}(players=2,start_month=12,specials=False)", 1)[0]
    assert "start_month=12 specials=False" in lines.information_state_string()


NO_INTEGERS = [3.0, True, "3", float("nan"), [3], np.float32(3)]


@pytest.mark.parametrize("value", NO_INTEGERS, ids=repr)
def test_whole_numbers_are_nothing_else_even_if_they_are_equal(value: Any) -> None:
    tybor, samara = TYBOR_GAME, SAMARA_GAME
    tybor({"players": 3, "chapter": 3})  # 3.0 and 3 are the same key of a dict
    tybor({"players": 3, "chapter": 1})
    samara({"players": 3, "start_month": 3})
    samara({"players": 3, "start_month": 1})
    with pytest.raises(OptionError, match="Tybor is for 2 to 8 players, not "):
        tybor({"players": value, "chapter": 3})
    with pytest.raises(OptionError, match="is not a chapter; they are 1 to 8"):
        tybor({"players": 3, "chapter": value})
    with pytest.raises(OptionError, match="Samara is for 2 to 5 players, not "):
        samara({"players": value, "start_month": 3})
    with pytest.raises(OptionError, match="is not a month; they are 1 to 12"):
        samara({"players": 3, "start_month": value})
    with pytest.raises(OptionError, match="specials is true or false, not "):
        samara({"players": 3, "specials": 1})


@pytest.mark.parametrize("value", [0.0, False, "0"], ids=repr)
def test_only_0_leaves_a_number_to_chance(value: Any) -> None:
    assert "chapter" not in TYBOR_GAME({"chapter": np.int64(0)}).open_game.given
    with pytest.raises(OptionError, match="is not a chapter; they are 1 to 8"):
        TYBOR_GAME({"chapter": value})
    with pytest.raises(OptionError, match="is not a month; they are 1 to 12"):
        SAMARA_GAME({"start_month": value})


def test_wrong_parameters_are_refused_in_the_words_of_the_rules() -> None:
    with pytest.raises(OptionError, match="Tybor is for 2 to 8 players, not 9"):
        pyspiel.load_game(f"{TYBOR}(players=9)")
    with pytest.raises(OptionError, match="is not a scenario; there are"):
        pyspiel.load_game(f"{TYBOR}(scenario=anywhere)")


@pytest.mark.parametrize("shares", [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]])
def test_returns_are_shares_of_the_win_with_sum_zero(
    shares: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = walk(f"{TYBOR}(players=3)", 1)[-1]
    monkeypatch.setattr(type(state.position), "shares", lambda position: shares)
    expected = {1: 1.0, 0.5: 0.25, 0: -0.5, 1 / 3: 0.0}
    assert state.returns() == pytest.approx([expected[share] for share in shares])
    assert state.get_game().min_utility() == -0.5


def test_a_state_dealt_again_is_kept_like_any_other() -> None:
    state = questions(f"{TYBOR}(players=3)", 9)[20]
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    world = state.resample_from_infostate(0, sampler)
    for kept in (world.clone(), pickle.loads(pickle.dumps(world))):
        assert str(kept) == str(world)
        assert kept.legal_actions() == world.legal_actions()


def test_without_openspiel_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, open_spiel_games.__name__)
    with pytest.raises(MissingPackage) as missing:
        importlib.import_module(open_spiel_games.__name__)
    assert "need open_spiel: pip install open_spiel" in missing.value.text("en")
    assert "brauchen open_spiel: pip install open_spiel" in missing.value.text("de")


SMALL_END = 22  # a random game in which nobody can build much in the last rounds
