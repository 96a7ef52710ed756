"""A Tybor with one wrong rule: the referee refuses its games."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.referee.naive_tybor import Building, Character, NaiveTybor
from tests.referee.tybor.playing import (
    CROWD,
    DATA,
    ESCAPE,
    GROWS,
    HARBOUR,
    SIZE,
    Policy,
    anything,
    foul_in,
    hirer,
    play_out,
    seafarer,
    settler,
)


class WorkersGiveDiscount(NaiveTybor):
    def cost(self, seat: int, building: Building, side: str) -> int:
        colours = "".join(worker.colours for worker in self.players[seat].workers)
        return max(0, super().cost(seat, building, side) - colours.count(building.colour))


class NoFloor(NaiveTybor):
    def cost(self, seat: int, building: Building, side: str) -> int:
        price: int = self.data["costs"][side][self.stage - 1]
        return price - self.players[seat].colour_symbols(building.colour)


class AlwaysFiveCards(NaiveTybor):
    def hand_size(self) -> int:
        return min(5, super().hand_size())


class AlwaysClockwise(NaiveTybor):
    def counter_clockwise(self) -> bool:
        return False


class ShuffledTooEarly(NaiveTybor):
    def _draw_one(self) -> list[Character]:
        drawn = super()._draw_one()
        if not self.draw_pile:
            first = super()._draw_one()
            self.draw_pile = first + self.draw_pile
        return drawn


class HandsOneAfterTheOther(NaiveTybor):
    def _deal(self, _: int) -> None:
        size = self.hand_size()
        for _card in range(size):
            for player in self.players:
                player.hand.extend(self._draw_one())
        hands = [[card.id for card in player.hand] for player in self.players]
        self.events.append({"type": "deal", "stage": self.stage, "hands": hands})


class SearchesForEverybody(NaiveTybor):
    def _missing_colours(self, drawn: list[Building]) -> list[str]:
        seen = [building.colour for building in drawn]
        return [colour for colour in "GYBR" if colour not in seen]


class SearchesFromTheBottom(NaiveTybor):
    def _search(self, missing: list[str]) -> list[Building]:
        self.building_pile.reverse()
        added = super()._search(missing)
        self.building_pile.reverse()
        return added


class OnePlaceForFive(NaiveTybor):
    def _pass(self, _: int) -> None:
        holder = self.neighbour(self.first_player)
        super()._pass(0)
        self.first_player = self.events[-1]["first_player"] = holder


class ChapterFirst(NaiveTybor):
    def _scenario_effect(self, _: int) -> None:
        super()._chapter_effect(0)

    def _chapter_effect(self, _: int) -> None:
        super()._scenario_effect(0)


class EffectsFromSeatZero(NaiveTybor):
    def _strike(self, effect: str) -> None:
        holder, self.first_player = self.first_player, 0
        super()._strike(effect)
        self.first_player = holder


class ExodusEveryStage(NaiveTybor):
    def _effect(self, card: dict[str, Any]) -> str:
        return str(card.get("end_of_stage", {}).get("effect", ""))


class HarbourForEveryCaptain(NaiveTybor):
    def _harbour_seats(self) -> list[int]:
        return [s for s in self.play_order() if self.players[s].symbols("captain")]


class HarbourForCitizensOnly(NaiveTybor):
    def _harbour_seats(self) -> list[int]:
        built = [player.built for player in self.players]
        for player in self.players:
            player.built = []
        seats = super()._harbour_seats()
        for player, buildings in zip(self.players, built, strict=True):
            player.built = buildings
        return seats


class WorkersAreDiverse(NaiveTybor):
    def _diversity(self, seat: int) -> None:
        player = self.players[seat]
        professions = {card.profession for card in player.citizens + player.workers}
        if len(professions) >= self._at_least():
            self._draw_for(seat, 2, "T5.3")


class ThresholdMissed(NaiveTybor):
    def _at_least(self) -> int:
        return super()._at_least() + 1


class NoSecondWithTwoSeconds(NaiveTybor):
    def _craftsmen(self, seat: int) -> int:
        counts = [player.symbols("craftsman") for player in self.players]
        return super()._craftsmen(seat) if counts.count(counts[seat]) == 1 else 0


class MajorityWithoutTies(NaiveTybor):
    def _majorities(self, seat: int) -> int:
        total = 0
        for one in self.players[seat].buildings_with("majority"):
            counts = sorted(player.buildings_of(one.colour) for player in self.players)
            mine = self.players[seat].buildings_of(one.colour)
            total += 3 if mine == counts[-1] > counts[-2] else 0
        return total


class SeveralWinners(NaiveTybor):
    def winners(self) -> list[int]:
        totals = self.totals()
        return [seat for seat, total in enumerate(totals) if total == max(totals)]


WRONG: list[tuple[str, type[NaiveTybor], int, int, int, Policy]] = [
    ("T4.6", WorkersGiveDiscount, 3, SIZE, 1, anything),
    ("T4.6", NoFloor, 2, GROWS, 1, anything),
    ("T3.1", AlwaysFiveCards, 3, ESCAPE, 1, anything),
    ("T4.2", AlwaysClockwise, 3, ESCAPE, 1, anything),
    ("T3.2|T4.8|T4.1|T4.2|T4.9", ShuffledTooEarly, 4, SIZE, 1, hirer),
    ("T3.1", HandsOneAfterTheOther, 2, SIZE, 1, anything),
    ("T3.5|T4.1", SearchesForEverybody, 4, SIZE, 1, anything),
    ("T3.5", SearchesFromTheBottom, 2, SIZE, 1, anything),
    ("T4.10", OnePlaceForFive, 5, SIZE, 1, anything),
    ("T5.2|T5.4", ChapterFirst, 3, GROWS, HARBOUR, seafarer),
    ("T5.5/T5.1", EffectsFromSeatZero, 4, ESCAPE, 1, anything),
    ("T5.6", ExodusEveryStage, 4, ESCAPE, 1, anything),
    ("T5.2|T5.6", HarbourForEveryCaptain, 4, SIZE, HARBOUR, seafarer),
    ("T5.2|T5.6", HarbourForCitizensOnly, 4, SIZE, HARBOUR, seafarer),
    ("T5.3|T5.6", WorkersAreDiverse, 4, CROWD, 1, anything),
    ("T5.3", ThresholdMissed, 4, CROWD, 1, anything),
    ("T5.4", ThresholdMissed, 4, GROWS, 1, hirer),
    ("T6.7", NoSecondWithTwoSeconds, 5, SIZE, 1, settler),
    ("T6.2", MajorityWithoutTies, 4, SIZE, 1, hirer),
    ("T6.19", SeveralWinners, 8, SIZE, 1, settler),
]


@pytest.mark.parametrize(
    ("clause", "wrong", "players", "scenario", "chapter", "policy"),
    WRONG,
    ids=[wrong.__name__ for _, wrong, *_ in WRONG],
)
def test_a_game_with_one_wrong_rule_is_refused(
    clause: str,
    wrong: type[NaiveTybor],
    players: int,
    scenario: int,
    chapter: int,
    policy: Policy,
) -> None:
    for number in range(60):
        game = wrong(DATA, players, scenario, chapter, f"wrong {number}")
        found = foul_in(play_out(game, policy, random.Random(number)))
        if found:
            break
    assert re.search(rf": \S*({clause})", found)
