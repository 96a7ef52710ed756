"""Views as OpenAPI and the page's types have them: models made of the `view_types` of the games."""

from __future__ import annotations

import types
from functools import cache
from typing import TYPE_CHECKING, Any, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, create_model

from baumeister.games import ByGame


@cache
def model_of(shape: Any) -> type[BaseModel]:
    """A TypedDict as a model, with those inside it. What is not required is null if it is left
    out."""
    fields: dict[str, Any] = {}
    for key, hint in get_type_hints(shape, include_extras=True).items():
        if get_origin(hint) is NotRequired:
            fields[key] = (_with_models(get_args(hint)[0]), None)
        else:
            fields[key] = (_with_models(hint), ...)
    made: type[BaseModel] = create_model(
        shape.__name__, __doc__=shape.__doc__, __module__=shape.__module__, **fields
    )
    return made


def _with_models(hint: Any) -> Any:
    """A type in which every TypedDict is a model."""
    if hasattr(hint, "__required_keys__"):
        return model_of(hint)
    if get_origin(hint) is list:
        return list[_with_models(get_args(hint)[0])]  # type: ignore[misc]
    if get_origin(hint) in (Union, types.UnionType):
        return Union[tuple(map(_with_models, get_args(hint)))]  # noqa: UP007  # of any number
    return hint


VIEWS = ByGame[type[BaseModel]](lambda rules: model_of(rules.part("view_types").VIEW))

if TYPE_CHECKING:
    View = BaseModel
else:
    View = Union[tuple(VIEWS.values())]  # noqa: UP007  # of any number
