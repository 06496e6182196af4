import { Database } from "bun:sqlite";
import { expect, spyOn } from "bun:test";
import { join } from "node:path";
import { RunningConnections } from "../connections/running-connections.ts";
import { openTenantStores } from "../data-folder.ts";
import { readEnv } from "../env.ts";
import { NewerFile } from "../kit/migrate.ts";
import { markLinked } from "../modules/companies/companies.ts";
import { serve } from "../serve.ts";
import { claimedFolder } from "./claimed.ts";
import { afterwards, test, until } from "./world.ts";

/** Rui's box, which has a connection. */
async function linked() {
  const data = await claimedFolder();
  const stores = openTenantStores({ data });
  markLinked(stores.control, 1);
  stores.closeAll();
  stores.control.sqlite.close();
  return data;
}

const envOf = (data: string, port = 0) => ({ ...readEnv({ data, host: "127.0.0.1", port: String(port) }, {}), logLevel: "error" as const });

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
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status === 200, () => false);
  await until(ready);
  await until(() => opening.mock.calls.length === 1);
  expect(Bun.peek.status(starting)).toBe("pending");
  comeUp();
  expect(await starting).toMatchObject({ port });
});

test("a box whose company needs a newer executable opens no connection", async () => {
  const data = await linked();
  const file = new Database(join(data, "companies/1.sqlite"));
  file.run("PRAGMA user_version = 999");
  file.run("PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  const opening = spyOn(RunningConnections.prototype, "open");
  afterwards(() => opening.mockRestore());
  expect(await serve(envOf(data)).catch((thrown: unknown) => thrown)).toBeInstanceOf(NewerFile);
  expect(opening).not.toHaveBeenCalled();
});
