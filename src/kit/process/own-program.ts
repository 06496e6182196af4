import { join } from "node:path";

/**
 * The command that starts this program again, for work in a process of its own: the executable, or
 * Bun with the source.
 */
export const ownProgram = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, join(import.meta.dir, "../../main.ts")];
