import { afterAll, expect, jest, test } from "bun:test";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { createHttpClient, type RequestOptions } from "./http-client.ts";
import { RequestFailed } from "./http-reply.ts";

const cast = Bun.file(join(import.meta.dir, "../../testing/whatsapp-server/cert.pem"));
const requests: Request[] = [];
const site = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
const home = `http://127.0.0.1:${site.port}`;
const loopback = createHttpClient({ allow: ["127.0.0.0/8"] });
const closing: (() => unknown)[] = [() => site.stop(true)];
afterAll(() => closing.forEach((close) => close()));

async function answer(request: Request): Promise<Response> {
  requests.push(request.clone());
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/to")
    return new Response("gone", {
      status: Number(searchParams.get("status") ?? 302),
      headers: { location: searchParams.get("place")! },
    });
  if (pathname === "/late") await Bun.sleep(60_000);
  if (pathname === "/teapot") return new Response("short and stout", { status: 418 });
  if (pathname === "/large") return new Response(new Uint8Array(2_000_000));
  if (pathname === "/endless")
    return new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) }));
  if (pathname === "/drip")
    return new Response(
      new ReadableStream({
        async pull(to) {
          await Bun.sleep(50);
          to.enqueue(new Uint8Array([46]));
        },
      }),
    );
  if (pathname === "/packed") return packed(searchParams.get("by")!, Buffer.from("unpacked"));
  if (pathname === "/bomb") return bombs[searchParams.get("by")!]!.clone();
  return Response.json({
    method: request.method,
    path: pathname,
    body: await request.text(),
    headers: Object.fromEntries(request.headers),
  });
}

const packed = (by: string, bytes: Uint8Array) =>
  new Response(
    new Uint8Array(
      {
        gzip: () => gzipSync(bytes),
        deflate: () => deflateSync(bytes),
        br: () => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        zstd: () => bytes,
      }[by]!(),
    ),
    { headers: { "content-encoding": by } },
  );

// A few hundred kB each.
const zeros = Buffer.alloc(200_000_000);
const bombs: Record<string, Response> = {
  gzip: packed("gzip", zeros),
  deflate: packed("deflate", zeros),
  br: packed("br", zeros),
};

/** The reason of the failure. */
const silence = async (url: string, question?: RequestOptions, http = loopback) => {
  const thrown = await http.request(url, question).then(
    (reply) => reply.status,
    (error: unknown) => error,
  );
  if (!(thrown instanceof RequestFailed)) return thrown;
  expect(thrown.message).toBe(`unanswered: ${thrown.reason}`);
  return thrown.reason;
};

/** A server that speaks only the HTTP that the test writes. */
async function raw(serve: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("asks and is answered", async () => {
  const reply = await loopback.request(`${home}/a/b?c=d`, {
    method: "POST",
    headers: { authorization: "Bearer key", "content-type": "application/json" },
    body: `{"olá":1}`,
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toContain("application/json");
  expect(JSON.parse(reply.text)).toMatchObject({
    method: "POST",
    path: "/a/b",
    body: `{"olá":1}`,
    headers: {
      host: `127.0.0.1:${site.port}`,
      authorization: "Bearer key",
      "user-agent": "Balcao",
      "content-length": "10",
    },
  });
  expect((await loopback.request(`${home}/teapot`)).status).toBe(418);
});

test("has nothing to do with cookies", async () => {
  await loopback.request(`${home}/x`);
  expect(requests.at(-1)!.headers.get("cookie")).toBeNull();
});

const forbidden = [
  "http://127.0.0.1/",
  "http://0/",
  "http://0.0.0.0/",
  "http://[::]/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://017700000001/",
  "http://127.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://[fe80::1%25eth0]/",
  "http://100.64.0.1/",
  "http://192.168.0.1/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://localhost/",
  "http://localhost./",
  "http://a@8.8.8.8/",
  "http://a:b@8.8.8.8/",
  "http://a@127.0.0.1/",
  "http://①②⑦.⓪.⓪.①/",
  "http://１２７.０.０.１/",
  "http://8.8.8.8:25/",
  "http://8.8.8.8:8080/",
  "https://8.8.8.8:22/",
  "gopher://8.8.8.8/",
  "file:///etc/passwd",
  "ftp://8.8.8.8/",
  "data:text/plain,hi",
  "ws://8.8.8.8/",
  "javascript:1",
  "unix:/run/x.sock",
  "http://8.8.8.8/a\r\nHost: x",
  "http://8.8.8.8/a b",
  "http://8.8.8.8\\@127.0.0.1/",
  "http://8.8.8.8/\u0000",
  " http://8.8.8.8/",
  "//8.8.8.8/",
  "8.8.8.8",
  "",
  "http://",
  "http:///",
];
test.each(forbidden)("doesn't go to %j", async (url) => {
  expect(await silence(url, {}, createHttpClient({ allow: [] }))).toBe("refused");
});

test("an address of any length is refused without being read", async () => {
  const started = performance.now();
  for (const url of [`http://${"ü.".repeat(200_000)}/`, `http://8.8.8.8/${"x".repeat(5000)}`])
    expect(await silence(url)).toBe("refused");
  const elsewhere = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(null, {
        status: 302,
        headers: { location: `http://${"xn--a.".repeat(1000)}/` },
      }),
  });
  closing.push(() => void elsewhere.stop(true));
  expect(await silence(elsewhere.url.href)).toBe("refused");
  expect(performance.now() - started).toBeLessThan(2000);
});

test("a name is refused if any of its addresses is ours, and is not asked for twice", async () => {
  const names: Record<string, string[]> = {
    "lan.example": ["192.168.0.9"],
    "both.example": ["8.8.8.8", "10.0.0.1"],
    "mapped.example": ["::ffff:8.8.8.8"],
    "zone.example": ["fe80::1%eth0"],
    "none.example": [],
  };
  const http = createHttpClient({
    allow: [],
    resolve: async (name) => names[name] ?? Promise.reject(new Error(`no ${name} here`)),
  });
  for (const name of [
    "lan.example",
    "both.example",
    "mapped.example",
    "zone.example",
    "LAN.example.",
  ])
    expect([name, await silence(`http://${name}/`, {}, http)]).toEqual([name, "refused"]);
  for (const name of ["none.example", "gone.example"])
    expect([name, await silence(`http://${name}/`, {}, http)]).toEqual([name, "unreachable"]);
});

test("a name that changes its address is gone to where it was looked at", async () => {
  let times = 0;
  const http = createHttpClient({
    allow: ["127.0.0.1"],
    resolve: async () => [++times === 1 ? "127.0.0.1" : "127.0.0.2"],
  });
  expect(JSON.parse((await http.request(`http://turns.example:${site.port}/`)).text)).toMatchObject(
    { headers: { host: `turns.example:${site.port}` } },
  );
  expect(times).toBe(1);
  expect(await silence(`http://turns.example:${site.port}/`, {}, http)).toBe("refused");
  expect(
    await silence(
      `http://turns.example/`,
      {},
      createHttpClient({ allow: [], resolve: async () => ["127.0.0.1"] }),
    ),
  ).toBe("refused");
});

test("of several addresses it takes one that is up", async () => {
  const http = createHttpClient({
    allow: ["127.0.0.0/8", "::1"],
    resolve: async () => ["::1", "127.0.0.1"],
  });
  expect((await http.request(`http://two.example:${site.port}/`)).status).toBe(200);
});

test("what the operator opens: networks with all ports, places alone", async () => {
  const place = createHttpClient({
    allow: [`ollama.lan:${site.port}`, `127.0.0.1:${site.port}`],
    resolve: async () => ["127.0.0.1"],
  });
  expect((await place.request(`http://ollama.lan:${site.port}/`)).status).toBe(200);
  expect((await place.request(`http://OLLAMA.lan.:${site.port}/`)).status).toBe(200);
  expect((await place.request(`${home}/`)).status).toBe(200);
  for (const url of [
    "http://ollama.lan/",
    "http://ollama.lan:1/",
    `http://other.lan:${site.port}/`,
    "http://127.0.0.1:1/",
  ])
    expect([url, await silence(url, {}, place)]).toEqual([url, "refused"]);
  expect(() => createHttpClient({ allow: ["lan"] })).toThrow("is no network");
});

test("redirections are followed thrice, and each is looked at", async () => {
  const to = (place: string, status = 302) =>
    `/to?status=${status}&place=${encodeURIComponent(place)}`;
  const path = (reply: { text: string }) =>
    JSON.parse(reply.text) as {
      method: string;
      path: string;
      body: string;
      headers: Record<string, string>;
    };
  expect(path(await loopback.request(home + to(to(to("/end")))))).toMatchObject({ path: "/end" });
  expect(await silence(home + to(to(to(to("/end")))))).toBe("refused");
  expect(
    path(await loopback.request(home + to("/end", 307), { method: "POST", body: "kept" })),
  ).toMatchObject({ method: "POST", body: "kept" });
  expect(
    path(
      await loopback.request(home + to("/end", 303), {
        method: "POST",
        headers: { "content-type": "a/b" },
        body: "gone",
      }),
    ),
  ).toMatchObject({ method: "GET", body: "" });
  for (const place of [
    "http://169.254.169.254/",
    "http://192.168.0.1/",
    "http://[::1]/",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "http://a@127.0.0.1/",
    "http://8.8.8.8:25/",
    "http://",
  ])
    expect([place, await silence(home + to(place))]).toEqual([place, "refused"]);
});

test("what was meant for one host stays there", async () => {
  const other = Bun.serve({ hostname: "127.0.0.2", port: 0, fetch: answer });
  closing.push(() => other.stop(true));
  const there = `http://127.0.0.2:${other.port}/end`;
  const sent = (place: string, status: number) =>
    `${home}/to?status=${status}&place=${encodeURIComponent(place)}`;
  const question: RequestOptions = {
    method: "POST",
    headers: {
      authorization: "Bearer key",
      "x-balcao-signature": "s",
      "content-type": "application/json",
    },
    body: `{"text":"Oi"}`,
  };
  const before = requests.length;
  for (const status of [307, 308])
    for (const place of [
      there,
      `http://127.0.0.1:${other.port}/end`,
      `http://localhost:${site.port}/end`,
    ])
      expect([status, place, await silence(sent(place, status), question)]).toEqual([
        status,
        place,
        "refused",
      ]);
  expect(requests.slice(before).map(({ url }) => new URL(url).pathname)).toEqual(
    Array.from({ length: 6 }, () => "/to"),
  );
  await loopback.request(sent(there, 302), question);
  const answered = Object.fromEntries(requests.at(-1)!.headers);
  expect(requests.at(-1)!.method).toBe("GET");
  expect(answered).toMatchObject({ host: `127.0.0.2:${other.port}` });
  for (const name of ["authorization", "x-balcao-signature", "content-type"])
    expect(answered).not.toHaveProperty(name);
  await loopback.request(`${home}/to?status=307&place=/end`, question);
  expect(requests.at(-1)!.headers.get("authorization")).toBe("Bearer key");
});

test("takes in no more than it was told, packed or unpacked", async () => {
  for (const by of ["gzip", "deflate", "br"])
    expect((await loopback.request(`${home}/packed?by=${by}`)).text).toBe("unpacked");
  const before = process.memoryUsage().rss;
  for (const path of ["/large", "/endless", "/bomb?by=gzip", "/bomb?by=deflate", "/bomb?by=br"])
    expect([path, await silence(home + path)]).toEqual([path, "too large"]);
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(100);
  expect(await silence(`${home}/packed?by=zstd`)).toBe("senseless");
  expect((await loopback.request(`${home}/large`, { limit: 2_000_000 })).bytes.length).toBe(
    2_000_000,
  );
});

test("waits no longer than it was told", async () => {
  for (const path of ["/late", "/drip"]) {
    const began = performance.now();
    expect([path, await silence(home + path, { timeout: 300 })]).toEqual([path, "timeout"]);
    expect(performance.now() - began).toBeLessThan(1500);
  }
  expect(
    await silence(
      `http://slow.example/`,
      { timeout: 100 },
      createHttpClient({ allow: [], resolve: () => new Promise(() => {}) }),
    ),
  ).toBe("timeout");
});

test("who asked may hang up", async () => {
  const line = new AbortController();
  const waits = silence(`${home}/late`, { signal: line.signal });
  setTimeout(() => line.abort(), 50);
  expect(await waits).toBe("cancelled");
  expect(await silence(`${home}/`, { signal: AbortSignal.abort() })).toBe("cancelled");
});

test("a door that opens and says nothing is left after five seconds", async () => {
  const opened = Promise.withResolvers<void>();
  const door = await raw(() => opened.resolve());
  jest.useFakeTimers();
  try {
    const came: unknown[] = [];
    const waits = silence(`https://${door}/`).then((reason) => came.push(reason));
    await opened.promise;
    jest.advanceTimersByTime(4999);
    await new Promise(setImmediate);
    expect(came).toEqual([]);
    jest.advanceTimersByTime(1);
    await waits;
    expect(came).toEqual(["timeout"]);
  } finally {
    jest.useRealTimers();
  }
});

test("what is no answer is none", async () => {
  expect(await silence("http://127.0.0.1:1/")).toBe("unreachable");
  const respond = (text: string) => raw((socket) => socket.once("data", () => socket.end(text)));
  for (const text of [
    "",
    "SSH-2.0-OpenSSH_9\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\ncontent-",
  ])
    expect([text, await silence(`http://${await respond(text)}/`)]).toEqual([text, "unreachable"]);
  const headers = await raw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const pour = () => {
      while (!socket.destroyed && socket.write(`x-more: ${"x".repeat(4000)}\r\n`));
      if (!socket.destroyed) socket.once("drain", pour);
    };
    pour();
  });
  expect(await silence(`http://${headers}/`, { timeout: 3000 })).toBeOneOf([
    "unreachable",
    "timeout",
  ]);
  expect(await silence(`${home}/`, { headers: { authorization: "a\r\nb: c" } })).toBe(
    "misconfigured",
  );
});

test("over TLS it is the name that must be vouched for, not the address", async () => {
  const secure = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: {
      cert: cast,
      key: Bun.file(join(import.meta.dir, "../../testing/whatsapp-server/key.pem")),
    },
    fetch: answer,
  });
  closing.push(() => secure.stop(true));
  const ca = await cast.text();
  const http = createHttpClient({ allow: ["127.0.0.0/8"], ca, resolve: async () => ["127.0.0.1"] });
  expect((await http.request(`https://localhost:${secure.port}/`)).status).toBe(200);
  expect(await silence(`https://other.example:${secure.port}/`, {}, http)).toBe("unreachable");
  expect(
    await silence(
      `https://localhost:${secure.port}/`,
      {},
      createHttpClient({ allow: ["127.0.0.0/8"], ca: rootCertificates[0]! }),
    ),
  ).toBe("unreachable");
  expect(
    await silence(
      `https://localhost:${secure.port}/to?place=${encodeURIComponent(home)}`,
      {},
      http,
    ),
  ).toBe("refused");
  const plain = `http://localhost:${site.port}/to?status=308&place=${encodeURIComponent(`https://localhost:${secure.port}/end`)}`;
  expect(
    JSON.parse((await http.request(plain, { method: "POST", body: "kept" })).text),
  ).toMatchObject({ method: "POST", body: "kept" });
});

test("a certificate says who asks, and goes to no other address", async () => {
  const [cert, key] = [
    await cast.text(),
    await Bun.file(join(import.meta.dir, "../../testing/whatsapp-server/key.pem")).text(),
  ];
  const strict = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true },
    fetch: answer,
  });
  closing.push(() => strict.stop(true));
  const http = createHttpClient({ allow: ["127.0.0.0/8"], ca: cert });
  const place = `https://localhost:${strict.port}/`;
  expect(
    JSON.parse(
      (await http.request(place, { method: "PUT", body: "kept", certificate: cert + key })).text,
    ),
  ).toMatchObject({ method: "PUT", body: "kept" });
  expect(await silence(place, {}, http)).toBe("unreachable");
  expect(await silence(place, { certificate: "none" }, http)).toBeOneOf([
    "unreachable",
    "misconfigured",
  ]);
  expect(
    await silence(
      `${place}to?status=308&place=${encodeURIComponent(place)}`,
      { certificate: cert + key },
      http,
    ),
  ).toBe("refused");
});
