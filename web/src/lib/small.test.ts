import { beforeEach, describe, expect, it } from "vitest";
import { announce, hush, said } from "./announce.svelte";
import { fill, language, list, t } from "./i18n.svelte";
import { secret } from "./keep";
import { go, match, route } from "./router.svelte";
import { bestToken, given, noteOpened, placeAt, takeFragment } from "./tokens.svelte";

beforeEach(() => localStorage.clear());

describe("texts", () => {
  it("are in the language that was chosen, which is kept", () => {
    language.set("de");
    expect(t("rules.title", { game: "Chess" })).toBe("Regeln von Chess");
    expect(document.documentElement.lang).toBe("de");
    expect(localStorage.getItem("baumeister.language")).toBe('"de"');
    expect(list(["Anna", "Bert", "Cleo"])).toBe("Anna, Bert und Cleo");
    language.set("en");
    expect(t("rules.title", { game: "Chess" })).toBe("Rules of Chess");
  });

  it("know one and many", () => {
    expect(fill("{n} {n|card|cards}", { n: 1 })).toBe("1 card");
    expect(fill("{n} {n|card|cards}", { n: 0 })).toBe("0 cards");
  });
});

describe("addresses", () => {
  it("lead to pages", () => {
    expect(match("/")).toEqual({ page: "start", properties: {} });
    expect(match("/t/a-B_9")).toEqual({ page: "table", properties: { table: "a-B_9" } });
    expect(match("/rules/chess")).toEqual({ page: "rules", properties: { game: "chess" } });
  });

  it("lead nowhere if there is no such page", () => {
    for (const path of ["/nothing", "/rules/a.b", "/t/a/b", "/t/%20"])
      expect(match(path).page).toBe("missing");
  });

  it("change without loading anew", () => {
    go("/lobby");
    expect([route.now.page, location.pathname]).toEqual(["lobby", "/lobby"]);
  });
});

describe("codes", () => {
  it("leave the address bar at once, and wait until somebody was asked", () => {
    for (const place of ["/lobby", "/me"]) {
      go(place);
      go("/me#code=7Q2M-X0RK-9D4T");
      expect([location.pathname, location.hash]).toEqual(["/me", ""]);
      expect(given.code).toBe("7Q2M-X0RK-9D4T");
      given.forget();
      expect(given.code).toBeNull();
    }
  });

  it("that are none are not kept", () => {
    go("/me#code=%3Cscript%3E");
    expect([location.hash, given.code]).toEqual(["", null]);
  });
});

describe("tokens", () => {
  const invite = "i".repeat(32);

  it("leave the address bar at once", () => {
    go(`/t/one#invite=${invite}`);
    expect(location.href).not.toContain(invite);
    const { invited } = placeAt("one");
    expect(invited?.invite).toBe(invite);
    expect(invited?.claim).toMatch(/^[\w-]{32}$/);
  });

  it("keep their claim when the link is followed again", () => {
    go(`/t/two#invite=${invite}`);
    const { invited } = placeAt("two");
    go(`/t/two#invite=${invite}`);
    expect(placeAt("two").invited).toEqual(invited);
  });

  it("that are none are not kept", () => {
    history.replaceState(null, "", "/t/three#watch=short");
    takeFragment();
    expect([location.hash, placeAt("three").watch]).toEqual(["", undefined]);
  });

  it("are known for several seats of one table", () => {
    const seats = [
      { seat: 0, token: "a" },
      { seat: 1, token: "b" },
      { seat: 2, invite: "c" },
    ];
    noteOpened({ table: "four", host: "h", watch: "w", commitment: "c", seats });
    expect(placeAt("four").seats).toHaveLength(2);
    expect(placeAt("four").invites).toEqual({ 2: "c" });
    expect(bestToken(placeAt("four"))).toBe("a");
  });
});

it("leaves nothing said for whoever sits down next", () => {
  announce("You have drawn the captain.");
  expect(said.spoken).toContain("captain");
  hush();
  expect(said.spoken).toBe("");
});

it("makes secrets that differ", () => {
  expect(secret()).toHaveLength(32);
  expect(secret()).not.toBe(secret());
});
