import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { linkedSessions, unlinkSessions } from "../connections/unlink-sessions.ts";
import { noteRestored } from "./safe-mode.ts";
import type { Restored } from "./table.ts";

/**
 * Has a box start in safe mode that went back to an older release: what was written since went
 * aside, and may have been sent. Nobody uses its companies yet. rules.md#updates
 */
export function takeRollback(dbs: CompanyDbs) {
  const { control, folder } = dbs;
  // Laid by `install.sh --rollback`, as old as the data.
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
    // Nothing that reads the whole file: who waits for the box ends it after a minute, and it would
    // begin anew.
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
    // A company that can't be opened is shut anyway.
    return { figures: { id, name, messages: 0, lastMessageAt: null }, unlinked: [] };
  }
}
