import "./dom.ts";
import { afterEach, beforeEach, expect } from "bun:test";
import { createElement, type ReactNode } from "react";
import type { Root } from "react-dom/client";
import { page } from "./dom.ts";
import { eventually, rendered } from "./screen.ts";
import type { Box, Name } from "../world.ts";

/** Shows a component, in Portuguese, until the story ends. */
export async function show(node: ReactNode) {
  close();
  // Bun runs CommonJS before the imports above it, when there is no document yet.
  const { createRoot } = await import("react-dom/client");
  const place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  root.render(node);
  await rendered();
}

/**
 * Opens the browser's whole app as a user of the shop, on the real app. Use one user for each test
 * file: a tab caches its reads.
 */
export async function enter(shop: Box, name: Name, path: string) {
  if (!localStorage.getItem("token")) {
    page.happyDOM.setURL(shop.url);
    localStorage.setItem("token", await shop.as(name).token);
  }
  history.replaceState(null, "", path);
  const [{ App, preloadSignedIn }, { restore, sessionState }, { startText }] = await Promise.all([
    import("../../../web/app.tsx"),
    import("../../../web/session/session.ts"),
    import("../../../web/kit/text.ts"),
  ]);
  await startText();
  await preloadSignedIn();
  if (sessionState.peek() !== "done") await restore();
  await show(createElement(App));
  await online();
}

type Call = { method: string; path: string; query: URLSearchParams; body: unknown };

/**
 * Answers calls in place of a server, until the story ends. A promise delays a call; a `Response`
 * is the answer itself.
 */
export function answer(reply: (call: Call) => object | Promise<object>) {
  globalThis.fetch = (async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, location.href);
    const { method = "GET", body } = init ?? {};
    const answered = await reply({
      method,
      path: pathname.replace("/api", ""),
      query: searchParams,
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : body,
    });
    return answered instanceof Response ? answered : Response.json(answered);
  }) as typeof fetch;
}

/** Answers calls to one path in place of the app, until the story ends. */
export function intercept(path: string, reply: () => Response) {
  globalThis.fetch = Object.assign(
    (input: string | URL | Request, init?: RequestInit) =>
      input === `/api${path}` ? Promise.resolve(reply()) : callApp(input, init),
    { preconnect: call.preconnect },
  );
}

/** Errors that a story expects on the console. */
export const expectError = (pattern: RegExp) => void expected.push(pattern);

async function online() {
  const { live } = await import("../../../web/session/live.ts");
  await eventually(() => live.state.peek() === "online", "the socket");
}

function close() {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}

let root: Root | undefined;
const troubles: string[] = [];
const expected: RegExp[] = [];

// The document resolves a path to its own address, where the app answers.
const { fetch: call } = globalThis;
const callApp = Object.assign(
  (input: string | URL | Request, init?: RequestInit) =>
    call(typeof input === "string" ? new URL(input, location.href) : input, init),
  { preconnect: call.preconnect },
);
globalThis.fetch = callApp;

console.error = (...words: unknown[]) => void troubles.push(words.map(String).join(" "));

beforeEach(() => {
  troubles.length = 0;
  expected.length = 0;
});

afterEach(() => {
  close();
  globalThis.fetch = callApp;
  expect(troubles.filter((trouble) => !expected.some((one) => one.test(trouble)))).toEqual([]);
});
