"""Games of other distributions: these tests run where one is installed (tests/test_new_game.py)."""

from __future__ import annotations

from baumeister.games import GAMES
from tests.cli.conftest import baumeister
from tests.web.conftest import browser, built, chromium_and_loop, server, tools

__all__ = ["baumeister", "browser", "built", "chromium_and_loop", "server", "tools"]

collect_ignore_glob = [] if "cairn" in GAMES else ["test_*.py"]
