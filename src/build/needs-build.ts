import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";

/** Whether anything that goes into the executable is newer than it. */
export const needsBuild = async (executable: string): Promise<boolean> =>
  !existsSync(executable) || (await newestSource()) > statSync(executable).mtimeMs;

/** The time of the last change to the executable's sources, in epoch ms. */
export async function newestSource(): Promise<number> {
  const names = ["package.json", "bun.lock", "tsconfig.json"];
  // Folders are looked at too: they change when a file goes away.
  for await (const name of new Bun.Glob("{src,web,migrations}/**/*").scan({
    cwd: repository,
    onlyFiles: false,
  })) {
    if (!name.startsWith("src/testing") && !name.endsWith(".test.ts")) names.push(name);
  }
  return Math.max(...names.map((name) => statSync(join(repository, name)).mtimeMs));
}
