from tests.web.test_together import *  # noqa

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
        for n in range(MOST_DECISIONS):
            wanted = asked(client, opened)
            if not wanted:
                break
            by_http(client, opened, wanted[0])
        for k in range(8):
            print(
                "END",
                k,
                page.locator(".end").count(),
                page.locator(".end .places li").count(),
                page.locator(".samara").get_attribute("data-seq"),
                page.locator(".bar").inner_text()[:60],
            )
            page.wait_for_timeout(5000)
        print("LOGS", logs)
        page.screenshot(path="/tmp/dbg.png")
        assert 0
