import { rmSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { KeptFile, SentFile } from "./network-message.ts";

/** The files that the practice network keeps, in a folder for each connection. */
export class NetworkFiles {
  constructor(private readonly folder: string) {}

  async copy(connection: number, { path, type, size }: SentFile): Promise<KeptFile> {
    const name = crypto.randomUUID();
    await mkdir(this.#folderOf(connection), { recursive: true, mode: 0o700 });
    await copyFile(path, this.pathOf(connection, name));
    return { name, type, size };
  }

  pathOf = (connection: number, name: string) => join(this.#folderOf(connection), name);

  remove(connection: number, { name }: KeptFile) {
    rmSync(this.pathOf(connection, name), { force: true });
  }

  /** A connection leaves, with all its files. */
  removeAll(connection: number) {
    rmSync(this.#folderOf(connection), { recursive: true, force: true });
  }

  #folderOf(connection: number): string {
    return join(this.folder, String(connection));
  }
}
