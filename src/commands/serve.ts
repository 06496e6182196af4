import { hasOwner } from "../modules/identities/identities.ts";
import { createToken } from "../modules/setup/setup.ts";
import { serve } from "../serve.ts";
import { forbidGuardedProxy } from "../kit/net/guarded-proxy.ts";
import { patience } from "../kit/process/watchdog.ts";
import { trustAddress } from "../tls/mode.ts";
import { envOf, type Flags } from "./command.ts";
import { untilStopped } from "./until-stopped.ts";

export async function runServer(flags: Flags) {
  const env = envOf(flags);
  forbidGuardedProxy();
  const served = await serve(env, undefined, {
    safeMode: flags["safe-mode"] === true,
    watchdog: patience,
  });
  untilStopped(served);
  const { control } = served.dbs;
  if (hasOwner(control)) return;
  const path = `/setup?token=${createToken(control)}`;
  // By way of the page that explains trust, on a device that would warn of the box.
  console.log(
    `\nOpen this link within 30 minutes to claim the box:\n${trustAddress({ ...env, port: served.port }, path) ?? served.url + path}\n`,
  );
}
