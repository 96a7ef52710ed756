"""What a game adds to the API: fields of models, sentences of descriptions, a score pad.

The module `api` of a game's package declares it, by the name of the model or operation:

    EXTRAS = {"GameFull": Extra({"moons": int | None}, " `moons`: Tortuga, how many there are.")}

For other games the fields are null or empty. In the docstring of a model that can be extended,
`{games}` stands where the sentences go.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, create_model

from baumeister.games import GAMES

Model = TypeVar("Model", bound=BaseModel)
GAMES_HERE = "{games}"


@dataclass(frozen=True)
class Extra:
    """What a game adds to a model or an operation."""

    fields: Mapping[str, Any] = field(default_factory=dict)  # by name: the type
    text: str = ""  # of the description, with the space before it


def api_of(game: str) -> Any | None:
    """The module `api` of a game, if it has one."""
    return GAMES[game].part("api") if GAMES[game].has_part("api") else None


def extras(name: str) -> list[Extra]:
    """What games add to this model or operation, in alphabetical order of the games."""
    found = [api_of(game) for game in sorted(GAMES)]
    return [api.EXTRAS[name] for api in found if api is not None and name in api.EXTRAS]


def empty(name: str) -> dict[str, Any]:
    """The fields of a model that games add, null or empty."""
    fields = {key: kind for extra in extras(name) for key, kind in extra.fields.items()}
    return {key: [] if get_origin(kind) is list else None for key, kind in fields.items()}


def described(name: str, text: str) -> str:
    """A description with what games add to it."""
    return inspect.cleandoc(text).replace(GAMES_HERE, "".join(extra.text for extra in extras(name)))


def extended(after: str) -> Callable[[type[Model]], type[Model]]:
    """Add the fields of games to a model, after one of its own fields."""

    def extend(model: type[Model]) -> type[Model]:
        fields: dict[str, Any] = {}
        for name in model.__annotations__:
            info = model.model_fields[name]
            fields[name] = (info.annotation, info)
            if name == after:
                for extra in extras(model.__name__):
                    fields |= {key: (kind, ...) for key, kind in extra.fields.items()}
        made: type[Model] = create_model(
            model.__name__,
            __doc__=described(model.__name__, model.__doc__ or ""),
            __base__=model.__bases__,
            __module__=model.__module__,
            **fields,
        )
        return made

    return extend
