"""The games for OpenSpiel, as Python games: docs/openspiel.md is the guide.

    import baumeister.envs.open_spiel_games  # registers them
    import pyspiel

    game = pyspiel.load_game("python_baumeister_tybor(players=3,chapter=4)")
    game = pyspiel.load_game("python_baumeister_samara(players=4,specials=False)")

Parameters are the options of the game. `scenario=lot`, `chapter=0` and `start_month=0`, which are
the defaults, leave it to chance, at the first chance nodes.

Every shuffle and lot is a row of chance nodes, the outcomes of each equally likely. Choices at the
same time (T4.1, S7.5) are made one after the other, and nobody sees them before all are made.
Questions with one answer only are not asked, as at a table. A player's return is their share of
the win, P players' shares s as (P x s - 1) / (P - 1): 1 for the only winner, 0 for a tie of all,
and the sum is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.envs.errors import IllegalAction, MissingPackage

try:
    import pyspiel
except ImportError as error:
    raise MissingPackage("error.openspiel.missing") from error

from baumeister.envs.open_chance import Account, Setting, setting_of
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

LEFT_TO_CHANCE = {"scenario": "lot", "chapter": 0, "start_month": 0}  # parameters that say so


def game_type(short_name: str, long_name: str, account: type[Account]) -> Any:
    """How OpenSpiel registers a game."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=account.rules.most_players,
        min_num_players=account.rules.least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            key: LEFT_TO_CHANCE[key] if value is None else value
            for key, value in account.defaults.items()
        },
    )


class BaumeisterGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """What all games have in common."""

    account: type[Account]
    game_type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = {key: plain(value) for key, value in (params or {}).items()}
        self.setting = _setting(self.account, params)
        bounds, players = self.setting.bounds, self.setting.players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.rules.actions,
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
        return BaumeisterState(self, self.setting)

    def max_chance_nodes_in_history(self) -> int:
        """Lots of a game, at most."""
        return self.setting.bounds.lots

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver | None:
        """Whoever looks at states, for a kind of observation."""
        return make_observer(self.setting, kind, params)


def _setting(account: type[Account], params: Mapping[str, Any]) -> Setting:
    options = {key: params.get(key, value) for key, value in account.defaults.items()}
    by_lot = {key for key in options if _is_left_to_chance(key, options[key])}
    return setting_of(account, ((key, options[key]) for key in options.keys() - by_lot))


def _is_left_to_chance(key: str, value: Any) -> bool:
    """Whether it is the parameter's word for it: a 0, and neither False nor 0.0."""
    word = LEFT_TO_CHANCE.get(key)
    return word is not None and type(value) is type(word) and value == word


class BaumeisterState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A place in the game tree. All of it is in `position`, which never changes, so that clones
    share it."""

    def __init__(self, game: BaumeisterGame, setting: Setting) -> None:
        super().__init__(game)
        self.position = setting.start

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
        setting = self.position.setting
        return setting.rules.write_action(setting.components, action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.over

    def returns(self) -> list[float]:
        """Everybody's share of the win, so that the sum is 0."""
        if not self.position.over:
            return [0.0] * self.position.setting.players
        return win_reward(self.position.shares())

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> BaumeisterState:
        """A state that looks the same to the player, uniform over all of them. Its history is
        empty, as the lots before it are not known; later ones are chance nodes as ever."""
        dealer = FastDealer(repr(probability_sampler()))
        state = BaumeisterState(self.get_game(), self.position.setting)
        state.position = self.position.redeal(player_id, dealer)
        return state

    def __str__(self) -> str:
        """All of it: what has been seen, what lies on the table, and secrets as well."""
        position = self.position
        setting = position.setting
        lines = []
        if position.state is not None:
            own, components = setting.account.own, setting.components
            lines = [options_line(position), history_line(position), view_line(position, None)]
            for seat in range(setting.players):
                lines.append(f"seat {seat}: {own(components, position.view(seat), seat)}")
            lines += filter(None, [setting.account.hidden(components, position.state)])
        if position.pending is not None:
            seat, action = position.pending
            lines.append(f"{seat} {self._action_to_string(seat, action)}")
        if position.outcomes:
            drawn = " ".join(f"{word:08x}" for word in position.words)
            lines.append(f"lots {drawn} and one of {position.outcomes}")
        return "\n".join(lines)


def register(rules: GameRules) -> type[BaumeisterGame]:
    """Tell OpenSpiel of a game."""
    history: type[Account] = rules.part("public_history").HISTORY
    kind = game_type(f"python_baumeister_{rules.name}", say(f"{rules.name}.name", "en"), history)
    members = {
        "account": history,
        "game_type": kind,
        "__doc__": f"{kind.long_name} for OpenSpiel.",
        "__module__": __name__,
    }
    registered = type(f"{rules.name.capitalize()}Game", (BaumeisterGame,), members)
    globals()[registered.__name__] = registered  # where pickle looks for it
    pyspiel.register_game(kind, registered)
    return registered


REGISTERED = {name: register(rules) for name, rules in GAMES.items()}
