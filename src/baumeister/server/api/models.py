"""The bodies of requests and responses about tables, and the messages of sockets, as OpenAPI
documents them. Models of other routes are in the modules of those routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from baumeister.games import GAMES
from baumeister.play.table import MAX_NAME
from baumeister.server.api.views import View

EXAMPLE_TABLE = "k3Jv0aQx9LmP"
EXAMPLE_GAME = next(iter(GAMES))
CHANCE = "A contribution to the seed, chosen at random. If it is missing, the server draws one."
MOST_SECONDS = 60 * 60 * 24 * 60  # clocks over two months are a mistake

CommandId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
BotName = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,32}$")]
Chance = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,128}$")]
ActionNumber = Annotated[int, Field(ge=0, le=1_000_000)]
Notation = Annotated[str, StringConstraints(min_length=1, max_length=200)]
PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Seq = Annotated[int, Field(ge=0, le=2**53)]
if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(GAMES)]


class Strict(BaseModel):
    """The body of a request. Unknown fields are rejected, and values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- answers ----------------------------------------------------------------------------------
class Problem(BaseModel):
    """What was wrong, and what would be right."""

    error: str = Field(examples=["only_host"])
    message: str = Field(examples=["Only the host may do this."])


class You(BaseModel):
    """What the caller is at the table."""

    role: Literal["host", "seat", "watch"]
    seat: int | None


class SeatInfo(BaseModel):
    """A seat. `bot`: the bot that has the seat; `stand_in`: the bot that plays for a person now.
    `why`: the person asked for it, the host did, or the clock ran out."""

    name: str | None
    kind: Literal["open", "person", "bot"]
    bot: str | None
    stand_in: str | None
    why: Literal["asked", "host", "clock"] | None
    here: bool


class SeatClock(BaseModel):
    """What is left for a seat, in milliseconds."""

    move_left: int
    reserve_left: int
    runs: bool


class ClockInfo(BaseModel):
    """The clock of a table, in milliseconds."""

    per_move: int
    reserve: int
    seats: list[SeatClock] | None = None


class UndoInfo(BaseModel):
    """This seat asks to take a move back; the `missing` seats have not answered yet."""

    seat: int
    missing: list[int]


class OriginInfo(BaseModel):
    """The deal and the first moves came from a record or from another table. `known_deal`: somebody
    may know what is hidden here; whoever sits down has to accept that."""

    kind: Literal["record", "table"]
    moves: int
    known_deal: bool


class ContributionsInfo(BaseModel):
    """What people have added to the server's share of the seed: by seat, and the host; empty for
    nothing. The seed is the share and all of these, joined by dots."""

    seats: list[str]
    host: str


class NextInfo(BaseModel):
    """The rematch that this seat has opened. Tokens of this table are invites there."""

    seat: int
    table: str


class TableInfo(BaseModel):
    """What everybody at a table may know about it. `seed` is null until the game is over.
    `commitment`: the SHA-256 of the server's share of the seed; of the whole seed if nobody
    contributes, because the deal is that of another game."""

    id: str
    game: str
    name: str
    public: bool
    status: Literal["open", "running", "over", "archived", "kept"]
    rules_version: int
    data_version: str
    options: dict[str, Any]
    commitment: str
    contributions: ContributionsInfo | None = Field(description="Null until the start.")
    seed: str | None
    opened: int
    changed: int
    seats: list[SeatInfo]
    waiting_for: list[int]
    bots_getting_ready: bool = Field(
        description="A bot that has to decide looks less far ahead, because its code is not"
        " compiled yet."
    )
    stand_in: str | None = Field(
        description="The bot that plays for people who are away or out of time; null for none."
    )
    clock: ClockInfo | None
    undo: UndoInfo | None
    origin: OriginInfo | None
    next: NextInfo | None
    moves: int
    scores: list[dict[str, Any]] | None
    winners: list[int]


class Snapshot(BaseModel):
    """The table as the caller may see it. A client that has seen the table up to entry `after`
    knows the first `told` events; `events` are those that follow."""

    after: int
    seq: int
    you: You
    table: TableInfo
    view: View | None = Field(
        description="The game as this role sees it; null until it starts. `legal`: what the seat"
        " may do now, as action numbers (GET /api/games/{game} names them)."
    )
    question: str | None
    asked: int | None = Field(description="The entry since which this seat has been asked.")
    can_take_back: bool
    told: int
    events: list[dict[str, Any]]


class Acknowledged(BaseModel):
    """The command was carried out durably as this entry. `again`: it was so at an earlier
    attempt."""

    seq: int
    again: bool = False


class RefusedMove(Problem):
    """A command that was rejected: the reason, the clause if a rule forbids it, and the table as it
    is now."""

    clause: str | None
    now: Snapshot | None = None


class RefusedOpening(Problem):
    """Why no table was opened. `table`: the rematch that somebody else has opened already; the
    caller's old token is an invite there."""

    table: str | None = None


class RefusedStart(Problem):
    """Why the game does not start. `seats`: the open seats, if they are the reason."""

    seats: list[int] | None = None


# --- opening ----------------------------------------------------------------------------------
class NewSeat(Strict):
    """A seat of a new table: `me` is the caller's own, `open` gets an invite link."""

    kind: Literal["me", "open", "bot"]
    bot: BotName | None = None
    name: str | None = Field(default=None, max_length=200)
    chance: Chance | None = Field(default=None, description=CHANCE)

    @model_validator(mode="after")
    def _bots_are_bots(self) -> NewSeat:
        if (self.kind == "bot") != (self.bot is not None):
            raise PydanticCustomError("bots_are_bots", "a seat of kind bot names its bot")
        if self.chance is not None and self.kind != "me":
            raise PydanticCustomError("own_chance", "only a seat of kind me has a chance")
        return self


class NewClock(Strict):
    """Seconds for every move, and a reserve in seconds for the whole game."""

    per_move: int = Field(ge=5, le=MOST_SECONDS, examples=[60])
    reserve: int = Field(default=0, ge=0, le=MOST_SECONDS, examples=[300])


class OpenTableCommand(Strict):
    """Open a table. `record`, with `at`: begin from a record, after its first `at` decisions."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {
                    "game": EXAMPLE_GAME,
                    "name": "Friday",
                    "seats": [
                        {"kind": "me", "name": "Anna"},
                        {"kind": "open"},
                        {"kind": "bot", "bot": "master"},
                    ],
                }
            ]
        },
    )
    game: GameName | None = None
    name: str | None = Field(default=None, max_length=200)
    public: bool = False
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=8)
    seats: list[NewSeat] = Field(default_factory=list, max_length=8)
    clock: NewClock | None = None
    stand_in: BotName | None = Field(
        default=None,
        description="The bot that plays for people whose time is up, and that the host may let"
        " play for people who are away; by default journeyman, or greedy if this server has no bots"
        " that search. Null: no bot does, and the table has no clock.",
    )
    start: bool = Field(default=False, description="Start at once; no seat may be open.")
    follows: str | None = Field(
        default=None,
        max_length=40,
        description="A finished table at which the caller sat (send that seat's token): open a"
        " rematch. The players of that table get a link to this one, and their tokens are invites"
        " for the seats with the same numbers. A table has one rematch: if somebody else has"
        " opened it, the answer names it. Once that one is over or archived, another may follow.",
    )
    instead: str | None = Field(
        default=None,
        max_length=40,
        description="A rematch of the same table that the caller gives up: this table replaces"
        " it. That is possible until it starts.",
    )
    record: str | None = Field(default=None, description="A game record, either form.")
    at: int | None = Field(default=None, ge=0, le=10_000)


class OpenedSeat(BaseModel):
    """A seat of the new table, with a token if it is the caller's, or an invite if it is open."""

    seat: int
    kind: Literal["open", "person", "bot"]
    token: str | None = None
    invite: str | None = None
    link: str | None = None


class OpenedTable(BaseModel):
    """A new table. Its tokens are sent only in this answer; the server keeps their hashes."""

    table: str
    host: str
    watch: str
    watch_link: str
    commitment: str
    seats: list[OpenedSeat]


class CloneTableCommand(Strict):
    """Try another line: open a table with the same game after so many decisions (null: all)."""

    at: int | None = Field(default=None, ge=0, le=10_000)
    name: str | None = Field(default=None, max_length=200)
    public: bool = False
    seats: list[NewSeat] = Field(default_factory=list, max_length=8)
    start: bool = False


# --- before the start -------------------------------------------------------------------------
class JoinCommand(Strict):
    """Sit down. `invite`: from the link; public tables need none. `claim`: a secret of at least 20
    letters that the caller makes up, so that the request can be repeated if its answer gets lost.
    Every answer has a token of its own, and all of them are valid."""

    invite: Secret | None = None
    claim: Secret
    name: str | None = Field(default=None, max_length=200)
    chance: Chance | None = Field(default=None, description=CHANCE)
    accept_known_deal: bool = Field(
        default=False,
        description="Needed if `origin.known_deal` of the table is true: the table goes on from"
        " another game, and others may know all cards. Without it the answer is 409 `known_deal`.",
    )


class RefusedJoin(Problem):
    """Why nobody sits down. `origin`: of a table whose deal others may know, if that has to be
    accepted first."""

    origin: OriginInfo | None = None


class StartCommand(BaseModel):
    """Deal. `chance`: the host's contribution to the seed, in addition to those of the seats. Other
    fields do not matter: earlier versions took no body."""

    chance: Chance | None = None


class Joined(BaseModel):
    """The token of the seat: its holder plays the seat."""

    seat: int
    token: str
    seq: int


class FillSeatCommand(Strict):
    """The bot for a seat, or null to free the seat and get a new invite link."""

    bot: BotName | None


class FilledSeat(BaseModel):
    """A seat that was filled or freed."""

    seq: int
    seat: int
    invite: str | None = None
    link: str | None = None


class SwapSeatsCommand(Strict):
    """The two seats to swap."""

    seats: tuple[SeatNumber, SeatNumber] = Field(strict=False)


class ChangeTableCommand(Strict):
    """Changes to a table; null leaves a field as it is."""

    name: str | None = Field(default=None, max_length=200)
    public: bool | None = None
    archived: bool | None = None


class NameSeatCommand(Strict):
    """The caller's name at the table."""

    name: str = Field(max_length=200)


class WatchLink(BaseModel):
    """The new link for spectators; the old one is no longer valid."""

    watch: str
    link: str


# --- playing ----------------------------------------------------------------------------------
class PlayerCommand(Strict):
    """`id`: chosen by the client. A command that is sent again with its id counts once; another
    command with the same id is rejected (`id_used`)."""

    id: CommandId


class MoveCommand(PlayerCommand):
    """A decision, by number or in notation. `seen`: the `seq` up to which the player has seen the
    table; if the seat is asked something else by now, the move is rejected."""

    action: ActionNumber | None = None
    move: Notation | None = None
    seen: Seq | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> MoveCommand:
        if (self.action is None) == (self.move is None):
            raise PydanticCustomError("action_or_move", "give either action or move")
        return self

    @property
    def decision(self) -> int | str:
        """The action or the move, whichever was given."""
        return self.move or self.action or 0


class AnswerUndoCommand(PlayerCommand):
    """Whether to agree to an undo."""

    agree: bool


class HandSeatCommand(PlayerCommand):
    """The bot that plays for the seat; null: the person is back."""

    bot: BotName | None


# --- socket -----------------------------------------------------------------------------------
class Hello(Strict):
    """The first message. `have`: the `seq` that the client has seen, to get only what is new."""

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=128)] | None = None
    lang: Literal["en", "de"] = "en"
    have: Seq = 0


class MoveMessage(MoveCommand):
    """Make a move."""

    type: Literal["move"]


class TakeBackMessage(PlayerCommand):
    """Change a choice that nobody has seen."""

    type: Literal["take_back"]


class AskUndoMessage(PlayerCommand):
    """Ask to take back what others have seen."""

    type: Literal["undo"]


class AnswerUndoMessage(AnswerUndoCommand):
    """Answer a request to undo; the player who asked withdraws it with agree = false."""

    type: Literal["answer_undo"]


class HandMessage(HandSeatCommand):
    """Hand one's own seat to a bot, or take it back."""

    type: Literal["hand"]


class Ping(Strict):
    """Check the connection; the server answers with a `Pong`."""

    type: Literal["ping"]
    n: Seq = 0


ClientMessage = Annotated[
    Hello | MoveMessage | TakeBackMessage | AskUndoMessage | AnswerUndoMessage | HandMessage | Ping,
    Field(discriminator="type"),
]


class Update(Snapshot):
    """The table as it is now. A client whose last `seq` is not `after` has missed something, and
    has to say hello again."""

    type: Literal["update"]


class Ack(Acknowledged):
    """The command with this id was carried out."""

    type: Literal["ack"]
    id: str


class RefusedCommand(RefusedMove):
    """The command with this id was rejected."""

    type: Literal["refused"]
    id: str


class ErrorMessage(Problem):
    """A message was not valid. The connection stays open unless the server closes it after this."""

    type: Literal["error"]
    id: str | None = Field(default=None, description="Of the message, if it had one.")


class Presence(BaseModel):
    """The seats whose players are connected to this server."""

    type: Literal["here"]
    seats: list[int]


class Pong(BaseModel):
    """The answer to a `Ping`."""

    type: Literal["pong"]
    n: int


ServerMessage = Annotated[
    Update | Ack | RefusedCommand | ErrorMessage | Presence | Pong, Field(discriminator="type")
]
