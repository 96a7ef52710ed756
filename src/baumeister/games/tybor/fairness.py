"""Whether a game of Tybor was dealt from its seed. It uses no rules of the game (play/verify.py).

Random numbers are drawn in this order: the secret objectives, the building pile, the first player,
the character pile, and every later shuffle as it happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.play.verify import EVENT, Below, Unfair, shuffled

CHECKED = ("shuffles", "piles")  # what chance brought, as keys of `cli.verified` in the glossary
COLOURS = ("green", "yellow", "blue", "red")


def check(record: Mapping[str, Any], below: Below) -> list[str]:
    """Compare a record with what its seed gives; return what was checked, in sentences."""
    components, events, players = record["components"], record["events"], len(record["seats"])
    copies = 1 if players <= 4 else 2
    objectives = [colours for colours in components["secret_objectives"] for _ in range(copies)]
    dealt = shuffled(objectives, below)[:players]
    piles: dict[str, list[str]] = {"buildings": [], "characters": []}
    expected = {"buildings": shuffled(list(components["buildings"]), below)}
    first = below(players)
    expected["characters"] = shuffled(list(components["characters"]), below)
    if events[0]["first_player"] != first:
        raise Unfair("event 0: the first player drawn by the seed is seat {first}", first=first)
    if events[0]["secret_objectives"] != dealt:
        raise Unfair("event 0: the secret objectives are not those of the seed")
    shuffles = 0
    for number, event in enumerate(events):
        at = {"number": number, "type": event["type"]}
        if event["type"] == "shuffle":
            kind, table = event["pile"], components[event["pile"]]
            ids = sorted(event["order"], key=list(table).index)
            wanted = expected.pop(kind, None) or shuffled(ids, below)
            if [table[card] for card in wanted] != [table[card] for card in event["order"]]:
                raise Unfair(EVENT + "the order is not that of the seed", **at)
            if kind == "buildings" and piles[kind] and sorted(ids) != sorted(piles[kind]):
                raise Unfair(EVENT + "other cards were shuffled than were in the pile", **at)
            piles[kind] = [*(piles[kind] if kind == "characters" else []), *event["order"]]
            shuffles += 1
        elif event["type"] == "deal":
            for hand in event["hands"]:
                _take(piles["characters"], hand, at)
        elif event["type"] == "draw":
            _take(piles["characters"], event["drawn"], at)
        elif event["type"] == "display":
            pile = piles["buildings"]
            _take(pile, event["drawn"], at, from_bottom=True)
            colour = {card: row["colour"] for card, row in components["buildings"].items()}
            seen = {colour[card] for card in event["drawn"]} if players <= 3 else set(COLOURS)
            tops = {c: [card for card in pile if colour[card] == c][:1] for c in COLOURS}
            added = [card for c in COLOURS if c not in seen for card in tops[c]]
            if event["added"] != added:
                raise Unfair(EVENT + "for missing colours the pile gives {pile}", **at, pile=added)
            piles["buildings"] = [card for card in pile if card not in added]
    piled = f"The set-up and all {shuffles} shuffles are those of the seed."
    return [piled, "All cards were dealt and drawn in the order of the piles."]


def _take(pile: list[str], cards: Sequence[str], at: Any, from_bottom: bool = False) -> None:
    for card in cards:
        if not pile or pile.pop(-1 if from_bottom else 0) != card:
            raise Unfair(EVENT + "{card} was not next in the pile", **at, card=card)
