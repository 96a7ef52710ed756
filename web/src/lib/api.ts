/** The server's routes, typed by its own OpenAPI schema: `await get("/api/lobby")`. */

import { language } from "./i18n.svelte";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];
export type Snapshot = Schemas["Snapshot"];
export type TableInfo = Schemas["TableInfo"];
export type SeatInfo = Schemas["SeatInfo"];
export type GameFull = Schemas["GameFull"];
/** What all views have; a game knows its own keys by the type of its view. */
export type View = Record<string, unknown> &
  Pick<NonNullable<Snapshot["view"]>, "legal" | "phase" | "seat" | "waiting_for">;

/** What the server says when it does not do what was asked. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** A short name for programs; `offline` if nobody answered, `garbled` if it made no sense. */
    readonly error: string,
    message: string,
    readonly clause: string | null = null,
    /** The table that somebody else was faster to open. */
    readonly table: string | null = null,
  ) {
    super(message);
  }
}

type Method = "get" | "post" | "put" | "patch" | "delete";
type With<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O>
  ? O
  : never;
type Json<R> = R extends { content: { "application/json": infer T } } ? T : undefined;
type Answer<O> = O extends { responses: infer R }
  ? R extends { 201: infer S }
    ? Json<S>
    : R extends { 200: infer S }
      ? Json<S>
      : undefined
  : never;
type Parameters<O, In extends string> = O extends { parameters: infer A }
  ? In extends keyof A
    ? A[In]
    : undefined
  : undefined;
type Body<O> = O extends { requestBody?: infer R }
  ? [NonNullable<R>] extends [never]
    ? undefined
    : NonNullable<R> extends { content: { "application/json": infer B } }
      ? NonNullable<B>
      : undefined
  : undefined;

/** Which games there are the server knows: here their names are words. */
type InPath<T> = { [K in keyof T]: T[K] extends string ? string : T[K] };

/** What a route takes: parts of its path, a query, a body; and the token of a role. */
type Given<O> = {
  query?: Parameters<O, "query">;
  token?: string | null | undefined;
  signal?: AbortSignal;
} & (Parameters<O, "path"> extends object ? { path: InPath<Parameters<O, "path">> } : { path?: never }) &
  (Body<O> extends object ? { body: Body<O> } : { body?: never });
type Words<O> = object extends Given<O> ? [given?: Given<O>] : [given: Given<O>];

interface Plain {
  path?: object;
  query?: object | undefined;
  body?: unknown;
  token?: string | null | undefined;
  signal?: AbortSignal;
}

async function request(method: Method, path: string, given: Plain = {}): Promise<unknown> {
  const parts = (given.path ?? {}) as Record<string, unknown>;
  if (Object.values(parts).includes("")) throw new ApiError(404, "nowhere", ""); // a replay's table
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts[name])),
  );
  const query = new URLSearchParams({ lang: language.now });
  for (const [name, value] of Object.entries(given.query ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  const headers: Record<string, string> = {};
  if (given.token) headers.Authorization = `Bearer ${given.token}`;
  if (given.body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${address}?${query}`, {
      method: method.toUpperCase(),
      headers,
      body: given.body === undefined ? null : JSON.stringify(given.body),
      signal: given.signal ?? null,
    });
    text = await response.text();
  } catch (error) {
    if (given.signal?.aborted) throw error;
    throw new ApiError(0, "offline", "");
  }
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  let answer: unknown = text;
  try {
    if (isJson && text) answer = JSON.parse(text);
  } catch {
    throw new ApiError(response.status, "garbled", "");
  }
  if (response.ok) return answer;
  const said = (isJson && typeof answer === "object" ? answer : null) as Partial<ApiError> | null;
  const { error = "http", message = "", clause = null, table = null } = said ?? {};
  throw new ApiError(response.status, error, message, clause, table);
}

function route<M extends Method>(method: M) {
  return <P extends With<M>>(path: P, ...[given]: Words<Operation<P, M>>) =>
    request(method, path, given as Plain) as Promise<Answer<Operation<P, M>>>;
}

export const get = route("get");
export const post = route("post");
export const put = route("put");
export const patch = route("patch");
export const remove = route("delete");
