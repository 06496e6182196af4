import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { closeWhole } from "../../kit/db/checkpoint.ts";
import { connect } from "../../kit/db/connect.ts";
import { Fault } from "../../kit/fault.ts";
import { privateFolder, writeWhole } from "../../kit/files/disk.ts";
import { openFile } from "../../kit/db/open-file.ts";
import {
  linkedPractice,
  linkedSessions,
  sessionState,
  unlinkSessions,
} from "../connections/unlink-sessions.ts";
import { nameOf, readManifest, type Manifest } from "./manifest.ts";
import { linkOrCopy, mediaPath, pooled, readList } from "./media-pool.ts";
import { carryCodes } from "./recovery-code.ts";
import { noteRestored } from "./safe-mode.ts";
import { swapIn } from "./swap.ts";
import type { Restored } from "./table.ts";
import { problemsOf, sealedParts, takeCompany } from "./verify.ts";

export type RestoreOptions = {
  code: string;
  force?: boolean;
  dryRun?: boolean;
  /** The box has not run since this copy: its WhatsApp sessions go on. */ keepSessions?: boolean;
  /** The seal suffices; layout and rows need not pass the checks. */ asWritten?: boolean;
  now?: () => number;
};

/**
 * The plan of a restore: the copy, whether it replaces a box, and the folder for the replaced
 * files.
 */
export type RestorePlan = {
  copy: string;
  at: string;
  version: string;
  companies: { id: number; name: string; messages: number; lastMessageAt: string | null }[];
  failed: Manifest["failed"];
  replaces: boolean;
  aside: string | null;
};

/** Plans a restore of this copy. Throws where the copy is not sound. */
export async function planOf(
  data: string,
  copy: string,
  { code, asWritten, now = Date.now }: Pick<RestoreOptions, "code" | "asWritten" | "now">,
): Promise<RestorePlan> {
  const problems = await problemsOf(copy, dirname(copy), { code, asWritten, media: true });
  if (problems.length > 0) throw new Error(`the copy is not sound: ${problems.join("; ")}`);
  const { name, at, version, companies, failed } = readManifest(copy);
  const replaces = holdsBox(data);
  return {
    copy: name,
    at,
    version,
    failed,
    replaces,
    aside: replaces ? asideOf(now()) : null,
    companies: companies.map(({ id, name, counts, lastMessageAt }) => ({
      id,
      name,
      messages: counts.messages ?? 0,
      lastMessageAt,
    })),
  };
}

/**
 * Restores a data folder from a copy; nothing else may use the folder meanwhile. It builds and
 * checks the new files beside the present ones, which then go aside by renames. On any failure the
 * folder is as before. The box then starts in safe mode. rules.md#restore
 */
export async function restore(
  data: string,
  copy: string,
  plan: RestorePlan,
  { code, force = false, keepSessions = false, now = Date.now }: RestoreOptions,
): Promise<Restored> {
  if (!force) refuseReplacing(data);
  const from = `restoring-${nameOf(now())}`;
  const root = privateFolder(join(data, from));
  try {
    await extract(copy, root, code);
    const unlinked = readManifest(copy).companies.flatMap(({ id, name }) =>
      [...unlinkStale(root, data, id, keepSessions), ...unlinkPractice(root, id)].map(
        (connection) => ({ company: name, connection }),
      ),
    );
    const codeChanged = carryCodes(root, data, code);
    const restored: Restored = {
      copy: plan.copy,
      at: plan.at,
      since: new Date(now()).toISOString(),
      companies: plan.companies,
      unlinked,
      codeChanged,
    };
    noteInside(root, restored, now);
    await swapIn(data, from, plan.aside ?? asideOf(now()));
    return restored;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const holdsBox = (data: string) => existsSync(join(data, "control.sqlite"));

/** Throws a conflict where a restore would replace a box. */
export function refuseReplacing(data: string) {
  if (holdsBox(data))
    throw new Fault("conflict", "ERR_RESTORE_FORCE", {
      message: `${data} holds a box already: --force puts it aside, and keeps it`,
    });
}

/**
 * Extracts a copy into an empty folder, laid out as a data folder, and migrates it. Throws
 * NewerFile for a copy of a newer version.
 */
export async function extract(copy: string, root: string, code: string) {
  const parts = await sealedParts(copy, code);
  for (const [name, content] of parts) {
    // Only names of a box's own files, and no path outside the folder.
    if (!/^((secrets|tls)\/[\w.-]+|control\.sqlite|config\.toml)$/.test(name)) continue;
    privateFolder(dirname(join(root, name)));
    writeWhole(join(root, name), await content.bytes());
  }
  for (const { id } of readManifest(copy).companies) {
    privateFolder(join(root, "companies"));
    await takeCompany(parts, copy, id, join(root, "companies", `${id}.sqlite`));
    openFile(join(root, "companies", `${id}.sqlite`), "company").close();
  }
  for (const { company, sha256 } of readList(copy))
    await linkOrCopy(pooled(dirname(copy), sha256), mediaPath(root, company, sha256));
}

/** The folder for the replaced files. */
export const asideOf = (now: number) =>
  `before-restore-${new Date(now).toISOString().replaceAll(/[-:.]/g, "")}`;

function noteInside(root: string, restored: Restored, now: () => number) {
  const control = openFile(join(root, "control.sqlite"), "control");
  try {
    noteRestored(control, restored, now());
  } finally {
    closeWhole(control);
  }
}

// A session's keys change with each message: equal keys prove that nothing ran since the copy.
export function unlinkStale(
  root: string,
  data: string,
  company: number,
  keepSessions: boolean,
): string[] {
  if (keepSessions) return [];
  const path = join("companies", `${company}.sqlite`);
  const sqlite = new Database(join(root, path), { strict: true });
  const live = existsSync(join(data, path))
    ? connect(join(data, path), { readonly: true })
    : undefined;
  try {
    const stale = linkedSessions(sqlite).filter(
      ({ id }) => !live || stateIn(live, id) !== sessionState(sqlite, id),
    );
    unlinkSessions(
      sqlite,
      stale.map(({ id }) => id),
    );
    return stale.map(({ name }) => name);
  } finally {
    live?.close();
    closeWhole(sqlite);
  }
}

// Phones of the practice network stay in the box that was put aside.
function unlinkPractice(root: string, company: number): string[] {
  const sqlite = openFile(join(root, "companies", `${company}.sqlite`), "company");
  try {
    const connections = linkedPractice(sqlite);
    unlinkSessions(
      sqlite,
      connections.map(({ id }) => id),
    );
    return connections.map(({ name }) => name);
  } finally {
    closeWhole(sqlite);
  }
}

// The present file may be damaged: that may be the reason for the restore.
function stateIn(live: Database, connection: number): string | undefined {
  try {
    return sessionState(live, connection);
  } catch {
    return undefined;
  }
}
