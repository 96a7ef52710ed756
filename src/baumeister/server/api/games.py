"""Routes about the games: the list of games, their actions, texts and rules, and the bots."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from baumeister.bots import LEVELS
from baumeister.games import GAMES
from baumeister.kernel.clauses import clauses
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.kernel.texts import help_text, help_topics
from baumeister.play.score_sheet import line_names
from baumeister.server.api.dependencies import Language, answer, problems
from baumeister.server.api.extras import api_of, empty, extended
from baumeister.server.api.models import GameName
from baumeister.server.api.options import GameOption, options_of
from baumeister.server.bots.pool import available_bots
from baumeister.server.tables.state import game_named

router = APIRouter(prefix="/api", tags=["games"], responses=problems(422, 429))


class GameShort(BaseModel):
    """A game in short."""

    game: str
    title: str
    least_players: int
    most_players: int
    rules_version: int
    data_version: str


class ActionName(BaseModel):
    """An action: its number, its notation, and its text."""

    action: int
    move: str
    text: str


@extended(after="components")
class GameFull(GameShort):
    """A game with its options, its components as in records, and all possible actions. The number
    of players is not an option here: it is the number of seats.{games}"""

    options: list[GameOption]
    components: dict[str, Any]
    actions: list[ActionName]


class BotShort(BaseModel):
    """A bot that can play here; `level`: whether it is one of the four levels for people."""

    bot: str
    title: str
    level: bool


class ClauseText(BaseModel):
    """A clause of the rules, or the title of a section (T4)."""

    clause: str
    text: str


class HelpText(BaseModel):
    """What a word of the game means, and the clause that defines it."""

    clause: str
    text: str


@extended(after="score")
class GameWords(BaseModel):
    """The texts of a game: names of buildings or tiles by code, lines of the score sheet by clause,
    explanations by topic."""

    names: dict[str, str]
    score: dict[str, str]
    help: dict[str, HelpText]


def _short(name: str, language: str) -> dict[str, Any]:
    game = game_named(name)
    return {
        "game": name,
        "title": game.title(language),
        "least_players": game.rules.least_players,
        "most_players": game.rules.most_players,
        "rules_version": game.rules.rules_version,
        "data_version": game.rules.data_version(game.components),
    }


@router.get("/games", operation_id="getGames")
async def get_games(language: Language) -> list[GameShort]:
    """All games."""
    return [GameShort.model_validate(_short(name, language)) for name in GAMES]


@cache
def _full(name: str, language: str, compressed: bool) -> Response:
    if compressed:
        plain = _full(name, language, False)
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        body = gzip.compress(bytes(plain.body), mtime=0)
        return Response(body, media_type="application/json", headers=headers)
    game = game_named(name)
    api, numbers = api_of(name), range(game.rules.actions)
    options = game.rules.complete_options(
        game.components, {"players": game.rules.most_players}, "components"
    )
    return answer(
        {
            **_short(name, language),
            "options": [option.model_dump() for option in options_of(game, language)],
            "components": game.rules.record_components(game.components, options),
            **empty("GameFull"),
            **({} if api is None else api.full(game.components)),
            "actions": [
                {"action": k, "move": game.notation(k), "text": game.text(k, language)}
                for k in numbers
            ],
        }
    )


@router.get("/games/{game}", operation_id="getGame", response_model=GameFull)
async def get_game(game: GameName, language: Language, request: Request) -> Response:
    """A game: what is printed on its components, and the numbers and names of all actions."""
    return _full(game, language, "gzip" in request.headers.get("accept-encoding", ""))


@router.get("/games/{game}/words", operation_id="getWords")
async def get_words(game: GameName, language: Language) -> GameWords:
    """The texts of a game."""
    api = api_of(game)
    own = {} if api is None else api.words(game_named(game).components, language)
    explained = {topic: help_text(game, topic, language) for topic in help_topics(game)}
    return GameWords.model_validate(
        {
            "names": {},
            **empty("GameWords"),
            "score": line_names(game, language),
            "help": {topic: {"clause": k, "text": text} for topic, (k, text) in explained.items()},
            **own,
        }
    )


@router.get("/games/{game}/rules", operation_id="getRules")
async def get_rules(game: GameName, language: Language) -> list[ClauseText]:
    """The rules, clause by clause, in the order of the book."""
    found = clauses(game, language)
    return [ClauseText(clause=clause, text=text) for clause, text in found.items()]


@router.get("/bots", operation_id="getBots")
async def get_bots(language: Language) -> list[BotShort]:
    """The bots that can sit at tables here, weakest level first."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    return [
        BotShort(
            bot=bot,
            title=say(f"level.{bot}", language) if bot in LEVELS else bot,
            level=bot in LEVELS,
        )
        for bot in available_bots()
    ]
