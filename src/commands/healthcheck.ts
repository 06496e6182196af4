import { z } from "zod";
import { envOf, print, text, Usage, type Flags } from "./command.ts";

export async function checkHealth(flags: Flags) {
  const env = envOf(flags);
  const host = env.host === "0.0.0.0" ? "127.0.0.1" : env.host;
  const wait = z.coerce.number().min(0).max(3600).safeParse(text(flags, "wait") ?? 0);
  if (!wait.success) throw new Usage("healthcheck: --wait takes seconds, up to 3600");
  const until = Date.now() + wait.data * 1000;
  while (!(await isReady(`http://${host}:${env.port}/readyz`))) {
    if (Date.now() >= until) throw new Error("not ready");
    await Bun.sleep(250);
  }
  print(flags, { ready: true }, "ready");
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3000) });
    // Starting anew would make no room. rules.md#full-disk
    return answer.ok || ((await answer.json()) as { status?: string }).status === "disk full";
  } catch {
    return false;
  }
}
