import { join } from "node:path";
import { rolldown } from "rolldown";
import { repository } from "./repository.ts";

/** The page of this build, by the hash of all its files, and the files that its first screen needs. */
export type ShellFiles = { version: string; files: string[] };

/** Bundles the service worker, which changes with each build: so browsers see that it is new. */
export async function bundleWorker(shell: ShellFiles, minify: boolean): Promise<string> {
  const bundle = await rolldown({
    input: join(repository, "web/worker/worker.ts"),
    platform: "browser",
    transform: { define: { SHELL: JSON.stringify(shell) } },
  });
  const { output } = await bundle.generate({ format: "iife", minify });
  await bundle.close();
  return output[0].code;
}
