/** Which page is shown: the address bar decides. Links are plain <a href>. */

import type { Component } from "svelte";
import { takeFragment } from "./tokens.svelte";

export type PageName =
  | "start" | "table" | "lobby" | "me" | "rules" | "score" | "replay" | "learn" | "missing";

// Each page has properties of its own.
type Loader = () => Promise<{ default: Component<any> }>;

/** The pages with the address of each; what is in the braces becomes a property of the page.
 *  The server has the same list: server/api/page.py. */
export const PAGES: Record<PageName, { path: string; load: Loader }> = {
  start: { path: "/", load: () => import("../pages/Start.svelte") },
  table: { path: "/t/{table}", load: () => import("../pages/Table.svelte") },
  lobby: { path: "/lobby", load: () => import("../pages/Lobby.svelte") },
  me: { path: "/me", load: () => import("../pages/Me.svelte") },
  rules: { path: "/rules/{game}", load: () => import("../pages/Rules.svelte") },
  score: { path: "/score/{game}", load: () => import("../pages/Score.svelte") },
  replay: { path: "/replay/{table}", load: () => import("../pages/Replay.svelte") },
  learn: { path: "/learn/{game}", load: () => import("../pages/Learn.svelte") },
  missing: { path: "", load: () => import("../pages/Missing.svelte") },
};

export interface Route {
  page: PageName;
  properties: Record<string, string>;
}

export function match(pathname: string): Route {
  const asked = pathname.split("/").filter(Boolean);
  for (const [page, { path }] of Object.entries(PAGES)) {
    const parts = path.split("/").filter(Boolean);
    if (page === "missing" || parts.length !== asked.length) continue;
    const properties: Record<string, string> = {};
    const fits = parts.every((part, k) => {
      const word = asked[k] ?? "";
      if (!part.startsWith("{")) return part === word;
      const name = part.slice(1, -1);
      properties[name] = word;
      return /^[\w-]{1,64}$/.test(word);
    });
    if (fits) return { page: page as PageName, properties };
  }
  return { page: "missing", properties: {} };
}

let current = $state.raw<Route>(match(location.pathname));

export const route = {
  get now(): Route {
    return current;
  },
};

/** Go to another page of ours. */
export function go(address: string, instead = false): void {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  arrive();
}

function arrive(): void {
  takeFragment();
  const found = match(location.pathname);
  if (JSON.stringify(found) === JSON.stringify(current)) return;
  current = found;
  scrollTo(0, 0);
}

/** From now on links within the site do not reload the page. */
export function beginRouting(): void {
  takeFragment();
  addEventListener("popstate", arrive);
  addEventListener("hashchange", arrive);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const other = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || other || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return; // a place on this page
    event.preventDefault();
    go(link.href);
  });
}
