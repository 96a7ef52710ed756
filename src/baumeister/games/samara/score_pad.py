"""S8 Samara's score pad for a game on a real table (play/score_pad.py)."""

from __future__ import annotations

from baumeister.games.samara import scoring
from baumeister.games.samara.components import standard
from baumeister.games.samara.score_sheet import CLAUSE
from baumeister.games.samara.state import LAYOUT, NO_MONTH, State, put_worker
from baumeister.kernel.data import Row
from baumeister.play.score_pad import Result, players_of

MOST_MONTHS = 24  # to the next worker, S2
MOST_LINE = 25  # workers in a month: five of each of five players
MOST_TILES = 36
MOST_PRESTIGE = 500  # so that a sum can be entered as one tile


def score(top: Row) -> Result:
    """S8.1 Prestige; S8.2 in a tie the foreman whose worker is next to act wins."""
    rows, names = players_of(top, "samara")
    top.done()
    state = State(**LAYOUT)
    state.n_players = len(rows)
    entered = [_read_foreman(row, state, seat) for seat, row in enumerate(rows)]
    seats = range(len(rows))
    points = [state.players[seat].prestige for seat in seats]
    sheets = tuple(((CLAUSE, n),) if n else () for n in points)
    places = tuple(scoring.tiebreak(state, seat) if all(entered) else None for seat in seats)
    tied = tuple(seat for seat in seats if points[seat] == max(points))
    nexts = [scoring.next_to_act(state, state.players[seat]) for seat in tied]
    if len(tied) > 1 and not all(entered[seat] for seat in tied):
        return Result("samara", names, sheets, places, tied, undecided=True)
    if len(set(nexts)) < len(tied) and len(tied) > 1:
        raise rows[tied[0]].error("next", "error.score.same_place")
    shares = [0.0] * len(rows)
    scoring.share_of_win(standard().box, state, shares)
    return Result("samara", names, sheets, places, tuple(s for s in seats if shares[s]))


def _read_foreman(row: Row, state: State, seat: int) -> bool:
    """The prestige of a foreman's tiles, and the worker who acts next, if that was entered."""
    player = state.players[seat]
    player.worker_month = [NO_MONTH] * len(player.worker_month)
    tiles = row.list_of("tiles")
    if len(tiles) > MOST_TILES:
        raise row.error("tiles", "error.score.tiles", most=MOST_TILES, given=len(tiles))
    player.prestige = sum(row.numbers("tiles", len(tiles), 0, MOST_PRESTIGE))
    has_next = row.has("next")
    if has_next:
        coming = row.table("next")
        month, place = coming.number("month", 0, MOST_MONTHS), coming.number("place", 1, MOST_LINE)
        coming.done()
        put_worker(state, seat, 0, month, place)
    row.done()
    return has_next
