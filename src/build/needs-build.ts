import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";

/** Whether anything that goes into the executable is newer than it. */
export async function needsBuild(executable: string): Promise<boolean> {
  if (!existsSync(executable)) return true;
  const built = statSync(executable).mtimeMs;
  // Folders are looked at too: they change when a file goes away.
  for await (const name of new Bun.Glob("{src,web,migrations}/**/*").scan({ cwd: repository, onlyFiles: false })) {
    if (name.startsWith("src/testing") || name.endsWith(".test.ts")) continue;
    if (statSync(join(repository, name)).mtimeMs > built) return true;
  }
  return ["package.json", "bun.lock", "tsconfig.json"].some((name) => statSync(join(repository, name)).mtimeMs > built);
}
