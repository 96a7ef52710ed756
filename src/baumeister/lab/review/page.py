"""A review as one page for a browser: curve, turning points, all moves. It loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from baumeister.lab.plots import COLOURS
from baumeister.lab.review.plot import free_place, line_of
from baumeister.lab.review.review import Decision, Review, Stroke, Sum, Swing, Turn
from baumeister.lab.review.words import Words, percent, shown_loss

STYLE = """
:root { color-scheme: light dark;
  --ink: #1d2430; --paper: #fdfcf9; --card: #f4f1e9; --line: #d8d4ca; --dim: #68707c;
  --bad: #b3392c; --good: #2c7a4b; }
@media (prefers-color-scheme: dark) { :root {
  --ink: #e6e3db; --paper: #16191e; --card: #1f242b; --line: #363b44; --dim: #9aa1ac;
  --bad: #f08a7d; --good: #7fcf9f; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif;
  max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; margin: 2.2rem 0 .7rem; }
h1 { margin-top: 0; font-size: 1.7rem; }
h2 { font-size: 1.2rem; }
.dim { color: var(--dim); }
.bad { color: var(--bad); }
.good { color: var(--good); }
svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; fill: var(--dim); }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .part { stroke: var(--dim); stroke-width: 1; stroke-dasharray: 2 4; }
svg .chance { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
svg .missed { stroke-width: 1.5; stroke-dasharray: 2 3; fill: none; }
svg .missed + circle { fill: var(--paper); stroke-width: 1.5; }
svg .turn circle { stroke: var(--paper); stroke-width: 2; }
svg .turn text { fill: #fff; font-weight: 700; text-anchor: middle; }
svg.narrow { display: none; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .4rem 0 0; padding: 0;
  list-style: none; }
.dot { display: inline-block; width: .75em; height: .75em; border-radius: 50%;
  margin-right: .4em; }
ol.turns { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
ol.turns li { display: flex; gap: .7rem; background: var(--card); border-radius: .5rem;
  padding: .6rem .8rem; }
ol.turns a { flex: none; width: 1.6rem; height: 1.6rem; border-radius: 50%; color: #fff;
  font-weight: 700; text-align: center; line-height: 1.6rem; text-decoration: none; }
.players { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
  gap: .8rem; }
.players > div { background: var(--card); border-radius: .5rem; padding: .7rem .9rem; }
.players h3 { margin: 0 0 .3rem; font-size: 1rem; }
.players dl { display: grid; grid-template-columns: 1fr auto; gap: .1rem .8rem; margin: 0; }
.players dt { color: var(--dim); }
.players dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.players dd.long, .players dt.long { grid-column: 1 / -1; text-align: left; }
.players dt.long { margin-top: .3rem; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .6rem 0; }
.filters button { font: inherit; color: inherit; background: none; cursor: pointer;
  border: 1px solid var(--line); border-radius: 1rem; padding: .15rem .8rem; }
.filters button[aria-pressed=true] { background: var(--ink); color: var(--paper); }
.filters label { margin-left: .6rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem;
  border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.name { white-space: nowrap; }
td small { color: var(--dim); display: block; }
tr.luck { background: var(--card); }
tr:target { outline: 2px solid var(--ink); outline-offset: -2px; }
footer p, p.scales { max-width: 46rem; }
@media (max-width: 640px) {
  svg.wide { display: none; }
  svg.narrow { display: block; }
  thead { display: none; }
  table, tbody { display: block; }
  tr { display: grid; grid-template-columns: 2.6rem 1fr auto; border-bottom: 1px solid var(--line);
    padding: .4rem .2rem; }
  td { border: 0; padding: .05rem .3rem; }
  td.number { text-align: right; }
  td.what { grid-column: 2 / -1; grid-row: 2; }
  td.loss { display: none; }
  td.name { white-space: normal; }
  td[data-eyes]::after { content: attr(data-eyes); display: block; color: var(--dim);
    font-size: .75em; }
  tr.luck td.chances { grid-column: 2 / -1; grid-row: 3; text-align: left; white-space: normal; }
}
"""
SCRIPT = """
const rows = [...document.querySelectorAll("tbody tr")];
const buttons = [...document.querySelectorAll("button[data-seat]")];
const notable = document.getElementById("notable");
let seat = "";
function filter() {
  for (const row of rows) {
    const seats = row.dataset.seats.split(" ");
    const other = seat !== "" && !seats.includes(seat);
    row.hidden = other || (notable.checked && !row.dataset.notable);
  }
  for (const button of buttons) button.ariaPressed = button.dataset.seat === seat;
}
for (const button of buttons) button.onclick = () => { seat = button.dataset.seat; filter(); };
notable.onchange = filter;
addEventListener("hashchange", () => {
  const row = document.querySelector(location.hash || "x-none");
  if (row && row.hidden) { seat = ""; notable.checked = false; filter(); row.scrollIntoView(); }
});
document.querySelector(".filters").hidden = false;
"""
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
<script>{script}</script>
</body>
</html>
"""


def page(review: Review, language: str) -> str:
    """The whole page."""
    return _Page(review, language).html()


class _Page:
    def __init__(self, review: Review, language: str) -> None:
        self._review = review
        self._words = Words(review, language)
        self._language = language

    def html(self) -> str:
        """Everything, from the result to how it was made."""
        words = self._words
        body = "\n".join(
            [
                f"<h1>{escape(words.title)}</h1>",
                f"<p>{escape(words.result)} {escape(words.counted)}</p>",
                f"<h2>{escape(words.say('curve'))}</h2>",
                _Chart(self._review, words, 900, 380, "wide").svg(),
                _Chart(self._review, words, 400, 320, "narrow").svg(),
                self._legend(),
                f'<p class="scales dim">{escape(words.scales)}</p>',
                f"<h2>{escape(words.say('turns'))}</h2>",
                self._turns(),
                f"<h2>{escape(words.say('sums'))}</h2>",
                f'<p class="dim">{escape(words.say("unit"))}</p>',
                f'<div class="players">{"".join(map(self._sum, self._review.sums()))}</div>',
                f"<h2>{escape(words.say('moves'))}</h2>",
                self._filters(),
                self._moves(),
                f"<footer><h2>{escape(words.say('page.method'))}</h2>",
                *(f'<p class="dim">{escape(text)}</p>' for text in words.about()),
                "</footer>",
            ]
        )
        title = escape(words.title)
        return PAGE.format(
            language=self._language, title=title, style=STYLE, body=body, script=SCRIPT
        )

    def _legend(self) -> str:
        items = [f"<li>{self._name(seat)}</li>" for seat in self._review.seats]
        if any(isinstance(turn.cause, Decision) for turn in self._review.turns()):
            items.append(f'<li class="dim">○ {escape(self._words.say("missed"))}</li>')
        return f'<ul class="legend">{"".join(items)}</ul>'

    def _name(self, seat: int) -> str:
        dot = f'<span class="dot" style="background:{colour(seat)}"></span>'
        return f"{dot}{escape(self._words.names[seat])}"

    def _turns(self) -> str:
        items = [
            f'<li><a href="#{row_id(turn.cause)}" style="background:{colour(turn.seat)}">'
            f"{number}</a><span>{escape(self._words.turn(turn))}</span></li>"
            for number, turn in enumerate(self._review.turns(), 1)
        ]
        if not items:
            return f"<p>{escape(self._words.say('no_turns'))}</p>"
        return f'<ol class="turns">{"".join(items)}</ol>'

    def _sum(self, total: Sum) -> str:
        words = self._words
        numbers = {
            "decisions": str(total.decisions),
            "mistakes": str(total.mistakes),
            "mean_loss": words.points(-total.mean_loss, 1),
            "lost": words.points(-total.lost),
            "chance": words.points(total.chance),
        }
        lines = [
            f"<dt>{escape(words.say(f'column.{key}'))}</dt><dd>{value}</dd>"
            for key, value in numbers.items()
        ]
        for key, moment in (("best", total.best), ("worst", total.worst)):
            label, text = escape(words.say(f"column.{key}")), escape(words.moment(moment))
            lines.append(f'<dt class="long">{label}</dt><dd class="long">{text}</dd>')
        return f"<div><h3>{self._name(total.seat)}</h3><dl>{''.join(lines)}</dl></div>"

    # --- all moves --------------------------------------------------------------------------
    def _filters(self) -> str:
        words, seats = self._words, self._review.seats
        buttons = [("", escape(words.say("page.all")), "true")]
        if len(seats) > 1:
            buttons += [(str(seat), self._name(seat), "false") for seat in seats]
        made = "".join(
            f'<button data-seat="{seat}" aria-pressed="{pressed}">{name}</button>'
            for seat, name, pressed in buttons
        )
        check = f'<label><input type="checkbox" id="notable"> {words.say("page.notable")}</label>'
        return f'<div class="filters" hidden>{words.say("page.show")} {made}{check}</div>'

    def _moves(self) -> str:
        words = self._words
        titles = (("number", "move"), ("", "name"), ("", "what"), ("number", "own_view"))
        head = "".join(
            f'<th class="{kind}">{escape(words.say(f"column.{key}"))}</th>' for kind, key in titles
        )
        rows: list[Decision | Stroke] = [*self._review.decisions, *self._review.strokes]
        rows.sort(key=lambda row: (row.move, isinstance(row, Stroke)))
        body = "\n".join(
            self._stroke(row) if isinstance(row, Stroke) else self._decision(row) for row in rows
        )
        loss = f'<th class="number">{escape(words.say("column.loss"))}</th>'
        return f"<table><thead><tr>{head}{loss}</tr></thead><tbody>\n{body}\n</tbody></table>"

    def _decision(self, decision: Decision) -> str:
        words = self._words
        what = [
            f"<small>{escape(words.question(decision.move))}</small>",
            f'<span title="{escape(words.notation(decision.action))}">'
            f"{escape(words.deed(decision.move))}</span>",
        ]
        chances, loss, notable = percent(decision.after), "", ""
        if decision.better is not None:
            text = escape(words.say("better", better=words.better(decision)))
            what.append(f'<div class="bad">{text}</div>')
            chances = f"{percent(decision.before)} → {percent(decision.after)}"
            loss, notable = words.points(shown_loss(decision)), ' data-notable="1"'
        return (
            f'<tr id="{row_id(decision)}" data-seats="{decision.seat}"{notable}>'
            f'<td class="number">{decision.move}</td>'
            f'<td class="name">{self._name(decision.seat)}'
            f"<small>{escape(words.when(decision.move))}</small></td>"
            f'<td class="what">{"".join(what)}</td>'
            f'<td class="number" data-eyes="{escape(words.say("eyes.own"))}">{chances}</td>'
            f'<td class="number loss bad">{loss}</td></tr>'
        )

    def _stroke(self, stroke: Stroke) -> str:
        words, seats = self._words, self._review.seats
        told = "".join(f"<small>{escape(text)}</small>" for text in words.story(stroke))
        changes = "<br>".join(
            f"{escape(words.names[seat])} {percent(stroke.expected[seat])} → "
            f'<span class="{self._mood(stroke, seat)}">{percent(stroke.actual[seat])}</span>'
            for seat in seats
        )
        clear = any(stroke.is_clear(seat) for seat in seats)
        notable = ' data-notable="1"' if clear else ""
        everybody = " ".join(map(str, seats))
        return (
            f'<tr class="luck" id="{row_id(stroke)}" data-seats="{everybody}"{notable}>'
            f'<td class="number">{stroke.move or ""}</td>'
            f'<td class="name">{escape(words.say("page.chance"))}</td>'
            f'<td class="what">{escape(words.stroke(stroke))}{told}</td>'
            f'<td class="number chances"><small>{escape(words.say("eyes.open"))}</small>{changes}'
            '</td><td class="loss"></td></tr>'
        )

    @staticmethod
    def _mood(stroke: Stroke, seat: int) -> str:
        if not stroke.is_clear(seat):
            return ""
        return "good" if stroke.change(seat) > 0 else "bad"


def row_id(row: Decision | Stroke | Swing) -> str:
    """Where a move or stroke of chance stands on the page."""
    return f"{'c' if isinstance(row, Stroke) else 'm'}{row.move}"


def colour(seat: int) -> str:
    """The colour of a seat."""
    return COLOURS[seat % len(COLOURS)]


class _Chart:
    """The curve; `name` is its class, by which the page shows the one that fits the screen."""

    LEFT, TOP, BOTTOM = 46.0, 22.0, 26.0
    MARK = 10.0  # radius of a turning point
    LONGEST = 20  # letters of a name at the end of a line

    def __init__(
        self, review: Review, words: Words, width: float, height: float, name: str
    ) -> None:
        self._review = review
        self._words = words
        self._width = width
        self._height = height
        self._name = name
        longest = max(len(words.names[seat]) for seat in review.seats)
        self._right = 14 + 7.0 * min(longest, self.LONGEST) if name == "wide" else 12.0

    def svg(self) -> str:
        """All of it."""
        label = escape(self._words.say("curve"), quote=True)
        lines = "".join(map(self._line, self._review.seats))
        names = self._names() if self._name == "wide" else ""
        return (
            f'<svg class="{self._name}" viewBox="0 0 {self._width:.0f} {self._height:.0f}" '
            f'role="img" aria-label="{label}">'
            f"{self._grid()}{self._parts()}{lines}{names}{self._marks()}</svg>"
        )

    def _x(self, move: float) -> float:
        room = self._width - self.LEFT - self._right - 2 * self.MARK
        return self.LEFT + self.MARK + room * move / max(len(self._review.moves), 1)

    def _y(self, chance: float) -> float:
        room = self._height - self.TOP - self.BOTTOM
        return self.TOP + room * (1 - chance)

    def _grid(self) -> str:
        parts = []
        for quarter in range(5):
            y = self._y(quarter / 4)
            parts.append(
                f'<line class="grid" x1="{self.LEFT}" x2="{self._width - self._right:.1f}" '
                f'y1="{y:.1f}" y2="{y:.1f}"/><text x="{self.LEFT - 6}" y="{y + 4:.1f}" '
                f'text-anchor="end">{25 * quarter} %</text>'
            )
        last = len(self._review.moves)
        step = next(step for step in (5, 10, 20, 50, 100, 200, 500) if last / step <= 10)
        y = self._height - self.BOTTOM + 17
        for move in range(0, last + 1, step):
            parts.append(
                f'<text x="{self._x(move):.1f}" y="{y}" text-anchor="middle">{move}</text>'
            )
        return "".join(parts)

    def _parts(self) -> str:
        """Where the parts of the game begin, with as many names as there is room for."""
        parts, free = [], 0.0
        for move, name in self._words.parts():
            x = self._x(move)
            parts.append(
                f'<line class="part" x1="{x:.1f}" x2="{x:.1f}" y1="{self.TOP - 6}" '
                f'y2="{self._height - self.BOTTOM}"/>'
            )
            if x >= free and x + 6.5 * len(name) < self._width:
                parts.append(f'<text x="{x + 3:.1f}" y="{self.TOP - 9}">{escape(name)}</text>')
                free = x + 6.5 * len(name) + 6
        return "".join(parts)

    def _line(self, seat: int) -> str:
        dots = " ".join(
            f"{self._x(m):.1f},{self._y(c):.1f}" for m, c in line_of(self._review, seat)
        )
        return f'<polyline class="chance" stroke="{colour(seat)}" points="{dots}"/>'

    def _names(self) -> str:
        """The names at the end of the lines, moved apart."""
        last = self._review.curve[-1].wins
        seats = sorted(self._review.seats, key=lambda seat: -last[seat])
        heights = spread([self._y(last[seat]) for seat in seats], 15, self._y(0))
        x = self._width - self._right + 6
        return "".join(
            f'<text x="{x:.1f}" y="{y + 4:.1f}" style="fill:{colour(seat)}">'
            f"{escape(shorten(self._words.names[seat], self.LONGEST))}</text>"
            for seat, y in zip(seats, heights, strict=True)
        )

    def _marks(self) -> str:
        """The turning points, numbered as below, moved apart where they would meet."""
        marks: list[tuple[float, float]] = []
        parts: list[str] = []
        missed: list[str] = []
        for number, turn in enumerate(self._review.turns(), 1):
            x = self._x(turn.move)
            y = self._y(self._review.curve[turn.move].wins[turn.seat])
            x, y = free_place(x, y, marks, 2 * self.MARK + 1, 10, self._height - self.BOTTOM)
            marks.append((x, y))
            if isinstance(turn.cause, Decision):
                missed.append(self._missed(turn, turn.cause))
            parts.append(
                f'<a class="turn" href="#{row_id(turn.cause)}">'
                f"<title>{escape(self._words.turn(turn))}</title>"
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{self.MARK}" fill="{colour(turn.seat)}"/>'
                f'<text x="{x:.1f}" y="{y + 4:.1f}">{number}</text></a>'
            )
        return "".join([*missed, *parts])

    def _missed(self, turn: Turn, decision: Decision) -> str:
        """How much higher the better action would have led."""
        x, here = self._x(turn.move), self._review.curve[turn.move].wins[turn.seat]
        low, high = self._y(here), self._y(min(1.0, here + decision.loss))
        tone = f'stroke="{colour(turn.seat)}"'
        return (
            f'<path class="missed" {tone} d="M{x:.1f},{low:.1f}V{high:.1f}"/>'
            f'<circle {tone} cx="{x:.1f}" cy="{high:.1f}" r="4"/>'
        )


def shorten(text: str, most: int) -> str:
    """A text of so many letters at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def spread(heights: Sequence[float], gap: float, bottom: float) -> list[float]:
    """Ascending heights, moved down where they are nearer than the gap, and up from the bottom."""
    placed = list(heights)
    for k in range(1, len(placed)):
        placed[k] = max(placed[k], placed[k - 1] + gap)
    for k in range(len(placed) - 1, -1, -1):
        placed[k] = min(placed[k], bottom)
        bottom = placed[k] - gap
    return placed
