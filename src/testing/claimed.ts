import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newestSource } from "../build/needs-build.ts";
import { repository } from "../build/repository.ts";
import { secret } from "../data-folder.ts";
import { claimBox } from "./running.ts";
import { folder } from "./world.ts";

let made: Promise<string> | undefined;

/**
 * A new data folder of Padaria Pão Quente, with Rui as its owner, as `claimBox` leaves it, with
 * keys of its own.
 */
export async function claimedFolder(): Promise<string> {
  const source = await (made ??= keptFolder());
  const data = folder();
  for (const name of ["control.sqlite", "companies"])
    cpSync(join(source, name), join(data, name), { recursive: true });
  secret(data, "media");
  return data;
}

/** All test files share it; a change of the sources makes it again. */
async function keptFolder(): Promise<string> {
  const target = join(repository, `.cache/claimed/${await newestSource()}`);
  if (existsSync(target)) return target;
  const making = `${target}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  const { code, err } = await claimBox(making);
  if (code !== 0) throw new Error(err);
  try {
    renameSync(making, target);
  } catch (thrown) {
    // Another test file may have made it meanwhile.
    if (!existsSync(target)) throw thrown;
    rmSync(making, { recursive: true });
  }
  return target;
}
