"""Validation errors in the caller's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from baumeister.kernel.glossary import keys, say

MOST = 5  # places that are named in one message
WORDS = "error.server.wrong"
BRANCHES = {"str", "int", "bool", "constrained-int", "constrained-str"}  # of a union
LIMITS = {  # pydantic's name: ours, and the key of the limit
    "string_too_long": ("too_long", "max_length"),
    "string_too_short": ("too_short", "min_length"),
    "too_long": ("too_many", "max_length"),
    "too_short": ("too_few", "min_length"),
    "greater_than_equal": ("least", "ge"),
    "less_than_equal": ("most", "le"),
}
KINDS = {
    "string": "text",
    "int": "whole",
    "float": "number",
    "finite": "number",
    "bool": "yes_no",
    "list": "list",
    "tuple": "list",
    "dict": "object",
    "model": "object",
}
PLAIN = {"missing": "missing", "extra_forbidden": "unknown", "json_invalid": "json"}


def validation_message(errors: Iterable[Mapping[str, Any]], language: str) -> str:
    """The errors that pydantic found, in one line, without repeating what was sent."""
    places: dict[str, list[str]] = {}
    for error in errors:
        texts = places.setdefault(_place(error), [])
        if (text := _wrong(error, language)) not in texts:
            texts.append(text)
    either = say(f"{WORDS}.or", language)
    problems = [
        f"{place}: {either.join(texts)}" if place else either.join(texts)
        for place, texts in list(places.items())[:MOST]
    ]
    return sendable(say("error.server.invalid", language, problems="; ".join(problems)))


def _place(error: Mapping[str, Any]) -> str:
    """The path of the field, without what comes before it (body, query, a message's type) and
    without the branch of a union."""
    where = [str(part)[:60] for part in error["loc"][1:]]
    if error["type"] == "json_invalid":
        return ""
    if len(where) > 1 and where[-1] in BRANCHES:
        where.pop()
    return ".".join(where)


def _wrong(error: Mapping[str, Any], language: str) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind in PLAIN:
        return say(f"{WORDS}.{PLAIN[kind]}", language)
    if kind in LIMITS:
        word, limit = LIMITS[kind]
        return say(f"{WORDS}.{word}", language, n=context[limit])
    if kind in ("literal_error", "union_tag_invalid", "union_tag_not_found"):
        return _one_of(kind, context, language)
    if kind == "string_pattern_mismatch":
        looks = f"{WORDS}.looks.{error['loc'][-1]}"
        return say(looks if looks in keys() else f"{WORDS}.looks_other", language)
    if (own := f"error.server.{kind}") in keys():
        return say(own, language)
    wanted = KINDS.get(kind.partition("_")[0])
    return say(f"{WORDS}.other" if wanted is None else f"{WORDS}.kind.{wanted}", language)


def _one_of(kind: str, context: Mapping[str, Any], language: str) -> str:
    if kind == "union_tag_not_found":
        return f"{context['discriminator'].strip(chr(39))}: {say(f'{WORDS}.missing', language)}"
    expected = context.get("expected") or context["expected_tags"]
    values = ", ".join(re.findall(r"[\w:-]+", re.sub(r"' or '", "' '", expected)))
    text = say(f"{WORDS}.one_of", language, values=values)
    return (
        f"{context['discriminator'].strip(chr(39))}: {text}" if "discriminator" in context else text
    )


def sendable(text: str) -> str:
    """The text without lone surrogates, which cannot be encoded; what was sent may contain some
    (JSON: "\\ud800")."""
    return text.encode("utf-8", "replace").decode()
