"""The tables of a tournament, for the terminal and the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from baumeister.kernel.glossary import say
from baumeister.lab.tables import NOTHING, Grid, count, duration, percent, say_number
from baumeister.lab.tournament.games import Contest
from baumeister.lab.tournament.results import Results, Standing


def grids(results: Results, language: str) -> list[Grid]:
    """All tables of a contest: the ranking, the places, who came before whom; none if no game was
    played."""
    if not results.games:
        return []
    return [ranking(results, language), places(results, language), head_to_head(results, language)]


def title_of(results: Results, language: str) -> str:
    """Which games these are."""
    contest = results.contest
    return say(
        "tournament.title",
        language,
        game=say(f"{contest.game}.name", language),
        players=contest.players,
        games=count("games", len(results.games), language),
        deals=count("deals", results.deals, language),
        seed=contest.seed,
    )


def ranking(results: Results, language: str) -> Grid:
    """The ranking, with all that says how strong a bot is."""
    names = ["rank", "bot", "rating", "win_share", "interval", "points", "time"]
    if all(standing.rating is None for standing in results.standings):
        names.remove("rating")
    if all(standing.seconds_per_decision is None for standing in results.standings):
        names.remove("time")
    rows = [
        [_cell(name, place, standing, language) for name in names]
        for place, standing in enumerate(results.standings, start=1)
    ]
    columns = [say(f"tournament.column.{name}", language) for name in names]
    return Grid(title_of(results, language), columns, rows, words=2)


def _cell(name: str, place: int, standing: Standing, language: str) -> str:
    share, rating = standing.share, standing.rating
    if name == "rank":
        return str(place)
    if name == "bot":
        return standing.bot
    if name == "rating":
        if rating is None:
            return NOTHING
        return f"{say_number(rating.mu, 1, language)} ± {say_number(2 * rating.sigma, 1, language)}"
    if name == "win_share":
        return percent(None if share is None else share.value, language)
    if name == "interval":
        if share is None or (share.low <= 0 and share.high >= 1):  # without any information
            return NOTHING
        return f"{percent(share.low, language)} – {percent(share.high, language)}"
    if name == "points":
        return say_number(standing.mean_points, 1, language)
    return duration(standing.seconds_per_decision, language)


def places(results: Results, language: str) -> Grid:
    """How often each bot came first, second …, and how often it failed."""
    names = ["mean_place", "seats"] + (["failures"] if results.contest.left_out else [])
    rows = []
    for standing in results.standings:
        part = [n / standing.seats if standing.seats else None for n in standing.places]
        mean = say_number(standing.mean_place, 2, language)
        row = [standing.bot, *(percent(n, language) for n in part), mean, str(standing.seats)]
        rows.append(row + ([str(standing.failures)] if results.contest.left_out else []))
    columns = [
        say("tournament.column.bot", language),
        *(f"{n + 1}." for n in range(results.contest.players)),
        *(say(f"tournament.column.{name}", language) for name in names),
    ]
    return Grid(say("tournament.places", language), columns, rows)


def head_to_head(results: Results, language: str) -> Grid:
    """How often the bot of the row came before the bot of the column, which has its rank above."""
    bots = [standing.bot for standing in results.standings]
    ranks = [str(rank) for rank in range(1, len(bots) + 1)]
    rows = [
        [
            rank,
            a,
            *(NOTHING if a == b else percent(results.pairs[a, b].share, language) for b in bots),
        ]
        for rank, a in zip(ranks, bots, strict=True)
    ]
    columns = [say(f"tournament.column.{name}", language) for name in ("rank", "bot")]
    return Grid(say("tournament.head_to_head", language), [*columns, *ranks], rows, words=2)


# --- sentences --------------------------------------------------------------------------------
def verdict(results: Results, language: str) -> list[str]:
    """Which pairs of the ranking are clear, and why the tournament ended."""
    pairs = list(pairwise(standing for standing in results.standings if standing.seats))
    clear = [f"{a.bot} > {b.bot}" for a, b in pairs if a.ahead]
    unclear = [
        say("tournament.either", language, first=a.bot, second=b.bot)
        for a, b in pairs
        if not a.ahead
    ]
    lines = [] if results.games else [say("lab.no_games", language)]
    if clear:
        lines.append(say("tournament.clear", language, pairs=", ".join(clear)))
    if unclear:
        lines.append(say("tournament.unclear", language, pairs=", ".join(unclear)))
    if results.contest.stopped == "clear":
        deals = count("deals", results.deals, language)
        values = {"deals": deals, "planned": results.contest.planned}
        lines.append(say("tournament.stopped", language, **values))
    return lines


def notes(finished: Sequence[Results], language: str) -> str:
    """What the columns of the tables mean; nothing if there are no tables."""
    standings = [
        standing for results in finished if results.games for standing in results.standings
    ]
    if not standings:
        return ""
    keys = ["notes", "notes_rating", "notes_points", "notes_time"]
    if all(standing.rating is None for standing in standings):
        keys.remove("notes_rating")
    if all(standing.seconds_per_decision is None for standing in standings):
        keys.remove("notes_time")
    return " ".join(say(f"tournament.{key}", language) for key in keys)


def troubles(contest: Contest, language: str) -> list[str]:
    """Failures, once for each bot and reason, with the number of games lost."""
    lines = []
    first: dict[tuple[str | None, str], str] = {}
    cost: Counter[tuple[str | None, str]] = Counter()
    for trouble in contest.left_out:
        kind = trouble.kind
        first.setdefault(kind, trouble.text(language))
        cost[kind] += len(trouble.task.fixtures)
    for kind, text in first.items():
        lines.append(say("tournament.left_out", language, n=cost[kind], text=text))
    tried = sum(len(trouble.task.fixtures) for trouble in contest.trouble if trouble.again)
    if tried:
        lines.append(say("tournament.tried_again", language, n=tried))
    return lines
