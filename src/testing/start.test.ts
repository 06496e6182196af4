import { Database } from "bun:sqlite";
import { expect, spyOn } from "bun:test";
import type { InternalRoute } from "elysia";
import { join } from "node:path";
import * as api from "../api.ts";
import { RunningConnections } from "../connections/running-connections.ts";
import { openCompanyDbs } from "../data-folder.ts";
import { readEnv } from "../env.ts";
import { emptyLog } from "../kit/db/checkpoint.ts";
import { connect } from "../kit/db/connect.ts";
import { DeclaredRoutes } from "../kit/http/declared-routes.ts";
import { NewerFile } from "../kit/db/migrate.ts";
import { markLinked } from "../modules/companies/companies.ts";
import { serve } from "../serve.ts";
import { claimedFolder } from "./claimed.ts";
import { owner } from "./running.ts";
import { afterwards, test, until } from "./world.ts";

/** Rui's box, which has a connection. */
async function linked() {
  const data = await claimedFolder();
  const dbs = openCompanyDbs({ data });
  markLinked(dbs.control, 1);
  dbs.closeAll();
  dbs.control.sqlite.close();
  return data;
}

const envOf = (data: string, port = 0) => ({
  ...readEnv({ data, host: "127.0.0.1", port: String(port) }, {}),
  logLevel: "error" as const,
});

async function freePort() {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const port = server.port!;
  await server.stop(true);
  return port;
}

test("a box is ready before its connections are up", async () => {
  const [data, port] = [await linked(), await freePort()];
  const { promise: up, resolve: comeUp } = Promise.withResolvers<void>();
  const opening = spyOn(RunningConnections.prototype, "open").mockReturnValue(up);
  afterwards(() => opening.mockRestore());
  const starting = serve(envOf(data, port));
  afterwards(async () => {
    comeUp();
    await (await starting).stop();
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(ready);
  await until(() => opening.mock.calls.length === 1);
  expect(Bun.peek.status(starting)).toBe("pending");
  comeUp();
  expect(await starting).toMatchObject({ port });
});

test("asking whether a box is ready writes nothing, and waits for nobody who writes", async () => {
  const box = await serve(envOf(await claimedFolder()));
  afterwards(() => box.stop());
  const rows = () => box.dbs.control.sqlite.query("SELECT * FROM instance").all();
  const before = rows();
  const other = connect(join(box.dbs.folder, "control.sqlite"));
  other.run("BEGIN IMMEDIATE");
  expect((await fetch(`${box.url}/readyz`)).status).toBe(200);
  other.close();
  expect(rows()).toEqual(before);
});

/** A box that answers while its last routes still wait for `go`. */
async function halfLoaded(options = { safeMode: false }) {
  const [data, port] = [await claimedFolder(), await freePort()];
  const { promise: hold, resolve: go } = Promise.withResolvers<void>();
  const { rest } = api;
  const held = spyOn(api, "rest").mockImplementation(async function* () {
    await hold;
    yield* rest();
  });
  afterwards(() => held.mockRestore());
  const starting = serve(envOf(data, port), undefined, options);
  afterwards(async () => (await starting).stop());
  const ask = (path: string, more?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, more);
  const status = (path: string) =>
    ask(path).then(
      (answer) => answer.status,
      () => 0,
    );
  await until(async () => (await status("/readyz")) === 200);
  return { ask, status, go, starting };
}

test("who leaves the safe mode while the last routes come in begins the work once", async () => {
  const opening = spyOn(RunningConnections.prototype, "open");
  afterwards(() => opening.mockRestore());
  const { ask, go, starting } = await halfLoaded({ safeMode: true });
  const signedIn = await ask("/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const leaving = ask("/api/backups/safe-mode", {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  await Bun.sleep(50);
  go();
  expect((await leaving).status).toBe(200);
  await starting;
  expect(opening).toHaveBeenCalledTimes(1);
});

test("what is asked for while the last routes come in waits for them", async () => {
  const { status, go } = await halfLoaded();
  const later = ["/api/announcements", "/api/nothing"].map(status);
  // The box answers the first routes and pages at once.
  expect(await Promise.all(["/api/tickets", "/login", "/healthz"].map(status))).toEqual([
    401, 200, 200,
  ]);
  expect(later.map(Bun.peek.status)).toEqual(["pending", "pending"]);
  go();
  expect(await Promise.all(later)).toEqual([401, 404]);
});

test("no file's route answers for another's path, in whichever order they come", async () => {
  const files = [api.first, ...(await Array.fromAsync(api.rest()))];
  const sampleOf = ({ method, path }: InternalRoute) =>
    new Request(`http://localhost${path.replace(/:\w+/g, "1")}`, { method });
  const shadows = files.flatMap((file) => {
    const routes = new DeclaredRoutes();
    for (const module of file) routes.add(module);
    const others = files
      .filter((other) => other !== file)
      .flat()
      .flatMap((module) => module.routes);
    return others
      .filter((route) => !routes.find(route.method, route.path) && routes.has(sampleOf(route)))
      .map(({ method, path }) => `${method} ${path}`);
  });
  expect(files.length).toBeGreaterThan(50);
  expect(shadows).toEqual([]);
});

test("a box whose company needs a newer executable opens no connection", async () => {
  const data = await linked();
  const file = new Database(join(data, "companies/1.sqlite"));
  file.run("PRAGMA user_version = 999");
  emptyLog(file);
  file.close();
  const opening = spyOn(RunningConnections.prototype, "open");
  afterwards(() => opening.mockRestore());
  expect(await serve(envOf(data)).catch((thrown: unknown) => thrown)).toBeInstanceOf(NewerFile);
  expect(opening).not.toHaveBeenCalled();
});
