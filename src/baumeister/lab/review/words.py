"""A review in words, English and German."""

from __future__ import annotations

from typing import Any

from baumeister.kernel.glossary import join, say
from baumeister.lab.review.games import REVIEWED
from baumeister.lab.review.review import Decision, Moment, Review, Stroke, Turn


def percent(chance: float) -> str:
    """A chance for people."""
    return f"{100 * chance:.0f}\N{NO-BREAK SPACE}%"


def shown_loss(decision: Decision) -> float:
    """The change between the two chances as they are shown, so that people can check it."""
    return round(decision.after, 2) - round(decision.before, 2)


class Words:
    """The texts of a review in one language."""

    def __init__(self, review: Review, language: str) -> None:
        self._review = review
        self._table = review.table
        self._game = REVIEWED[review.table.rules.name]
        self._language = language
        self._narrator = self._table.narrator(language)
        self.names = self._table.names

    def say(self, key: str, **values: object) -> str:
        """A text of the section `review`."""
        return say(f"review.{key}", self._language, **values)

    def points(self, change: float, digits: int = 0) -> str:
        """A change of chances in percentage points, with its sign."""
        text = f"{100 * abs(change):.{digits}f}"
        sign = "" if float(text) == 0 else "+" if change > 0 else "−"
        return sign + text.replace(".", self.say("decimal_point"))

    # --- the game ---------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """The title of the review."""
        return self.say("title", game=say(f"{self._table.rules.name}.name", self._language))

    @property
    def result(self) -> str:
        """Who won, and with how many points."""
        totals = [
            f"{name} {sheet['total']}"
            for name, sheet in zip(self.names, self._table.scores(), strict=True)
        ]
        winners = join([self.names[seat] for seat in self._table.winners], self._language)
        return self.say("won", names=winners, points=", ".join(totals))

    @property
    def counted(self) -> str:
        """How many decisions there were; a record also counts moves that were forced."""
        moves = len(self._table.moves)
        return self.say("counted", decisions=len(self._review.moves), moves=moves)

    @property
    def scales(self) -> str:
        """From whose view the chances are computed."""
        return self.say("scales")

    def about(self) -> list[str]:
        """How the review was made, and with how much effort."""
        effort = self._review.effort
        timed = effort.seconds is not None
        how = self.say(
            "page.how_seconds" if timed else "page.how",
            search=f"{effort.seconds:.2g}" if timed else effort.search,
            compare=effort.compare,
            curve=effort.curve,
            chance=effort.chance,
        )
        return [
            self.say("about_curve"),
            self.say("about_decisions"),
            self.say("about_players"),
            how,
        ]

    # --- when -------------------------------------------------------------------------------
    def when(self, move: int) -> str:
        """When a move was made, in the words of the game."""
        return self._game.when(self._before(move), self._language)

    def parts(self) -> list[tuple[int, str]]:
        """The moves after which a part of the game begins, and what it is called."""
        found: list[tuple[int, str]] = []
        for point in self._review.curve[:-1]:
            name = self._game.period(point.state, self._language)
            if not found or found[-1][1] != name:
                found.append((point.move, name))
        return found

    def _before(self, move: int) -> Any:
        return self._review.curve[max(move - 1, 0)].state

    # --- decisions --------------------------------------------------------------------------
    def deed(self, move: int) -> str:
        """What a player did, to follow the name: built the little Mill."""
        action = self._review.moves[move - 1].action
        components = self._table.components
        return self._game.deed(components, self._before(move), action, self._language)

    def question(self, move: int) -> str:
        """What the player was asked."""
        table, seat = self._table, self._review.moves[move - 1].seat
        view = table.rules.view_of(self._before(move), seat)
        return table.rules.question_text(table.components, view, seat, self.names, self._language)

    def notation(self, action: int) -> str:
        """How an action is written."""
        return self._table.game.notation(action)

    def better(self, decision: Decision) -> str:
        """What would have been better, as on a button; empty if nothing was."""
        if decision.better is None:
            return ""
        components, state = self._table.components, self._before(decision.move)
        return self._game.proposal(components, state, decision.better, self._language)

    # --- chance -----------------------------------------------------------------------------
    def stroke(self, stroke: Stroke, form: str = "short") -> str:
        """What chance did: `short` as a label, `what` at the beginning of a sentence."""
        values: dict[str, object] = {"move": stroke.move}
        values |= self._game.stroke_values(stroke.events)
        if stroke.seat is not None:
            values |= {"name": self.names[stroke.seat], "when": self.when(stroke.move)}
        return self.say(f"{form}.{stroke.kind}", **values)

    def story(self, stroke: Stroke) -> list[str]:
        """What happened, in sentences; none for the set-up."""
        return [
            self._narrator.tell(event)
            for event in stroke.events
            if event["type"] in self._game.story_events
        ]

    # --- summaries --------------------------------------------------------------------------
    def turn(self, turn: Turn) -> str:
        """A turning point in a sentence."""
        cause, name = turn.cause, self.names[turn.seat]
        values = {"name": name, "before": percent(turn.before), "after": percent(turn.after)}
        rises = turn.after > turn.before
        if isinstance(cause, Stroke):
            key = "luck_good" if rises else "luck_bad"
            return self.say(key, what=self.stroke(cause, "what"), **values)
        move = cause.move
        values |= {"move": str(move), "when": self.when(move), "deed": self.deed(move)}
        if isinstance(cause, Moment):
            return self.say("swing_up" if rises else "swing_down", **values)
        told = self.say("mistake", better=self.better(cause), **values)
        if reasons := self._review.reasons.get(move):
            text = " ".join(reason.text(self._language) for reason in reasons)
            return f"{told} {self.say('reason', reason=text)}"
        return told

    def moment(self, moment: Moment | None) -> str:
        """The best or worst moment of a seat."""
        if moment is None:
            return "–"
        if moment.stroke is not None:
            what = self.stroke(moment.stroke)
        else:
            name = self.names[self._review.moves[moment.move - 1].seat]
            fell = moment.mover == moment.seat and moment.change < 0
            key = "moment_sound" if fell and self._review.is_sound(moment.move) else "moment_move"
            what = self.say(key, move=moment.move, name=name, deed=self.deed(moment.move))
        return f"{self.points(moment.change)} ({what})"
