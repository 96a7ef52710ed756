"""What is said when the page cannot be built."""

from __future__ import annotations

from web.build import reason

WARNING = """transforming...
[vite-plugin-svelte] src/Table.svelte:7:2 `error` is updated, but is not declared with `$state(...)`
 7: let error = new Error("none");
"""
VITE = """✗ Build failed in 100ms
\x1b[31merror during build:
\x1b[31m[vite-plugin-svelte:compile] [plugin svelte:compile] src/App.svelte (22:6): Twice
file: src/App.svelte:22:6
"""
NPM = """npm warn Unknown user config "error_log"
npm error code EUSAGE
npm error `npm ci` can only install packages when your package.json is in sync
"""


def test_the_reason_of_vite_is_what_follows_its_heading() -> None:
    assert reason(WARNING + VITE) == "src/App.svelte (22:6): Twice"


def test_the_reason_of_npm_is_its_first_sentence() -> None:
    assert reason(NPM).startswith("npm error `npm ci` can only install")


def test_a_source_line_in_a_warning_is_no_reason() -> None:
    assert reason(WARNING) == ""
