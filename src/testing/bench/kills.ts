import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { repository } from "../../build/repository.ts";
import { quick } from "./measure.ts";

/**
 * The stories that kill the box among messages, schedules, campaigns, sales, imports, backups,
 * bots, WhatsApp and calls of programs. The first has them all at once.
 */
const stories = [
  "testing/mixed-killed",
  "testing/durability",
  "testing/campaigns-killed",
  "testing/api-killed",
  "testing/attendance",
  "testing/whatsapp/killed",
  "modules/orders/killed",
  "modules/imports/killed",
].map((name) => `src/${name}.test.ts`);
const target = quick ? 20 : 500;

/**
 * Runs the stories over and over on one executable until they have killed the box `target` times.
 * Throws at the first round that lost something.
 */
export async function kills(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const count = join(folder, "kills");
  writeFileSync(count, "");
  const began = performance.now();
  for (let round = 1, killed = 0; killed < target; round++) {
    const env = {
      ...process.env,
      NODE_ENV: "test",
      EXECUTABLE: executable,
      KILLS: "all",
      KILL_LOG: count,
      NODE_EXTRA_CA_CERTS: "src/testing/whatsapp-server/cert.pem",
    };
    const child = Bun.spawn([process.execPath, "test", "--timeout=90000", ...stories], {
      cwd: repository,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    if (code !== 0) throw new Error(`round ${round}: ${output}`);
    killed = readFileSync(count, "utf8").length;
    console.log(
      `round ${round}: ${killed} kills, nothing lost, ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
}
