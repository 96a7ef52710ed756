"""Why an action is not allowed: the clause and the reason, for every refusal."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.games.tybor import actions as act
from baumeister.games.tybor.components import (
    ANYBODY,
    BUILDINGS,
    CHARACTERS,
    EFFECTS,
    NO_EFFECT,
    Effect,
)
from baumeister.games.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    GREAT,
    KEEP,
    OVER,
    PAY,
    USE,
    must_decide,
)
from baumeister.games.tybor.texts import building_text, character_text
from baumeister.kernel.cards import has
from baumeister.kernel.refusal import Reason, Refuser


class TyborRefuser(Refuser):
    """Answers why a seat may not do something in a state of Tybor."""

    game = "tybor"

    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if the action is legal, otherwise clause and reason."""
        state = self._state
        if not 0 <= seat < state.n_players:
            return self._say("T2.1", "unknown_seat", last=state.n_players - 1)
        if not 0 <= action < act.ACTIONS:
            return self._say("T4.2", "unknown_action", last=act.ACTIONS - 1)
        if state.step == OVER:
            return self._say("T5.6", "over")
        if not must_decide(state, seat):
            if state.step == CHOOSE:
                return self._too_dear(seat, action) or self._say("T4.1", "already_chosen")
            clause = "T5.1" if state.step in (GIVE_UP, DROP) or self._at_stage_end() else "T4.2"
            return self._say(clause, "not_your_turn", name=self._names[state.actor])
        question = {
            CHOOSE: self._choose,
            USE: self._use,
            PAY: self._pay,
            KEEP: self._keep,
            DROP: self._drop,
            GIVE_UP: self._give_up,
        }[state.step]
        return question(seat, action)

    def _at_stage_end(self) -> bool:
        return bool(self._state.rounds_left == 0)

    def _say(
        self, clause: str, key: str, card: int = -1, building: int = -1, **values: object
    ) -> Reason:
        named: dict[str, Callable[[str], str]] = {}
        if card >= 0:
            named["card"] = lambda language: character_text(self._components, card, language)
        if building >= 0:
            named["building"] = lambda language: building_text(self._components, building, language)
        return self._refuse(clause, key, values, **named)

    def _choose(self, seat: int, action: int) -> Reason | None:
        """T4.1 A card of the own hand."""
        card = action - act.CHOOSE_CARD
        if card >= CHARACTERS:
            return self._too_dear(seat, action) or self._say("T4.1", "choose_first")
        if not has(self._state.players[seat].hand, card):
            return self._say("T4.1", "not_in_hand", card)
        return None

    def _use(self, seat: int, action: int) -> Reason | None:
        """T4.2 Citizen, worker, or builder of a building on display that can be paid for."""
        if action in (act.CITIZEN, act.WORKER):
            return None
        if not act.BUILD <= action < act.BUILD + 2 * BUILDINGS:
            return self._say("T4.2", "use_now")
        building = (action - act.BUILD) >> 1
        if not has(self._state.display, building):
            return self._say("T4.5", "not_on_display", building=building)
        return self._too_dear(seat, action)

    def _too_dear(self, seat: int, action: int) -> Reason | None:
        """T4.5 A building on display that the seat cannot pay for."""
        building, side = (action - act.BUILD) >> 1, (action - act.BUILD) & 1
        if not (0 <= building < BUILDINGS and has(self._state.display, building)):
            return None
        player = self._state.players[seat]
        if not act.can_pay(self._box, self._state, player, building, side):
            cost = act.cost(self._box, self._state, player, building, side)
            return self._say(
                "T4.5", "too_expensive", building=building, cost=cost, strength=player.strength
            )
        return None

    def _pay(self, seat: int, action: int) -> Reason | None:
        """T4.7 One of the own workers."""
        state = self._state
        card = action - act.PAY_WITH
        if not 0 <= card < CHARACTERS:
            return self._say("T4.7", "pay_now", building=state.building, due=state.due)
        if not has(state.players[seat].workers, card):
            return self._say("T4.7", "not_a_worker", card)
        return None

    def _effect(self) -> Effect:
        """T5 The effect in progress; T4.8 during the stage the draw of a recruit sign."""
        if not self._at_stage_end():
            return EFFECTS[NO_EFFECT]
        return EFFECTS[act.effect_in_progress(self._box, self._state)]

    def _keep(self, seat: int, action: int) -> Reason | None:
        """T4.8, T5.3, T5.4 One of the cards drawn."""
        return self._of_drawn(seat, action - act.KEEP_CARD, "keep_now")

    def _drop(self, seat: int, action: int) -> Reason | None:
        """T5.2 One of the three cards drawn."""
        return self._of_drawn(seat, action - act.DROP_CARD, "drop_now")

    def _of_drawn(self, seat: int, card: int, question: str) -> Reason | None:
        clause = self._effect().clause
        if not 0 <= card < CHARACTERS:
            return self._say(clause, question)
        if card not in self._state.players[seat].drawn[: self._state.n_drawn]:
            return self._say(clause, "not_drawn", card)
        return None

    def _give_up(self, seat: int, action: int) -> Reason | None:
        """T5.5 A citizen or worker. T5.2 A captain among the citizens, a building, or nothing."""
        effect = self._effect()
        clause, anybody = effect.clause, effect.gives_up == ANYBODY
        player = self._state.players[seat]
        if action < act.GIVE_CITIZEN:
            return self._say(clause, "give_up_now")
        if action < act.GIVE_WORKER:
            card = action - act.GIVE_CITIZEN
            if not has(player.citizens, card):
                return self._say(clause, "not_your_citizen", card)
            if not anybody and self._box.profession[card] != effect.gives_up:
                return self._say(clause, "not_a_captain")
            return None
        if action < act.GIVE_BUILDING:
            card = action - act.GIVE_WORKER
            if not anybody:
                return self._say(clause, "not_a_captain")
            return None if has(player.workers, card) else self._say(clause, "not_your_worker", card)
        if action == act.DECLINE:
            return None if effect.may_decline else self._say(clause, "must_give_up")
        return self._give_up_building(seat, action - act.GIVE_BUILDING, effect)

    def _give_up_building(self, seat: int, value: int, effect: Effect) -> Reason | None:
        building, side = value >> 1, value & 1
        player = self._state.players[seat]
        if effect.gives_up == ANYBODY:
            return self._say(effect.clause, "no_building_for_exodus")
        if not has(player.great if side == GREAT else player.little, building):
            return self._say(effect.clause, "not_your_building", building=building)
        if self._box.symbol[building] != effect.gives_up:
            return self._say(effect.clause, "not_a_captain")
        return None
