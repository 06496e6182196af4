import { join } from "node:path";

/**
 * How this program starts itself for work that needs a process of its own: the executable, or Bun
 * with the source.
 */
export const ownProgram = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, join(import.meta.dir, "../../main.ts")];
