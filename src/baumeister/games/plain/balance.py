"""The balance report counts how often each action was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from baumeister.games.plain.game import PlainGame
from baumeister.kernel.glossary import LANGUAGES
from baumeister.kernel.rule import rule
from baumeister.lab.balance.counting import Counter
from baumeister.lab.balance.items import Balance, Group, Item, Model

ACTION = "plain_action"  # the group, `balance.group` in the glossary


@rule
def notice(box: Any, state: Any, seat: int, action: int, row: Any) -> None:
    """Every action has a column of its own."""
    row[action] += 1


@rule
def shown(state: Any, out: Any) -> None:
    """Nothing is laid out."""


@rule
def place(state: Any, seat: int) -> int:
    """Seats play in their order."""
    return seat


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `balance` of a game."""

    def actions(components: Any, players: int) -> Iterator[Item]:
        for k in range(rules.actions):
            names = {lang: rules.action_text(components, k, lang) for lang in LANGUAGES}
            yield Item(rules.write_action(components, k), names, (k,))

    group = Group(ACTION, actions, is_fine=True, is_headline=True, has_time=False)
    return {
        "COUNTER": Counter(rules.actions, 1, notice, shown, place),
        "BALANCE": Balance(
            groups=(group,),
            models=(Model((ACTION,)),),
            settings=lambda components: (),
            explained=(),
            turns=tuple(range(rules.actions)),
        ),
    }
