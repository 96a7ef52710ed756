"""The games as Python games of OpenSpiel; docs/openspiel.md is the guide.

    import baumeister.envs.open_spiel_games  # registers them
    import pyspiel

    game = pyspiel.load_game("python_baumeister_<game>(players=3)")

Parameters are the options of the game. For an option without a default, "lot" (a choice) or 0 (a
number) is the default parameter and leaves the value to the first chance nodes.

Every shuffle and draw is a sequence of chance nodes with equally likely outcomes. Simultaneous
choices are made one after the other; no player sees them before all are made. Questions with a
single answer are not asked, as at a table. A player's return follows from the share s of the win:
with P players (P x s - 1) / (P - 1), which is 1 for a sole winner, 0 if all tie, and sums to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.envs.errors import IllegalAction, MissingPackage

try:
    import pyspiel
except ImportError as error:
    raise MissingPackage("error.openspiel.missing") from error

from baumeister.envs.open_chance import OpenGame, PublicHistory, open_game_of
from baumeister.envs.open_spiel_observer import (
    SpielObserver,
    history_line,
    make_observer,
    options_line,
    view_line,
)
from baumeister.envs.options import plain
from baumeister.envs.rewards import win_reward
from baumeister.games import GAMES
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import say

BY_LOT = {"choice": "lot", "number": 0}  # parameters that leave an option to chance, by its kind


def parameters(rules: GameRules) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    options = {o.name: BY_LOT[o.kind] if o.default is None else o.default for o in rules.options}
    return {"players": rules.least_players, **options}


def game_type(rules: GameRules) -> Any:
    """How OpenSpiel registers a game."""
    return pyspiel.GameType(
        short_name=f"python_baumeister_{rules.name}",
        long_name=say(f"{rules.name}.name", "en"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.most_players,
        min_num_players=rules.least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(rules),
    )


class BaumeisterGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The common part of all games."""

    public_history: type[PublicHistory]
    game_type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = {key: plain(value) for key, value in (params or {}).items()}
        self.open_game = _open_game(self.public_history, params)
        bounds, players = self.open_game.bounds, self.open_game.players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.open_game.rules.actions,
            max_chance_outcomes=bounds.outcomes,
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=bounds.decisions,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> BaumeisterState:
        """Before the first lot."""
        return BaumeisterState(self, self.open_game)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes of a game."""
        return self.open_game.bounds.lots

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver | None:
        """An observer for a kind of observation."""
        return make_observer(self.open_game, kind, params)


def _open_game(history: type[PublicHistory], params: Mapping[str, Any]) -> OpenGame:
    given = {**parameters(history.rules), **params}
    by_lot = {o.name for o in history.rules.options.random if _is(given[o.name], BY_LOT[o.kind])}
    return open_game_of(history, ((key, given[key]) for key in given.keys() - by_lot))


def _is(value: Any, parameter: Any) -> bool:
    """Whether it equals this parameter and has its type: 0 is neither False nor 0.0."""
    return type(value) is type(parameter) and value == parameter


class BaumeisterState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node of the game tree. All of it is in `position`, which is immutable and shared by
    clones."""

    def __init__(self, game: BaumeisterGame, open_game: OpenGame) -> None:
        super().__init__(game)
        self.position = open_game.start

    def current_player(self) -> int:
        """Who decides."""
        position = self.position
        if position.legal:
            return position.seat
        chance = position.outcomes > 0
        return int(pyspiel.PlayerId.CHANCE if chance else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All equally likely."""
        outcomes = self.position.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.outcomes:
            if not 0 <= action < position.outcomes:
                last = position.outcomes - 1
                raise IllegalAction("error.openspiel.outcome", action=action, last=last)
        elif action not in position.legal:
            legal = ", ".join(map(str, position.legal))
            raise IllegalAction("error.openspiel.illegal", action=action, legal=legal)
        self.position = position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"lot {action}"
        open_game = self.position.open_game
        return open_game.rules.write_action(open_game.components, action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.over

    def returns(self) -> list[float]:
        """Everybody's share of the win, so that the sum is 0."""
        if not self.position.over:
            return [0.0] * self.position.open_game.players
        return win_reward(self.position.shares())

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> BaumeisterState:
        """A state that looks the same to the player, uniform over all such states. Its history is
        empty, because earlier lots are unknown; later ones are chance nodes as usual."""
        dealer = FastDealer(repr(probability_sampler()))
        state = BaumeisterState(self.get_game(), self.position.open_game)
        state.position = self.position.redeal(player_id, dealer)
        return state

    def __str__(self) -> str:
        """The whole state: public history, the table, and all secrets."""
        position = self.position
        open_game = position.open_game
        lines = []
        if position.state is not None:
            own, components = open_game.history.own, open_game.components
            lines = [options_line(position), history_line(position), view_line(position, None)]
            for seat in range(open_game.players):
                lines.append(f"seat {seat}: {own(components, position.view(seat), seat)}")
            lines += filter(None, [open_game.history.hidden(components, position.state)])
        if position.pending is not None:
            seat, action = position.pending
            lines.append(f"{seat} {self._action_to_string(seat, action)}")
        if position.outcomes:
            drawn = " ".join(f"{word:08x}" for word in position.words)
            lines.append(f"lots {drawn} and one of {position.outcomes}")
        return "\n".join(lines)


def register(rules: GameRules) -> type[BaumeisterGame]:
    """Register a game with OpenSpiel."""
    kind, history = game_type(rules), rules.part("public_history").HISTORY
    members = {
        "public_history": history,
        "game_type": kind,
        "__doc__": f"{kind.long_name} for OpenSpiel.",
        "__module__": __name__,
    }
    registered = type(f"{rules.name.capitalize()}Game", (BaumeisterGame,), members)
    globals()[registered.__name__] = registered  # where pickle looks for it
    pyspiel.register_game(kind, registered)
    return registered


REGISTERED = {name: register(rules) for name, rules in GAMES.items()}
