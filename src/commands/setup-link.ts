import { openTenantStores } from "../data-folder.ts";
import { createToken } from "../modules/setup/setup.ts";
import { addressOf, trustAddress } from "../tls/mode.ts";
import { envOfExisting, print, type Flags } from "./command.ts";

export async function printSetupLink(flags: Flags) {
  const env = envOfExisting(flags);
  const path = `/setup?token=${createToken(openTenantStores(env).control)}`;
  const link = addressOf(env) + path;
  const trust = trustAddress(env, path);
  print(flags, { link, trust, minutes: 30 }, trust ?? link);
}
