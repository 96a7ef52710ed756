from tests.web.test_together import *  # noqa
from tests.web import test_together as tt

del test_four_browsers_and_a_spectator
for n in list(globals()):
    if n.startswith("test_"):
        del globals()[n]


def test_dbg(own, browser):
    opened = open_table(own, "samara", people=PEOPLE, bots=0, options={"start_month": 5})
    with ExitStack() as room, httpx.Client(base_url=own.url, timeout=30) as client:
        page = room.enter_context(coming(browser, own, viewport=DESKTOP))
        logs = []
        page.on("console", lambda said: logs.append(said.text))
        page.on("pageerror", lambda e: logs.append(str(e)))
        sit(page, opened, 0)
        expect(page.locator(".samara .foreman")).to_have_count(PEOPLE)
        n = 0
        for n in range(MOST_DECISIONS):
            wanted = asked(client, opened)
            if not wanted:
                break
            by_http(client, opened, wanted[0])
        told = client.get(f"/api/tables/{opened['table']}", headers=bearer(opened["watch"])).json()
        print(
            "DECISIONS",
            n,
            MOST_DECISIONS,
            told["table"]["status"],
            told["table"]["scores"] is not None,
            asked(client, opened),
        )
        page.wait_for_timeout(15000)
        print(
            "END",
            page.locator(".end").count(),
            page.locator(".end .places li").count(),
            page.locator(".turn").inner_text(),
        )
        print(logs)
        page.screenshot(path="/tmp/dbg.png", full_page=True)
        assert 0
