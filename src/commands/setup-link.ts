import { openTenantStores } from "../data-folder.ts";
import { shownHost } from "../kit/lan.ts";
import { createToken } from "../modules/setup/setup.ts";
import { envOfExisting, print, type Flags } from "./command.ts";

export async function printSetupLink(flags: Flags) {
  const env = envOfExisting(flags);
  const base = env.publicUrl?.replace(/\/$/, "") ?? `http://${shownHost(env.host)}:${env.port}`;
  const link = `${base}/setup?token=${createToken(openTenantStores(env).control)}`;
  print(flags, { link, minutes: 30 }, link);
}
