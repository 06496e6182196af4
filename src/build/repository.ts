import { join } from "node:path";

/** The folder that holds package.json. */
export const repository = join(import.meta.dir, "../..");

export const manifestOf = () =>
  Bun.file(join(repository, "package.json")).json() as Promise<{
    version: string;
    dependencies: Record<string, string>;
  }>;
