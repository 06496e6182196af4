import { version } from "../version.ts";
import { print, type Flags } from "./command.ts";

export const printVersion = async (flags: Flags) =>
  print(
    flags,
    version,
    `balcao ${version.version} (${version.commit || "source"}, Bun ${version.bun}, SQLite ${version.sqlite})`,
  );
