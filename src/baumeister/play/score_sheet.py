"""The live score sheet, line by line, and what an action would change: for one who sits at a table
and for one who watches, from what they see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from baumeister.games.samara import sheet as samara
from baumeister.games.samara import views as samara_views
from baumeister.games.tybor import scoring as tybor_scoring
from baumeister.games.tybor import sheet as tybor
from baumeister.games.tybor.actions import BUILD, PAY_WITH, cost
from baumeister.games.tybor.events import SIDES
from baumeister.games.tybor.state import asks
from baumeister.kernel.glossary import say
from baumeister.kernel.refusal import Refusal
from baumeister.play.position import SeatView
from baumeister.play.table import Table

Sheet = dict[str, Any]


def sheets(table: Table, eyes: int | None, language: str) -> list[Sheet | None]:
    """The score sheet of every seat as a seat, or a spectator (None), may know it; None for one
    that is kept hidden. Once the game is over everybody knows all."""
    make = {"tybor": _tybor_sheet, "samara": _samara_sheet}[table.rules.name]
    seen = table.seat_view(eyes)
    found = []
    for seat in range(len(table.names)):
        view = table.seat_view(seat) if table.over else seen
        found.append(make(view, seat, table.over, language))
    return found


def _tybor_sheet(view: SeatView, seat: int, over: bool, language: str) -> Sheet:
    """T6; the secret objective (T6.18) is known to its owner."""
    own = view.seat == seat
    box, state = view.components.box, view.state
    lines = tybor.lines(box, state, seat, secret=own, more=not over)
    return {
        "seat": seat,
        "complete": own,
        "total": sum(line.points for line in lines),
        "tiebreak": state.players[seat].strength,
        "lines": [
            {
                "clause": line.clause,
                "what": what(line.clause, language),
                "points": line.points,
                "more": _more(line.more, language),
            }
            for line in lines
        ],
    }


def _samara_sheet(view: SeatView, seat: int, over: bool, language: str) -> Sheet | None:
    """S8.1; S9.1 the running score of others is not shown, unless that was agreed."""
    if not (view.seat == seat or over or view.options["open_scores"]):
        return None
    told = samara_views.sheet(view.state, seat)
    left = None if over else samara.left_on_board(view.components.box, view.state)
    line = {
        "clause": samara.CLAUSE,
        "what": what(samara.CLAUSE, language),
        "points": told["total"],
        "more": _more(left, language),
    }
    numbers = {key: told[key] for key in ("total", "tiebreak")}
    return {"seat": seat, "complete": True, **numbers, "lines": [line]}


def _more(more: tybor.More | samara.Left | None, language: str) -> dict[str, Any] | None:
    return None if more is None else {"points": more.points, "text": more.text(language)}


def what(clause: str, language: str) -> str:
    """What a line of the sheet is called."""
    game = "tybor" if clause.startswith("T") else "samara"
    return say(f"{game}.score.{clause}", language)


def line_names(game: str, language: str) -> dict[str, str]:
    """What the lines of a game's sheet are called, by clause."""
    clauses = {
        "tybor": [f"T6.{line}" for line in range(1, tybor_scoring.LINES + 1)],
        "samara": [samara.CLAUSE],
    }
    return {clause: what(clause, language) for clause in clauses[game]}


def worth_of_display(view: SeatView) -> list[dict[str, Any]]:
    """T6 What each building of Tybor's display would bring this seat now, for either side."""
    if view.seat is None or view.rules.name != "tybor":
        return []
    buildings = view.components.buildings
    return [
        {"card": buildings[building].code, **dict(zip(SIDES, points, strict=True))}
        for building, points in tybor.gains(view.components, view.state, view.seat)
    ]


# --- previews ---------------------------------------------------------------------------------
Preview = dict[str, Any]
NOTHING_KNOWN: Preview = {
    "view": None,
    "question": None,
    "workers": [],
    "cost": None,
    "payment": [],
    "strength": None,
    "total": None,
    "lines": [],
}


def preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """What these actions of the seat would lead to, as far as neither chance nor anybody's secret
    has a say; it starts from what the seat sees. Raises Refusal like `Table.play`."""
    look = {"tybor": _tybor_preview, "samara": _samara_preview}[table.rules.name]
    return {**NOTHING_KNOWN, **look(table, seat, actions, language)}


def _samara_preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """S9.1 Who goes, where they land, who acts next: the whole table, unless all choose at once."""
    then = table.preview(seat, *actions)
    if then is None:
        return {}
    before, view = table.view(seat), then.json()
    question = then.rules.question_text(then.components, then.state, seat, then.names, language)
    old, new = (shown["seats"][seat]["prestige"] for shown in (before, view))
    line = {"clause": samara.CLAUSE, "what": what(samara.CLAUSE, language)}
    return {
        "view": view,
        "question": question,
        "workers": _gone(before, view),
        "total": {"before": old, "after": new},
        "lines": [{**line, "before": old, "after": new}] if old != new else [],
    }


def _gone(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """Who goes from which month to which; null for one who comes to the calendar or leaves it."""
    was, stands = (
        {(w["seat"], w["worker"]): entry["month"] for entry in v["calendar"] for w in entry["line"]}
        for v in (before, after)
    )
    return [
        {"seat": who[0], "worker": who[1], "from": was.get(who), "to": stands.get(who)}
        for who in sorted(was | stands)
        if was.get(who) != stands.get(who)
    ]


def _tybor_preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """T7.2 Only what the actions themselves change in front of the seat: what a building costs,
    who would pay, and the sheet. What a draw brings, or what others do, is not known."""
    rules, components = table.rules, table.components
    box, state = components.box, table.seat_view(seat).state
    before = _points(box, state, seat)
    price: int | None = None
    known = True
    for action in actions:
        if not asks(state):
            return {}
        reason = rules.why_not(components, state, seat, action, table.names)
        if reason is not None:
            raise Refusal(reason)
        if BUILD <= action < PAY_WITH:
            price = cost(box, state, state.players[seat], *divmod(action - BUILD, 2))
        known = tybor.carry_out(box, state, seat, action)
    if not known:
        return {}
    paid = tybor.pay_cheaply(box, state, seat)
    after = _points(box, state, seat)
    lines = [
        {"clause": f"T6.{n}", "what": what(f"T6.{n}", language), "before": old, "after": new}
        for n, (old, new) in enumerate(zip(before, after, strict=True), 1)
        if old != new
    ]
    return {
        "cost": price,
        "payment": [components.characters[card].code for card in paid],
        "strength": state.players[seat].strength,
        "total": {"before": sum(before), "after": sum(after)},
        "lines": lines,
    }


def _points(box: Any, state: Any, seat: int) -> list[int]:
    score: Callable[..., int] = tybor_scoring.points
    player = state.players[seat]
    return [score(box, state, player, line) for line in range(1, tybor_scoring.LINES + 1)]
