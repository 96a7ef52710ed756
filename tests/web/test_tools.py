"""The page's own checks: types against the server's schema, texts, unit tests."""

from __future__ import annotations

import pytest

from web import build, schema

pytestmark = pytest.mark.usefixtures("tools")


def test_types_and_texts() -> None:
    schema.write()
    done = build.npm("run", "check", capture=True)
    assert done.returncode == 0, done.stdout


def test_units() -> None:
    done = build.npm("test", capture=True)
    assert done.returncode == 0, done.stdout


def test_the_lock_names_no_host() -> None:
    lock = (build.HERE / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
