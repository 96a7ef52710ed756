"""T6 The lines of a score sheet during the game: their points now, what each could still bring, and
what an action would change. All of it by the functions of scoring.py, from what a seat sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from baumeister.games.tybor import actions as act
from baumeister.games.tybor import scoring
from baumeister.games.tybor.components import (
    CAPTAIN,
    COLOUR_KEYS,
    COLOUR_SYMBOLS,
    COLOURS,
    CRAFTSMAN,
    FARMER,
    MAJORITY,
    MERCHANT,
    OBJECTIVES,
    PAIR,
    PRIEST,
    PROFESSIONS,
    SET,
    SHOWN_SYMBOLS,
    SOLDIER,
    Box,
    Components,
)
from baumeister.games.tybor.state import PAY, TURN_END, Player, State
from baumeister.kernel.cards import kinds, listed
from baumeister.kernel.chance import Dealer, FastDealer
from baumeister.kernel.glossary import join, say

SYMBOL_LINES = {  # T6.5 to T6.10, without the merchants
    5: FARMER,
    7: CRAFTSMAN,
    8: CAPTAIN,
    9: PRIEST,
    10: SOLDIER,
}
MERCHANTS = 6
BY_LINE = {objective.line: objective for objective in OBJECTIVES}
LIKELY_TO_CHANGE = (2, 7)  # T6.2, T6.7: they depend on other players
MOST_STEPS = 20  # no line needs more for its next points


@dataclass(frozen=True)
class NextPoints:
    """What a line could still bring: so many more of each thing, and the points for them."""

    line: int
    things: tuple[tuple[str, int], ...]
    points: int

    def text(self, language: str) -> str:
        """In a few words: 2 more farmers: +5."""
        things = [
            say(f"score.{'one' if n == 1 else 'more'}.{thing}", language, n=n)
            for thing, n in self.things
        ]
        told = join(things, language)
        key = "as_it_stands" if self.line in LIKELY_TO_CHANGE else "brings"
        return say(f"score.{key}", language, things=told, points=self.points)


@dataclass(frozen=True)
class Line:
    """A line of the sheet: clause T6.n, its points now, and what it could still bring."""

    line: int
    points: int
    more: NextPoints | None = None

    @property
    def clause(self) -> str:
        """The clause that it scores."""
        return f"T6.{self.line}"


def lines(box: Box, state: State, seat: int, secret: bool, more: bool) -> list[Line]:
    """The lines that can bring this seat points; T6.18 if the secret objective is known, and what
    each could still bring, if asked."""
    player = state.players[seat]
    found = []
    for line in scoring.lines_in_play(box.objective[state.scenario], box.objective[state.chapter]):
        if line == scoring.SECRET and not secret:
            continue
        points = scoring.points(box, state, player, line)
        found.append(Line(line, points, next_points(box, state, seat, line) if more else None))
    return found


def next_points(box: Box, state: State, seat: int, line: int) -> NextPoints | None:
    """The nearest points of a line: the fewest things that are missing for them, and of equally
    few those that bring most; None if there is nothing more, or no number for it (T6.1)."""
    found = []
    for things, add in _ways(box, state, state.players[seat], line):
        after = state.copy()
        player = after.players[seat]
        now = scoring.points(box, state, state.players[seat], line)
        for n in range(1, MOST_STEPS + 1):
            add(player)
            gain = scoring.points(box, after, player, line) - now
            if gain > 0:
                found.append(NextPoints(line, tuple((thing, n) for thing in things), gain))
                break
    return min(found, key=_fewest, default=None)


def _fewest(more: NextPoints) -> tuple[int, int]:
    return sum(n for _, n in more.things), -more.points


Way = tuple[Sequence[str], Callable[[Player], None]]  # things, and what one more of each changes


def _ways(box: Box, state: State, player: Player, line: int) -> Iterator[Way]:
    """What a line counts."""
    if line in (2, 4):
        for colour in sorted(_colours_with(box, player, MAJORITY if line == 2 else PAIR)):
            yield _buildings([colour])
    elif line == 3 and _colours_with(box, player, SET):
        yield _buildings(_fewest_of(player, range(COLOURS)))
    elif line == scoring.SECRET:
        flags = box.secret_colours[player.objective]
        yield _buildings(_fewest_of(player, [c for c in range(COLOURS) if flags[c]]))
    elif line == MERCHANTS:
        yield ["citizen"], _adder("n_citizens")
        yield [PROFESSIONS[MERCHANT]], _add_merchant
    elif line in SYMBOL_LINES:
        profession = SYMBOL_LINES[line]
        yield [PROFESSIONS[profession]], _adder("symbols", profession)
    elif line == COLOUR_SYMBOLS:
        for colour in range(COLOURS):
            yield [f"symbol_{COLOUR_KEYS[colour]}"], _adder("discount", colour)
    elif line == SHOWN_SYMBOLS:
        for card in (state.scenario, state.chapter):
            if box.objective[card] == line:
                yield ["shown_symbol"], _adder("symbols", box.shown[card].index(1))
    elif line in BY_LINE:
        objective = BY_LINE[line]
        yield [objective.thing], _adder(objective.field, objective.index)


def _colours_with(box: Box, player: Player, bonus: int) -> set[int]:
    """The colours of the player's buildings with this bonus."""
    own = (*kinds(player.little), *kinds(player.great))
    return {box.colour[building] for building in own if box.bonus[building] == bonus}


def _fewest_of(player: Player, colours: Sequence[int]) -> list[int]:
    """Of these colours those with the fewest buildings: the next set lacks them."""
    least = min(player.built[colour] for colour in colours)
    return [colour for colour in colours if player.built[colour] == least]


def _buildings(colours: Sequence[int]) -> Way:
    def add(player: Player) -> None:
        for colour in colours:
            player.built[colour] += 1
            player.n_buildings += 1

    return [f"{COLOUR_KEYS[colour]}_building" for colour in colours], add


def _add_merchant(player: Player) -> None:
    """T6.6 A merchant among the citizens counts as both."""
    player.symbols[MERCHANT] += 1
    player.n_citizens += 1


def _adder(field: str, index: int | None = None) -> Callable[[Player], None]:
    def add(player: Player) -> None:
        if index is None:
            setattr(player, field, getattr(player, field) + 1)
        else:
            getattr(player, field)[index] += 1

    return add


# --- what an action would change --------------------------------------------------------------
def carry_out(box: Box, view: State, seat: int, action: int) -> bool:
    """Carry out a legal action on what the seat sees, without its automatic consequences, which
    involve chance and secrets. False if nothing on the sheet can change."""
    dealer: Dealer = FastDealer("preview")
    player = view.players[seat]
    if action < act.CITIZEN or action == act.DECLINE:
        return False
    if action == act.CITIZEN:
        act.use_as_citizen(box, view, dealer, seat)
    elif action == act.WORKER:
        act.use_as_worker(box, view, dealer, seat)
    elif action < act.PAY_WITH:
        act.use_as_builder(box, view, dealer, seat, *divmod(action - act.BUILD, 2))
    elif action < act.KEEP_CARD:
        act.pay_with(box, view, dealer, seat, action - act.PAY_WITH)
    elif action < act.DROP_CARD:
        keep = act.add_worker if act.keeps_as_worker(box, view) else act.add_citizen
        keep(box, player, action - act.KEEP_CARD)
        view.step = TURN_END
    elif action < act.GIVE_CITIZEN:
        return False
    else:
        _give_up(box, player, action)
        view.step = TURN_END
    return True


def _give_up(box: Box, player: Player, action: int) -> None:
    if action < act.GIVE_WORKER:
        act.remove_citizen(box, player, action - act.GIVE_CITIZEN)
    elif action < act.GIVE_BUILDING:
        act.remove_worker(box, player, action - act.GIVE_WORKER)
    else:
        act.remove_building(box, player, *divmod(action - act.GIVE_BUILDING, 2))


def payment(box: Box, state: State, player: Player) -> list[int]:
    """T4.7 The workers that pay what is due with the least strength lost, and of those the fewest
    cards; none if nothing is due."""
    if state.step != PAY or state.due == 0:
        return []
    workers = sorted(listed(player.workers), key=lambda card: -box.strength[card])
    best: dict[int, tuple[int, ...]] = {0: ()}  # by strength: the fewest cards that have it
    for card in workers:
        for strength, cards in list(best.items()):
            total = strength + box.strength[card]
            if strength < state.due and len(cards) + 1 < len(best.get(total, range(99))):
                best[total] = (*cards, card)
    enough = [total for total in best if total >= state.due]
    return sorted(best[min(enough)]) if enough else []


def pay_cheaply(box: Box, view: State, seat: int) -> list[int]:
    """Pay what is due on what the seat sees, as `payment` suggests; return the workers."""
    cards = payment(box, view, view.players[seat]) if view.actor == seat else []
    for card in cards:
        act.pay_with(box, view, FastDealer("preview"), seat, card)
    return cards


def gains(components: Components, view: State, seat: int) -> list[tuple[int, list[int]]]:
    """T6 What each building of the display would bring the seat's sheet now, by side, paid for
    with as little strength as possible, or for nothing if the seat cannot pay."""
    box = components.box
    now = scoring.score(box, view, view.players[seat])
    found = []
    for building in listed(view.display):
        points = []
        for side in (0, 1):
            after = view.copy()
            player = after.players[seat]
            after.step, after.actor = PAY, seat
            after.due = act.cost(box, view, player, building, side)
            act.add_building(box, player, building, side)
            pay_cheaply(box, after, seat)
            points.append(scoring.score(box, after, player) - now)
        found.append((building, points))
    return found
