import { afterAll, beforeAll, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { buildWeb } from "../../build/web.ts";
import { bundle } from "../../kit/files/assets.ts";
import { sources } from "../standing/sources.ts";
import { closesBrowser, sits, test } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-gallery-"));
let server: Bun.Server<undefined>;

closesBrowser();

beforeAll(async () => {
  await buildWeb({ development: true, folder });
  const pages = bundle(join(folder, "web"));
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/public/"))
        return new Response(Bun.file(join(repository, "web", pathname)));
      return pages(request) ?? new Response("none", { status: 404 });
    },
  });
});

afterAll(async () => {
  await server?.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

test("every entry of the gallery renders, in the light and the dark theme", async () => {
  const seat = await sits(server.url.origin, { theme: "light" });
  // The pictures that break on purpose, and the part that throws on purpose.
  seat.expects(/none\.png/, /on purpose/);
  await seat.goes("/_gallery");
  const entries = seat.page.locator("[data-entry]");
  // All entries come at once, which takes a busy machine long.
  await entries.last().waitFor({ timeout: 90_000 });
  for (const theme of ["light", "dark"] as const) {
    await seat.page.evaluate((name) => {
      document.documentElement.dataset.theme = `balcao-${name}`;
    }, theme);
    const rendered = await entries.evaluateAll((all) =>
      all.map((entry) => ({
        name: entry.getAttribute("data-entry")!,
        height: entry.querySelector("h2 + div")!.getBoundingClientRect().height,
        broken: entry.querySelector("[data-broken]") !== null,
      })),
    );
    expect(rendered.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
    expect(new Set(rendered.map(({ name }) => name)).size).toBe(rendered.length);
    expect(rendered.filter(({ broken }) => broken).map(({ name }) => name)).toEqual(["boundary"]);
    expect(rendered.filter(({ height }) => height < 10)).toEqual([]);
  }
}, 180_000);

/** The entries that the story files name one by one. */
const named = sources("web/**/{Gallery,*Stories}.tsx").flatMap(({ text }) =>
  [...text.matchAll(/\{ name: "([^"]+)", show:/g)].map(([, name]) => name!),
);
