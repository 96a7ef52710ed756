"""Builds the page for the browser into the package, with web/build.py."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _builder(root: str) -> ModuleType:
    """The module web/build.py, which is not on hatchling's import path."""
    file = Path(root) / "web" / "build.py"
    spec = importlib.util.spec_from_file_location("baumeister_page", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface[Any]):
    """Builds the page if its sources have changed; otherwise no node is needed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Further packages that the build needs."""
        page = _builder(self.root)
        return [] if page.is_skipped() or page.is_fresh() else [page.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before files are collected."""
        page = _builder(self.root)
        try:
            page.build_if_stale()
        except page.PageError as error:
            raise SystemExit(f"page not built: {error}; {page.GO_ON}") from None
