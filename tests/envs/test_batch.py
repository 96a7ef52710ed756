"""The batch: the rules, played side by side."""

from __future__ import annotations

import copy
import gc
import pickle
import re
import tracemalloc
from collections.abc import Callable
from dataclasses import fields, replace
from threading import Event, Thread
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the batch is made of numpy arrays")

from baumeister.envs.batch import LEAVE, BatchEnv, Buffers, GameArrays  # noqa: E402
from baumeister.envs.errors import IllegalAction, OutOfOrder  # noqa: E402
from baumeister.envs.observations import OBSERVERS, observation  # noqa: E402
from baumeister.kernel.rule import can_compile  # noqa: E402
from baumeister.play import OptionError  # noqa: E402
from tests.another_process import in_another_process  # noqa: E402
from tests.envs.batch_lockstep import MIXES, AtTable, Lockstep  # noqa: E402
from tests.soaking import BOUNDS_CHECKS  # noqa: E402

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")

FIVE = range(5)


@pytest.mark.parametrize("name", MIXES)
def test_every_number_of_every_row_is_that_of_a_game_at_a_table(name: str) -> None:
    mix = MIXES[name]
    env = BatchEnv(name, len(mix), mix, seed="lockstep", final_observations=True)
    beside = Lockstep(env)
    beside.until_every_row_has_ended(2)
    question = env.layout["question"]
    assert beside.met[question.offset : question.end].all()  # everything was asked, and game over
    assert beside.ends >= 2 * len(mix)


@pytest.mark.parametrize("name", MIXES)
def test_all_that_a_batch_can_do(name: str) -> None:
    """On threads, with seats that are watched, games left as they are, other buffers, forced
    questions, resets, and as Gymnasium's vectors. In the soak with bounds checks."""
    pytest.importorskip("gymnasium", reason="Gymnasium is an optional extra")
    run = in_another_process(["-m", "tests.envs.batch_lockstep", name], **BOUNDS_CHECKS)
    played = re.fullmatch(r"(\d+) decisions in (\d+) games\n", run)
    assert played is not None
    assert int(played[1]) > 1_500
    assert int(played[2]) >= len(MIXES[name]) + 2 + 3 * 2


def test_S7_5_a_forced_choice_for_the_barracks_is_made_before_anybody_is_asked() -> None:
    env = BatchEnv("samara", 24, 5, seed="barracks")
    games = [AtTable(env, row) for row in range(env.n)]
    barracks, chose = env.layout.at("question") + 4, [env.layout.at(f"seat{k}.chose") for k in FIVE]
    met = 0
    while met < 3:
        actions = env.sample().copy()
        env.step(actions)
        for at in games:
            at.play(int(actions[at.row]))
            row = env.observations[at.row]
            if row[barracks]:
                assert env.actors[at.row] == at.seat
                assert (row == observation(at.table.seat_view(at.seat))).all()
                first = (at.seat - at.table.snapshot().foreman) % 5
                met += any(row[chose[k]] and first + k < 5 for k in FIVE)


def test_an_option_that_is_given_holds_in_every_episode() -> None:
    env = BatchEnv("tybor", 3, 2, seed=1, chapter=7)
    chapter = env.layout["chapter"]
    while env.episodes.min() < 2:
        env.step(env.sample())
        assert (env.observations[:, chapter.offset + 6] == 1).all()


def test_options_that_are_not_given_are_drawn_by_lot() -> None:
    env = BatchEnv("samara", 64, 3, seed=1)
    month = env.layout["month"]
    assert env.observations[:, month.offset : month.end].any(axis=0).all()


def test_none_leaves_an_option_to_chance() -> None:
    env = BatchEnv("samara", 64, 3, seed=1, start_month=None)
    assert (env.observations == BatchEnv("samara", 64, 3, seed=1).observations).all()


def test_options_of_a_reset_count_until_the_next() -> None:
    env = BatchEnv("samara", 16, 3, seed=1)
    first, march = env.observations.copy(), env.layout.at("month") + 2
    env.reset(options={"start_month": 3})
    assert env.observations[:, march].all()
    env.reset()
    assert (env.observations == first).all()
    with pytest.raises(OptionError, match="number of players"):
        env.reset(options={"players": 4})


def test_without_a_seed_it_is_drawn_and_told() -> None:
    env = BatchEnv("samara", 8, 3)
    again = BatchEnv("samara", 8, 3, seed=env.seed)
    assert len(env.seed) == 64
    assert env.seed != BatchEnv("samara", 8, 3).seed
    assert (env.observations == again.observations).all()


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError, match="colour"):
        BatchEnv("tybor", 1, 4, colour="red")
    with pytest.raises(OptionError, match="2 to 5"):
        BatchEnv("samara", 1, 6)


@pytest.mark.parametrize("players", [3.0, True, "2", (2, 2.5), [[2, 3]], ([3], 2), None])
def test_players_are_whole_numbers(players: Any) -> None:
    with pytest.raises(OptionError, match="players is a number of players, or a row of such"):
        BatchEnv("samara", 4, players)


@pytest.mark.parametrize("wrong", [2.0, True, "2", 0, None])
def test_games_and_threads_are_whole_numbers(wrong: Any) -> None:
    with pytest.raises(OptionError, match="whole numbers of games and threads"):
        BatchEnv("samara", wrong, 3)
    with pytest.raises(OptionError, match="whole numbers of games and threads"):
        BatchEnv("samara", 2, 3, threads=wrong)


def test_numbers_of_numpy_are_as_good_as_any() -> None:
    env = BatchEnv(
        "samara", np.int64(4), np.array([2, 3]), seed=1, start_month=np.int8(3), specials=np.True_
    )
    assert env.players.tolist() == [2, 3, 2, 3]
    plain = BatchEnv("samara", 4, (2, 3), seed=1, start_month=3, specials=True)
    assert (env.observations == plain.observations).all()
    env.reset(options={"start_month": np.int64(5)})
    plain.reset(options={"start_month": 5})
    assert (env.observations == plain.observations).all()
    assert BatchEnv("samara", 2, np.int64(5), seed=1).players.tolist() == [5, 5]


# --- seeds ------------------------------------------------------------------------------------
def run(env: BatchEnv, steps: int, rows: int) -> list[Any]:
    """What the first rows show over so many steps."""
    shown = []
    for _ in range(steps):
        env.step(env.sample())
        parts = (env.observations, env.masks, env.actors, env.done, env.scores, env.shares)
        shown.append([part[:rows].copy() for part in parts])
    env.close()
    return shown


def assert_equal(one: list[Any], other: list[Any]) -> None:
    for ours, theirs in zip(one, other, strict=True):
        for a, b in zip(ours, theirs, strict=True):
            assert (a == b).all()


@pytest.mark.parametrize("name", MIXES)
def test_a_game_does_not_depend_on_batch_size_or_threads(name: str) -> None:
    mix = MIXES[name]
    alone = run(BatchEnv(name, len(mix), mix, seed=5), 250, 4)
    among_many = run(BatchEnv(name, 5 * len(mix), mix, seed=5), 250, 4)
    shared = run(BatchEnv(name, 5 * len(mix), mix, seed=5, threads=3), 250, 4)
    assert_equal(alone, among_many)
    assert_equal(among_many, shared)


def test_reset_repeats_and_another_seed_does_not() -> None:
    env = BatchEnv("samara", 8, 4, seed=1)
    first = env.observations.copy()
    env.step(env.sample())
    env.reset()
    assert (env.observations == first).all()
    env.reset(2)
    assert (env.observations != first).any(axis=1).all()


def test_rows_and_episodes_differ() -> None:
    env = BatchEnv("tybor", 8, 2, seed=1)
    hand = env.layout["hand"]
    hands = {env.observations[row, hand.offset : hand.end].tobytes() for row in range(8)}
    while env.episodes[0] < 3:
        env.step(env.sample())
        if env.done[0]:
            hands.add(env.observations[0, hand.offset : hand.end].tobytes())
    assert len(hands) == 11


# --- copies -----------------------------------------------------------------------------------
def pickled(env: BatchEnv) -> BatchEnv:
    again: BatchEnv = pickle.loads(pickle.dumps(env))
    return again


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("name", MIXES)
def test_a_copy_goes_on_with_the_same_games(
    name: str, copied: Callable[[BatchEnv], BatchEnv], threads: int
) -> None:
    mix = MIXES[name]
    env = BatchEnv(name, len(mix), mix, seed=1, threads=threads, final_observations=True)
    env.watched[:] = 1
    for _ in range(40):
        env.step(env.sample())
    other = copied(env)
    kept = other.observations.copy()
    finals = []
    for one in (env, other):
        while one.episodes.min() < 1:
            one.step(one.sample())
        finals.append(one.final_observations.copy())
        if one is env:
            assert (other.observations == kept).all()
    assert (finals[0] == finals[1]).all()
    assert other.watched.tolist() == [1] * len(mix)
    assert_equal(run(env, 60, len(mix)), run(other, 60, len(mix)))


def test_a_copy_has_the_options_and_the_seed_too() -> None:
    env = BatchEnv("samara", 4, 3, seed="mine", start_month=3, skip_forced=False)
    other = copy.deepcopy(env)
    env.reset()
    other.reset()
    assert other.seed == "mine"
    assert (other.observations == env.observations).all()
    assert_equal(run(env, 60, 4), run(other, 60, 4))


# --- closing ----------------------------------------------------------------------------------
@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_batch_says_so_and_stays_as_it_is(threads: int) -> None:
    env = BatchEnv("samara", 4, 3, seed=1, threads=threads)
    actions, before = env.sample().copy(), env.observations.copy()
    env.scores[:] = 7
    env.close()
    env.close()
    for call in (env.reset, env.sample, lambda: env.step(actions)):
        with pytest.raises(OutOfOrder, match="closed"):
            call()
    assert (env.observations == before).all()
    assert (env.scores == 7).all()


# --- threads of the program -------------------------------------------------------------------
@pytest.mark.parametrize("threads", [1, 2])
def test_who_comes_while_another_thread_is_at_a_batch_is_refused(threads: int) -> None:
    env = BatchEnv("samara", 4, 3, seed=1, threads=threads)
    actions, before = env.sample().copy(), env.observations.copy()
    is_in, may_go = Event(), Event()

    def stay(games: GameArrays) -> None:
        is_in.set()
        may_go.wait()

    other = Thread(target=env.for_all_games, args=(stay,))
    other.start()
    is_in.wait()
    calls = env.reset, env.sample, lambda: env.step(actions), env.close, lambda: copy.copy(env)
    for call in calls:
        with pytest.raises(OutOfOrder, match="another call of this batch is running"):
            call()
    may_go.set()
    other.join()
    assert (env.observations == before).all()
    env.step(actions)
    assert not (env.observations == before).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_call_leads_to_does_not_get_in_its_way(threads: int) -> None:
    """Such as what a signal is answered with."""
    env = BatchEnv("samara", 4, 3, seed=1, threads=threads)
    refused: list[str] = []

    def meddle(games: GameArrays) -> None:
        for call in (env.sample, env.close):
            with pytest.raises(OutOfOrder) as caught:
                call()
            refused.append(str(caught.value))

    env.for_all_games(meddle)
    assert len(refused) == 2 * threads
    assert not env.closed
    env.step(env.sample())


def test_two_threads_that_take_turns_play_the_same_games_as_one() -> None:
    env, same = (BatchEnv("samara", 8, 3, seed=1, threads=2) for _ in range(2))
    for _ in range(20):
        other = Thread(target=lambda: env.step(env.sample()))
        other.start()
        other.join()
        env.step(env.sample())
    for _ in range(40):
        same.step(same.sample())
    assert (env.observations == same.observations).all()


# --- actions ----------------------------------------------------------------------------------
@pytest.mark.parametrize("wrong", [3, 516, 65536, 99999, -2, -65536, 2**63 - 1, -(2**63)])
def test_an_illegal_action_changes_nothing(wrong: int) -> None:
    env = BatchEnv("tybor", 6, (2, 6), seed=1)
    other = BatchEnv("tybor", 6, (2, 6), seed=1)
    actions = env.sample().copy()
    other.sample()
    while 0 <= wrong < env.actions and env.masks[4, wrong]:
        wrong += 1
    before = env.observations.copy()
    bad = actions.copy()
    bad[4] = wrong
    with pytest.raises(IllegalAction) as told:
        env.step(bad)
    assert told.value.values["game"] == 4
    assert told.value.values["seat"] == env.actors[4]
    assert told.value.values["action"] == wrong
    assert str(wrong) in told.value.text("de")
    assert (env.observations == before).all()
    env.step(actions)
    other.step(actions)
    assert_equal(run(env, 50, 6), run(other, 50, 6))


def test_actions_are_whole_numbers_in_range() -> None:
    env = BatchEnv("tybor", 4, 3, seed=1)
    with pytest.raises(IllegalAction, match="whole numbers"):
        env.step([1.0, 2.0, 3.0, 4.0])
    with pytest.raises(IllegalAction, match="is not legal"):
        env.step(np.full(4, 2**64 - 1, np.uint64))  # not LEAVE, which is -1


def test_only_seats_of_the_game_can_be_watched() -> None:
    env = BatchEnv("tybor", 4, (2, 3), seed=1, final_observations=True)
    env.watched[2] = 2
    with pytest.raises(OptionError, match=r"game 2: seat 2 .* seats 0 to 1"):
        env.step(env.sample())
    env.watched[2] = 1
    env.step(env.sample())


def test_arrays_of_a_batch_are_written_to_and_not_replaced() -> None:
    env = BatchEnv("tybor", 4, 3, seed=1, final_observations=True)
    for name in ("watched", "final_observations", "buffers", "observations", "players"):
        with pytest.raises(AttributeError, match=name):
            setattr(env, name, np.zeros(1))
    with pytest.raises(ValueError, match="read-only"):
        env.players[0] = 8


def test_sampled_actions_stay_until_the_next_are_sampled() -> None:
    env = BatchEnv("samara", 8, 3, seed=1)
    sampled = env.sample()
    kept = sampled.copy()
    env.step(env.masks.argmax(axis=1))
    env.reset()
    assert (sampled == kept).all()


def test_buffers_must_be_aligned() -> None:
    buffers = Buffers.make("samara", 2)
    size = buffers.observations.nbytes
    crooked = np.zeros(size + 1, np.uint8)[1:].view(np.int16).reshape(2, -1)
    with pytest.raises(OptionError, match=r"'observations' must be a .*; this one is not aligned"):
        BatchEnv("samara", 2, 3, buffers=replace(buffers, observations=crooked))


def test_buffers_must_be_buffers() -> None:
    env = BatchEnv("samara", 2, 3, seed=1)
    before = env.observations.copy()
    wrong: Any = {"observations": env.observations}
    for call in (
        lambda: env.step(env.sample(), wrong),
        lambda: BatchEnv("samara", 2, 3, buffers=wrong),
    ):
        with pytest.raises(OptionError, match=r"a Buffers object, .* not a dict"):
            call()
    assert (env.observations == before).all()


def test_buffers_must_be_arrays() -> None:
    buffers = replace(Buffers.make("samara", 2), done=[False, False])
    with pytest.raises(OptionError, match=r"'done' must be a numpy array of bool .* not a list"):
        BatchEnv("samara", 2, 3, buffers=buffers)


def test_buffers_must_be_writable() -> None:
    buffers = Buffers.make("samara", 2)
    buffers.masks.flags.writeable = False
    with pytest.raises(OptionError, match=r"'masks' must be a writable.* can only be read"):
        BatchEnv("samara", 2, 3, buffers=buffers)


def test_buffers_must_be_in_one_piece() -> None:
    buffers = Buffers.make("samara", 4)
    apart = Buffers(**{f.name: getattr(buffers, f.name)[::2] for f in fields(Buffers)})
    with pytest.raises(OptionError, match=r"'observations' must .* is not C-contiguous") as caught:
        BatchEnv("samara", 2, 3, buffers=apart)
    assert repr(caught.value) == f"OptionError({str(caught.value)!r})"


def test_the_first_game_with_an_illegal_action_is_named() -> None:
    env = BatchEnv("tybor", 6, (2, 6), seed=1, threads=2)  # two layouts: rows 0, 2, 4 and 1, 3, 5
    actions = env.sample().copy()
    actions[[1, 4]] = 9999
    with pytest.raises(IllegalAction, match="game 1:"):
        env.step(actions)
    env.step(env.sample())
    env.close()


def test_a_game_can_be_left_as_it_is() -> None:
    env = BatchEnv("samara", 4, 3, seed=1)
    before = env.observations.copy()
    actions = env.sample(np.array([True, False, True, False])).copy()
    assert actions[[1, 3]].tolist() == [LEAVE, LEAVE]
    env.step(actions)
    assert (env.observations[[1, 3]] == before[[1, 3]]).all()
    assert (env.observations[[0, 2]] != before[[0, 2]]).any(axis=1).all()


def test_forced_questions_can_be_asked() -> None:
    asked = BatchEnv("tybor", 8, 4, seed=1, skip_forced=False)
    skipped = BatchEnv("tybor", 8, 4, seed=1)
    forced = 0
    for _ in range(300):
        asked.step(asked.sample())
        skipped.step(skipped.sample())
        forced += int((asked.masks.sum(axis=1) == 1).sum())
        alone = skipped.masks.sum(axis=1) == 1
        rounds = skipped.observations[:, skipped.layout.at("rounds_left")]
        assert (rounds[alone] > 1).all()  # equal cards: a swift choice would tell
    assert forced > 100


# --- buffers ----------------------------------------------------------------------------------
def test_the_caller_can_own_the_buffers() -> None:
    storage = np.zeros((5, 4, OBSERVERS["tybor"].layout.size), np.int16)
    env = BatchEnv("tybor", 4, 3, seed=1)
    reference = BatchEnv("tybor", 4, 3, seed=1)
    for k in range(5):
        buffers = Buffers.make("tybor", 4)
        mine = Buffers(
            storage[k], buffers.masks, buffers.actors, buffers.done, buffers.scores, buffers.shares
        )
        actions = env.sample()
        actions[3] = LEAVE if k == 4 else actions[3]
        chosen = actions.copy()
        env.step(actions, out=mine)
        reference.sample()
        reference.step(chosen)
        assert (storage[k] == reference.observations).all()
        assert (env.masks == reference.masks).all()
    assert env.observations.base is not None
    assert np.shares_memory(env.observations, storage)


def test_a_buffer_that_does_not_fit_is_refused() -> None:
    good = Buffers.make("samara", 2)
    wrong = Buffers(
        good.observations.astype(np.float32),
        good.masks,
        good.actors,
        good.done,
        good.scores,
        good.shares,
    )
    with pytest.raises(OptionError, match="observations") as told:
        BatchEnv("samara", 2, 2, buffers=wrong)
    assert "Puffer" in told.value.text("de")


def test_another_buffer_also_has_how_earlier_games_ended() -> None:
    env = BatchEnv("samara", 4, 2, seed=3)
    while not env.episodes.any():
        env.step(env.sample())
    scores, shares = env.scores.copy(), env.shares.copy()
    env.step(np.full(4, LEAVE), out=Buffers.make("samara", 4))
    assert scores.any()
    assert (env.scores == scores).all()
    assert (env.shares == shares).all()


def test_the_last_observation_of_a_game_can_be_kept() -> None:
    env = BatchEnv("samara", 4, 2, seed=3, final_observations=True)
    env.watched[:] = [0, 1, 0, 1]
    over = env.layout.at("question") + 8
    ended: set[int] = set()
    while len(ended) < 4:
        env.step(env.sample())
        for row in np.flatnonzero(env.done).tolist():
            ended.add(row)
            final = env.final_observations[row]
            assert final[over] == 1
            own = env.layout.at("seat0.prestige")
            assert final[own] == env.scores[row, env.watched[row]]
            assert env.observations[row, over] == 0


def test_steps_leave_nothing_behind() -> None:
    env = BatchEnv("tybor", 64, 4, seed=1)
    gc.disable()  # a collection would also give up the argument lists that Python keeps for calls
    try:
        for _ in range(2_500):
            env.step(env.sample())
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(500):
            env.step(env.sample())
        after, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert after - before < 2_000
    assert most - before < 10_000  # the observations alone are 120,960 bytes


def test_torch_looks_at_the_same_memory() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    env = BatchEnv("samara", 8, 4, seed=1)
    observations, masks = torch.from_numpy(env.observations), torch.from_numpy(env.masks)
    assert observations.data_ptr() == env.observations.ctypes.data
    for _ in range(20):
        logits = torch.rand(8, env.actions).masked_fill(masks == 0, -1)
        env.step(logits.argmax(dim=1))
    assert (observations.numpy() == env.observations).all()


@pytest.mark.parametrize("actions", [180, [180], [[0] * 4]])
def test_each_game_needs_an_action_of_its_own(actions: object) -> None:
    env = BatchEnv("tybor", 4, seed=1)
    before = env.observations.copy()
    with pytest.raises(IllegalAction, match=r"4 games need 4 actions, an array of shape \(4,\)"):
        env.step(actions)
    assert (env.observations == before).all()


@pytest.mark.parametrize("seed", [1.0, 1.5, True])
def test_a_seed_is_a_whole_number_or_a_text(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed"):
        BatchEnv("tybor", 1, seed=seed)


def test_it_says_what_it_is_and_what_it_does_not_keep() -> None:
    env = BatchEnv("tybor", 4, (2, 3), seed=7)
    assert repr(env) == "BatchEnv('tybor', 4, players=(2, 3), seed='7')"
    with pytest.raises(OutOfOrder, match="final_observations=True"):
        _ = env.final_observations
