import { afterAll, afterEach, expect, test } from "bun:test";
import { flowStand } from "../testing/bots/flow.ts";
import { silence, turn, way } from "../testing/bots/turns.ts";
import { flow, retryDelays, type Flow } from "./flow.ts";

const now = Date.UTC(2026, 10, 21, 12);
const stood = flowStand("segredo", () => now);
const http = way();
afterAll(() => stood.stop());
afterEach(() => {
  expect(stood.wrong).toEqual([]);
  stood.clear();
});

const config: Flow = {
  type: "n8n",
  name: "Fluxo",
  urlN8N: `${stood.url}/webhook/balcao`,
  secret: "segredo",
};
const post = (text = "oi", more = {}) => flow(http, config, turn(text, more), now);
const nothing = { replies: [], session: null, does: [] };

test("tells of a turn, signed, and once", async () => {
  expect(await post("olá", { begins: true })).toEqual(nothing);
  expect(stood.requests).toEqual([
    {
      path: "/webhook/balcao",
      key: expect.any(String),
      body: {
        event: "start",
        ticket: { id: 7, status: "pending" },
        contact: { name: "Bia Souza" },
        message: { id: 70, body: "olá" },
        connection: { id: 1, name: "Balcão" },
        company: { id: 1 },
        raw: { key: { id: "A1" } },
      },
    },
  ]);
  await post("olá");
  const other = turn("olá");
  await flow(http, config, { ...other, raw: { ...other.raw, message: { id: 71 } } }, now);
  const [first, again, next] = stood.requests.map(({ key }) => key);
  expect([first === again, first === next]).toEqual([true, false]);
  expect(stood.requests[1]!.body.event).toBe("message");
  expect(http.requests.at(-1)).toMatchObject({ timeout: 10_000 });
});

test.each([
  [{ message: "oi" }, ["oi"], []],
  [{ messages: ["um", { text: "dois" }, "", 3, null, {}] }, ["um", "dois"], []],
  [[{ message: "um" }, { message: { text: "dois" } }], ["um", "dois"], []],
  [{ menu: true }, [], [{ do: "menu" }]],
  [{ queueId: 3 }, [], [{ do: "queue", queueId: 3 }]],
  [{ queueId: "3", userId: 9 }, [], [{ do: "queue", queueId: 3, userId: 9 }]],
  [{ userId: 9 }, [], []],
  [{ closeTicket: true, message: "tchau" }, ["tchau"], [{ do: "close" }]],
  [
    { stopBot: "true", note: " quer desconto " },
    [],
    [{ do: "note", text: "quer desconto" }, { do: "human" }],
  ],
  [{ message: "Workflow was started" }, [], []],
  [{ message: "Workflow got started." }, [], []],
  [
    {
      queueId: "x",
      userId: {},
      menu: 0,
      closeTicket: "no",
      stopBot: 1,
      note: 4,
      wait: "x",
      message: { a: 1 },
      messages: "só um",
    },
    ["só um"],
    [],
  ],
  [{ ping: true }, [], []],
  ["a text", [], []],
  [7, [], []],
  [null, [], []],
  [[], [], []],
] as const)("the answer %j", async (answer, texts, does) => {
  stood.next(Response.json(answer));
  const { replies, does: done } = await post();
  expect(replies.map((reply) => reply.text)).toEqual([...texts]);
  expect(done).toEqual([...does]);
});

test("what is no JSON, or more of it than anyone answers with, says nothing", async () => {
  for (const answer of [
    "",
    "ok",
    "<html>hi</html>",
    `{"message":`,
    `{"message":${"[".repeat(1000)}${"]".repeat(1000)}}`,
    JSON.stringify({ messages: Array(100_000).fill("oi") }),
  ]) {
    stood.next(new Response(answer));
    expect([answer, await post()]).toEqual([answer, nothing]);
  }
});

test("its messages wait, and bring files", async () => {
  const site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("%PDF-", { headers: { "content-type": "application/pdf" } }),
  });
  stood.next({
    messages: [
      "oi",
      { text: "o cardápio", mediaUrl: `http://127.0.0.1:${site.port}/cardapio` },
      { mediaUrl: "http://127.0.0.1:1/x.png" },
    ],
    wait: 1500,
  });
  expect((await post()).replies).toEqual([
    { text: "oi", later: 1500 },
    {
      file: { bytes: expect.any(Uint8Array), name: "cardapio.pdf" },
      text: "o cardápio",
      later: 1500,
    },
    { text: "http://127.0.0.1:1/x.png", later: 1500 },
  ]);
  await site.stop(true);
  stood.next({
    messages: [
      { text: "veja", mediaUrl: "http://169.254.169.254/key" },
      { text: "ou", mediaUrl: `http://127.0.0.1:1/${"x".repeat(3000)}` },
      { mediaUrl: "file:///etc/passwd" },
    ],
  });
  expect((await post()).replies).toEqual([
    { text: "veja", later: 0 },
    { text: "ou", later: 0 },
  ]);
  stood.next({ messages: Array.from({ length: 99 }, () => "oi"), wait: 1e9 });
  expect((await post()).replies).toEqual(
    Array.from({ length: 30 }, () => ({ text: "oi", later: 0 })),
  );
});

test("tries again what may pass, three times in all, under the same key", async () => {
  retryDelays.fill(0);
  stood.next(new Response("", { status: 500 }), new Response("", { status: 429 }), {
    message: "oi",
  });
  expect((await post()).replies).toHaveLength(1);
  expect(new Set(stood.requests.map(({ key }) => key)).size).toBe(1);
  stood.next(...Array.from({ length: 4 }, () => new Response("", { status: 503 })));
  stood.requests.length = 0;
  expect(await silence(post())).toBe("status 503");
  expect(stood.requests).toHaveLength(3);
});

test("asks no more where it was told off, or can't go", async () => {
  stood.next(new Response("", { status: 404 }));
  expect(await silence(post())).toBe("status 404");
  expect(stood.requests).toHaveLength(1);
  const before = http.requests.length;
  expect(
    await silence(flow(http, { ...config, urlN8N: "http://10.0.0.1/" }, turn("oi"), now)),
  ).toBe("refused");
  expect(http.requests.length).toBe(before + 1);
  expect(await silence(flow(http, { ...config, secret: "" }, turn("oi"), now))).toBe(
    "misconfigured",
  );
});
