import { hasOwner } from "../modules/identities/identities.ts";
import { createToken } from "../modules/setup/setup.ts";
import { serve } from "../serve.ts";
import { envOf, type Flags } from "./command.ts";
import { untilStopped } from "./until-stopped.ts";

export async function runServer(flags: Flags) {
  const served = await serve(envOf(flags));
  untilStopped(served);
  const { control } = served.stores;
  if (!hasOwner(control)) console.log(`\nOpen this link within 30 minutes to claim the box:\n${served.url}/setup?token=${createToken(control)}\n`);
}
