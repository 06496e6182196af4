import { chmodSync, statSync } from "node:fs";

/** Groups of Windows that hold people other than the box's user: all, the signed-in, the users. */
const others = ["*S-1-1-0", "*S-1-5-11", "*S-1-5-32-545"];

/** The system and its administrators, to whom a folder of Windows stays open as root's does. */
const trusted = ["*S-1-5-18", "*S-1-5-32-544"];

/** Whether other people on this computer may read a file or folder. */
export function isOpenToOthers(path: string): boolean {
  if (process.platform !== "win32") return (statSync(path).mode & 0o077) !== 0;
  // It prints the path below each group that it looks for and finds.
  return others.some((group) => icacls(path, "/findsid", group).includes(path));
}

/** Closes a file or folder to everyone but its own user and administrators. */
export function closeToOthers(path: string) {
  const isFolder = statSync(path).isDirectory();
  if (process.platform !== "win32") return chmodSync(path, isFolder ? 0o700 : 0o600);
  const rights = isFolder ? "(OI)(CI)F" : "F";
  const own = `${Bun.env.USERDOMAIN ?? "."}\\${Bun.env.USERNAME ?? "SYSTEM"}`;
  icacls(path, "/inheritance:r");
  for (const who of [...trusted, own]) icacls(path, "/grant:r", `${who}:${rights}`);
}

function icacls(path: string, ...words: string[]): string {
  return Bun.spawnSync(["icacls", path, ...words]).stdout.toString();
}
