import { expect } from "bun:test";
import { mayScrape } from "./metrics.ts";
import { box, canary, test } from "../testing/world.ts";

test("the figures are in the format that Prometheus reads, and name nobody", async () => {
  const shop = await box();
  await shop.as("rui").get("/tags");
  await shop.stranger.get("/tags");
  const answer = await fetch(`${shop.url}/metrics`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(text).toEndWith("\n");

  let current = { name: "", kind: "" };
  const names: string[] = [];
  for (const line of text.trimEnd().split("\n")) {
    const [, comment, name, rest] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (comment === "HELP") names.push(name!);
    if (comment === "TYPE") current = { name: name!, kind: rest! };
    if (comment) continue;
    const [, sample, suffix = "", , value] = /^([a-z_]+?)(_bucket|_sum|_count)?(\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+\})? (-?[\d.]+(?:e[+-]?\d+)?)$/.exec(line) ?? [];
    const full = current.kind === "histogram" ? sample : `${sample}${suffix}`;
    expect([line, full, Number.isFinite(Number(value))]).toEqual([line, current.name, true]);
  }
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !name.startsWith("balcao_"))).toEqual([]);
  expect(text).toMatch(/^balcao_http_requests_total\{method="GET",route="\/api\/tags\/",status="401"\} \d+$/m);
  expect([canary, "paoquente", "5511"].filter((word) => text.includes(word))).toEqual([]);
});

test("they are for this machine, or for who has the token", () => {
  const asked = (headers: Record<string, string> = {}) => new Request("http://localhost/metrics", { headers });
  const asNamed = (host: string) => mayScrape(asked({ host }), "127.0.0.1", undefined);
  expect(["localhost:8080", "127.0.0.1", "[::1]:8080", "elsewhere.example.com", "127.0.0.1.example.com"].map(asNamed)).toEqual([true, true, true, false, false]);
  const token = "um-segredo-bem-longo";
  expect([mayScrape(asked(), "127.0.0.1", undefined), mayScrape(asked(), "::1", token), mayScrape(asked({ authorization: `Bearer ${token}` }), "10.0.0.7", token)]).toEqual([true, true, true]);
  expect([mayScrape(asked(), "10.0.0.7", token), mayScrape(asked({ "x-forwarded-for": "10.0.0.7" }), "127.0.0.1", undefined), mayScrape(asked({ authorization: "Bearer " }), "10.0.0.7", undefined), mayScrape(asked({ authorization: "Bearer x" }), "10.0.0.7", token)]).toEqual([false, false, false, false]);
});
