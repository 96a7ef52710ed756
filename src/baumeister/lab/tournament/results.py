"""The results of a tournament: how each bot did, head-to-head results, and all of it as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from baumeister.lab.tournament.games import Contest, Played, Trouble, place_of
from baumeister.lab.tournament.ratings import Rating, Share, can_rate, ratings, win_share

FORMAT, VERSION = "baumeister-tournament", 1


@dataclass
class Standing:
    """How one bot did."""

    bot: str
    seats: int = 0  # games, counted twice where it sat twice
    share: Share | None = None
    rating: Rating | None = None
    places: list[float] = field(default_factory=list)  # how often first, second …
    mean_place: float | None = None
    points: list[int] = field(default_factory=list)
    seconds: float = 0.0
    answers: int = 0
    failures: int = 0
    ahead: bool | None = None  # whether it is clearly ahead of the next bot

    @property
    def mean_points(self) -> float | None:
        """Points in a game."""
        return sum(self.points) / len(self.points) if self.points else None

    @property
    def seconds_per_decision(self) -> float | None:
        """How long it thought about a question; None if all its games were compiled."""
        return self.seconds / self.answers if self.answers else None


@dataclass
class Pair:
    """How often one bot came before another, over all pairs of their seats; a tie is a half."""

    before: float = 0.0
    meetings: int = 0

    @property
    def share(self) -> float | None:
        """The part of the meetings in which it was before."""
        return self.before / self.meetings if self.meetings else None


@dataclass(frozen=True)
class Results:
    """The results of a contest."""

    contest: Contest
    games: list[Played]
    standings: list[Standing]  # the best first
    pairs: dict[tuple[str, str], Pair]

    @property
    def deals(self) -> int:
        """How many deals were played, at least in part."""
        return len({played.fixture.deal for played in self.games})


def results_of(contest: Contest) -> Results:
    """Sum up what has been played so far."""
    games = contest.played
    standings = [Standing(bot, places=[0.0] * contest.players) for bot in contest.bots]
    pairs = {(a, b): Pair() for a in contest.bots for b in contest.bots if a != b}
    for played in games:
        _count(played, standings, pairs)
    for standing, tallies in zip(standings, contest.tallies(), strict=True):
        standing.share = win_share([tally for tally in tallies if tally.seats])
        if standing.seats:
            placed = sum(place * n for place, n in enumerate(standing.places, start=1))
            standing.mean_place = placed / standing.seats
    if can_rate() and games:
        rated = ratings(len(standings), [(game.fixture.seats, game.before) for game in games])
        for standing, rating in zip(standings, rated, strict=True):
            standing.rating = rating if standing.seats else None
    for trouble in contest.left_out:
        for standing in standings:
            if trouble.culprit is not None and trouble.culprit[0] == standing.bot:
                standing.failures += len(trouble.task.fixtures)
    order = contest.ranking()
    for bot, ahead in zip(order, contest.ahead_of_next(), strict=False):
        standings[bot].ahead = ahead
    return Results(contest, games, [standings[bot] for bot in order], pairs)


def _count(played: Played, standings: list[Standing], pairs: dict[tuple[str, str], Pair]) -> None:
    """One game into the tables."""
    seats, before = played.fixture.seats, played.before
    for seat, bot in enumerate(seats):
        own = standings[bot]
        own.seats += 1
        own.points.append(played.result.scores[seat])
        tied = before.count(before[seat])
        for place in range(before[seat], before[seat] + tied):
            own.places[place] += 1 / tied
        if played.seconds is not None and played.answers is not None:
            own.seconds += played.seconds[seat]
            own.answers += played.answers[seat]
        for other, rival in enumerate(seats):
            if rival != bot:
                pair = pairs[own.bot, standings[rival].bot]
                pair.meetings += 1
                pair.before += (before[seat] < before[other]) + (before[seat] == before[other]) / 2


# --- for programs -----------------------------------------------------------------------------
def to_json(results: Results) -> dict[str, Any]:
    """Everything, for further analysis; docs/tournament.md describes it."""
    contest = results.contest
    return {
        "players": contest.players,
        "planned": contest.planned,
        "deals": results.deals,
        "stopped": contest.stopped or "interrupted",
        "looks": contest.looks,
        "risk": contest.risk,
        "ranking": [_standing_json(standing) for standing in results.standings],
        "head_to_head": [
            {"bot": a, "against": b, "meetings": pair.meetings, "before": pair.before}
            for (a, b), pair in results.pairs.items()
        ],
        "games": [_game_json(contest, played) for played in results.games],
        "left_out": [row for t in contest.left_out for row in _trouble_json(contest, t)],
        "tried_again": [
            row for t in contest.trouble if t.again for row in _trouble_json(contest, t)
        ],
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    share, rating = standing.share, standing.rating
    return {
        "bot": standing.bot,
        "seats": standing.seats,
        "win_share": None if share is None else share.value,
        "win_share_95": None if share is None else [share.low, share.high],
        "rating": None if rating is None else {"mu": rating.mu, "sigma": rating.sigma},
        "places": standing.places,
        "mean_place": standing.mean_place,
        "mean_points": standing.mean_points,
        "seconds_per_decision": standing.seconds_per_decision,
        "failures": standing.failures,
        "ahead_of_next": standing.ahead,
    }


def _game_json(contest: Contest, played: Played) -> dict[str, Any]:
    before = played.before
    return {
        "number": played.fixture.number,
        "deal": played.fixture.deal,
        "seed": played.result.seed,
        "seats": [contest.bots[bot] for bot in played.fixture.seats],
        "scores": list(played.result.scores),
        "shares": list(played.result.shares),
        "places": [place_of(before, seat) for seat in range(len(before))],
        "decisions": played.result.decisions,
        "seconds": None if played.seconds is None else list(played.seconds),
        "answers": None if played.answers is None else list(played.answers),
    }


def _trouble_json(contest: Contest, trouble: Trouble) -> list[dict[str, Any]]:
    bot, seat, move = trouble.culprit or (None, None, None)
    return [
        {
            "number": fixture.number,
            "deal": fixture.deal,
            "seed": trouble.task.series.game_seed(fixture.deal),
            "seats": [contest.bots[bot] for bot in fixture.seats],
            "bot": bot,
            "seat": seat,
            "move": move,
            "why": trouble.why("en"),
        }
        for fixture in trouble.task.fixtures
    ]
