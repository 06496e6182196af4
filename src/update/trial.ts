import { Database } from "bun:sqlite";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lock } from "../data-folder.ts";
import { Misconfigured } from "../misconfigured.ts";
import { Fault } from "../kit/fault.ts";
import { privateFolder } from "../kit/files/disk.ts";
import { snapshot } from "../modules/backups/snapshot.ts";

/** The time limit (ms) of a release to come up on a copy of the data. */
const patience = 120_000;

/**
 * Lets another executable try itself on a copy of a box's data, which may be in use: settings,
 * migrations, a start. Throws with its output. The copy connects to nothing, and is deleted
 * afterwards. Throws busy while another release tries itself there. rules.md#updates
 */
export async function tryOut(executable: string, data: string, config?: string) {
  const place = join(data, "update-trial");
  const unlock = locked(place);
  const copy = join(place, "box");
  try {
    rmSync(copy, { recursive: true, force: true });
    await copyData(data, privateFolder(copy));
    const settings = ["--data", copy, ...(config ? ["--config", config] : [])];
    await run(executable, ["config", "check", ...settings]);
    await run(executable, ["migrate", "up", "--data", copy, "--no-copy"]);
    await start(executable, settings);
  } finally {
    rmSync(place, { recursive: true, force: true });
    unlock();
  }
}

function locked(place: string): () => void {
  try {
    return lock(place);
  } catch (thrown) {
    if (thrown instanceof Misconfigured)
      throw new Fault("busy", "ERR_UPDATE_RUNNING", {
        message: "another update of this box is running",
      });
    throw thrown;
  }
}

async function copyData(data: string, copy: string) {
  await snapshot(join(data, "control.sqlite"), join(copy, "control.sqlite"));
  cpSync(join(data, "secrets"), join(copy, "secrets"), { recursive: true });
  if (existsSync(join(data, "config.toml")))
    cpSync(join(data, "config.toml"), join(copy, "config.toml"));
  const control = new Database(join(copy, "control.sqlite"));
  const ids = control.query<{ id: number }, []>("SELECT id FROM companies").all();
  // No company is linked in the copy, so none opens by itself, and nothing leaves the copy.
  control.run("UPDATE companies SET linked = 0");
  control.close();
  privateFolder(join(copy, "companies"));
  for (const { id } of ids)
    await snapshot(join(data, `companies/${id}.sqlite`), join(copy, `companies/${id}.sqlite`));
}

async function run(executable: string, words: string[]) {
  const done = Bun.spawn([executable, ...words], {
    env: {},
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patience,
  });
  const [out, err, code] = await Promise.all([
    new Response(done.stdout).text(),
    new Response(done.stderr).text(),
    done.exited,
  ]);
  if (code !== 0)
    throw new Error(
      `the new release does not take this box (${words.slice(0, 2).join(" ")}: ${code}): ${(err || out).trim()}`,
    );
}

/** Starts it on a free port of loopback alone, waits until it is ready, and stops it. */
async function start(executable: string, settings: string[]) {
  const box = Bun.spawn(
    [
      executable,
      "serve",
      ...settings,
      "--host",
      "127.0.0.1",
      "--port",
      "0",
      "--tls",
      "off",
      "--safe-mode",
    ],
    { env: {}, cwd: "/", stdio: ["ignore", "pipe", "pipe"], timeout: patience },
  );
  let output = "";
  for await (const chunk of box.stdout) {
    output += Buffer.from(chunk).toString();
    const url = /"event":"serving","url":"([^"]+)"/.exec(output)?.[1];
    if (!url) continue;
    const { status } = await fetch(`${url}/readyz`);
    box.kill("SIGTERM");
    if (status === 200 && (await box.exited) === 0) return;
    break;
  }
  box.kill("SIGKILL");
  throw new Error(
    `the new release does not start on a copy of this box's data: ${(await new Response(box.stderr).text()).trim() || output.trim().split("\n").at(-1)}`,
  );
}
