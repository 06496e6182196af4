import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, type Manifest } from "./assets.ts";

const folder = mkdtempSync(join(tmpdir(), "bundle-"));
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  bundle(folder)(new Request(`http://localhost${path}`, { method, headers }));

beforeAll(() => {
  const manifest: Manifest = {
    "/index.html": {
      type: "text/html; charset=utf-8",
      etag: "page",
      immutable: false,
      encodings: ["br", "gzip"],
    },
    "/assets/app-1.js": {
      type: "text/javascript",
      etag: "app",
      immutable: true,
      encodings: ["gzip"],
    },
  };
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  for (const [name, text] of Object.entries({
    "index.html": "page",
    "index.html.br": "page in br",
    "index.html.gz": "page in gzip",
    "assets/app-1.js": "app",
    "assets/app-1.js.gz": "app in gzip",
  })) {
    writeFileSync(join(folder, name), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test("a page path answers the page, which is asked for anew each time", async () => {
  const answer = ask("/tickets/42")!;
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("page");
  expect(Object.fromEntries(answer.headers)).toEqual({
    "cache-control": "no-cache",
    "content-type": "text/html; charset=utf-8",
    etag: '"page"',
    vary: "accept-encoding",
  });
});

test("the best packing that the browser takes", async () => {
  expect(await ask("/", { "accept-encoding": "gzip, deflate, br" })!.text()).toBe("page in br");
  expect(await ask("/", { "accept-encoding": "gzip, br;q=0" })!.text()).toBe("page in gzip");
  expect(await ask("/", { "accept-encoding": "deflate" })!.text()).toBe("page");
  expect(
    ask("/assets/app-1.js", { "accept-encoding": "br, gzip" })!.headers.get("content-encoding"),
  ).toBe("gzip");
});

test("named by content, kept for a year", () => {
  expect(ask("/assets/app-1.js")!.headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
});

test("what the browser has is not sent again, in the packing it has", () => {
  expect(ask("/", { "if-none-match": '"other", W/"page"' })!.status).toBe(304);
  expect(ask("/", { "if-none-match": '"page-br"', "accept-encoding": "br" })!.status).toBe(304);
  expect(ask("/", { "if-none-match": '"page-br"' })!.status).toBe(200);
});

test("a missing file is missing, not the page", () => {
  for (const path of [
    "/assets/none.js",
    "/assets/none",
    "/favicon.ico",
    "/manifest.json",
    "/public/none",
    "/assets/../manifest.json",
    "/assets/%2e%2e/manifest.json",
  ])
    expect(ask(path)!.status).toBe(404);
});

test("only reading, and only from a bundle", () => {
  expect(ask("/", {}, "POST")).toBeUndefined();
  expect(bundle(join(folder, "none"))(new Request("http://localhost/"))).toBeUndefined();
});
