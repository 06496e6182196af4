import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";
import { appendFile, open } from "node:fs/promises";
import { join } from "node:path";
import { privateFolder } from "./disk.ts";

const megabyte = 1024 * 1024;

/** The number and the size in bytes of the files; the newest has no number. */
const [most, size] = [5, 10 * megabyte];

const nameOf = (folder: string, index: number) =>
  join(folder, index === 0 ? "balcao.log" : `balcao.${index}.log`);

export const logFolder = (data: string) => join(data, "logs");

/**
 * Lines of the log in a folder of their own: not everyone may read the journal, and not every
 * machine has one.
 */
export class LogFiles {
  #waiting = "";
  #size: number;
  #writing: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly limit = size,
  ) {
    privateFolder(folder);
    this.#size = statSync(nameOf(folder, 0), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Takes whole lines. They are written soon, in one piece where several came meanwhile. */
  write(text: string) {
    this.#waiting += text;
    this.#writing ??= this.#drain();
  }

  /** Writes the lines that still wait, as the process ends. */
  end() {
    if (this.#waiting) appendFileSync(nameOf(this.folder, 0), this.#take(), { mode: 0o600 });
  }

  /** For tests: resolves when nothing waits. */
  async settled() {
    await this.#writing;
  }

  async #drain() {
    await Promise.resolve();
    try {
      while (this.#waiting) {
        if (this.#size >= this.limit) this.#rotate();
        const text = this.#take();
        this.#size += Buffer.byteLength(text);
        await appendFile(nameOf(this.folder, 0), text, { mode: 0o600 });
      }
    } catch {
      // A full disk: the journal has the lines.
      this.#waiting = "";
    }
    this.#writing = undefined;
  }

  #take(): string {
    const text = this.#waiting;
    this.#waiting = "";
    return text;
  }

  #rotate() {
    for (let index = most - 2; index >= 0; index--)
      if (existsSync(nameOf(this.folder, index)))
        renameSync(nameOf(this.folder, index), nameOf(this.folder, index + 1));
    this.#size = 0;
  }
}

/** One line of the log, as a reader gets it. */
export type LogLine = { at: string; level: string; event: string } & Record<string, unknown>;

/** So many bytes are read at a time: the loop is free in between. */
const piece = 256 * 1024;

/** The lines of a folder's log, newest first. */
export async function* newestLines(folder: string): AsyncGenerator<LogLine> {
  for (let index = 0; index < most; index++) {
    for await (const text of backwards(nameOf(folder, index))) {
      const line = parsed(text);
      if (line) yield line;
    }
  }
}

async function* backwards(path: string): AsyncGenerator<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return;
  try {
    let end = (await file.stat()).size;
    let rest = Buffer.alloc(0);
    while (end > 0) {
      const start = Math.max(0, end - piece);
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      const bytes = Buffer.concat([buffer, rest]);
      // The first line of a piece may have begun before it.
      const from = start === 0 ? 0 : bytes.indexOf(10) + 1;
      rest = bytes.subarray(0, from);
      yield* bytes.subarray(from).toString().split("\n").toReversed();
      end = start;
    }
  } finally {
    await file.close();
  }
}

function parsed(text: string): LogLine | undefined {
  try {
    return text ? (JSON.parse(text) as LogLine) : undefined;
  } catch {
    // The end of a process cut it short.
    return undefined;
  }
}
