import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readEnv } from "../env.ts";
import { privateFolder } from "../kit/files/disk.ts";
import { openFile } from "../kit/db/open-file.ts";
import { codeFor } from "./backup.ts";
import { extract } from "../modules/backups/restore.ts";
import { copiesIn, copyFolder, listCopies, sealedFile } from "../modules/backups/manifest.ts";
import { WrongCode } from "../modules/backups/recovery-code.ts";
import type { DrillFailure } from "../shared/backups.ts";
import type { Drill } from "../modules/backups/table.ts";
import { problemsOf } from "../modules/backups/verify.ts";
import { start } from "../modules/identities/sessions.ts";
import { ofUser } from "../modules/identities/identities.ts";
import { serve, type RunningBox } from "../serve.ts";
import { counted, envOfExisting, print, text, type Flags } from "./command.ts";

/** The most files that are opened. */
const maxFiles = 20;

/**
 * Starts a copy as a box of its own, in a folder of its own, and uses it as its people would.
 * rules.md#drills
 */
export async function drill(flags: Flags) {
  const { data } = envOfExisting(flags);
  const named = text(flags, "COPY") ?? listCopies(copiesIn(data))[0]?.name;
  if (!named) throw new Error("there is no copy yet");
  const copy = copyFolder(data, named);
  const began = performance.now();
  const scratch = privateFolder(join(data, `drill-${Date.now()}`));
  const result: Drill = {
    copy: named,
    at: new Date().toISOString(),
    tickets: 0,
    files: 0,
    seconds: 0,
  };
  try {
    Object.assign(result, await tried(copy, scratch, await codeFor(copy, data, flags)));
  } catch (thrown) {
    result.error = thrown instanceof Error ? thrown.message : String(thrown);
    result.reason = thrown instanceof Unsound ? thrown.reason : "start";
  } finally {
    // Windows removes no file that is open: statements hold theirs until they are collected.
    Bun.gc(true);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  result.seconds = Math.round((performance.now() - began) / 100) / 10;
  print(
    flags,
    { drill: result },
    result.error ??
      `${named} lives: ${counted(result.tickets, "ticket")} listed and ${counted(result.files, "file")} opened in ${result.seconds} s`,
  );
  if (result.error) throw new Error(result.error);
}

class Unsound extends Error {
  readonly reason: DrillFailure;

  constructor(problems: string[]) {
    super(problems.join("; "));
    this.reason = problems.includes(`${sealedFile}: ${new WrongCode().message}`)
      ? "code"
      : "damaged";
  }
}

async function tried(
  copy: string,
  scratch: string,
  code: string,
): Promise<Pick<Drill, "tickets" | "files">> {
  const problems = await problemsOf(copy, dirname(copy), { code, media: true });
  if (problems.length > 0) throw new Unsound(problems);
  await extract(copy, scratch, code);
  rmSync(join(scratch, "config.toml"), { force: true });
  letIn(scratch);
  const env = readEnv({ data: scratch, host: "127.0.0.1", port: "0" }, {});
  const box = await serve({ ...env, tls: "off", logLevel: "error" }, undefined, { safeMode: true });
  try {
    return await used(box);
  } finally {
    await box.stop();
  }
}

// Neither a company's debt nor a due second factor stops a drill: its sign-in has no person behind
// it.
function letIn(scratch: string) {
  const control = openFile(join(scratch, "control.sqlite"), "control");
  control.run("UPDATE companies SET dueDate = NULL");
  control.close();
}

async function used({ dbs, url }: RunningBox): Promise<Pick<Drill, "tickets" | "files">> {
  const companies = dbs.control.sqlite
    .query<{ id: number; userId: number }, []>(
      "SELECT c.id, min(i.userId) AS userId FROM companies c JOIN identities i ON i.companyId = c.id WHERE c.status = 1 GROUP BY c.id",
    )
    .all();
  const done = { tickets: 0, files: 0 };
  for (const { id, userId } of companies) {
    const db = dbs.open(id);
    db.sqlite.run("DELETE FROM settings WHERE key = 'requireTotp'");
    const token = await signIn(
      url,
      start(dbs.control, ofUser(dbs.control, id, userId)!, "drill", "127.0.0.1").token,
    );
    const listed = await fetchJson<{ count: number }>(`${url}/api/tickets?showAll=true`, {
      headers: { authorization: `Bearer ${token}` },
    });
    done.tickets += listed.count;
    const share = Math.max(1, Math.floor(maxFiles / companies.length));
    for (const { sha256, name } of db.sqlite
      .query<{ sha256: string; name: string }, [number]>(
        "SELECT sha256, name FROM media WHERE sha256 != '' ORDER BY random() LIMIT ?",
      )
      .all(Math.min(share, maxFiles - done.files))) {
      const response = await fetch(url + db.files.link({ sha256, name }));
      const hash = new Bun.CryptoHasher("sha256").update(await response.bytes()).digest("hex");
      if (!response.ok || hash !== sha256)
        throw new Error(`media ${sha256} of company ${id} does not open: ${response.status}`);
      done.files += 1;
    }
  }
  return done;
}

/** Exchanges a refresh token, which is good once. */
async function signIn(url: string, refresh: string): Promise<string> {
  return (
    await fetchJson<{ token: string }>(`${url}/api/auth/refresh_token`, {
      method: "POST",
      headers: { cookie: `jrt=${refresh}` },
    })
  ).token;
}

async function fetchJson<T>(url: string, options: RequestInit): Promise<T> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return (await response.json()) as T;
}
