"""The server does what its OpenAPI document says, for good and bad requests.

schemathesis makes requests from /api/openapi.json, good ones and bad ones, to a real server: with
the tokens of prepared tables, with wrong ones and without. There is no error of the server; every
status, content type and body is as documented; what is not documented is rejected.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok

from baumeister.server.app import SOCKET_MODELS, create_app
from baumeister.server.profiles.profiles import COOKIE
from baumeister.server.settings import Settings
from tests.server.live_server import Server, TestTable, bearer, open_table
from tests.soaking import SOAKING

NAMES = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)
CASES, MANY_CASES = 2, 40  # good ones and bad ones, of each operation and role; many in the soak
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def tables_of(server: Server) -> tuple[TestTable, TestTable]:
    """A table that is open and one that is being played."""

    async def prepare() -> tuple[TestTable, TestTable]:
        waiting = await open_table(server, "tybor", 3, start=False, public=True)
        return waiting, await open_table(server, "samara", 2)

    return asyncio.run(prepare())


def without_security(url: str) -> dict[str, Any]:
    """The document; who may do what is asked elsewhere (test_roles.py), with real tokens."""
    found: dict[str, Any] = httpx.get(f"{url}/api/openapi.json", timeout=60).json()
    for methods in found["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return found


def asked(operation: Any, url: str, table: TestTable | None, token: str | None) -> None:
    """Good and bad requests for an operation; an error says what was not as documented."""
    load_all_checks()
    checks: list[Any] = CHECKS.get_by_names(list(NAMES))
    where = {} if table is None else {"table": table.id}
    named = {p.name for p in operation.path_parameters}
    fixed = {name: value for name, value in where.items() if name in named}
    quick = {"wait": 0} if "wait" in {p.name for p in operation.query} else None
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        if mode is GenerationMode.NEGATIVE and not _can_be_bad(operation, fixed):
            continue
        strategy = operation.as_strategy(
            generation_mode=mode, path_parameters=fixed or None, query=quick
        )

        @settings(
            max_examples=MANY_CASES if SOAKING else CASES,
            derandomize=not SOAKING,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=QUIET,
        )
        @given(case=strategy)
        def ask(case: Case[Any]) -> None:
            case.call_and_validate(url, headers=bearer(token), checks=checks, timeout=60)

        ask()


def _can_be_bad(operation: Any, fixed: Mapping[str, str]) -> bool:
    """Whether anything is left that could be wrong."""
    sent = {parameter.name for parameter in (*operation.path_parameters, *operation.query)}
    return bool(sent - set(fixed)) or bool(list(operation.body))


def test_the_server_does_what_its_documentation_says(server: Server) -> None:
    schema = schemathesis.openapi.from_dict(without_security(server.url))
    problems, count = [], 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        waiting, running = tables_of(server)
        roles = [
            (None, None),
            (waiting, None),
            (waiting, waiting.host),
            (running, running.seats[0]),
        ]
        if not operation.path_parameters:
            roles = roles[:1]
        for table, token in roles:
            count += 1
            try:
                asked(operation, server.url, table, token)
            except (Exception, BaseExceptionGroup) as error:
                problems.append(f"{operation.label}: {error}")
    assert count > 60
    assert not problems, "\n\n".join(problems)


# --- the document itself ----------------------------------------------------------------------
def document() -> dict[str, Any]:
    return create_app(Settings(store="none.sqlite")).openapi()


def test_the_document_has_all_messages_of_the_socket_and_no_loose_ends() -> None:
    found = document()
    schemas = found["components"]["schemas"]
    assert {model.__name__ for model in SOCKET_MODELS} <= set(schemas)
    text = json.dumps(found)
    for reference in text.split('"$ref": "')[1:]:
        place = reference.partition('"')[0]
        assert place.removeprefix("#/components/schemas/") in schemas
    assert not [name for name in schemas if "__" in name], "two models with the same name"


def test_every_operation_says_what_it_is_and_how_it_can_fail() -> None:
    for path, methods in document()["paths"].items():
        for operation in methods.values():
            assert operation["operationId"], path
            assert operation["description"], path
            if path.startswith("/api"):
                assert {"422", "429"} <= set(operation["responses"]), path
            cookies = [s for s in operation.get("security", ()) if "APIKeyCookie" in s]
            assert bool(cookies) == path.startswith("/api/me"), COOKIE
