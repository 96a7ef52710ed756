"""Routes for profiles: a name, a personal page with one's own tables, devices."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.security import APIKeyCookie
from pydantic import BaseModel, ConfigDict, Field

from baumeister.server.api.dependencies import Service, TableId, Token, from_state, problems
from baumeister.server.api.models import EXAMPLE_GAME, EXAMPLE_TABLE
from baumeister.server.profiles.profiles import (
    COOKIE,
    COOKIE_LASTS,
    SECOND,
    Device,
    OwnTable,
    Profile,
    Profiles,
    RoleOf,
    Unauthenticated,
    role_name,
    role_named,
    totals,
)
from baumeister.server.tables.errors import DamagedTable, Forbidden, NotFound
from baumeister.server.tables.seats import WATCH, Role, hashed
from baumeister.server.tables.service import TableService

PAGE = 50
CURSOR = r"^[0-9]\.[0-9]{1,15}\.[A-Za-z0-9_-]{1,64}$"


# --- what is sent and answered ----------------------------------------------------------------
def _example(**values: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [values]})


class MyName(BaseModel):
    """My name; null for none."""

    model_config = _example(name="Anna")
    name: str | None = Field(default=None, max_length=200)


class MyCode(BaseModel):
    """A code for another device: type it there before it expires."""

    model_config = _example(code="7Q2M-X0RK-9D4T-HB6E-C31V-ZP8S-NA5W", expires=1790000000000)
    code: str
    expires: int


class TypedCode(BaseModel):
    """A code as it was typed: case, spaces and hyphens do not matter, nor O for 0, I or L for 1."""

    model_config = _example(code="7q2m x0rk 9d4t hb6e c31v zp8s na5w")
    code: str = Field(max_length=200)


class TakenCode(TypedCode):
    """A code as it was typed. `bring`: whether the tables of this device go to the other page, too.
    Only if the person has agreed: the owner of the code gets the seats at these tables."""

    bring: bool = False


class CodeOwner(BaseModel):
    """Whose code it is; `here`: this device has that profile already."""

    model_config = _example(name="Anna", here=False)
    name: str | None
    here: bool


class MyRole(BaseModel):
    """A place at a table: host, or seat and its number."""

    model_config = _example(role="seat:1")
    role: str = Field(pattern=r"^(host|seat:[0-9])$")


class MyToken(BaseModel):
    """A token for this device. It is sent only in this answer, and the server does not keep it."""

    model_config = _example(token="ZrV0bTq2pX3hT5m8uJk1yWc9dF7gLaNs", role="seat:1")
    token: str
    role: str


class Claim(BaseModel):
    """A secret of this device, kept until the answer has arrived: with it the same can be sent
    again if the answer got lost, although the cookie has ended by then."""

    model_config = _example(claim="q0Zx8mB3vT5nK7rW1yC4dF6g")
    claim: str | None = Field(default=None, min_length=20, max_length=128)


class RenewedToken(MyToken):
    """A new token for a role at a table; all others of that role have ended."""

    model_config = _example(
        table=EXAMPLE_TABLE, token="ZrV0bTq2pX3hT5m8uJk1yWc9dF7gLaNs", role="seat:1"
    )
    table: str


class SeatListed(BaseModel):
    """Who sits there. `bot`: the bot that decides, also while it stands in for a person."""

    name: str | None = None
    kind: str
    bot: str | None = None


class ResultListed(BaseModel):
    """How the game ended, by seat."""

    scores: list[int]
    winners: list[int]


class MyTable(BaseModel):
    """A table on the page."""

    id: str
    game: str
    name: str
    status: str
    seats: list[SeatListed]
    waiting_for: list[int]
    changed: int
    result: ResultListed | None = None
    roles: list[str] = Field(description="What I am there: host, seat:0, seat:1 …, watch.")
    my_turn: bool
    place: int | None = Field(default=None, description="1 for the first, once it is over.")
    won: bool | None = None


class MyTotal(BaseModel):
    """How I have done in one game."""

    game: str
    played: int
    won: int


class MyPage(BaseModel):
    """The personal page; empty if this device has no profile."""

    model_config = _example(
        known=True,
        name="Anna",
        my_turns=1,
        tables=[
            {
                "id": EXAMPLE_TABLE,
                "game": EXAMPLE_GAME,
                "name": "Friday",
                "status": "running",
                "seats": [
                    {"name": "Anna", "kind": "person", "bot": None},
                    {"name": "Bert", "kind": "bot", "bot": "master"},
                ],
                "waiting_for": [0],
                "changed": 1790000000000,
                "result": None,
                "roles": ["host", "seat:0"],
                "my_turn": True,
                "place": None,
                "won": None,
            }
        ],
        before=None,
        totals=[{"game": EXAMPLE_GAME, "played": 3, "won": 1}],
    )
    known: bool
    name: str | None = None
    my_turns: int = Field(
        default=0, description="How many tables wait for me, not only on this page."
    )
    tables: list[MyTable] = []
    before: str | None = Field(
        default=None, description="The cursor of the next page; null at the end."
    )
    totals: list[MyTotal] = []


class Me(BaseModel):
    """The profile of this device."""

    model_config = _example(known=True, name="Anna")
    known: bool
    name: str | None = None


class SignedOut(Me):
    """The profile of this device, the only one that is left, and its new tokens."""

    model_config = _example(
        known=True,
        name="Anna",
        tokens=[
            {
                "table": EXAMPLE_TABLE,
                "token": "ZrV0bTq2pX3hT5m8uJk1yWc9dF7gLaNs",
                "role": "seat:1",
            }
        ],
    )
    tokens: list[RenewedToken] = []


# --- who is asking ----------------------------------------------------------------------------
TheProfiles = Annotated[Profiles, from_state("profiles")]
CookieText = Annotated[str | None, Depends(APIKeyCookie(name=COOKIE, auto_error=False))]


class Visitor:
    """The caller, and the cookie of the response."""

    def __init__(self, request: Request, response: Response, profiles: Profiles) -> None:
        self.profiles = profiles
        self.device: Device | None = None
        self._response = response
        self._attributes: dict[str, Any] = {
            "path": "/",
            "httponly": True,
            "samesite": "lax",
            "secure": request.app.state.settings.secure,
        }
        response.headers["Cache-Control"] = "no-store"

    @property
    def profile(self) -> Profile | None:
        """The caller's profile, if there is one."""
        return None if self.device is None else self.device.profile

    def known(self) -> Profile:
        """The caller's profile; Unauthenticated if there is none."""
        if self.device is None:
            raise Unauthenticated("error.server.profiles.unknown")
        return self.device.profile

    def be(self, device: Device) -> None:
        """Set the cookie of this device."""
        self.device = device
        text, age = self.profiles.cookie(device), COOKIE_LASTS // SECOND
        self._response.set_cookie(COOKIE, text, max_age=age, **self._attributes)

    def leave(self) -> None:
        """Delete the cookie of this device."""
        self.device = None
        self._response.delete_cookie(COOKIE, **self._attributes)


async def current_visitor(
    request: Request, response: Response, profiles: TheProfiles, cookie: CookieText
) -> Visitor:
    """The caller; an old cookie is renewed."""
    visitor = Visitor(request, response, profiles)
    visitor.device = await profiles.recognised(cookie)
    if visitor.device is not None and (renewed := profiles.renewed(visitor.device)):
        visitor.be(renewed)
    return visitor


CurrentVisitor = Annotated[Visitor, Depends(current_visitor)]


def _role_of_hash(tables: TableService) -> RoleOf:
    """The role of a token; None also if the table does not exist, or is damaged."""

    async def role_of(table: str, token_hash: str) -> Role | None:
        try:
            return await tables.role_of_hash(table, token_hash)
        except (NotFound, DamagedTable):
            return None

    return role_of


# --- routes -----------------------------------------------------------------------------------
router = APIRouter(prefix="/api/me", tags=["me"], responses=problems(422, 429, 503))


@router.get("", operation_id="getMe")
async def get_me(
    visitor: CurrentVisitor,
    tables: Service,
    before: Annotated[str | None, Query(pattern=CURSOR, description="`before` of a page.")] = None,
) -> MyPage:
    """My tables: those that wait for me, then running, open and finished ones, and totals."""
    profile = visitor.profile
    if profile is None:
        return MyPage(known=False)
    own = await visitor.profiles.tables(profile, _role_of_hash(tables))
    rest = own if before is None else [t for t in own if t.rank > _rank(before)]
    return MyPage(
        known=True,
        name=profile.name,
        my_turns=sum(table.my_turn for table in own),
        tables=[_my_table(table) for table in rest[:PAGE]],
        before=_cursor(rest[PAGE - 1]) if len(rest) > PAGE else None,
        totals=[MyTotal(game=t.game, played=t.played, won=t.won) for t in totals(own)],
    )


def _my_table(table: OwnTable) -> MyTable:
    own = {"roles": table.roles, "my_turn": table.my_turn, "place": table.place, "won": table.won}
    return MyTable.model_validate({**table.listing, **own})


def _cursor(table: OwnTable) -> str:
    order, changed, table_id = table.rank
    return f"{order}.{-changed}.{table_id}"


def _rank(cursor: str) -> tuple[int, int, str]:
    order, changed, table_id = cursor.split(".")
    return int(order), -int(changed), table_id


@router.put("", operation_id="putMe")
async def put_me(visitor: CurrentVisitor, body: MyName) -> Me:
    """Set my name. Creates a profile for this device if it has none."""
    if visitor.profile is None:
        visitor.be(visitor.profiles.new_device(await visitor.profiles.new_profile(body.name)))
        return Me(known=True, name=body.name)
    profile = await visitor.profiles.rename(visitor.profile, body.name)
    return Me(known=True, name=profile.name)


@router.delete("", operation_id="deleteMe", status_code=204)
async def delete_me(visitor: CurrentVisitor, cookie: CookieText) -> None:
    """Sign out on this device. Everything stays for my other devices."""
    if visitor.device is not None:
        await visitor.profiles.sign_out(visitor.device)
    if cookie is not None:
        visitor.leave()


@router.post("/forget-devices", operation_id="forgetDevices", responses=problems(401))
async def forget_devices(
    visitor: CurrentVisitor, tables: Service, cookie: CookieText, body: Claim | None = None
) -> SignedOut:
    """Sign out on all devices but this one. Cookies, codes and all tokens of my roles at tables
    end, also copies of those of this device, which gets new ones; sockets are closed."""
    claim = None if body is None else body.claim
    again = None if visitor.device is not None else await visitor.profiles.repeats(cookie, claim)
    profile = visitor.known() if again is None else again.profile
    tokens = await visitor.profiles.renew_tokens(profile, _role_of_hash(tables), tables.renew_token)
    if again is None:
        profile = await visitor.profiles.forget_devices(profile, claim)
    visitor.be(visitor.profiles.new_device(profile))
    renewed = [
        RenewedToken(table=one.table, token=one.token, role=role_name(one.role)) for one in tokens
    ]
    return SignedOut(known=True, name=profile.name, tokens=renewed)


@router.post("/code", operation_id="makeCode", responses=problems(401))
async def make_code(visitor: CurrentVisitor) -> MyCode:
    """A code for another device. It works once, and replaces an earlier code."""
    code = await visitor.profiles.new_code(visitor.known())
    return MyCode(code=code.text, expires=code.expires)


@router.post("/code/whose", operation_id="whoseCode", responses=problems(404))
async def whose_code(visitor: CurrentVisitor, typed: TypedCode) -> CodeOwner:
    """Whose code it is, before taking it."""
    owner = await visitor.profiles.whose_code(typed.code)
    here = visitor.profile is not None and visitor.profile.id == owner.id
    return CodeOwner(name=owner.name, here=here)


@router.post("/code/take", operation_id="takeCode", responses=problems(404))
async def take_code(visitor: CurrentVisitor, typed: TakenCode) -> Me:
    """Use the profile of the code on this device."""
    bringing = visitor.profile if typed.bring else None
    profile = await visitor.profiles.take_code(typed.code, bringing)
    visitor.be(visitor.profiles.new_device(profile))
    return Me(known=True, name=profile.name)


@router.put(
    "/tables/{table}",
    operation_id="rememberTable",
    status_code=204,
    responses=problems(403, 409),
)
async def remember_table(
    visitor: CurrentVisitor, tables: Service, given: Token, table: TableId
) -> None:
    """Put the seat of the bearer token on my page. Creates a profile for this device if it has
    none."""
    token = given or ""
    role = await _role_of_hash(tables)(table, hashed(token))
    if role is None:
        raise Forbidden("error.server.profiles.no_place")
    profile = visitor.profile or await visitor.profiles.new_profile()
    await visitor.profiles.remember(profile, table, role, hashed(token))
    if visitor.device is None:
        visitor.be(visitor.profiles.new_device(profile))


@router.delete(
    "/tables/{table}", operation_id="forgetTable", status_code=204, responses=problems(401)
)
async def forget_table(visitor: CurrentVisitor, table: TableId) -> None:
    """Take a table off my page. Tokens of my seat there stay valid."""
    await visitor.profiles.forget(visitor.known(), table)


@router.post("/tables/{table}/token", operation_id="newTableToken", responses=problems(401, 403))
async def new_table_token(
    visitor: CurrentVisitor, tables: Service, table: TableId, body: MyRole
) -> MyToken:
    """A token for my seat, or for the host, on this device. Tokens on other devices stay valid."""
    profile, role = visitor.known(), role_named(body.role)
    if role is None or role.kind == WATCH:
        raise Forbidden("error.server.profiles.no_place")
    proof = await visitor.profiles.proof(profile, table, role, _role_of_hash(tables))
    if proof is None:
        raise Forbidden("error.server.profiles.no_place")
    return MyToken(token=await tables.new_token(table, role, proof), role=body.role)
