"""For tests: what axe finds in a state of the page, in both languages and both themes.

everyone = Everyone(page)
everyone.can_use("start")
everyone.can_use("keys", "dialog")  # what is new in this state; the rest was looked at before
assert everyone.kept_out == []
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.soaking import SOAKING
from tests.web.browser import at_rest, findings, fits

# Words depend on the language, colours on the theme: the states of a page are met in one pair after
# the other. The soak has all four for each state, and looks at the whole page each time.
PAIRS = (("de", "dark"), ("en", "light"))
ALL_PAIRS = (("de", "light"), ("en", "dark"), *PAIRS)

# The switch in the head works below dialogs, too.
SPEAK = """wanted => {
    const { lang } = document.documentElement;
    if (lang !== wanted) document.querySelector(".switches .switch").click();
}"""


class Everyone:
    """All who come to a page: they read one language or the other, in the light or in the dark."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.kept_out: list[str] = []
        self.states = 0

    def can_use(self, state: str, new: str = "html") -> None:
        """Looks at the page as it is now, or at what is `new` there; afterwards it is English."""
        self.states += 1
        for lang, theme in ALL_PAIRS if SOAKING else PAIRS[self.states % 2 :][:1]:
            self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            self.page.evaluate(SPEAK, lang)
            at_rest(self.page, lang)
            found = findings(self.page, "html" if SOAKING else new)
            if not fits(self.page):
                found.append("has to be scrolled sideways")
            self.kept_out += [f"{state} ({lang}, {theme}): {one}" for one in found]
        self.page.evaluate(SPEAK, "en")
        at_rest(self.page, "en")
