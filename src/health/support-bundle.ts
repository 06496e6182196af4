import type { Database } from "bun:sqlite";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { tarGz } from "../kit/files/tar.ts";
import { logFolder, newestLines } from "../kit/files/log-files.ts";
import type { Finding } from "../shared/health.ts";
import { version } from "../version.ts";
import type { Patient } from "./check.ts";

const most = 20_000;

/** Doctor's findings about a box, and the box's settings. */
export type Seen = { findings: Finding[]; settings: object };

/**
 * An archive about a box for a remote helper, without its people: doctor's findings, settings,
 * sizes, and the log. Neither messages nor names are read for it. The log holds no numbers and no
 * keys, but any text like one is crossed out all the same. rules.md#support-bundle
 */
export async function supportBundle(
  patient: Patient,
  { findings, settings }: Seen,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const lines: string[] = [];
  for await (const line of newestLines(logFolder(patient.env.data)))
    if (lines.push(crossOut(JSON.stringify(line))) === most) break;
  const json = (value: unknown) => crossOut(`${JSON.stringify(value, undefined, 2)}\n`);
  const files = [
    { name: "version.json", content: json(version) },
    { name: "doctor.json", content: json(findings) },
    { name: "settings.json", content: json(settings) },
    {
      name: "sizes.json",
      content: json({ files: sizesIn(patient.env.data), rows: rowsIn(patient) }),
    },
    { name: "schema.sql", content: schemaOf(patient.control) },
    { name: "log.jsonl", content: `${lines.toReversed().join("\n")}\n` },
  ];
  return {
    name: `balcao-support-${new Date(patient.now()).toISOString().slice(0, 16).replaceAll(/[-:]/g, "")}.tar.gz`,
    bytes: await tarGz(files.map(({ name, content }) => ({ name, content: Buffer.from(content) }))),
  };
}

/**
 * Crosses out texts that could be a phone's or a document's number, a person's address or an opened
 * key. Times stay.
 */
export const crossOut = (text: string) =>
  text
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, "‹e-mail›")
    .replaceAll(/\b(bal_|ey[A-Za-z0-9])[\w.-]{8,}/g, "‹key›")
    .replaceAll(/(?<![\w-])[A-Za-z0-9_+/-]{40,}={0,2}/g, "‹key›")
    .replaceAll(/\+?\d[\d ()./-]{6,}\d(?!\d*:)/g, (match) =>
      /^\d{4}-\d\d-\d\d$/.test(match) || match.replaceAll(/\D/g, "").length < 8
        ? match
        : `‹…${match.replaceAll(/\D/g, "").slice(-2)}›`,
    );

/** The sizes of the folder's files (bytes), by path; a few thousand media files are one line. */
function sizesIn(data: string): Record<string, number> {
  const sizes: Record<string, number> = {};
  for (const { name, parentPath } of filesIn(data)) {
    const path = join(parentPath, name);
    const relative = path.slice(data.length + 1);
    const of = relative.startsWith("media/") ? relative.split("/").slice(0, 2).join("/") : relative;
    sizes[of] = (sizes[of] ?? 0) + (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  }
  return sizes;
}

/** An upgrade sets data aside as root's, which is left out. */
function filesIn(folder: string): { name: string; parentPath: string }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : entry.isFile() ? [entry] : [],
    );
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EACCES") return [];
    throw thrown;
  }
}

const rowsIn = (patient: Patient) =>
  Object.fromEntries(
    [...patient.companies()].map(({ company, sqlite }) => [
      company,
      Object.fromEntries(
        ["tickets", "messages", "contacts", "outbox", "campaigns", "orders"].map((table) => [
          table,
          countOf(sqlite, table),
        ]),
      ),
    ]),
  );

const countOf = (sqlite: Database, table: string) =>
  (sqlite.query(`SELECT max(rowid) AS count FROM ${table}`).get() as { count: number | null })
    .count ?? 0;

const schemaOf = (control: Database) =>
  control
    .query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    .all()
    .map(({ sql }) => `${sql};\n`)
    .join("");
