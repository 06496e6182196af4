import { accessSync, constants, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { dataVariable } from "../env.ts";
import { text, type Command, type Flags } from "./command.ts";

/** They write into the data folder. */
const writing = /^(setup-link|admin .+|tls .+|backup .+|restore|company import|migrate up)$/;
const files = ["password-file", "code-file", "secret-file", "cert", "key"];

/**
 * When root runs a command that writes into the data folder, the process becomes the folder's
 * owner. The service could not open files that root made, and a link in the folder cannot lead root
 * elsewhere. Throws on a file that only root can read.
 */
export function becomeOwner(command: Command, flags: Flags) {
  const owner = statSync(resolve(text(flags, "data") ?? dataVariable() ?? "data"), {
    throwIfNoEntry: false,
  });
  if (!writing.test(command.name) || process.geteuid?.() !== 0 || !owner || owner.uid === 0) return;
  const given = [...files, command.takes ?? ""]
    .flatMap((name) => text(flags, name) ?? [])
    .filter((path) => path !== "-" && existsSync(path));
  process.setgroups!([owner.gid]);
  process.setgid!(owner.gid);
  process.setuid!(owner.uid);
  for (const path of given) {
    try {
      accessSync(path, constants.R_OK);
    } catch {
      throw new Error(
        `${path} can't be read by the user whom the data folder belongs to, and as whom this runs`,
      );
    }
  }
}
