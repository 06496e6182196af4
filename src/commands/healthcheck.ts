import { z } from "zod";
import { withoutCredentials } from "../env.ts";
import { envOf, print, text, Usage, type Flags } from "./command.ts";

export async function checkHealth(flags: Flags) {
  // An older systemd lets only the service itself read them.
  const env = envOf(flags, withoutCredentials());
  const host = env.host === "0.0.0.0" ? "127.0.0.1" : env.host;
  const wait = z.coerce
    .number()
    .min(0)
    .max(3600)
    .safeParse(text(flags, "wait") ?? 0);
  if (!wait.success) throw new Usage("healthcheck: --wait takes seconds, up to 3600");
  const until = Date.now() + wait.data * 1000;
  const pid = Number(text(flags, "pid") || 0);
  if (!Number.isInteger(pid) || pid < 0)
    throw new Usage("healthcheck: --pid takes the number of a process");
  const place = `http://${host}:${env.port}`;
  for (let why = await hindrance(place); why; why = await hindrance(place)) {
    if (Date.now() >= until) throw new Error(why);
    if (pid > 0 && !isRunning(pid)) throw new Error("the box ended before it was ready");
    await Bun.sleep(250);
  }
  print(flags, { ready: true }, "ready");
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Why a box is not ready, in words; undefined where it is. */
async function hindrance(place: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${place}/readyz`, { signal: AbortSignal.timeout(3000) });
    const { status } = (await answer.json()) as { status?: string };
    // A restart would make no room. rules.md#full-disk
    return answer.ok || status === "disk full"
      ? undefined
      : `${place} answers, and is not ready: ${status ?? answer.status}`;
  } catch {
    return `${place} does not answer: no balcao runs there, or its plain port is another (--port, or --config with the settings it was started with)`;
  }
}
