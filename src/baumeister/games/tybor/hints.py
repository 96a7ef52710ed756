"""Why an action of Tybor is a good one: what it scores, prepares, denies and risks.

Everything is computed from the seat's view with the rules of the game. What depends on hidden cards
or on others is given as an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from baumeister.bots.greedy_bot import weighed
from baumeister.bots.hints.judging import Judge
from baumeister.bots.hints.reasons import (
    ALWAYS,
    BUILDS_UP,
    DENIES,
    PLAN,
    RISKS,
    SAVES,
    SCORES,
    HintReason,
    Phrase,
    of_plan,
    phrase,
)
from baumeister.bots.search import Budget
from baumeister.games.tybor import actions as act
from baumeister.games.tybor import scoring
from baumeister.games.tybor.components import (
    CAPTAIN,
    COLOUR_KEYS,
    COLOURS,
    CRAFTSMAN,
    EFFECTS,
    FARMER,
    HARBOUR,
    MAJORITY,
    MERCHANT,
    OBJECTIVES,
    PAIR,
    PROFESSIONS,
    RECRUIT,
    SET,
    SOLDIER,
    STAGES,
    STRENGTH_LEFT,
)
from baumeister.games.tybor.effects import counted
from baumeister.games.tybor.hint_sight import Sight
from baumeister.games.tybor.judgement import rounds_to_come, strength_worth
from baumeister.games.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    GREAT,
    KEEP,
    LITTLE,
    PAY,
    USE,
    State,
    seat_at,
)
from baumeister.kernel.cards import count, has, kinds, listed, remove
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.glossary import join, say
from baumeister.play import SeatView

WORLDS = 5  # imagined worlds in which the best use of a hand card is searched
AGREED = 4  # the use gets reasons of its own if it is the best in so many of them
PART = 20  # the budget of each is so many times smaller
MATTERS = 3  # a card worth so many points to the neighbour is mentioned
CLAUSE = {profession: f"T6.{5 + profession}" for profession in range(len(PROFESSIONS))}
EVERY = {FARMER: 3, MERCHANT: 4, SOLDIER: 4}  # T6.5, T6.6, T6.10: every so many score
BONUS_KEYS = {MAJORITY: "majority", SET: "set", PAIR: "pair"}
GATHERED = {row.line: row for row in OBJECTIVES if row.citizen > 0}  # objectives for citizens


def reasons(view: SeatView, action: int, judge: Judge, budget: Budget) -> Iterator[HintReason]:
    """What speaks for and against an action of the seat."""
    return _ReasonFinder(view, judge, budget).reasons(action)


def action_text(view: SeatView, action: int, language: str) -> str:
    """What an action is called."""
    return view.game.text(action, language)


class _ReasonFinder(Sight):
    """Looks for the reasons of one seat."""

    def __init__(self, view: SeatView, judge: Judge, budget: Budget) -> None:
        super().__init__(view)
        self.judge, self.budget = judge, budget

    def reasons(self, action: int) -> Iterator[HintReason]:
        """All reasons, important or not."""
        step = self.state.step
        if step == CHOOSE:
            yield from self._choose(action)
        elif step == USE:
            yield from self._use(self.state.revealed, action)
        elif step == PAY:
            yield from self._pay(action - act.PAY_WITH)
        elif step == KEEP:
            yield from self._keep(action - act.KEEP_CARD)
        elif step == DROP:
            yield from self._drop(action - act.DROP_CARD)
        elif step == GIVE_UP:
            yield from self._give_up(action)

    def _points(self, after: State) -> Iterator[HintReason]:
        """T6 What changes on the seat's sheet, line by line, and on those of others."""
        changes = self.changes(after, self.seat)
        for kind, key, sign in ((SCORES, "scores", 1), (RISKS, "loses", -1)):
            lines = {n: sign * points for n, points in changes.items() if sign * points > 0}
            if lines:
                items = self._items(lines, after)
                yield HintReason(kind, f"tybor.{key}", 2.0 + sum(lines.values()), {"items": items})
        for seat in range(self.state.n_players):
            if seat == self.seat:
                continue
            lost = {n: -p for n, p in self.changes(after, seat).items() if p < 0}
            for n, points in lost.items():
                values = {"name": self.view.names[seat], "points": points, "clause": f"T6.{n}"}
                yield HintReason(DENIES, "tybor.others_lose", 0.8 * points, values)

    def _items(self, lines: dict[int, int], after: State) -> Phrase:
        player = after.players[self.seat]

        def item(n: int, points: int, language: str) -> str:
            symbols = player.symbols[n - 5] if 5 <= n <= 10 else 0
            values = {"points": points, "n": symbols, "citizens": player.n_citizens}
            return say(f"hint.tybor.line.T6.{n}", language, **values)

        return phrase(
            lambda language: join([item(n, p, language) for n, p in lines.items()], language)
        )

    # --- T4.1 choose ------------------------------------------------------------------------
    def _choose(self, action: int) -> Iterator[HintReason]:
        card = action - act.CHOOSE_CARD
        use, agreed = self._likely_use(action)
        if use == act.CITIZEN:
            yield HintReason(PLAN, "tybor.use_citizen", ALWAYS)
        elif use == act.WORKER:
            yield HintReason(PLAN, "tybor.use_worker", ALWAYS)
        else:
            building, side = (use - act.BUILD) >> 1, (use - act.BUILD) & 1
            named = self.building(building, side)
            yield HintReason(PLAN, "tybor.use_builder", ALWAYS, {"building": named})
        if agreed >= AGREED:
            yield from of_plan(self._planned(card, use))
        if self.state.rounds_left > 1:
            yield from self._hand_passed_on(card)

    def _planned(self, card: int, use: int) -> Iterator[HintReason]:
        """What the use brings, and who may come first."""
        if use not in (act.CITIZEN, act.WORKER):
            building = (use - act.BUILD) >> 1
            turns = range(self.turn_of(self.seat))
            ahead = self.who_can_pay([seat_at(self.state, turn) for turn in turns], building)
            if ahead and count(self.state.display, building) == 1:
                yield HintReason(RISKS, "tybor.act_before", 1.6, {"names": self.seat_names(ahead)})
        yield from self._use(card, use)

    def _likely_use(self, action: int) -> tuple[int, int]:
        """T4.2 What the card will be used for in most of the worlds that the seat could be in,
        and in how many."""
        uses = Counter(self._use_in_a_world(action, number) for number in range(WORLDS))
        return uses.most_common(1)[0]

    def _use_in_a_world(self, action: int, number: int) -> int:
        """The best use when the others do what seems best to them until then."""
        game = self.view.game
        dealer = FastDealer(f"{self.judge.seed}/{action}/{number}/{self.state.key()}")
        world: State = self.view.redeal(dealer)
        for seat in range(world.n_players):
            if seat != self.seat and world.players[seat].chose:
                act.change_chosen_card(world, seat)
        game.apply(world, dealer, self.seat, action)
        while not (world.step == USE and world.actor == self.seat):
            seat = game.rules.waiting_for(world)[0]
            legal, worths = weighed(self._seen(world, seat))
            best = max(range(legal.n), key=worths.__getitem__)
            game.apply(world, dealer, seat, legal.actions[best])
        seen = self._seen(world, self.seat)
        return self.judge.ranked(seen, self.budget.part(PART))[0].action

    def _seen(self, world: State, seat: int) -> SeatView:
        """What a seat of an imagined world sees."""
        game, seen = self.view.game, self.view.rules.view_of(world, seat)
        return replace(self.view, seat=seat, state=seen, legal=game.legal(world, seat))

    def _hand_passed_on(self, card: int) -> Iterator[HintReason]:
        """T4.9 What the next player would make of the card, and of those that are passed on."""
        neighbour = (self.seat + self.state.direction) % self.state.n_players
        name = self.view.names[neighbour]
        points, clause = self._worth_to(neighbour, card)
        if points >= MATTERS:
            values = {"name": name, "points": points, "clause": clause}
            yield HintReason(DENIES, "tybor.keeps_from", 0.4 * points, values)
        hand = self.me.hand
        left = [other for other in kinds(hand) if other != card or count(hand, other) > 1]
        best = max(left, key=lambda other: self._worth_to(neighbour, other)[0])
        points, clause = self._worth_to(neighbour, best)
        if points >= MATTERS:
            values = {"name": name, "points": points, "clause": clause}
            yield HintReason(
                RISKS, "tybor.passes_on", 0.4 * points, {**values, "card": self.card(best)}
            )

    def _worth_to(self, seat: int, card: int) -> tuple[int, str]:
        """T6 What a citizen would bring a player at once, and the clause that brings most of it."""
        after = self.state.copy()
        act.add_citizen(self.box, after.players[seat], card)
        changes = self.changes(after, seat)
        if not changes:
            return 0, ""
        most = max(changes, key=changes.__getitem__)
        return sum(changes.values()), f"T6.{most}"

    # --- T4.3 to T4.5 use -------------------------------------------------------------------
    def _use(self, card: int, use: int) -> Iterator[HintReason]:
        after, dealer = self.state.copy(), FastDealer("hint")
        player = after.players[self.seat]
        after.revealed = card
        if has(player.hand, card) and self.state.step == CHOOSE:
            remove(player.hand, card)
        if use == act.CITIZEN:
            act.use_as_citizen(self.box, after, dealer, self.seat)
            yield from self._citizen(card, after)
        elif use == act.WORKER:
            act.use_as_worker(self.box, after, dealer, self.seat)
            yield from self._worker(after)
        else:
            building, side = (use - act.BUILD) >> 1, (use - act.BUILD) & 1
            act.use_as_builder(self.box, after, dealer, self.seat, building, side)
            player.strength -= after.due  # at most that much is left, T4.7
            yield from self._builder(building, side, after)
        if use in (act.CITIZEN, act.WORKER):
            yield from self._left_to_others()

    def _citizen(self, card: int, after: State) -> Iterator[HintReason]:
        """T4.3 A symbol, colour symbols, objectives."""
        yield from self._points(after)
        yield from self._symbol(self.box.profession[card], after)
        yield from self._towards_objectives(after)
        yield from self._cheaper(card, after)
        yield from self._end_of_stage(after)

    def _worker(self, after: State) -> Iterator[HintReason]:
        """T4.4 Strength, and what it will pay for."""
        yield from self._points(after)
        player = after.players[self.seat]
        stage, rounds = self.state.stage, self.state.rounds_left
        if rounds > 1:
            yield from self._affords(after)
            if not self.payable(after):
                cheapest = min(
                    (act.cost(self.box, after, player, b, LITTLE) for b in kinds(after.display)),
                    default=0,
                )
                values = {"strength": player.strength, "cost": cheapest}
                if cheapest:
                    yield HintReason(BUILDS_UP, "tybor.strength", 1.2, values)
        elif stage + 1 < STAGES:
            little, great = (self.box.cost[side][stage + 1] for side in (LITTLE, GREAT))
            values = {"strength": player.strength, "little": little, "great": great}
            yield HintReason(BUILDS_UP, "tybor.strength_later", 1.2, values)
        elif STRENGTH_LEFT not in (self.box.objective[card] for card in self._story_cards()):
            yield HintReason(BUILDS_UP, "tybor.strength_ties", 0.5)

    def _builder(self, building: int, side: int, after: State) -> Iterator[HintReason]:
        """T4.5 Points, bonus and symbol, and what they cost."""
        yield from self._points(after)
        colour, sign = self.box.colour[building], self.box.bonus[building]
        if self.box.symbol[building] >= 0:
            yield from self._symbol(self.box.symbol[building], after)
        yield from self._towards_secret_set(colour, after)
        if sign == RECRUIT:
            weight = 3.0 * strength_worth(self.state)
            yield HintReason(BUILDS_UP, "tybor.recruit", weight)
        elif sign in BONUS_KEYS and rounds_to_come(self.state) > 0:
            yield HintReason(BUILDS_UP, f"tybor.bonus.{BONUS_KEYS[sign]}", 0.9)
        yield from self._end_of_stage(after)
        yield from self._cost(building, side, after)
        too = self.who_can_pay(self.before_next_turn(), building)
        if too and count(self.state.display, building) == 1:
            weight = 0.8 + 0.1 * self.box.points[building]
            yield HintReason(DENIES, "tybor.could_pay", weight, {"names": self.seat_names(too)})

    def _cost(self, building: int, side: int, after: State) -> Iterator[HintReason]:
        """T4.6, T4.7 What it costs, and what discounts save."""
        printed = self.box.cost[side][self.state.stage]
        due = act.cost(self.box, self.state, self.me, building, side)
        if due == 0:
            yield HintReason(SAVES, "tybor.costs_nothing", 2.0)
            return
        values = {"cost": due, "strength": self.me.strength}
        left = after.players[self.seat].strength
        if left < self.box.cost[LITTLE][min(self.state.stage, STAGES - 1)]:
            key = "takes_all" if left == 0 else "takes"
            yield HintReason(RISKS, f"tybor.{key}", 0.3 * strength_worth(self.state) * due, values)
        if printed > due:
            saved = printed - due
            yield HintReason(SAVES, "tybor.discount", 0.6 * saved, {"n": saved, "cost": due})

    def _left_to_others(self) -> Iterator[HintReason]:
        """T4.5 A building that the seat could pay for now, and others before its next turn."""
        payable = self.payable(self.state)
        if not payable or self.state.rounds_left <= 1:
            return
        _, building, side = payable[0]
        rivals = self.who_can_pay(self.before_next_turn(), building)
        if rivals and count(self.state.display, building) == 1:
            values = {"names": self.seat_names(rivals), "building": self.building(building, side)}
            yield HintReason(RISKS, "tybor.left_to_others", 0.9, values)

    def _story_cards(self) -> tuple[int, int]:
        """T1.3 The scenario and the chapter."""
        return self.state.scenario, self.state.chapter

    # --- what is prepared ---------------------------------------------------------------------
    def _symbol(self, profession: int, after: State) -> Iterator[HintReason]:
        """T6.5 to T6.10 How near the next points for this profession are."""
        player = after.players[self.seat]
        have, left = player.symbols[profession], rounds_to_come(self.state)
        clause = CLAUSE[profession]
        one = phrase(lambda language: say(f"tybor.profession.{PROFESSIONS[profession]}", language))
        many = phrase(lambda language: say(f"tybor.score.{clause}", language))
        values: dict[str, object] = {"one": one, "many": many, "have": have, "clause": clause}
        if profession in EVERY and have % EVERY[profession]:
            every = EVERY[profession]
            points = {FARMER: 5, SOLDIER: 8}.get(profession, player.n_citizens)
            missing = every - have % every
            values |= {"n": have + missing, "points": points}
            key = "merchant" if profession == MERCHANT else "more"
            if missing <= left and missing == 1:
                yield HintReason(BUILDS_UP, f"tybor.one_{key}", 0.45 * points, values)
            elif missing <= left:
                yield HintReason(BUILDS_UP, f"tybor.some_{key}", 0.15 * points, values)
        elif profession == CAPTAIN and left:
            points = self._captains(have + 1) - self._captains(have)
            yield HintReason(
                BUILDS_UP, "tybor.one_more", 0.35 * points, {**values, "points": points}
            )
        elif profession == CRAFTSMAN:
            most = max(
                player.symbols[CRAFTSMAN]
                for seat, player in enumerate(after.players[: after.n_players])
                if seat != self.seat
            )
            yield HintReason(BUILDS_UP, "tybor.craftsmen", 0.9, {"have": have, "most": most})

    def _captains(self, n: int) -> int:
        """T6.8 The points of so many captains."""
        player = self.me.copy()
        player.symbols[CAPTAIN] = n
        return scoring.captain_points(self.box, player)

    def _towards_objectives(self, after: State) -> Iterator[HintReason]:
        """T6.12 to T6.16 How many of what a public objective needs there are then."""
        before, player = self.me, after.players[self.seat]
        for card in self._story_cards():
            line = self.box.objective[card]
            if line not in GATHERED:
                continue
            old, have = (scoring.counted(self.box, one, card, line) for one in (before, player))
            need = GATHERED[line].need
            if old < have < need and need - have <= rounds_to_come(self.state):
                values = {"have": have, "n": need, "clause": f"T6.{line}"}
                yield HintReason(
                    BUILDS_UP, f"tybor.towards.T6.{line}", 4.0 * have / need - 1.0, values
                )

    def _towards_secret_set(self, colour: int, after: State) -> Iterator[HintReason]:
        """T6.18 Which colours the next secret set lacks then, if this building is part of it."""
        wanted = self.box.secret_colours[self.me.objective]
        sets = scoring.secret_points(self.box, self.me) // 5
        if not wanted[colour] or self.me.built[colour] > sets:
            return
        player = after.players[self.seat]
        if scoring.secret_points(self.box, player) // 5 > sets:
            return
        lacks = [c for c in range(COLOURS) if wanted[c] and player.built[c] <= sets]
        if len(lacks) <= rounds_to_come(self.state):
            colours = phrase(
                lambda language: join(
                    [say(f"tybor.colour.{COLOUR_KEYS[c]}", language) for c in lacks], language
                )
            )
            weight = 2.4 if len(lacks) == 1 else 1.3
            yield HintReason(BUILDS_UP, "tybor.secret_set", weight, {"colours": colours})

    def _cheaper(self, card: int, after: State) -> Iterator[HintReason]:
        """T4.6 Which buildings cost less, and what can be paid for next."""
        shown = [c for c in range(COLOURS) if self.box.discount[card][c]]
        left = rounds_to_come(self.state)
        if shown and left:
            colours = phrase(
                lambda language: join(
                    [say(f"tybor.colour.{COLOUR_KEYS[c]}", language) for c in shown], language
                )
            )
            weight = 0.1 * left * len(shown)
            yield HintReason(BUILDS_UP, "tybor.cheaper", weight, {"colours": colours})
        if self.state.rounds_left > 1:
            yield from self._affords(after)

    def _affords(self, after: State) -> Iterator[HintReason]:
        """T4.5 The best building that can be paid for then, and could not before."""
        before = {(building, side) for _, building, side in self.payable(self.state)}
        now = [found for found in self.payable(after) if found[1:] not in before]
        if now:
            points, building, side = now[0]
            values = {"building": self.building(building, side), "points": points}
            yield HintReason(BUILDS_UP, "tybor.affords", 0.3 * points, values)

    def _end_of_stage(self, after: State) -> Iterator[HintReason]:
        """T5 A threshold of the end of this stage that the action reaches."""
        before, player, stage = self.me, after.players[self.seat], self.state.stage
        if self.state.rounds_left == 0:
            return
        for card in self._story_cards():
            if not self.box.strikes[card][stage]:
                continue
            effect, needed = self.box.effect[card], self.box.at_least[card][stage]
            if EFFECTS[effect].has_threshold:
                old, new = (counted(self.box, one, effect) for one in (before, player))
                if old < needed <= new:
                    yield HintReason(BUILDS_UP, f"tybor.{EFFECTS[effect].key}", 2.2, {"n": new})
            elif effect == HARBOUR and before.symbols[CAPTAIN] < player.symbols[CAPTAIN]:
                others = [p for p in after.players[: after.n_players] if p is not player]
                if all(p.symbols[CAPTAIN] <= player.symbols[CAPTAIN] for p in others):
                    yield HintReason(BUILDS_UP, "tybor.harbour", 1.2)

    # --- T4.7 pay -----------------------------------------------------------------------------
    def _pay(self, card: int) -> Iterator[HintReason]:
        rest = self.state.due - self.box.strength[card]
        left = self.me.strength - self.box.strength[card]
        if rest == 0:
            yield HintReason(SAVES, "tybor.pays_exactly", 5.0)
        elif rest < 0:
            least = min(self.box.strength[one] for one in kinds(self.me.workers))
            key = "wastes_least" if self.box.strength[card] == least else "wastes"
            yield HintReason(RISKS, f"tybor.{key}", 3.0, {"n": -rest})
        else:
            others = listed(self.me.workers)
            others.remove(card)
            exact = rest in self._sums([self.box.strength[other] for other in others])
            key = "tybor.rest_exactly" if exact else "tybor.rest"
            yield HintReason(SAVES, key, 4.0, {"rest": rest})
        if rest <= 0:
            yield HintReason(BUILDS_UP, "tybor.workers_left", 2.0, {"strength": left})

    @staticmethod
    def _sums(strengths: Sequence[int]) -> set[int]:
        """All that some of these workers can pay exactly."""
        sums = {0}
        for strength in strengths:
            sums |= {one + strength for one in sums}
        return sums

    # --- T4.8, T5 cards drawn and given up ----------------------------------------------------
    def _keep(self, card: int) -> Iterator[HintReason]:
        after = self.state.copy()
        player = after.players[self.seat]
        if not act.keeps_as_worker(self.box, self.state):
            act.add_citizen(self.box, player, card)
            yield from self._citizen(card, after)
            return
        act.add_worker(self.box, player, card)
        drawn = list(self.me.drawn[: self.state.n_drawn])
        drawn.remove(card)
        mine, other = self.box.strength[card], max(self.box.strength[one] for one in drawn)
        key = "tybor.as_strong" if mine == other else "tybor.strength_counts"
        yield HintReason(SAVES, key, 5.0, {"strength": mine, "other": other})
        yield from self._worker(after)

    def _drop(self, card: int) -> Iterator[HintReason]:
        after = self.state.copy()
        drawn = list(self.me.drawn[: self.state.n_drawn])
        drawn.remove(card)
        for other in drawn:
            act.add_worker(self.box, after.players[self.seat], other)
        total = sum(self.box.strength[other] for other in drawn)
        yield HintReason(BUILDS_UP, "tybor.two_workers", 5.0, {"strength": total})
        yield from self._points(after)

    def _give_up(self, action: int) -> Iterator[HintReason]:
        if action == act.DECLINE:
            costs = [self._lost(other) for other in self.view.legal if other != act.DECLINE]
            yield HintReason(SAVES, "tybor.declines", 5.0, {"points": min(costs)})
            if self.state.stage + 1 == STAGES:
                yield HintReason(SAVES, "tybor.too_late", 3.0)
            return
        after = self._without(action)
        yield from self._points(after)
        if self._lost(action) == 0:
            yield HintReason(SAVES, "tybor.costs_no_points", 3.0)
        if action < act.GIVE_WORKER and not any(self.box.discount[action - act.GIVE_CITIZEN]):
            yield HintReason(SAVES, "tybor.no_colours", 2.0)
        if act.GIVE_WORKER <= action < act.GIVE_BUILDING:
            strength = self.box.strength[action - act.GIVE_WORKER]
            yield HintReason(RISKS, "tybor.loses_strength", 2.0, {"n": strength})
        if act.effect_in_progress(self.box, self.state) == HARBOUR:
            yield HintReason(BUILDS_UP, "tybor.harbour_brings", 4.0)

    def _without(self, action: int) -> State:
        """T5.2, T5.5 What is left after something was given up."""
        after = self.state.copy()
        player = after.players[self.seat]
        if action >= act.GIVE_BUILDING:
            choice = action - act.GIVE_BUILDING
            act.remove_building(self.box, player, choice >> 1, choice & 1)
        elif action >= act.GIVE_WORKER:
            act.remove_worker(self.box, player, action - act.GIVE_WORKER)
        else:
            act.remove_citizen(self.box, player, action - act.GIVE_CITIZEN)
        return after

    def _lost(self, action: int) -> int:
        """How many points giving it up costs now."""
        return -sum(self.changes(self._without(action), self.seat).values())
