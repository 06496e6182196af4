import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../build/repository.ts";
import { mayScrape } from "./metrics.ts";
import { box, canary, test } from "../testing/world.ts";

test("the figures are in the format that Prometheus reads, and name nobody", async () => {
  const shop = await box();
  await shop.as("rui").get("/tags");
  await shop.stranger.get("/tags");
  const answer = await fetch(`${shop.url}/metrics`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  // It writes what it finds wrong, of the format and of names.
  const judge = Bun.spawnSync(
    [Bun.which("promtool") ?? join(repository, ".cache/promtool"), "check", "metrics"],
    { stdin: Buffer.from(text) },
  );
  expect([judge.exitCode, judge.stdout.toString() + judge.stderr.toString()]).toEqual([0, ""]);
  const names = [...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name!);
  expect(names.filter((name) => !name.startsWith("balcao_"))).toEqual([]);
  expect(text).toMatch(
    /^balcao_http_requests_total\{method="GET",route="\/api\/tags\/",status="401"\} \d+$/m,
  );
  expect([canary, "paoquente", "5511"].filter((word) => text.includes(word))).toEqual([]);
});

test("they are for this machine, or for who has the token", () => {
  const request = (headers: Record<string, string> = {}) =>
    new Request("http://localhost/metrics", { headers });
  const asNamed = (host: string) => mayScrape(request({ host }), "127.0.0.1", undefined);
  expect(
    [
      "localhost:8080",
      "127.0.0.1",
      "[::1]:8080",
      "elsewhere.example.com",
      "127.0.0.1.example.com",
    ].map(asNamed),
  ).toEqual([true, true, true, false, false]);
  const token = "um-segredo-bem-longo";
  expect([
    mayScrape(request(), "127.0.0.1", undefined),
    mayScrape(request(), "::1", token),
    mayScrape(request({ authorization: `Bearer ${token}` }), "10.0.0.7", token),
  ]).toEqual([true, true, true]);
  expect([
    mayScrape(request(), "10.0.0.7", token),
    mayScrape(request({ "x-forwarded-for": "10.0.0.7" }), "127.0.0.1", undefined),
    mayScrape(request({ authorization: "Bearer " }), "10.0.0.7", undefined),
    mayScrape(request({ authorization: "Bearer x" }), "10.0.0.7", token),
  ]).toEqual([false, false, false, false]);
});
