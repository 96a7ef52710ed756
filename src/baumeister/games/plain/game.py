"""A game made from a declaration, from which everything above the rules follows.

    RULES = PlainGame(__package__, "cairn", clause_letter="C", players=range(2, 5), state=State, …)

It suits games in which players take turns and decide openly; docs/new-game.md builds one. A game
that needs more overrides methods in a subclass, or is a `GameRules` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from baumeister.games.plain.declare import (
    MOVED,
    SHUFFLED,
    Actions,
    Components,
    Deck,
    NoBox,
    Question,
    ScoreLine,
    Told,
)
from baumeister.games.plain.derived import core_of
from baumeister.kernel.chance import Dealer
from baumeister.kernel.data import DataError
from baumeister.kernel.events import CHANCE, SHOWN, Announcer, Event
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import LANGUAGES, keys, say
from baumeister.kernel.legal import Legal
from baumeister.kernel.options import Options
from baumeister.kernel.refusal import Reason
from baumeister.kernel.seats import NOBODY, seat_number
from baumeister.kernel.struct import OWN, PUBLIC, Many, Struct, glancer

FRAMEWORK = ("n_players", "step", "actor", "players")  # fields that every state has


class PlainGame(GameRules):
    """A game made from a declaration."""

    has_secrets = True

    def __init__(
        self,
        package: str,
        name: str,
        *,
        clause_letter: str,
        players: range,
        state: type[Struct],
        actions: Actions,
        questions: Mapping[int, Question],  # by step
        over: int,  # the step of a finished game
        over_clause: str,
        start: Callable[..., None],
        legal_actions: Callable[..., None],
        apply: Callable[..., None],
        redeal: Callable[..., None],  # a rule: (view, seat, dealer) deals all that is hidden again
        shuffle_hidden: Callable[..., None],  # a rule: (state, dealer), only what no seat knows
        score: Sequence[ScoreLine],
        tiebreak: ScoreLine,
        most_decisions: Callable[[int], int],  # of a game with so many players
        deck: Deck | None = None,
        told: Mapping[int, Told] | None = None,  # by announcement
        options: Options | None = None,
        box: Struct | None = None,
        open_scores: bool = True,  # whether everything that scores is public
        rules_version: int = 1,
    ) -> None:
        self._package, self.name = package, name
        self.clause_letter, self.rules_version = clause_letter, rules_version
        self.least_players, self.most_players = players[0], players[-1]
        self.verbs, self.questions, self.over_clause = actions, questions, over_clause
        self.deal_again, self.shuffle_hidden = redeal, shuffle_hidden
        self.score_lines, self.tiebreak_line = tuple(score), tiebreak
        self.most_decisions, self.deck, self.told = most_decisions, deck, dict(told or {})
        self.options, self.open_scores = options or Options(), open_scores
        self.core = core_of(
            state,
            self.most_players,
            len(actions),
            over,
            start,
            legal_actions,
            apply,
            score,
            tiebreak,
        )
        self._components = Components(box or NoBox(), "1", {})
        self._glance = glancer(state)
        self._own_fields = self._per_seat(OWN)

    @property
    def package(self) -> str:
        """The package that the game is made of."""
        return self._package

    def __reduce__(self) -> tuple[Any, ...]:
        return _registered, (self.name,)

    # --- the state, field by field ----------------------------------------------------------
    def public_fields(self) -> list[str]:
        """The fields of a state that everybody sees, beside those that every state has."""
        fields = self.core.state.FIELDS.items()
        return [name for name, (_, who) in fields if who == PUBLIC and name not in FRAMEWORK]

    def public_fields_of_seats(self) -> list[str]:
        """The fields of a seat that everybody sees."""
        return self._per_seat(PUBLIC)

    def own_fields(self) -> list[str]:
        """The fields of a seat that only the seat itself sees."""
        return self._own_fields

    def _per_seat(self, visibility: Any) -> list[str]:
        kind, _ = self.core.state.FIELDS["players"]
        assert isinstance(kind, Many)
        return [name for name, (_, who) in kind.kind.FIELDS.items() if who == visibility]

    # --- components -------------------------------------------------------------------------
    def load_components(self, path: Path | None) -> Components:
        """What comes with the game; a data file is refused."""
        if path is not None:
            raise DataError("error.plain.no_data", game=self.name, path=path)
        return self._components

    def record_components(self, components: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """The deck as it lies before it is shuffled."""
        return {} if self.deck is None else {"deck": list(self.deck.cards)}

    # --- playing ----------------------------------------------------------------------------
    def announcer(self, components: Any, state: Any, players: int) -> PlainAnnouncer:
        """Makes events of moves and of what the rules announce."""
        return PlainAnnouncer(self, state)

    def apply(self, components: Any, state: Any, dealer: Dealer, seat: int, action: int) -> None:
        """Announce a legal action and carry it out."""
        dealer.announce(MOVED, seat, action)
        super().apply(components, state, dealer, seat, action)

    def waiting_for(self, state: Any) -> list[int]:
        """The seat whose turn it is."""
        return [] if self.is_over(state) else [state.actor]

    def can_take_back(self, state: Any, seat: int) -> bool:
        """No: decisions are open."""
        return False

    def take_back(self, state: Any, seat: int) -> None:
        """Never: `can_take_back` says no."""
        raise ValueError("decisions of this game cannot be taken back")

    def can_foresee(self, state: Any) -> bool:
        """No: any action may lead to chance."""
        return False

    def why_not(
        self, components: Any, state: Any, seat: int, action: int, names: Sequence[str]
    ) -> Reason | None:
        """None if the action is legal, otherwise the clause of the question and the reason."""
        legal = Legal(actions=self.actions)
        if 0 <= seat < state.n_players:
            self.legal(components, state, seat, legal)
            if action in legal.actions[: legal.n]:
                return None
        if self.is_over(state):
            return Reason(self.over_clause, "plain.refusal.over")
        question = self.questions[state.step]
        if not 0 <= action < self.actions:
            return Reason(question.clause, "plain.refusal.unknown", {"last": self.actions - 1})
        if seat != state.actor:
            return Reason(question.clause, "plain.refusal.turn", {"name": names[state.actor]})
        verb, number = self.verbs.verb(action), self.verbs.number(action)
        own = f"{self.name}.refusal.{verb}"
        key = own if verb in question.verbs and own in keys() else "plain.refusal.not_now"
        texts = {k: {"action": self.action_text(components, action, k)} for k in LANGUAGES}
        return Reason(question.clause, key, {"n": number}, texts)

    # --- knowledge --------------------------------------------------------------------------
    def view_of(self, state: Any, seat: int | None) -> Any:
        """What a seat, or a spectator (None), knows."""
        view = state.copy()
        self.core.hide(view, state, seat_number(seat))
        return view

    def glance(self, state: Any, seat: int | None) -> Any:
        """The same, valid until the state changes."""
        return self._glance(state, seat_number(seat))

    def redeal(self, view: Any, seat: int | None, dealer: Dealer) -> Any:
        """A whole state, uniform over all those that look like the view."""
        world = view.copy()
        self.deal_again(world, seat_number(seat), dealer)
        return world

    def shared_json(
        self, components: Any, view: Any, names: Sequence[str], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """All public fields."""
        shown, seats = self.public_fields_of_seats(), range(view.n_players)
        return {
            "game": self.name,
            "options": dict(options),
            "phase": "over" if self.is_over(view) else self.questions[view.step].key,
            "waiting_for": self.waiting_for(view),
            **_values(view, self.public_fields()),
            "seats": [{"name": names[k], **_values(view.players[k], shown)} for k in seats],
        }

    def own_json(
        self,
        components: Any,
        view: Any,
        seat: int | None,
        names: Sequence[str],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The fields that only the seat sees; null for a spectator."""
        if seat is None:
            return {"seat": None, **dict.fromkeys(self._own_fields)}
        return {"seat": seat, **_values(view.players[seat], self._own_fields)}

    # --- results ----------------------------------------------------------------------------
    def scores(self, components: Any, state: Any) -> list[dict[str, Any]]:
        """The score sheet of every seat."""
        return [self._sheet(components.box, state, seat) for seat in range(state.n_players)]

    def _sheet(self, box: Any, state: Any, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        lines = [
            {
                "clause": line.clause,
                "points": points,
                "what": say(f"{self.name}.score.{line.clause}", "en"),
            }
            for line in self.score_lines
            if (points := line.points(box, state, player))
        ]
        return {
            "total": self.core.score(box, state, player),
            "tiebreak": self.tiebreak_line.points(box, state, player),
            "lines": lines,
        }

    # --- notation and texts -----------------------------------------------------------------
    def write_action(self, components: Any, action: int) -> str:
        """The notation of an action: `lay 3`, `draw`."""
        return self.verbs.write(action)

    def read_action(self, components: Any, text: str) -> int:
        """The action of a notation; NotationError says what would be right."""
        return self.verbs.read(text)

    def action_text(self, components: Any, action: int, language: str) -> str:
        """What an action is called: `<game>.action.<verb>` in the glossary."""
        key = f"{self.name}.action.{self.verbs.verb(action)}"
        return say(key, language, n=self.verbs.number(action))

    def question_text(
        self, components: Any, view: Any, seat: int | None, names: Sequence[str], language: str
    ) -> str:
        """What the seat is asked now (`<game>.question.<key>`), or whom it waits for."""
        if self.is_over(view):
            return say("plain.over", language)
        if seat == view.actor:
            return say(f"{self.name}.question.{self.questions[view.step].key}", language)
        return say("plain.waiting", language, name=names[view.actor])

    def chance_lines(self, event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """Shuffles and announcements, as lines of a text record."""
        if event["type"] == "shuffle":
            return ["shuffle " + " ".join(map(str, event["deck"]))]
        if event["type"] in self.verbs.verbs:
            return []
        name = [names[event["seat"]]] if "seat" in event else []
        return [" ".join([*name, event["type"], str(event["n"])])]

    def narrator(
        self,
        components: Any,
        names: Sequence[str],
        language: str,
        options: Mapping[str, Any] | None = None,
        called: Mapping[str, str] | None = None,
    ) -> PlainNarrator:
        """Tells events in the sentences of the glossary."""
        return PlainNarrator(self.name, names, language)


def shown_fields(fields: Sequence[str]) -> list[str]:
    """The fields that views show. A field `n_cairn` says how many items of `cairn` are in use:
    these are shown, and the number is left out."""
    return [field for field in fields if field.removeprefix("n_") not in (set(fields) - {field})]


def _values(struct: Any, fields: Sequence[str]) -> dict[str, Any]:
    """Copies of the fields that are shown, JSON-ready."""
    values = {field: _copied(getattr(struct, field)) for field in shown_fields(fields)}
    for field, value in values.items():
        if f"n_{field}" in fields:
            del value[getattr(struct, f"n_{field}") :]
    return values


def _copied(value: Any) -> Any:
    if isinstance(value, Struct):
        return value.to_json()
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _registered(name: str) -> GameRules:
    """The game of this name; for unpickling, in another process, too."""
    from baumeister.games import GAMES

    return GAMES[name]


class PlainNarrator:
    """Tells events in the sentences of the glossary: `<game>.event.<type>`."""

    def __init__(self, game: str, names: Sequence[str], language: str) -> None:
        self._game, self._names, self._language = game, names, language

    def tell(self, event: Mapping[str, Any]) -> str:
        """One event, as a seat sees it."""
        if event["type"] == "shuffle":
            return say("plain.event.shuffle", self._language)
        key, values = f"{self._game}.event.{event['type']}", dict(event)
        if event.get("hidden"):
            key += "_hidden"
        if "seat" in event:
            values["name"] = self._names[event["seat"]]
        return say(key, self._language, **values)


class PlainAnnouncer(Announcer):
    """Makes events of moves and of what the rules announce."""

    def __init__(self, rules: PlainGame, state: Any) -> None:
        told = {number: partial(self._told, one) for number, one in rules.told.items()}
        super().__init__({MOVED: self._moved, SHUFFLED: self._shuffled, **told})
        self._rules, self._state = rules, state

    def _moved(self, seat: int, action: int) -> None:
        verb, number = self._rules.verbs.verb(action), self._rules.verbs.number(action)
        self.tell(SHOWN, type=verb, seat=seat, **({} if number is None else {"n": number}))

    def _shuffled(self, seat: int, value: int) -> None:
        assert self._rules.deck is not None
        deck = list(getattr(self._state, self._rules.deck.field))
        public = {"type": "shuffle"}
        self.events.append(Event({**public, "deck": deck}, public, undo=CHANCE))

    def _told(self, told: Told, seat: int, value: int) -> None:
        public = {"type": told.key} | ({} if seat == NOBODY else {"seat": seat})
        full = {**public, "n": value}
        if told.own:
            hidden = {**public, "hidden": True}
            self.events.append(Event(full, hidden, {seat: full}, undo=CHANCE))
        else:
            self.events.append(Event(full, full, undo=CHANCE))

    def final(self) -> dict[str, Any]:
        """The whole state."""
        return self._state.to_json()  # type: ignore[no-any-return]

    def misplaced(self) -> list[str]:
        """None: a plain game declares no pieces."""
        return []

    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The decision that an event is; none for one that tells of chance."""
        return list(self._decisions(event))

    def _decisions(self, event: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
        if event["type"] in self._rules.verbs.verbs:
            yield event["seat"], self._rules.verbs.action(event["type"], event.get("n"))
        elif event["type"] not in {"shuffle", *(told.key for told in self._rules.told.values())}:
            raise ValueError(f"no event is called {event['type']!r}")
