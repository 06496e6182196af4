import { join } from "node:path";

/**
 * The command that starts this program again, for work in a process of its own: the executable, or
 * Bun with the source. Tests name a build in `EXECUTABLE`, which starts in a third of the time.
 */
export const ownProgram = commandOf();

function commandOf(): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath];
  const { EXECUTABLE } = Bun.env;
  return EXECUTABLE ? [EXECUTABLE] : [process.execPath, join(import.meta.dir, "../../main.ts")];
}
