import { expect } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { runBalcao, owner, claimBox, startBox } from "./running.ts";
import { folder, test, until } from "./world.ts";

const newcomer = {
  name: "Rui",
  ...owner,
  company: "Padaria Pão Quente",
  queue: { name: "Atendimento", color: "#0f766e" },
};
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const linkIn = (text: string) => /\/setup\?token=([\w-]{43})/.exec(text)?.[1];

test("a new box prints its link, answers nothing else, is claimed once, and starts again as it was", async () => {
  const data = join(folder(), "new");
  const box = await startBox(data);
  const token = await until(() => linkIn(box.said.out));

  for (const path of ["/api/tickets", "/api/auth/me", "/", "/tickets", "/ws"])
    expect([path, (await fetch(box.url + path)).status]).toEqual([path, 503]);
  expect(await box.stranger.post("/auth/login", owner)).toMatchObject({
    status: 503,
    body: { error: "ERR_SETUP_REQUIRED" },
  });
  expect((await fetch(`${box.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${box.url}/readyz`)).status).toBe(200);

  expect(await box.stranger.post("/setup", { ...newcomer, token: "wrong" })).toMatchObject({
    status: 403,
    body: { error: "ERR_SETUP_TOKEN" },
  });
  const [first, second] = await Promise.all([
    box.stranger.post("/setup", { ...newcomer, token }),
    box.stranger.post("/setup", { ...newcomer, email: "rival@x.com.br", token }),
  ]);
  const [won, lost] = first.status === 201 ? [first, second] : [second, first];
  expect([won.status, lost.status]).toEqual([201, 409]);
  expect(won.body).toMatchObject({
    user: {
      super: true,
      profile: "admin",
      company: { name: "Padaria Pão Quente" },
      queues: [{ name: "Atendimento" }],
    },
  });
  expect(await box.stranger.get(`/setup?token=${token}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_ALREADY_CLAIMED" },
  });

  const secrets = readdirSync(join(data, "secrets"));
  expect(secrets.length).toBeGreaterThanOrEqual(2);
  expect([
    mode(data),
    mode(join(data, "secrets")),
    ...secrets.map((name) => mode(join(data, "secrets", name))),
  ]).toEqual(["700", "700", ...secrets.map(() => "600")]);

  const rival = await runBalcao(["serve", "--data", data, "--host", "127.0.0.1", "--port", "0"]);
  expect([rival.code, rival.err]).toEqual([
    78,
    expect.stringContaining("in use by another balcao"),
  ]);

  const { token: session } = won.body as unknown as { token: string };
  expect(await box.stop()).toBe(0);
  const again = await startBox(data);
  expect(linkIn(again.said.out)).toBeUndefined();
  expect(await again.as(session).get("/auth/me")).toMatchObject({ status: 200 });
  expect(readdirSync(join(data, "secrets"))).toEqual(secrets);
  expect(await again.stop()).toBe(0);
}, 30_000);

test("guessing the link is slow", async () => {
  const box = await startBox(folder());
  const tries = await Promise.all(
    Array.from({ length: 14 }, () => box.stranger.get("/setup?token=guess")),
  );
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(10).fill(403),
    ...Array(4).fill(429),
  ]);
  const token = await until(() => linkIn(box.said.out));
  expect(await box.stranger.get(`/setup?token=${token}`)).toMatchObject({ status: 200 });
}, 30_000);

test("a link that is asked for leads to the box that runs, on the port that it was started with", async () => {
  const data = folder();
  const box = await startBox(data);
  const link = async (...words: string[]) =>
    (await runBalcao(["setup-link", "--data", data, ...words])).out.trim();
  expect(await link()).toStartWith(`${box.url}/setup?token=`);
  expect(await link("--public-url", "https://balcao.example.com")).toStartWith(
    "https://balcao.example.com/setup?token=",
  );
  expect(await box.stranger.get(`/setup?token=${linkIn(await link())}`)).toMatchObject({
    status: 200,
  });
  expect(await box.stop()).toBe(0);
  expect(await link("--host", "127.0.0.1")).toStartWith("http://127.0.0.1:8080/setup?token=");
}, 30_000);

test("a new link replaces the one before, and there is none for a box that has an owner", async () => {
  const data = folder();
  const box = await startBox(data);
  const first = await until(() => linkIn(box.said.out));
  const reply = await runBalcao([
    "setup-link",
    "--data",
    data,
    "--port",
    "8123",
    "--host",
    "127.0.0.1",
    "--json",
  ]);
  const { link, minutes } = JSON.parse(reply.out) as { link: string; minutes: number };
  expect([reply.code, minutes, link.startsWith("http://127.0.0.1:8123/setup?token=")]).toEqual([
    0,
    30,
    true,
  ]);
  expect(await box.stranger.get(`/setup?token=${first}`)).toMatchObject({ status: 403 });
  expect(await box.stranger.get(`/setup?token=${linkIn(link)}`)).toMatchObject({ status: 200 });

  expect((await claimBox(data)).code).toBe(0);
  expect(await box.stranger.post("/auth/login", owner)).toMatchObject({ status: 200 });
  const late = await runBalcao(["setup-link", "--data", data]);
  expect([late.code, late.out, late.err]).toEqual([
    1,
    "",
    expect.stringContaining("already has an owner"),
  ]);
}, 30_000);
