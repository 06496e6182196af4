import { Database } from "bun:sqlite";
import { cpSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshExecutable } from "../../build/executable.ts";
import { eventually } from "./eventually.ts";

export type Box = Awaited<ReturnType<typeof openBox>>;

/**
 * Runs the executable alone in a folder that is empty or has a copy of the folder `from`.
 * `EXECUTABLE` names another one than this tree's. `start` starts it with only `env` in its
 * environment; `close` removes it for good.
 */
export async function openBox(
  env: Record<string, string> = {},
  { from, port = 0 }: { from?: string; port?: number } = {},
) {
  const executable = process.env.EXECUTABLE ?? (await freshExecutable());
  const folder = mkdtempSync(join(tmpdir(), "balcao-browser-"));
  if (from) cpSync(from, folder, { recursive: true });
  let child: Bun.Subprocess<"ignore", "pipe", "inherit"> | undefined;
  let printed = "";

  const end = () => child?.kill("SIGKILL");
  process.on("exit", end);

  const box = {
    /** Its address, the same after each start. */
    url: "",
    folder,

    async start() {
      printed = "";
      child = Bun.spawn(
        [executable, "serve", "--data", "data", "--host", "127.0.0.1", "--port", String(port)],
        { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] },
      );
      void drain(child.stdout);
      const [, url] = await box.prints(/"event":"serving","url":"([^"]+)"/);
      box.url = url!;
      port = Number(new URL(url!).port);
    },

    /** Waits until the console of the box prints this pattern. */
    prints: (pattern: RegExp) =>
      eventually(() => pattern.exec(printed) ?? undefined, `the console to show ${pattern}`),

    /** Runs another command of the executable on the same data. Returns its output. */
    runs(words: string[], input = "") {
      const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...words, "--data", "data"], {
        cwd: folder,
        env: {},
        stdin: Buffer.from(input),
      });
      if (exitCode !== 0) throw new Error(`balcao ${words.join(" ")}: ${stderr.toString()}`);
      return stdout.toString();
    },

    /** Sets the day (YYYY-MM-DD) to which the company has paid; null is without end. */
    paidUntil(day: string | null) {
      const control = new Database(join(folder, "data", "control.sqlite"));
      control.run("UPDATE companies SET dueDate = ?", [day]);
      control.close();
    },

    /** Reads the company's file directly, without the API. */
    looksUp<Row>(sql: string): Row[] {
      const company = new Database(join(folder, "data", "companies", "1.sqlite"), {
        readonly: true,
      });
      try {
        return company.query<Row, []>(sql).all();
      } finally {
        company.close();
      }
    },

    /** Breaks the file of a company, as a bad disk does. The box must be down. */
    damages(company: number) {
      const path = join(folder, "data", "companies", `${company}.sqlite`);
      truncateSync(path, 5 * 4096);
      for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    },

    /** Kills the box, as a power cut does. */
    async kill() {
      end();
      await child?.exited;
    },

    async close() {
      await box.kill();
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return box;

  async function drain(output: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder();
    for await (const chunk of output)
      printed = (printed + decoder.decode(chunk, { stream: true })).slice(-20_000);
  }
}
