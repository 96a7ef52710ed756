"""The page's files as the server sends them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from baumeister.server.api.page import ADDRESSES
from baumeister.server.app import create_app
from baumeister.server.settings import Settings

INDEX = '<!doctype html><html><body id="page"></body></html>'


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX, encoding="utf-8")
    (page / "assets" / "main-1.js").write_text("let a", encoding="utf-8")
    (page / "assets" / "main-1.js.br").write_bytes(b"smallest")
    (page / "assets" / "main-1.js.gz").write_bytes(b"small")
    (page / "secret.txt").write_text("secret", encoding="utf-8")
    return TestClient(create_app(Settings(page=str(page), host="0.0.0.0")))


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_page_is_the_page(client: TestClient, address: str) -> None:
    answer = client.get(re.sub(r"\{.*\}", "tybor", address))
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self';" in answer.headers["content-security-policy"]


def test_assets_stay_with_the_browser(client: TestClient) -> None:
    answer = client.get("/assets/main-1.js", headers={"Accept-Encoding": "identity"})
    assert answer.text == "let a"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(("accepted", "sent"), [("gzip, deflate, br", "br"), ("gzip", "gzip")])
def test_the_smallest_form_that_the_browser_takes(
    client: TestClient, accepted: str, sent: str
) -> None:
    with client.stream("GET", "/assets/main-1.js", headers={"Accept-Encoding": accepted}) as answer:
        assert answer.headers["content-encoding"] == sent
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/assets/..%2Fsecret.txt", "/assets/.hidden", "/secret.txt"]
)
def test_nothing_else_is_sent(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"] == "no_route"


def test_people_are_told_by_the_page_that_there_is_no_such_address(client: TestClient) -> None:
    answer = client.get("/nothing/here", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.text) == (404, INDEX)
    assert client.get("/api/nothing", headers={"Accept": "text/html"}).json()["error"] == "no_route"


def test_without_a_page_the_server_says_so(tmp_path: Path) -> None:
    client = TestClient(create_app(Settings(page=str(tmp_path), host="0.0.0.0")))
    answer = client.get("/", headers={"Accept-Language": "de"})
    assert "baut python3 run.py serve sie beim Start" in answer.text
    assert '<a href="/api/openapi.json">' in answer.text
    assert client.get("/api/openapi.json").status_code == 200
