"""Views as OpenAPI and the page's types have them; docs/views.md says what each key means."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

# --- Tybor ------------------------------------------------------------------------------------
Colour = Literal["green", "yellow", "blue", "red"]
Side = Literal["little", "great"]


class TyborOptions(BaseModel):
    """How a game was set up."""

    players: int
    scenario: str
    chapter: int


class ByColour(BaseModel):
    """A number for each colour."""

    green: int
    yellow: int
    blue: int
    red: int


class ByProfession(BaseModel):
    """A number for each profession."""

    farmer: int
    merchant: int
    craftsman: int
    captain: int
    priest: int
    soldier: int


class BySide(BaseModel):
    """A number for each side of a building."""

    little: int
    great: int


class Built(BaseModel):
    """A building in front of a player."""

    card: str
    side: Side


class TyborSeat(BaseModel):
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


class Price(BaseModel):
    """What a side of a building costs the seat."""

    cost: int
    affordable: bool


class Offer(BaseModel):
    """A building on display. The sides are left out for spectators."""

    card: str
    colour: Colour
    little: Price | None = None
    great: Price | None = None


class RememberedHand(BaseModel):
    """Another player's hand that the seat has held."""

    seat: int
    cards: list[str]


class ScoreLine(BaseModel):
    """Points by one clause."""

    clause: str
    points: int
    what: str


class Sheet(BaseModel):
    """A score sheet."""

    total: int
    tiebreak: int
    lines: list[ScoreLine]


class TyborView(BaseModel):
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


# --- Samara -----------------------------------------------------------------------------------
Tool = Literal["saw", "trowel_compass", "trowel_square", "glass_a", "glass_b"]
Sex = Literal["man", "woman"]


class SamaraOptions(BaseModel):
    """How a game was set up."""

    players: int
    start_month: int
    specials: bool
    open_scores: bool


class WorkerInLine(BaseModel):
    """A worker on the calendar."""

    seat: int
    worker: str
    men: int
    women: int
    sex: Sex
    strength: int


class MonthInUse(BaseModel):
    """A month with workers, from the board outwards."""

    month: int
    line: list[WorkerInLine]


class Space(BaseModel):
    """A space of the board. `lands_in` is left out for spectators."""

    row: int
    column: int
    tile: str | None
    tools: list[Tool]
    lands_in: int | None = None


class Reserve(BaseModel):
    """Figures on a foreman's own board that are not at work."""

    men: int
    women: int


class Foreman(BaseModel):
    """What is known of a player."""

    name: str
    tools: list[Tool]
    reserve: Reserve
    open_tiles: list[str]
    tiles: int
    has_chosen: bool
    prestige: int | None


class SamaraView(BaseModel):
    """Samara as a role sees it."""

    game: Literal["samara"]
    options: SamaraOptions
    phase: Literal[
        "act",
        "help",
        "train",
        "lose_tool",
        "barracks",
        "take_figure",
        "bury",
        "imprison",
        "over",
    ]
    waiting_for: list[int]
    foreman: int
    worker: str
    now: int
    last_month: int
    without_progress: int
    group: list[str]
    newcomer_lands_in: int
    holiday_lands_in: int | None
    workers_of: int | None
    calendar: list[MonthInUse]
    ended_by: str | None
    seat: int | None
    spaces: list[Space]
    chosen: Tool | None
    seats: list[Foreman]
    legal: list[int]


View = TyborView | SamaraView
