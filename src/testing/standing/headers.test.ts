import { expect, spyOn } from "bun:test";
import { flush, logLevel } from "../../kit/process/log.ts";
import { password } from "../password.ts";
import { afterwards, bia, box, dot, emailOf, second, test } from "../world.ts";

const shop = await box();
const ana = shop.as("ana");
const token = await ana.token;
const signedIn = { authorization: `Bearer ${token}` };
const ask = (path: string, init: RequestInit = {}) => fetch(shop.url + path, init);
const login = (
  headers: Record<string, string> = {},
  body: string = JSON.stringify({ email: emailOf("ana"), password }),
) =>
  ask("/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const guards = {
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Every kind of answer of the server. */
async function kinds() {
  const file = await shop.db.files.keep(dot, "broa.png");
  const picture = shop.receives("", { file })!.mediaUrl!;
  const broken = await shop.db.files.keep(
    new TextEncoder().encode("<script>alert(1)</script>"),
    "página.html",
  );
  const document = shop.receives("", { file: broken })!.mediaUrl!;
  return {
    list: await ask("/api/tickets", { headers: signedIn }),
    missing: await ask("/api/tickets/777", { headers: signedIn }),
    nowhere: await ask("/api/nowhere"),
    stranger: await ask("/api/tickets"),
    invalid: await ask("/api/contacts", {
      method: "POST",
      headers: { ...signedIn, "content-type": "application/json" },
      body: "{}",
    }),
    malformed: await ask("/api/contacts", {
      method: "POST",
      headers: { ...signedIn, "content-type": "application/json" },
      body: "{",
    }),
    foreign: await login({ origin: "https://evil.example" }),
    health: await ask("/healthz"),
    ready: await ask("/readyz"),
    page: await ask("/tickets"),
    file: await ask("/public/none.png"),
    picture: await ask(picture),
    document: await ask(document),
    badLink: await ask(picture.replace(/sign=.*/, "sign=x")),
    socket: await ask("/ws", { headers: { origin: "https://evil.example" } }),
  };
}

test("every answer has the security headers and a request id", async () => {
  const answers = await kinds();
  const ids = new Set<string>();
  for (const [kind, { headers }] of Object.entries(answers)) {
    for (const [name, value] of Object.entries(guards))
      expect([kind, name, headers.get(name)]).toEqual([kind, name, value]);
    expect([kind, headers.get("content-security-policy")]).toEqual([
      kind,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(headers.get("x-request-id")).toMatch(uuid);
    ids.add(headers.get("x-request-id")!);
    for (const name of ["server", "x-powered-by", "access-control-allow-origin"])
      expect([kind, headers.get(name)]).toEqual([kind, null]);
  }
  expect(ids.size).toBe(Object.keys(answers).length);
});

test("with an https address of its own, the box marks cookies secure and requires https, whatever a proxy says", async () => {
  const cookieOf = async (url: string) =>
    (
      await fetch(`${url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-proto": "http" },
        body: JSON.stringify({ email: emailOf("ana"), password }),
      })
    ).headers;
  const there = await box(undefined, { publicUrl: "https://balcao.paoquente.com.br" });
  const cookie = await cookieOf(there.url);
  expect(cookie.get("set-cookie")).toEndWith("; Secure");
  for (const path of ["/healthz", "/api/tickets", "/tickets"])
    expect((await fetch(there.url + path)).headers.get("strict-transport-security")).toBe(
      "max-age=31536000",
    );
  const plain = await cookieOf(shop.url);
  expect([
    plain.get("set-cookie")!.includes("Secure"),
    plain.get("strict-transport-security"),
  ]).toEqual([false, null]);
});

test("pages run only our scripts, and can't be framed", async () => {
  const policy = (await ask("/healthz")).headers.get("content-security-policy")!;
  for (const rule of [
    "script-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "connect-src 'self'",
  ])
    expect(policy).toContain(rule);
  expect(policy).toMatch(/; frame-src https:\/\/www\.youtube-nocookie\.com;/);
  expect(policy.replace("https://www.youtube-nocookie.com", "")).not.toMatch(/unsafe|\*|https?:/);
});

test("answers of the API are not cached", async () => {
  const { list, stranger, invalid } = await kinds();
  for (const { headers } of [list, stranger, invalid])
    expect(headers.get("cache-control")).toBe("no-store");
});

test("images are shown inline, other files only downloaded, in a sandbox", async () => {
  const { picture, document } = await kinds();
  expect([picture.headers.get("content-type"), picture.headers.get("content-disposition")]).toEqual(
    ["image/png", "inline; filename*=UTF-8''broa.png"],
  );
  expect([
    document.headers.get("content-type"),
    document.headers.get("content-disposition"),
  ]).toEqual(["application/octet-stream", "attachment; filename*=UTF-8''p%C3%A1gina.html"]);
  for (const { headers } of [picture, document])
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
});

test("every error has the same form", async () => {
  const { missing, nowhere, stranger, invalid, malformed, foreign } = await kinds();
  const contentOf = async (answer: Response) =>
    [answer.status, await answer.json()] as [
      number,
      { error: string; message: string; requestId: string; fields?: object },
    ];
  for (const answer of [missing, nowhere, stranger, malformed, foreign]) {
    const id = answer.headers.get("x-request-id");
    const [, body] = await contentOf(answer);
    expect([Object.keys(body).sort(), body.requestId]).toEqual([
      ["error", "message", "requestId"],
      id!,
    ]);
    expect(body.error).toMatch(/^ERR_[A-Z_]+$/);
    expect(body.message).not.toBe("");
  }
  expect([missing, nowhere, stranger, malformed, foreign].map(({ status }) => status)).toEqual([
    404, 404, 401, 400, 403,
  ]);
  expect(await contentOf(invalid)).toMatchObject([
    422,
    { error: "ERR_VALIDATION", fields: { name: "required", number: "required" } },
  ]);
});

test("only our own pages may write", async () => {
  const { host } = new URL(shop.url);
  for (const origin of [
    "https://evil.example",
    "null",
    `http://${host}.evil.example`,
    "http://127.0.0.1:1",
    "",
    "nonsense",
  ]) {
    expect([origin, (await login({ origin })).status]).toEqual([origin, 403]);
  }
  expect((await login({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await login({ origin: `http://${host}`, "sec-fetch-site": "same-origin" })).status).toBe(
    200,
  );
  expect((await login()).status).toBe(200);
  for (const method of ["PUT", "DELETE", "PATCH"])
    expect(
      (
        await ask("/api/tags/1", {
          method,
          headers: { ...signedIn, origin: "https://evil.example" },
        })
      ).status,
    ).toBe(403);
});

test("a body that any page's form could send is refused", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/octet-stream",
    "",
  ]) {
    const answer = await ask("/api/auth/login", {
      method: "POST",
      headers: { "content-type": type },
      body: JSON.stringify({ email: emailOf("ana"), password }),
    });
    expect([type, answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      type,
      400,
      "ERR_CONTENT_TYPE",
    ]);
  }
});

test("requests without a session may be small, and all are limited", async () => {
  expect((await login({}, JSON.stringify({ email: "x".repeat(70_000), password }))).status).toBe(
    413,
  );
  const large = (path: string, length: number) =>
    ask(path, {
      method: "POST",
      headers: { ...signedIn, "content-type": "application/json" },
      body: JSON.stringify({ name: "x".repeat(length) }),
    });
  expect((await large("/api/contacts", 1_000_000)).status).toBe(422);
  for (const [path, length] of [
    ["/api/contacts", 1_100_000],
    ["/api/queue", 1_100_000],
    ["/api/practice/1/messages", 1_700_000],
    ["/api/queue/simulate", 2_200_000],
  ] as const) {
    const answer = await large(path, length);
    expect([path, answer.status, await answer.json()]).toMatchObject([
      path,
      413,
      { error: "ERR_TOO_LARGE", requestId: expect.any(String) },
    ]);
  }
});

test("a queue's whole tree is read, and nothing as long elsewhere", async () => {
  const rui = shop.as("rui");
  const { id } = shop.queue();
  const options = Array.from({ length: 500 }, (_, index) => ({
    option: `${index + 1}`,
    title: "Pão",
    message: "ã".repeat(1200),
  }));
  expect((await rui.put(`/queue/${id}/options`, { options })).status).toBe(200);
  expect((await rui.put(`/queue/${id}`, { options })).status).toBe(413);
});

test("requests without a session can't send deep or endless JSON", async () => {
  const post = (body: BodyInit, more: Record<string, string> = {}) =>
    ask("/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", ...more },
      body,
    });
  expect((await post(`{"email":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)).status).toBe(400);
  expect((await post("[".repeat(100_000), { authorization: "Bearer x" })).status).toBe(403);
  const endless = new ReadableStream({
    start: (line) => (line.enqueue(new TextEncoder().encode("[".repeat(1000))), line.close()),
  });
  expect((await post(endless)).status).toBe(400);
});

test("an internal error answers only its request id", async () => {
  const other = await box();
  const lines = listening();
  other.db.sqlite.run("ALTER TABLE tags RENAME TO secretTags");
  const { status, body, headers } = await other.as("ana").get("/tags");
  expect([status, body as object]).toEqual([
    500,
    {
      error: "ERR_INTERNAL",
      message: "Ocorreu um erro interno",
      requestId: headers.get("x-request-id"),
    },
  ]);
  const [line] = lines().filter(({ level }) => level === "error");
  expect(line).toMatchObject({ event: "mistake", requestId: headers.get("x-request-id") });
  expect(JSON.stringify(line)).not.toMatch(/SELECT|no such table/);
});

test("a log line says who, what and how long, and never any content", async () => {
  const lines = listening();
  const secret = "Meu-segredo-9182";
  const ticket = shop.ticket({
    contactId: shop.contact({ number: "5511912345678" }).id,
    status: "open",
  });
  await ana.post(`/messages/${ticket.id}`, { body: secret });
  await ana.get(`/tickets?searchParam=${secret}`);
  await ana.get(`/tickets/u/${ticket.uuid}`);
  await ana.get(`/practice/1/messages?number=5511912345678`);
  await ana.post("/contacts", { name: secret, number: "5511987654321", email: "segredo@x.com.br" });
  await ana.post("/contacts", { name: secret, number: bia.number });
  await login({}, JSON.stringify({ email: emailOf("caio"), password: secret }));
  await login();
  await ask(`/api/setup?token=${secret}`);
  await ask(`/${secret}`);
  await Bun.sleep(20);
  flush();

  const requests = lines().filter(({ event }) => event === "request");
  expect(requests.length).toBeGreaterThanOrEqual(9);
  const answer = requests.find(({ route }) => route === "/api/messages/:id");
  expect(answer).toEqual({
    at: expect.any(String),
    level: "info",
    event: "request",
    requestId: expect.any(String),
    method: "POST",
    route: "/api/messages/:id",
    status: 201,
    ms: expect.any(Number),
    company: 1,
    user: 2,
  });
  const text = JSON.stringify(lines());
  for (const word of [
    secret,
    "segredo",
    "912345678",
    "987654321",
    bia.number,
    token,
    ticket.uuid,
    password,
    emailOf("caio"),
    "argon2",
  ])
    expect([word, text.includes(word)]).toEqual([word, false]);
});

test("sockets are only for our own pages", async () => {
  const opened = (origin?: string) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`${shop.url.replace("http", "ws")}/ws`, {
        headers: origin ? { origin } : {},
      } as never);
      socket.addEventListener("open", () => (resolve(true), socket.close()));
      socket.addEventListener("error", () => resolve(false));
    });
  const { host } = new URL(shop.url);
  expect([
    await opened("https://evil.example"),
    await opened("null"),
    await opened(`http://${host}`),
    await opened(),
  ]).toEqual([false, false, true, true]);
});

test("a box that isn't ready says so, and is alive", async () => {
  const other = await box();
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
  other.state.ready = false;
  expect((await fetch(`${other.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
  other.clock.pass(second);
});

/** Collects the log from now until the test's end. */
function listening() {
  const write = spyOn(process.stdout, "write").mockImplementation(() => true);
  logLevel("debug");
  afterwards(() => {
    logLevel("error");
    write.mockRestore();
  });
  return () =>
    write.mock.calls
      .flatMap(([text]) => String(text).trim().split("\n"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
}
