"""The keys of Samara's views (views.py), which the server's schema and the page's types follow;
docs/views.md says what each key means."""

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from baumeister.games.samara.options import OPTIONS

Tool = Literal["saw", "trowel_compass", "trowel_square", "glass_a", "glass_b"]
Sex = Literal["man", "woman"]

if TYPE_CHECKING:
    SamaraOptions = dict[str, Any]
else:
    SamaraOptions = OPTIONS.view_type("Samara")


class WorkerInLine(TypedDict):
    """A worker on the calendar."""

    seat: int
    worker: str
    men: int
    women: int
    sex: Sex
    strength: int


class MonthInUse(TypedDict):
    """A month with workers, from the board outwards."""

    month: int
    line: list[WorkerInLine]


class Space(TypedDict):
    """A space of the board. `lands_in` is left out for spectators."""

    row: int
    column: int
    tile: str | None
    tools: list[Tool]
    lands_in: NotRequired[int | None]


class Reserve(TypedDict):
    """Figures on a foreman's own board that are not at work."""

    men: int
    women: int


class Foreman(TypedDict):
    """What is known of a player."""

    name: str
    tools: list[Tool]
    reserve: Reserve
    open_tiles: list[str]
    tiles: int
    has_chosen: bool
    prestige: int | None


class SamaraView(TypedDict):
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


VIEW = SamaraView
