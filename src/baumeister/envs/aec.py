"""Games as PettingZoo environments: the seats are agents, which act one after the other.

A game's module `pettingzoo_v1` (the number is the version of its environment) defines one:

    NAME = "mygame_v1"


    class raw_env(GameEnv):
        rules = RULES
        metadata = metadata(NAME)


    env = guarded(raw_env)

Its arguments are `players`, the options of the game, and those of all environments.
docs/pettingzoo.md is the guide.
"""

from __future__ import annotations

import inspect
import operator
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, NoReturn, Protocol, Self, TypedDict, TypeVar

from baumeister.envs.errors import (
    IllegalAction,
    MissingPackage,
    OutOfOrder,
    UnknownAgent,
    UnknownArgument,
)
from baumeister.envs.one_step import NO_ACTION

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise MissingPackage(
        "error.env.missing", package=error.name, packages="pettingzoo gymnasium"
    ) from error

from baumeister.envs.observations import OBSERVERS
from baumeister.envs.one_game import CompiledGame, InterpretedGame, OneGame
from baumeister.envs.options import Seeds, given, plain
from baumeister.envs.render import Shown, check_pictures, picture, printed, text
from baumeister.envs.rewards import margin_reward, win_reward
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import check_language
from baumeister.kernel.options import Option, OptionError
from baumeister.kernel.rule import can_compile
from baumeister.kernel.seats import NOBODY
from baumeister.play import Game
from baumeister.play import game as game_named

RENDER_MODES = ("human", "ansi", "rgb_array")
PUBLIC, ACTING = "public", "acting"  # whose view is rendered; or the name of an agent
MANY = 8  # legal actions that an error names
T = TypeVar("T")


class Observation(TypedDict):
    """What a seat knows (baumeister.envs.observations), and 1 for each legal action."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


Last = tuple[Observation | None, float, bool, bool, dict[str, Any]]

REWARDS: Mapping[str, Callable[[list[float], list[int]], list[float]]] = {
    "win": lambda shares, scores: win_reward(shares),
    "margin": lambda shares, scores: margin_reward(scores),
}
# Worse than losing; in practice nobody leads by 200 points.
ILLEGAL_REWARD = {"win": -1.0, "margin": -200.0}


class ByAgent(dict[str, T]):
    """A value for each agent; another agent raises UnknownAgent, which lists the agents."""

    def __missing__(self, agent: object) -> NoReturn:
        raise UnknownAgent("error.env.agent", given=agent, names=", ".join(self))


def _parameter(option: Option) -> inspect.Parameter:
    """The argument for an option of a game."""
    kind = type(option.values[0]).__name__
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(option.name, either, default=None, annotation=f"{kind} | None")


def metadata(name: str) -> dict[str, Any]:
    """The metadata that PettingZoo expects of an environment."""
    return {
        "name": name,
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }


# --- the environment --------------------------------------------------------------------------
class GameEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # no types
    """A game as a PettingZoo environment. Agents are the seats, clockwise: player_0, player_1 …"""

    rules: ClassVar[GameRules]
    metadata: ClassVar[dict[str, Any]]
    __signature__: ClassVar[inspect.Signature]

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Add the options of the game to the arguments of an environment."""
        super().__init_subclass__(**arguments)
        _, players, _, *common, _ = inspect.signature(GameEnv.__init__).parameters.values()
        cls.__signature__ = inspect.Signature(
            [players, *map(_parameter, cls.rules.options), *common], return_annotation="None"
        )

    def __new__(cls, *args: Any, **arguments: Any) -> Self:
        """Check the arguments; UnknownArgument lists those that exist."""
        names = cls.__signature__.parameters
        for name in arguments:
            if name not in names:
                known = ", ".join(names)
                env = cls.metadata["name"]
                raise UnknownArgument("error.env.argument", env=env, given=name, names=known)
        cls.__signature__.bind(*args, **arguments)
        made: Self = super().__new__(cls)
        return made

    def __init__(
        self,
        players: int = 2,
        *in_order: Any,
        data: str | Path | None = None,
        skip_forced: bool = True,
        reward: str = "win",
        render_mode: str | None = None,
        eyes: str = PUBLIC,
        language: str = "en",
        compiled: bool | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = game_named(self.rules.name, data)
        players = plain(players)
        options |= dict(zip(self.rules.options.names, in_order, strict=False))
        self.options: dict[str, Any] = {"players": players, **given(options)}
        self.game.complete_options(self.options, "check")
        self._option_names = self.rules.options.names
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = ByAgent({agent: seat for seat, agent in enumerate(self.possible_agents)})
        self.reward = _one_of("reward", reward, REWARDS)
        self.render_mode = render_mode
        if render_mode is not None:
            _one_of("render_mode", render_mode, RENDER_MODES)
        if render_mode == "rgb_array":
            check_pictures()
        self.eyes = _one_of("eyes", eyes, (PUBLIC, ACTING, *self.possible_agents))
        self.language = check_language(language)
        kind = (
            CompiledGame if (can_compile() if compiled is None else compiled) else InterpretedGame
        )
        self._play: OneGame = kind(self.game, players, skip_forced)
        self._make_spaces()
        self.game_seed = ""  # of the current game; it reveals everything that is hidden
        self.game_options: dict[str, Any] = {}  # of the current game, complete
        self._seeds = Seeds()
        self._printed = False

    def _make_spaces(self) -> None:
        layout = OBSERVERS[self.rules.name].layout
        actions = self.game.rules.actions

        lows, highs, players = layout.lows(), layout.highs(), len(self.possible_agents)

        def row() -> spaces.Box:
            return spaces.Box(lows, highs, dtype=np.int16)

        low, high = (np.tile(bound, (players, 1)) for bound in (lows, highs))
        self.state_space = spaces.Box(low, high, dtype=np.int16)
        self.observation_spaces = ByAgent(
            {
                agent: spaces.Dict(
                    {"observation": row(), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
                )
                for agent in self.possible_agents
            }
        )
        self.action_spaces = ByAgent(
            {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """A row of numbers, each with its own bounds, and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """All actions of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    # --- the order of calls ---------------------------------------------------------------
    def out_of_order(self, call: str) -> OutOfOrder:
        """The error for a call before the first game, or after all agents have left."""
        key = "after_end" if self.game_options else "before_reset"
        return OutOfOrder(f"error.env.{key}", what=call)

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The acting agents, one after the other, until the game is over."""
        if not self.game_options:
            raise self.out_of_order("agent_iter()")
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    # --- playing --------------------------------------------------------------------------
    def reset(
        self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Deal a new game. With a seed it is the game of a table with that seed, and later resets
        without a seed deal seed/1, seed/2 …; `options` apply to this game only."""
        game_seed, seeds = self._seeds.deal(seed)
        wanted = {**self.options, **self._known(options or {})}
        game_options = self.game.complete_options(wanted, game_seed)
        self._play.deal(game_seed, game_options)
        self.game_seed, self.game_options, self._seeds = game_seed, game_options, seeds
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of the game. PettingZoo may pass others, which are ignored with a warning."""
        for name in options:
            if name not in self._option_names:
                names = ", ".join(self._option_names) or "none"
                warnings.warn(f"reset knows no option {name}; its options: {names}", stacklevel=3)
        return given({name: options[name] for name in self._option_names if name in options})

    def step(self, action: int | None) -> None:
        """Carry out the action of the acting agent; IllegalAction says why it is not legal.
        None for an agent whose game is over."""
        if not self.agents:
            raise self.out_of_order("step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play.play(self._checked(action))
        self._ask()

    def _ask(self) -> None:
        """Select the agent that acts next, or end the game."""
        self._printed = False
        if self._play.seat == NOBODY:
            self.agent_selection = self.agents[0]
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(
                zip(self.agents, REWARDS[self.reward](*self._play.results()), strict=True)
            )
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self._play.seat]
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: object) -> int:
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            number = NO_ACTION
        mask = self._play.mask
        if not (0 <= number < len(mask) and mask[number]) or isinstance(action, bool):
            raise self._illegal(action, number)
        return number

    def _illegal(self, action: object, number: int) -> IllegalAction:
        legal, game = np.flatnonzero(self._play.mask).tolist(), self.game
        named = [f"{one} ({game.notation(one)})" for one in legal[:MANY]]
        values = {
            "agent": self.agent_selection,
            "legal": ", ".join(named) + (" …" if len(legal) > MANY else ""),
        }
        if not 0 <= number < game.rules.actions or isinstance(action, bool):
            last = game.rules.actions - 1
            return IllegalAction("error.env.no_action", action=repr(action), last=last, **values)
        state, seat, names = self._play.state(), self._play.seat, self.possible_agents
        reason = game.rules.why_not(game.components, state, seat, number, names)
        assert reason is not None
        written = game.notation(number)
        clause = {"clause": reason.clause, "reason": reason}
        return IllegalAction("error.env.illegal", action=number, name=written, **clause, **values)

    # --- knowing --------------------------------------------------------------------------
    def observe(self, agent: str) -> Observation:
        """What an agent knows; the mask is all zero unless it acts."""
        if not self.game_options:
            raise self.out_of_order("observe()")
        seat, play = self._seats[agent], self._play
        asked = seat == play.seat and not self.terminations.get(agent, True)  # a wrapper may end it
        mask = play.mask.copy() if asked else np.zeros_like(play.mask)
        return {"observation": play.observe(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> Last:
        """Of the acting agent: its observation, its reward, whether its game has terminated or was
        truncated, and an empty dict."""
        if not self.agents:
            raise self.out_of_order("last()")
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> NDArray[np.int16]:
        """What all seats together know: the observation of every agent, player_0 first. For
        training critics, never for players."""
        if not self.game_options:
            raise self.out_of_order("state()")
        return np.stack([self._play.observe(seat) for seat in self._seats.values()])

    # --- showing --------------------------------------------------------------------------
    def render(self) -> NDArray[np.uint8] | str | None:
        """The table in the render mode of the environment, as `eyes` see it."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                f"{self}: render() needs a render_mode: {', '.join(RENDER_MODES)}"
            )
            return None
        if self.render_mode == "rgb_array":
            return picture(self.shown())
        if self.render_mode == "ansi":
            return text(self.shown())
        if not self._printed:
            printed(self.shown())
            self._printed = True
        return None

    def shown(self) -> Shown:
        """What is rendered: the view that `eyes` names."""
        if not self.game_options:
            raise self.out_of_order("render()")
        rules, components, names = self.game.rules, self.game.components, self.possible_agents
        state = self._play.state()
        seat = None if self.eyes == PUBLIC else self._seats.get(self.eyes, self._play.seat)
        seat = None if seat == NOBODY else seat
        view = rules.glance(state, seat)
        data = rules.view_json(components, view, seat, names, self.game_options)
        question = rules.question_text(components, view, seat, names, self.language)
        over = self._play.seat == NOBODY
        totals = [sheet["total"] for sheet in rules.scores(components, state)] if over else None
        winners = rules.winners(components, state) if over else []
        return Shown(self.game, data, question, totals, winners, self.language)

    def close(self) -> None:
        """Nothing is kept open."""

    # --- copies ---------------------------------------------------------------------------
    def __getstate__(self) -> dict[str, Any]:
        """A copy continues the same game; it looks its rules up by name."""
        return {**vars(self), "game": self.game.components}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = Game(self.rules, kept["game"])


def _one_of(name: str, value: str, allowed: Collection[str]) -> str:
    """The value; OptionError if it is not allowed."""
    if value not in allowed:
        names = ", ".join(allowed)
        raise OptionError("error.env.option", name=name, given=value, names=names)
    return value


class Guarded(
    wrappers.OrderEnforcingWrapper,  # type: ignore[misc]  # no types
    wrappers.AssertOutOfBoundsWrapper,  # type: ignore[misc]
    wrappers.TerminateIllegalWrapper,  # type: ignore[misc]
):
    """The three wrappers of PettingZoo's classic games in one, because every layer costs time:
    calls in the wrong order and numbers outside the action space are errors, and an agent that
    plays an illegal action loses at once."""

    def __init__(self, env: GameEnv, illegal_reward: float | None = None) -> None:
        if illegal_reward is None:
            illegal_reward = ILLEGAL_REWARD[env.reward]
        self._has_reset = self._has_updated = False  # OrderEnforcingWrapper
        wrappers.TerminateIllegalWrapper.__init__(self, env, illegal_reward)

    def last(self, observe: bool = True) -> Last:
        """Like `last` of the environment; the observation goes through the wrappers."""
        last: Last = self.env.last(observe=False)
        return (self.observe(self.env.agent_selection), *last[1:]) if observe else last

    def __str__(self) -> str:
        return str(self.env)


class Env(Protocol):
    """Makes an environment; takes what `raw_env` takes, and `illegal_reward`."""

    def __call__(
        self, *args: Any, illegal_reward: float | None = None, **options: Any
    ) -> Guarded: ...


def guarded(raw_env: type[GameEnv]) -> Env:
    """The function `env` of a game's module, with the arguments of its `raw_env`."""

    def env(*args: Any, illegal_reward: float | None = None, **options: Any) -> Guarded:
        """The environment with PettingZoo's usual wrappers."""
        return Guarded(raw_env(*args, **options), illegal_reward)

    own = inspect.signature(env)
    arguments = [*raw_env.__signature__.parameters.values(), own.parameters["illegal_reward"]]
    env.__signature__ = own.replace(parameters=arguments)  # type: ignore[attr-defined]
    env.__module__, env.__qualname__ = raw_env.__module__, env.__name__
    return env
