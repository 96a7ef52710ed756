"""The keys of Tybor's views (views.py), which the server's schema and the page's types follow;
docs/views.md says what each key means."""

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from baumeister.games.tybor.options import OPTIONS

Colour = Literal["green", "yellow", "blue", "red"]
Side = Literal["little", "great"]

if TYPE_CHECKING:
    TyborOptions = dict[str, Any]
else:
    TyborOptions = OPTIONS.view_type("Tybor")


class ByColour(TypedDict):
    """A number for each colour."""

    green: int
    yellow: int
    blue: int
    red: int


class ByProfession(TypedDict):
    """A number for each profession."""

    farmer: int
    merchant: int
    craftsman: int
    captain: int
    priest: int
    soldier: int


class BySide(TypedDict):
    """A number for each side of a building."""

    little: int
    great: int


class Built(TypedDict):
    """A building in front of a player."""

    card: str
    side: Side


class TyborSeat(TypedDict):
    """What everybody sees of a player."""

    name: str
    cards_in_hand: int
    has_chosen: bool
    drawing: int
    citizens: list[str]
    workers: list[str]
    buildings: list[Built]
    strength: int
    discount: ByColour
    symbols: ByProfession


class Price(TypedDict):
    """What a side of a building costs the seat."""

    cost: int
    affordable: bool


class Offer(TypedDict):
    """A building on display. The sides are left out for spectators."""

    card: str
    colour: Colour
    little: NotRequired[Price | None]
    great: NotRequired[Price | None]


class RememberedHand(TypedDict):
    """Another player's hand that the seat has held."""

    seat: int
    cards: list[str]


class ScoreLine(TypedDict):
    """Points by one clause."""

    clause: str
    points: int
    what: str


class Sheet(TypedDict):
    """A score sheet."""

    total: int
    tiebreak: int
    lines: list[ScoreLine]


class TyborView(TypedDict):
    """Tybor as a role sees it."""

    game: Literal["tybor"]
    options: TyborOptions
    stage: int
    round: int
    rounds: int
    phase: Literal["choose", "use", "pay", "keep", "drop", "give_up", "over"]
    waiting_for: list[int]
    first_player: int
    direction: Literal["clockwise", "counter-clockwise"]
    revealed: str | None
    building: str | None
    side: Side | None
    due: int
    discard: list[str]
    removed: list[str]
    pile: int
    building_pile: int
    seats: list[TyborSeat]
    cost: BySide
    seat: int | None
    display: list[Offer]
    hand: list[str] | None
    chosen: str | None
    drawn: list[str] | None
    secret_objective: list[Colour] | None
    remembered: list[RememberedHand]
    score: Sheet | None
    legal: list[int]


VIEW = TyborView
