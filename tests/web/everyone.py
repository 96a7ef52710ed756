"""For tests: what axe finds in a state of the page, in both languages and both themes.

everyone = Everyone(page)
everyone.can_use("start")           # … another state, and another one
assert everyone.kept_out == []
"""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.web.browser import FINISH, SERIOUS, fits

LANGUAGES = ("en", "de")
EVERYTHING: dict[str, list[str]] = {}
THEMES = {"dark": {"runOnly": ["color-contrast"]}, "light": EVERYTHING}  # the rest is the same

# The switch in the head works below dialogs, too. Then until nothing changes any more.
SPEAK = """async wanted => {
    const { lang } = document.documentElement;
    if (lang !== wanted) document.querySelector(".switches .switch").click();
    let before = "";
    for (let same = 0, waits = 0; same < 4 && waits < 60; waits++) {
        const now = document.documentElement.lang + document.body.innerText;
        same = now === before && now.startsWith(wanted) ? same + 1 : 0;
        before = now;
        await new Promise(done => setTimeout(done, 40));
    }
}"""
FIND = """async only => (await axe.run({ resultTypes: ["violations"], ...only })).violations
    .flatMap(({ id, impact, nodes }) => nodes.map(
        ({ html, any }) => [impact, id, `${any[0]?.message ?? ""} ${html.slice(0, 300)}`]))"""


class Everyone:
    """All who come to a page: they read one language or the other, in the light or in the dark."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.kept_out: list[str] = []
        self.states = 0

    def can_use(self, state: str) -> None:
        """Looks at the page as it is now, four times; it is left as it was."""
        self.states += 1
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        for lang in LANGUAGES[::-1]:
            self.page.evaluate(SPEAK, lang)
            if not fits(self.page):
                self.kept_out.append(f"{state} ({lang}): has to be scrolled sideways")
            for theme, rules in THEMES.items():
                self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                self.page.evaluate(FINISH)
                for impact, rule, html in self.page.evaluate(FIND, rules):
                    if impact in SERIOUS:
                        self.kept_out.append(f"{state} ({lang}, {theme}): {rule} {html}")
