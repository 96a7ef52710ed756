"""The review of a finished game: what each decision cost, and what chance brought.

Two methods judge a decision by what the seat knew: the search, which proposes a better action, and
playouts, which compare both actions in the same worlds. The decision was a mistake if both find a
loss beyond their noise; the smaller loss counts. All chances of winning that are shown come from
playouts (playouts.py).

The curve over the game and the effects of chance are computed from the true state: only what nobody
knows is unknown, such as the order of a pile. A swing of the curve at a move that was no mistake is
marked as such.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import hypot, sqrt
from time import perf_counter
from typing import Any

from baumeister.bots.hints import KINDS, HintReason, hint
from baumeister.bots.search import Alternative, Analysis, Analyst, Budget
from baumeister.kernel.errors import UserError
from baumeister.kernel.events import CHANCE
from baumeister.lab.review.games import REVIEWED
from baumeister.lab.review.playouts import Playouts, Prospects
from baumeister.play import Event, Move, SeatView, Table

FORMAT = "baumeister-review/1"
SURE = 2.0  # standard errors that make a difference more than noise
LEAST_LOSS = 0.02  # a smaller one is not mentioned
LEAST_STROKE = 0.03  # the same for a stroke of chance
TURN = 0.04  # a change of chances that makes a turning point
TURNS_PER_SEAT, MOST_TURNS = 3, 8
SWING = 0.15  # the smallest swing of the curve at a sound move that is mentioned
MOST_SWINGS = 3
COMPARED = 3  # alternatives that are compared with what was chosen
ENOUGH_VISITS = 200  # of the chosen action, if it seems a mistake
PLAN, *SPEAKING_FOR, _RISKS = KINDS  # of reasons
FEWEST_VISITS = 20  # below, the search only knows that the action is not worth exploring


class ReviewError(UserError, ValueError):
    """A game that cannot be reviewed; the message says why."""


@dataclass(frozen=True)
class Effort:
    """The budget of a review: iterations of the search, and playouts for each question."""

    search: int
    compare: int
    curve: int
    chance: int
    seconds: float | None = None  # for the search of each decision instead of iterations

    def times(self, factor: float) -> Effort:
        """This effort with the playouts multiplied."""
        compare, curve, chance = (
            max(200, int(n * factor)) for n in (self.compare, self.curve, self.chance)
        )
        return Effort(self.search, compare, curve, chance, self.seconds)

    def budget(self, more: int = 1) -> Budget:
        """The budget of the search for one decision."""
        if self.seconds is not None:
            return Budget(seconds=self.seconds * more)
        return Budget(iterations=self.search * more)


EFFORTS = {
    "quick": Effort(search=1500, compare=1500, curve=1500, chance=4000),
    "normal": Effort(search=8000, compare=8000, curve=6000, chance=20000),
    "thorough": Effort(search=40000, compare=40000, curve=20000, chance=80000),
}


@dataclass(frozen=True)
class Decision:
    """One decision that was not forced, judged by what the seat knew."""

    move: int  # counted from 1, as `replay` counts
    seat: int
    action: int
    before: float  # the chance of winning with the best alternative
    after: float  # with the action that was chosen
    error: float  # the standard error of the difference, or of `after` if there is none
    better: int | None  # an action that was clearly better
    alternatives: tuple[Alternative, ...] = field(repr=False)  # what the search found, best first

    @property
    def loss(self) -> float:
        """What it cost."""
        return self.before - self.after


@dataclass(frozen=True)
class Stroke:
    """What chance brought at one moment: the chances of all seats, expected and actual."""

    move: int  # after which it came; 0 for the set-up
    kind: str  # setup, or as the game calls it
    seat: int | None  # whom it concerned; None for all
    events: tuple[Mapping[str, Any], ...] = field(repr=False)
    expected: tuple[float, ...]
    actual: tuple[float, ...]
    errors: tuple[float, ...]

    def change(self, seat: int) -> float:
        """What it brought a seat, below 0 for bad luck."""
        return self.actual[seat] - self.expected[seat]

    def is_clear(self, seat: int) -> bool:
        """Whether it was more than noise and large enough to mention."""
        size = abs(self.change(seat))
        return size >= LEAST_STROKE and size > SURE * self.errors[seat]


@dataclass(frozen=True)
class Point:
    """A point of the curve: the chances of all seats after a move and what chance brought then."""

    move: int  # 0 after the set-up
    state: Any = field(repr=False)
    wins: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class Moment:
    """A rise or fall of a seat's true chances, as in the curve: a move of any player, or chance."""

    seat: int
    before: float
    after: float
    move: int
    mover: int | None  # whose move; None for chance
    stroke: Stroke | None

    @property
    def change(self) -> float:
        """By how much."""
        return self.after - self.before


@dataclass(frozen=True)
class Turn:
    """A turning point for a seat: a mistake of its own, a stroke of chance, or a swing: a move of
    its own that was no mistake, at which its curve rises or falls a lot."""

    seat: int
    cause: Decision | Stroke | Moment

    @property
    def move(self) -> int:
        """When it was."""
        return self.cause.move

    @property
    def before(self) -> float:
        """The seat's chances without it."""
        cause = self.cause
        return cause.expected[self.seat] if isinstance(cause, Stroke) else cause.before

    @property
    def after(self) -> float:
        """The seat's chances with it."""
        cause = self.cause
        return cause.actual[self.seat] if isinstance(cause, Stroke) else cause.after

    @property
    def size(self) -> float:
        """How much it moved."""
        return abs(self.after - self.before)


@dataclass(frozen=True)
class Sum:
    """The review of one seat in a few numbers."""

    seat: int
    decisions: int
    mistakes: int
    lost: float  # by its own mistakes, in total
    chance: float  # effects of chance, in total
    best: Moment | None
    worst: Moment | None

    @property
    def mean_loss(self) -> float:
        """How much a decision cost on average."""
        return self.lost / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Review:
    """A reviewed game."""

    table: Table
    effort: Effort
    seats: tuple[int, ...]  # whose decisions were judged
    decisions: tuple[Decision, ...]
    strokes: tuple[Stroke, ...]
    curve: tuple[Point, ...]
    moves: tuple[Move, ...]  # those that were not forced
    reasons: Mapping[int, tuple[HintReason, ...]] = field(
        default_factory=dict
    )  # for what was better

    def turns(self) -> list[Turn]:
        """The few moments that moved a seat's chances most, in order."""
        found = [Turn(d.seat, d) for d in self.decisions if d.better is not None and d.loss >= TURN]
        for stroke in self.strokes:
            turn = max((Turn(seat, stroke) for seat in self.seats), key=_notable)
            if stroke.is_clear(turn.seat) and turn.size >= TURN:
                found.append(turn)
        found.sort(key=lambda turn: -turn.size)
        chosen: list[Turn] = []
        for turn in found:
            if sum(other.seat == turn.seat for other in chosen) < TURNS_PER_SEAT:
                chosen.append(turn)
        chosen = chosen[:MOST_TURNS] + [Turn(swing.seat, swing) for swing in self._swings()]
        return sorted(chosen, key=lambda turn: (turn.move, isinstance(turn.cause, Stroke)))

    def _swings(self) -> list[Moment]:
        """The largest swings of the curve that neither a mistake nor chance explains."""
        found = [
            moment
            for seat in self.seats
            for moment in self._moments(seat)
            if moment.mover == seat and abs(moment.change) >= SWING and self.is_sound(moment.move)
        ]
        return sorted(found, key=lambda moment: -abs(moment.change))[:MOST_SWINGS]

    def is_sound(self, move: int) -> bool:
        """Whether the decision of this move was judged, and nothing was clearly better."""
        return any(d.move == move and d.better is None for d in self.decisions)

    def sums(self) -> list[Sum]:
        """The seats that were reviewed, each in a few numbers."""
        return [self._sum(seat) for seat in self.seats]

    def _sum(self, seat: int) -> Sum:
        own = [decision for decision in self.decisions if decision.seat == seat]
        moments = self._moments(seat)
        best = max(moments, key=lambda moment: moment.change)
        worst = min(moments, key=lambda moment: moment.change)
        return Sum(
            seat=seat,
            decisions=len(own),
            mistakes=sum(decision.better is not None for decision in own),
            lost=sum(decision.loss for decision in own),
            chance=sum(stroke.change(seat) for stroke in self.strokes),
            best=best if best.change >= LEAST_STROKE else None,
            worst=worst if -worst.change >= LEAST_STROKE else None,
        )

    def _moments(self, seat: int) -> list[Moment]:
        """Every change of the seat's true chances."""
        strokes = {stroke.move: stroke for stroke in self.strokes}
        moments = []
        before = 1 / len(self.table.names)
        for point in self.curve:
            then = point.wins[seat]
            if stroke := strokes.get(point.move):
                then = stroke.expected[seat]
                moments.append(Moment(seat, then, point.wins[seat], point.move, None, stroke))
            if point.move > 0:
                mover = self.moves[point.move - 1].seat
                moments.append(Moment(seat, before, then, point.move, mover, None))
            before = point.wins[seat]
        return moments


def _notable(turn: Turn) -> tuple[float, float]:
    """If chance moved two seats equally, the lucky one counts."""
    return round(turn.size, 6), turn.after


# --- reviewing --------------------------------------------------------------------------------
Progress = Callable[[int, int], None]


def review(
    table: Table,
    effort: Effort = EFFORTS["normal"],
    seats: Sequence[int] | None = None,
    progress: Progress = lambda done, total: None,
) -> Review:
    """Review a finished game; with `seats`, only their decisions."""
    if not table.over:
        raise ReviewError("error.review.running")
    whole = table.canonical()
    chosen = tuple(range(len(whole.names)) if seats is None else seats)
    return _Reviewer(whole, effort, chosen, progress).review()


def for_seconds(table: Table, seconds: float) -> Effort:
    """An effort of about so many seconds a decision on this machine, half of them for the search.

    It depends on the machine, so reviews are not reproducible.
    """
    quick = Playouts(table.rules, table.components, len(table.names), "speed")
    start = Table(table.game, table.options, table.seed, table.names).snapshot()
    quick.now(start, 10)
    begin = perf_counter()
    quick.now(start, 1000)
    playouts = seconds / 2 * 1000 / (perf_counter() - begin)
    share = EFFORTS["normal"]
    usual = share.compare * 3 + share.curve + share.chance / 5  # of a decision, about
    return Effort(0, share.compare, share.curve, share.chance, seconds / 2).times(playouts / usual)


def _seed(table: Table) -> str:
    """A seed derived from the record, so that the same record gets the same review."""
    moves = repr([(move.seat, move.action) for move in table.moves])
    return hashlib.sha256(f"review/{table.commitment}/{moves}".encode()).hexdigest()


class _Reviewer:
    """Goes through a game, move by move."""

    def __init__(
        self, whole: Table, effort: Effort, seats: tuple[int, ...], progress: Progress
    ) -> None:
        self._whole = whole
        self._effort = effort
        self._seats = seats
        self._progress = progress
        self._seed = seed = _seed(whole)
        self._game = REVIEWED[whole.rules.name]
        self._playouts = Playouts(whole.rules, whole.components, len(whole.names), seed)
        self._analyst = Analyst(seed)
        self._decisions: list[Decision] = []
        self._strokes: list[Stroke] = []
        self._curve: list[Point] = []
        self._views: dict[int, SeatView] = {}  # of mistakes, by move

    def review(self) -> Review:
        """The whole game."""
        whole = self._whole
        table = Table(whole.game, whole.options, whole.seed, whole.names)
        moves = [move for move in whole.moves if not move.forced]
        self._progress(0, len(moves))
        self._set_up(table)
        for number, move in enumerate(moves, 1):
            self._make(table, number, move)
            self._progress(number, len(moves))
        reviewed = Review(
            whole, self._effort, self._seats, tuple(self._decisions), tuple(self._strokes),
            tuple(self._curve), tuple(moves),
        )  # fmt: skip
        return replace(reviewed, reasons=dict(self._reasons(reviewed)))

    def _reasons(self, reviewed: Review) -> Iterator[tuple[int, tuple[HintReason, ...]]]:
        """Why something else was better at a turning point, where a hint would have said so."""
        for turn in reviewed.turns():
            if not isinstance(turn.cause, Decision):
                continue
            found = hint(self._views[turn.move], self._effort.budget(), self._seed)
            if found.action == turn.cause.better:
                yield turn.move, _first(found.reasons)

    def _set_up(self, table: Table) -> None:
        """Before the set-up all seats have equal chances."""
        players = len(table.names)
        state = table.snapshot()
        alike = (1 / players,) * players
        now = self._playouts.now(state, self._effort.chance)
        events = tuple(event.full for event in table.events if event.undo == CHANCE)
        self._strokes.append(Stroke(0, "setup", None, events, alike, now.wins, now.errors))
        self._curve.append(Point(0, state, now.wins, now.errors))

    def _make(self, table: Table, number: int, move: Move) -> None:
        state = table.snapshot()
        legal = table.legal(move.seat)
        if move.seat in self._seats and len(legal) > 1:
            self._decisions.append(self._judge(table.seat_view(move.seat), number, move))
        events = [event for event in table.play(move.seat, move.action) if self._is_chance(event)]
        after = table.snapshot()
        now = self._playouts.now(after, self._effort.chance if events else self._effort.curve)
        self._curve.append(Point(number, after, now.wins, now.errors))
        if events:
            expected = self._playouts.after(state, move.seat, move.action, self._effort.chance)
            self._strokes.append(self._stroke(number, events, expected, now))

    def _is_chance(self, event: Event) -> bool:
        """Whether chance showed something."""
        return event.undo == CHANCE and event.full["type"] not in self._game.silent_events

    def _stroke(
        self, number: int, events: list[Event], expected: Prospects, now: Prospects
    ) -> Stroke:
        told = tuple(event.full for event in events)
        errors = tuple(map(hypot, expected.errors, now.errors))
        return Stroke(number, *self._game.stroke(told), told, expected.wins, now.wins, errors)

    # --- one decision -----------------------------------------------------------------------
    def _judge(self, view: SeatView, number: int, move: Move) -> Decision:
        seat, action = move.seat, move.action
        analysis = self._analyst.analyse(view, self._effort.budget())
        rivals = _rivals(analysis, action)
        mine, *theirs = self._playouts.compare(view, [action, *rivals], self._effort.compare)
        seems = any(look.gains[seat] > SURE * look.gain_errors[seat] for look in theirs)
        if seems and _of(analysis, action).visits < ENOUGH_VISITS:
            analysis = self._analyst.analyse(view, self._effort.budget(more=4))
        loss, error, better = 0.0, mine.errors[seat], None
        for rival, look in zip(rivals, theirs, strict=True):
            cost, doubt = _loss(analysis, action, rival, look, seat)
            if cost > loss:
                loss, error, better = cost, doubt, rival
        if better is not None:
            self._views[number] = view
        after = mine.wins[seat]
        return Decision(
            number, seat, action, after + loss, after, error, better, analysis.alternatives
        )


def _first(reasons: Sequence[HintReason]) -> tuple[HintReason, ...]:
    """The first reason that speaks for an action, with the plan that it belongs to."""
    for reason in reasons:
        if reason.kind in SPEAKING_FOR:
            plan = [other for other in reasons if other.kind == PLAN and reason.of_plan]
            return (*plan, reason)
    return ()


def _of(analysis: Analysis, action: int) -> Alternative:
    return next(found for found in analysis.alternatives if found.action == action)


def _rivals(analysis: Analysis, action: int) -> list[int]:
    """The actions that the search prefers to the one that was chosen, a few at most."""
    rivals = []
    for found in analysis.alternatives:
        if found.action == action:
            break
        rivals.append(found.action)
    return rivals[:COMPARED]


def _loss(
    analysis: Analysis, action: int, rival: int, look: Prospects, seat: int
) -> tuple[float, float]:
    """The cost of choosing the action instead of its rival, and the standard error; 0 unless both
    methods are sure."""
    gain, error = look.gains[seat], look.gain_errors[seat]
    if gain < LEAST_LOSS or gain <= SURE * error:
        return 0.0, error
    chosen, other = _of(analysis, action), _of(analysis, rival)
    if chosen.visits < FEWEST_VISITS or other.visits < FEWEST_VISITS:
        return (gain, error) if chosen.visits < other.visits else (0.0, error)
    lead = other.win - chosen.win
    doubt = hypot(_error(chosen), _error(other))
    if lead < LEAST_LOSS or lead <= SURE * doubt:
        return 0.0, error
    return (gain, error) if gain <= lead else (lead, doubt)


def _error(found: Alternative) -> float:
    """The standard error of a win share, from the visits."""
    spread = max(found.win * (1 - found.win), 1 / found.visits)
    return sqrt(spread / found.visits)


# --- for programs -----------------------------------------------------------------------------
def to_json(reviewed: Review) -> dict[str, Any]:
    """All numbers of a review."""
    table = reviewed.table

    def notation(action: int | None) -> str | None:
        return None if action is None else table.game.notation(action)

    return {
        "format": FORMAT,
        "game": table.rules.name,
        "options": dict(table.options),
        "commitment": table.commitment,
        "names": list(table.names),
        "winners": table.winners,
        "points": [sheet["total"] for sheet in table.scores()],
        "effort": asdict(reviewed.effort),
        "seats": [
            {
                **vars(total),
                "mean_loss": total.mean_loss,
                "best": _moment_json(total.best),
                "worst": _moment_json(total.worst),
            }
            for total in reviewed.sums()
        ],
        "turning_points": [
            {
                "move": turn.move,
                "seat": turn.seat,
                "kind": _kind(turn.cause),
                "before": turn.before,
                "after": turn.after,
            }
            for turn in reviewed.turns()
        ],
        "decisions": [
            {
                "move": decision.move,
                "seat": decision.seat,
                "action": notation(decision.action),
                "before": decision.before,
                "after": decision.after,
                "loss": decision.loss,
                "error": decision.error,
                "better": notation(decision.better),
                "search": [
                    {
                        "action": notation(found.action),
                        "visits": found.visits,
                        "win": found.win,
                        "points": found.points,
                    }
                    for found in decision.alternatives
                ],
            }
            for decision in reviewed.decisions
        ],
        "chance": [
            {
                "move": stroke.move,
                "kind": stroke.kind,
                "seat": stroke.seat,
                "expected": list(stroke.expected),
                "actual": list(stroke.actual),
                "errors": list(stroke.errors),
            }
            for stroke in reviewed.strokes
        ],
        "curve": [
            {"move": point.move, "wins": list(point.wins), "errors": list(point.errors)}
            for point in reviewed.curve
        ],
    }


def _kind(cause: Decision | Stroke | Moment) -> str:
    if isinstance(cause, Stroke):
        return cause.kind
    return "decision" if isinstance(cause, Decision) else "swing"


def _moment_json(moment: Moment | None) -> dict[str, Any] | None:
    if moment is None:
        return None
    kind = "decision" if moment.stroke is None else moment.stroke.kind
    return {"move": moment.move, "kind": kind, "change": moment.change, "mover": moment.mover}
