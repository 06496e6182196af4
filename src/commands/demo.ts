import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "../env.ts";
import { serve, type RunningBox } from "../serve.ts";
import { text, type Flags } from "./command.ts";
import { day } from "./demo-day.ts";
import type { Person } from "./demo-people.ts";
import { pace, play } from "./demo-play.ts";
import { untilStopped } from "./until-stopped.ts";

export async function runDemo(flags: Flags) {
  untilStopped(await demo({ port: text(flags, "port"), json: flags.json === true }));
}

/**
 * A box of its own in a throw-away folder, with a shop and its day so far. On loopback only, with
 * passwords made for this run.
 */
async function demo({
  port,
  json,
}: {
  port?: string;
  json: boolean;
}): Promise<Pick<RunningBox, "stop">> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-demo-"));
  const clock = { behind: day.length * pace };
  const served = await serve(
    readEnv({ data: folder, host: "127.0.0.1", logLevel: "warn", ...(port && { port }) }, {}),
    () => Date.now() - clock.behind,
  );
  try {
    const people = await play(served, clock);
    announce(served.url, people, json);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { stop };

  async function stop() {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function announce(url: string, people: Person[], json: boolean) {
  if (json) return console.log(JSON.stringify({ url, people }));
  const rows = people.map(
    ({ name, email, password, does }) =>
      `  ${name.padEnd(6)}${email.padEnd(24)}${password.padEnd(14)}${does}`,
  );
  console.log(
    [
      "",
      "  Balcão is open: Padaria Pão Quente, on the practice channel",
      "",
      `  ${url}`,
      "",
      ...rows,
      "",
      "  Everything goes when you press Ctrl+C.",
      "",
    ].join("\n"),
  );
}
