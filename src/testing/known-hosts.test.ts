import { expect } from "bun:test";
import { request } from "node:http";
import { startCommand } from "./running.ts";
import { folder, test } from "./world.ts";

/** A box in plain http with an owner's settings, called by a name. */
async function plainBox(env: Record<string, string>) {
  const run = await startCommand(
    ["serve", "--data", folder(), "--host", "127.0.0.1", "--port", "0"],
    /"event":"serving","url":"[^"]+","port":(\d+)/,
    { env },
  );
  return (host: string, { path = "/trust/box", method = "GET" } = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request(
        { port: Number(run.found[1]), host: "127.0.0.1", path, method, headers: { host } },
        (answer) => {
          let text = "";
          answer
            .setEncoding("utf8")
            .on("data", (more: string) => (text += more))
            .on("end", () => resolve({ status: answer.statusCode!, text }));
        },
      )
        .on("error", reject)
        .end();
    });
}

const statuses = (ask: Awaited<ReturnType<typeof plainBox>>, hosts: string[]) =>
  Promise.all(hosts.map(async (host) => [host, (await ask(host)).status] as const));
const expected = (status: number, hosts: string[]) => hosts.map((host) => [host, status] as const);

test("a box in plain http answers to its own names, and to no name that a page from elsewhere can have lead to it", async () => {
  const ask = await plainBox({
    BALCAO_TLS: "off",
    BALCAO_PUBLIC_URL: "http://balcao.padaria.com.br:8080",
    BALCAO_TLS_NAMES: "caixa.padaria.com.br",
  });
  const hosts = [
    "127.0.0.1",
    "192.168.1.10:8080",
    "[::1]",
    "localhost:8080",
    "servidor",
    "balcao.local",
    "balcao.lan:80",
    "balcao.padaria.com.br",
    "caixa.padaria.com.br:8080",
  ];
  expect(await statuses(ask, hosts)).toEqual(expected(200, hosts));
  const unknown = [
    "evil.example.com",
    "192.168.1.10.nip.io",
    "local.evil.com",
    "balcao.padaria.com.br.evil.com",
  ];
  expect(await statuses(ask, unknown)).toEqual(expected(421, unknown));
  // It says what to do.
  expect((await ask("evil.example.com")).text).toContain("BALCAO_TLS_NAMES");
  for (const [path, method] of [
    ["/api/setup", "GET"],
    ["/api/auth/login", "POST"],
    ["/ws", "GET"],
  ] as const)
    expect([path, await ask("evil.example.com", { path, method })]).toMatchObject([
      path,
      { status: 421, text: expect.stringContaining("ERR_HOST") },
    ]);
  expect((await ask("monitor.example.com", { path: "/healthz" })).status).toBe(200);
}, 30_000);

test("behind a proxy the names are the proxy's matter until the box's address is said", async () => {
  const names = ["balcao.padaria.com.br", "evil.example.com"];
  expect(
    await statuses(
      await plainBox({ BALCAO_TRUSTED_PROXIES: "127.0.0.1", BALCAO_TLS: "proxy" }),
      names,
    ),
  ).toEqual(expected(200, names));
  expect(await statuses(await plainBox({ BALCAO_TLS: "proxy" }), names)).toEqual(
    expected(200, names),
  );
  const proxied = await plainBox({
    BALCAO_TRUSTED_PROXIES: "127.0.0.1",
    BALCAO_PUBLIC_URL: "https://balcao.padaria.com.br",
    BALCAO_TLS: "proxy",
  });
  expect(await statuses(proxied, names)).toEqual([
    ["balcao.padaria.com.br", 200],
    ["evil.example.com", 421],
  ]);
}, 30_000);
