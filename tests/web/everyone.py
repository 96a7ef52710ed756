"""For tests: what axe finds in a state of the page, in both languages and both themes.

everyone = Everyone(page, *GERMAN_AND_DARK)
page.get_by_role("button", name=everyone.reads("table.menu")).click()  # as this visit has it
everyone.can_use("start")
everyone.can_use("keys", "dialog")  # what is new in this state; the rest was looked at before
assert everyone.kept_out == []
"""

from __future__ import annotations

import json
from functools import cache

from playwright.sync_api import Page

from tests.soaking import SOAKING
from tests.web.browser import ROOT, at_rest, findings, fits_now

# Words depend on the language, colours on the theme: a visit has one pair or the other, and stays
# in it. The soak has all four for each state, and looks at the whole page each time.
GERMAN_AND_DARK = ("de", "dark")
ENGLISH_AND_LIGHT = ("en", "light")
OTHER_PAIRS = (("de", "light"), ("en", "dark"))
TEXTS = ROOT / "web" / "src" / "texts"

# The switch in the head works below dialogs, too.
SPEAK = """wanted => {
    const { lang } = document.documentElement;
    if (lang !== wanted) document.querySelector(".switches .switch").click();
}"""


@cache
def texts() -> dict[str, dict[str, str]]:
    """All texts of the page by key, then by language."""
    files = (file.read_text(encoding="utf-8") for file in sorted(TEXTS.glob("*.json")))
    return {key: text for file in files for key, text in json.loads(file).items()}


class Everyone:
    """All who come to a page: they read one language or the other, in the light or in the dark."""

    def __init__(self, page: Page, lang: str, theme: str) -> None:
        self.page = page
        self.lang, self.theme = lang, theme
        self.kept_out: list[str] = []
        self.states = 0

    def reads(self, key: str, **values: object) -> str:
        """A text of the page in the language of this visit."""
        return texts()[key][self.lang].format(**values)

    def can_use(self, state: str, new: str = "html") -> None:
        """Looks at the page as it is now, or at what is `new` there."""
        self.states += 1
        if SOAKING:
            for pair in (GERMAN_AND_DARK, ENGLISH_AND_LIGHT, *OTHER_PAIRS):
                self._switch(*pair)
                self._look(state, new, *pair)
            self._switch(self.lang, self.theme)
        at_rest(self.page, self.lang)
        if not SOAKING:
            self._look(state, new, self.lang, self.theme)

    def _switch(self, lang: str, theme: str) -> None:
        self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        self.page.evaluate(SPEAK, lang)
        at_rest(self.page, lang)

    def _look(self, state: str, new: str, lang: str, theme: str) -> None:
        found = findings(self.page, new)
        if not fits_now(self.page):
            found.append("has to be scrolled sideways")
        self.kept_out += [f"{state} ({lang}, {theme}): {one}" for one in found]
