import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { linkedSessions, unlinkSessions } from "../connections/unlink-sessions.ts";
import { noteRestored } from "./safe-mode.ts";
import type { Restored } from "./table.ts";

/**
 * Makes a box start in safe mode after a rollback to an older release. The newer data is set aside,
 * and its messages may have been sent. Nothing has its companies open yet. rules.md#updates
 */
export function takeRollback(dbs: CompanyDbs) {
  const { control, folder } = dbs;
  // Created by `install.sh --rollback`, at the time of the data.
  const path = join(folder, "rolled-back");
  const laid = statSync(path, { throwIfNoEntry: false });
  if (!laid) return;
  const companies = control.sqlite
    .query<{ id: number; name: string }, []>("SELECT id, name FROM companies ORDER BY id")
    .all();
  const looks = companies.map((company) => look(dbs, company));
  const restored: Restored = {
    copy: "",
    at: laid.mtime.toISOString(),
    since: new Date(control.now()).toISOString(),
    companies: looks.map(({ figures }) => figures),
    unlinked: looks.flatMap(({ unlinked }) => unlinked),
  };
  noteRestored(control.sqlite, restored, control.now());
  rmSync(path);
}

function look(dbs: CompanyDbs, { id, name }: { id: number; name: string }) {
  try {
    const { sqlite } = dbs.open(id);
    const linked = linkedSessions(sqlite);
    unlinkSessions(
      sqlite,
      linked.map((connection) => connection.id),
    );
    // No query may read the whole file: the installer stops a slow start after a minute, and the
    // next start would begin again.
    const { messages, at } = sqlite
      .query<{ messages: number; at: number | null }, []>(
        "SELECT (SELECT count(*) FROM messages) AS messages, (SELECT createdAt FROM messages ORDER BY id DESC LIMIT 1) AS at",
      )
      .get()!;
    return {
      figures: {
        id,
        name,
        messages,
        lastMessageAt: at === null ? null : new Date(at).toISOString(),
      },
      unlinked: linked.map((connection) => ({ company: name, connection: connection.name })),
    };
  } catch {
    // A company that cannot be opened is shut anyway.
    return { figures: { id, name, messages: 0, lastMessageAt: null }, unlinked: [] };
  }
}
