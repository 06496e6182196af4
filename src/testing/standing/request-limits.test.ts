import { connect } from "node:net";
import { expect } from "bun:test";
import { password } from "../password.ts";
import { box, emailOf, test, until, type Box } from "../world.ts";

const shop = await box();
const ana = await shop.as("ana").token;
const rui = await shop.as("rui").token;

/** Sends one handwritten request: browsers would never send it. */
function send(
  head: string,
  pieces: string[] = [],
): Promise<{ status: number; text: string; sent: number }> {
  return new Promise((resolve) => {
    let text = "";
    let sent = 0;
    const line = connect(Number(new URL(shop.url).port), "127.0.0.1", () => {
      line.write(`${head}\r\n\r\n`);
      write();
    });
    const write = () => {
      while (sent < pieces.length && !line.destroyed)
        if (!line.write(pieces[sent++]!)) return void line.once("drain", write);
    };
    const end = () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, sent });
    line.on("data", (data) => {
      text += String(data);
      if (/\r\n\r\n[^]+/.test(text)) line.destroy();
    });
    line.on("error", end);
    line.on("close", end);
  });
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const post = (path: string, more: string[] = []) =>
  [`POST ${path} HTTP/1.1`, "Host: balcao.local", "Content-Type: application/json", ...more].join(
    "\r\n",
  );
const chunked = (path: string, token?: string) =>
  post(path, ["Transfer-Encoding: chunked", ...(token ? [`Authorization: Bearer ${token}`] : [])]);

test("an invalid Host header is refused before anything else", async () => {
  for (const host of [
    "?",
    "a/b",
    "a@b",
    "a\\b",
    "a#b",
    "a b",
    "",
    "ä",
    "[::1",
    "a:99999",
    "999.999.999.999",
    "a|b",
    "a..b",
    "user:word@a",
  ]) {
    for (const start of [
      "GET /",
      "GET /ws",
      "GET /api/tickets",
      "POST /api/auth/login",
      "GET /public/none.png",
      "GET /healthz",
    ]) {
      const { status, text } = await send(
        `${start} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0`,
      );
      expect([
        host,
        start,
        status,
        text.includes("ERR_HOST"),
        text.includes("x-request-id") || text.includes("X-Request-Id"),
      ]).toEqual([host, start, 400, true, true]);
    }
  }
});

test("a Host of any length is handled alike", async () => {
  for (const host of [
    "a",
    "pc",
    "nas",
    "casa",
    "10.0.0.7:8080",
    "[::1]:8080",
    "balcao.local.",
    "BALCAO.local",
  ]) {
    const answers = await Promise.all(
      ["/healthz", "/api/tickets", "/api/nowhere/x"].map((path) =>
        send(`GET ${path} HTTP/1.1\r\nHost: ${host}`),
      ),
    );
    expect([host, answers.map(({ status }) => status)]).toEqual([
      host,
      [200, 401, 401].with(2, answers[2]!.status),
    ]);
    expect([host, answers[2]!.text.includes("no-store")]).toEqual([host, true]);
  }
});

const kib = 1024;

test("a large body is read of nobody who may not use its route", async () => {
  const head = (token: string, bytes: number) =>
    post("/api/products", [`Authorization: Bearer ${token}`, `Content-Length: ${bytes}`]);
  // The answer comes before any of the body does.
  const { status, text } = await send(head(ana, kib * kib + 1));
  expect([status, text.includes("ERR_NO_PERMISSION")]).toEqual([403, true]);
  const small = JSON.stringify({ name: "" });
  expect((await send(head(ana, small.length), [small])).status).toBe(403);
  const padded = small + " ".repeat(kib * kib);
  expect((await send(head(rui, padded.length), [padded])).status).toBe(422);
});

/** A path, the bytes that it reads, and the caller's token. */
const unendingBodies = [
  ["/api/auth/login", 64 * kib],
  ["/api/contacts", 64 * kib],
  ["/", 64 * kib],
  ["/nowhere", 64 * kib],
  ["/api/contacts", kib * kib, ana],
  ["/api/practice/1/messages", 1.5 * kib * kib, rui],
] as const;

test("a body without a length is counted as it comes", async () => {
  const login = JSON.stringify({ email: emailOf("ana"), password });
  expect(
    (
      await send(chunked("/api/auth/login"), [
        chunk(login.slice(0, 10)),
        chunk(login.slice(10)),
        "0\r\n\r\n",
      ])
    ).status,
  ).toBe(200);

  for (const [path, limit, token] of unendingBodies) {
    const { status } = await send(chunked(path, token), [chunk(`{"name":"${"x".repeat(limit)}`)]);
    expect([path, token !== undefined, status]).toEqual([path, token !== undefined, 413]);
  }
});

test("a body without an end is cut off", async () => {
  const flood = Array.from({ length: 800 }, () => chunk("x".repeat(64 * kib)));
  for (const [path, , token] of unendingBodies) {
    const { status, sent } = await send(chunked(path, token), [chunk('{"name":"'), ...flood]);
    // A connection that closes while its client still sends may lose the answer on its way.
    expect([413, 0]).toContain(status);
    expect([path, token !== undefined, sent < 700]).toEqual([path, token !== undefined, true]);
  }
});

test("an invalid token is refused as such, however large the request", async () => {
  const { status } = await send(
    chunked("/api/contacts", "none"),
    Array.from({ length: 10 }, () => chunk("x".repeat(65_536))),
  );
  expect([401, 403]).toContain(status);
});

test("a page accepts no form from another page", async () => {
  expect(
    (
      await send(
        "POST / HTTP/1.1\r\nHost: balcao.local\r\nContent-Type: text/plain\r\nContent-Length: 2",
        ["oi"],
      )
    ).status,
  ).toBe(400);
});

test("deeply nested JSON behind closing brackets is refused at once", async () => {
  const hidden = `{"email":"${"]".repeat(30_000)}","x":${"[".repeat(30_000)}`;
  const started = performance.now();
  const { status, text } = await send(
    post("/api/auth/login", [`Content-Length: ${hidden.length}`]),
    [hidden],
  );
  expect([status, text.includes("ERR_TOO_COMPLEX")]).toEqual([400, true]);
  expect(performance.now() - started).toBeLessThan(1000);
});

test("a frame over 64 KB closes its socket, and a shorter one before signing in", async () => {
  const opened = async (...frames: string[]) => {
    const socket = new WebSocket(`${shop.url.replace("http", "ws")}/ws`);
    const received: string[] = [];
    socket.addEventListener("message", ({ data }) => received.push(String(data)));
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    for (const [index, frame] of frames.entries()) {
      await until(() => received.length >= index);
      socket.send(frame);
    }
    return { socket, received, closed };
  };
  const word = (length: number) => JSON.stringify({ event: "auth", token: "x".repeat(length) });
  for (const [length, code] of [
    [15_000_000, 1009],
    [70_000, 1009],
    [9000, 1009],
    [4000, 4401],
  ] as const)
    expect([length, await (await opened(word(length))).closed]).toEqual([length, code]);

  const hello = JSON.stringify({ event: "auth", token: ana });
  expect(await (await opened(hello, word(70_000))).closed).toBe(1009);
  const { socket, received } = await opened(hello, word(60_000));
  socket.send(JSON.stringify({ event: "ping" }));
  await until(() => received.some((frame) => frame.includes("pong")));
  socket.close();
});

test("a request's address is that of its connection", async () => {
  const there: Box = await box();
  const { port } = new URL(there.url);
  // All of 127/8 is this machine.
  const text = await new Promise<string>((resolve) => {
    let received = "";
    const body = JSON.stringify({ email: emailOf("ana"), password });
    const line = connect({ port: Number(port), host: "127.0.0.1", localAddress: "127.0.0.9" }, () =>
      line.write(
        `${post("/api/auth/login", [`Content-Length: ${body.length}`, "Connection: close"])}\r\n\r\n${body}`,
      ),
    );
    line.on("data", (data) => (received += String(data)));
    line.on("close", () => resolve(received));
  });
  expect(text).toStartWith("HTTP/1.1 200");
  const { body } = await there.as("ana").get<{ address: string }[]>("/auth/sessions");
  expect(body.map(({ address }) => address)).toContain("127.0.0.9");
});
