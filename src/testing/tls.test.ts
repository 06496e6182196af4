import { expect } from "bun:test";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimBox, owner, runBalcao, startCommand } from "./running.ts";
import { caller, folder, test, until } from "./world.ts";

/** A box with https on loopback, with an authority of its own by default. */
async function safeBox() {
  const data = folder();
  const run = await startCommand(
    ["serve", "--data", data, "--host", "127.0.0.1", "--port", "0", "--tls-port", "0"],
    /"event":"serving","url":"https:\/\/127\.0\.0\.1:(\d+)","port":(\d+)/,
    { env: { BALCAO_TLS: "local", BALCAO_TLS_NAMES: "balcao.lan" } },
  );
  const [port, plain] = [run.found[1]!, run.found[2]!];
  const authority = join(data, "authority.crt");
  writeFileSync(
    authority,
    await (await fetch(`http://127.0.0.1:${plain}/trust/balcao.crt`)).text(),
  );
  return {
    ...run,
    data,
    authority,
    port,
    plain: `http://127.0.0.1:${plain}`,
    url: `https://127.0.0.1:${port}`,
  };
}

/** Runs openssl, an independent judge of chains that is never part of the product. */
function openssl(...words: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["openssl", ...words], { stdin: "ignore" });
  return { code: exitCode, said: stdout.toString() + stderr.toString() };
}

type Box = Awaited<ReturnType<typeof safeBox>>;
const connect = (box: Box, ...more: string[]) =>
  openssl(
    "s_client",
    "-connect",
    `127.0.0.1:${box.port}`,
    "-CAfile",
    box.authority,
    "-verify_return_error",
    ...more,
  );

/** The serial number of the certificate that a box shows now, which goes to leaf.crt. */
function serial(box: Box) {
  const leaf = join(box.data, "leaf.crt");
  writeFileSync(
    leaf,
    /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.exec(connect(box).said)![0],
  );
  return openssl("x509", "-in", leaf, "-noout", "-serial").said;
}

test("a box's own authority is believed by others for the box's names, and for nothing else", async () => {
  const box = await safeBox();
  const at = (name: string) => join(box.data, name);
  for (const name of [
    "-verify_ip 127.0.0.1",
    "-verify_hostname localhost",
    "-verify_hostname balcao.lan",
  ])
    expect([name, connect(box, ...name.split(" ")).code]).toEqual([name, 0]);
  expect(connect(box, "-verify_hostname", "banco.com.br").code).not.toBe(0);
  expect(connect(box, "-tls1_1").code).not.toBe(0);
  const secrets = at("secrets");
  expect(
    readdirSync(secrets).map((name) => (statSync(join(secrets, name)).mode & 0o777).toString(8)),
  ).toEqual(readdirSync(secrets).map(() => "600"));
  expect(readdirSync(secrets)).toEqual(expect.arrayContaining(["authority.pem", "tls.pem"]));

  // A stolen authority that signs for a bank convinces no client.
  writeFileSync(at("bank.cnf"), "subjectAltName=DNS:banco.com.br\n");
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    at("bank.key"),
    "-out",
    at("bank.csr"),
    "-subj",
    "/CN=banco.com.br",
  );
  openssl(
    "x509",
    "-req",
    "-in",
    at("bank.csr"),
    "-CA",
    at("secrets/authority.pem"),
    "-CAkey",
    at("secrets/authority.pem"),
    "-out",
    at("bank.crt"),
    "-days",
    "30",
    "-extfile",
    at("bank.cnf"),
    "-set_serial",
    "7",
  );
  expect(openssl("verify", "-CAfile", at("authority.crt"), at("bank.crt")).said).toContain(
    "permitted subtree violation",
  );
  serial(box);
  expect(
    openssl("verify", "-x509_strict", "-CAfile", at("authority.crt"), at("leaf.crt")).said,
  ).toContain("leaf.crt: OK");
}, 60_000);

test("in plain http the box explains trust, sends people to https, and takes no calls", async () => {
  const box = await safeBox();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(box.plain + path, {
      redirect: "manual",
      ...init,
      headers: { host: "balcao.lan:8080", ...init.headers },
    });
  const location = async (path: string, headers = {}) =>
    (await ask(path, { headers })).headers.get("location");
  expect(await location("/tickets?x=1")).toBe(`https://balcao.lan:${box.port}/tickets?x=1`);
  expect(await location("/tickets?x=1", { accept: "text/html,*/*" })).toBe("/trust#/tickets?x=1");
  for (const [path, method] of [
    ["/api/tickets", "GET"],
    ["/api/auth/login", "POST"],
    ["/ws", "GET"],
    ["/tickets", "POST"],
  ] as const)
    expect([path, (await ask(path, { method })).status]).toEqual([path, 403]);
  expect(await (await ask("/api/tickets")).json()).toMatchObject({
    error: "ERR_HTTPS_ONLY",
    requestId: expect.any(String),
  });
  for (const path of [
    "/healthz",
    "/readyz",
    "/trust/box",
    "/trust/balcao.cer",
    "/trust/balcao.mobileconfig",
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect(await (await ask("/trust/box")).json()).toMatchObject({
    mode: "local",
    port: Number(box.port),
    fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/),
  });
  // The box's own machine has plain http: no one listens in there.
  expect((await fetch(`${box.plain}/api/auth/me`)).status).toBe(503);
}, 60_000);

test("a new certificate is shown without a restart, and closes no socket", async () => {
  const box = await safeBox();
  expect((await claimBox(box.data)).code).toBe(0);
  // Bun's TLS does not know constraints of addresses and trusts no such chain; openssl and Chromium
  // do.
  const tls = { rejectUnauthorized: false };
  const there = caller(box.url, undefined, tls);
  const { body, headers } = await there.post<{ token: string }>("/auth/login", owner);
  expect(headers.get("set-cookie")).toContain("; Secure");
  expect(headers.get("strict-transport-security")).toBeNull();
  const socket = new WebSocket(`${box.url.replace("https", "wss")}/ws`, { tls } as never);
  const frames: string[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(String(data)));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify({ event: "auth", token: body.token }));
  await until(() => frames.length > 0);

  const first = serial(box);
  const renewed = await runBalcao(["tls", "renew", "--data", box.data, "--json"], {
    env: { BALCAO_TLS_NAMES: "balcao.lan" },
  });
  expect(JSON.parse(renewed.out.trim().split("\n").at(-1)!)).toMatchObject({
    path: join(box.data, "secrets/tls.pem"),
    names: expect.arrayContaining(["balcao.lan"]),
  });
  await until(() => serial(box) !== first, 20_000);
  frames.length = 0;
  socket.send('{"event":"ping"}');
  await until(() => frames.some((frame) => frame.includes("pong")));
  // It also receives the events of users who came by the new certificate.
  await caller(box.url, body.token, tls).post("/tags", { name: "Urgente", color: "#112233" });
  await until(() => frames.some((frame) => frame.includes('"tag":{')));
  expect(socket.readyState).toBe(WebSocket.OPEN);
  expect(await there.get("/auth/me")).toMatchObject({ status: 401 });
  socket.close();
  expect(await box.stop()).toBe(0);
}, 60_000);

test("the authority is made anew only for who says so, and a certificate that doesn't fit is refused", async () => {
  const data = folder();
  const at = (name: string) => join(data, name);
  const balcao = (...words: string[]) => runBalcao(["tls", ...words, "--data", data, "--json"]);
  expect(await balcao("show-ca")).toMatchObject({
    code: 1,
    err: expect.stringContaining("tls init"),
  });
  const first = JSON.parse((await balcao("init")).out) as { fingerprint: string };
  expect(await balcao("init")).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  expect(JSON.parse((await balcao("show-ca")).out)).toMatchObject({
    path: at("secrets/authority.pem"),
    fingerprint: first.fingerprint,
  });
  const second = JSON.parse((await balcao("init", "--yes")).out) as { fingerprint: string };
  expect(second.fingerprint).not.toBe(first.fingerprint);

  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    at("shop.key"),
    "-out",
    at("shop.crt"),
    "-subj",
    "/CN=loja.com.br",
    "-addext",
    "subjectAltName=DNS:loja.com.br",
    "-days",
    "30",
  );
  expect((await balcao("import")).code).toBe(2);
  expect(
    await balcao("import", "--cert", at("shop.crt"), "--key", at("secrets/tls.pem")),
  ).toMatchObject({ code: 1, err: expect.stringContaining("not the certificate's") });
  const imported = await balcao("import", "--cert", at("shop.crt"), "--key", at("shop.key"));
  expect(JSON.parse(imported.out)).toMatchObject({
    path: at("secrets/imported.pem"),
    names: ["loja.com.br"],
  });
  const missing = await runBalcao([
    "serve",
    "--data",
    folder(),
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--tls",
    "files",
  ]);
  expect([missing.code, missing.err]).toEqual([78, expect.stringContaining("tls import")]);
}, 60_000);
