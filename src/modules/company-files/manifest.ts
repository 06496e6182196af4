import { z } from "zod";
import { partsOf } from "../../kit/files/tar.ts";
import { unfit } from "../company-rows/unfit.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The manifest of a company's file. `moves`: it moves to another box, and works there after the
 * handover.
 */
const manifest = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  company: z.object({ id: z.number(), name: z.string() }),
  at: z.iso.datetime(),
  version: z.string(),
  moves: z.boolean(),
  database: z.object({ size: z.number(), sha256 }),
  counts: z.record(z.string(), z.number()),
  lastMessageAt: z.iso.datetime().nullable(),
  /** In the first format; later files have a part of its own, one line each. */
  media: z.array(z.object({ sha256, size: z.number() })).default([]),
  mediaList: z.object({ size: z.number(), sha256 }).optional(),
});
export type CompanyManifest = Omit<z.infer<typeof manifest>, "mediaList">;

export type CompanyArchive = { manifest: CompanyManifest; parts: Map<string, Blob> };

/** The most bytes of a part that is read whole. Parsed JSON may take forty times as much memory. */
const mostBytes = new Map([
  ["manifest.json", 32_000_000],
  ["media.txt", 160_000_000],
  ["box.sealed", 16_000_000],
  ["box.own", 16_000_000],
]);

/** The default limit of parts: so many take some two minutes to read. */
const usualParts = 2_000_000;

/** Opens a company's file. Throws invalid on another kind of file, or one that is cut off. */
export async function openArchive(path: string, mostParts = usualParts): Promise<CompanyArchive> {
  const parts = new Map<string, Blob>();
  let count = 0;
  try {
    for await (const { name, content } of partsOf(Bun.file(path))) {
      if (++count > mostParts) throw new Error(`the file has more than ${mostParts} parts`);
      if (content.size > (mostBytes.get(name) ?? Infinity))
        throw new Error(`${name} is too large in the file: ${content.size} bytes`);
      parts.set(name, content);
    }
  } catch (thrown) {
    throw unfit(thrown instanceof Error ? thrown.message : String(thrown));
  }
  const read = manifest.safeParse(parsed((await parts.get("manifest.json")?.text()) ?? ""));
  if (!read.success) throw unfit("it is no company's file, or of a newer version");
  const { mediaList, ...fields } = read.data;
  return {
    manifest: mediaList ? { ...fields, media: await listedIn(parts, mediaList.sha256) } : fields,
    parts,
  };
}

/** The media files as a part of a company's file lists them. */
export const listOf = (media: CompanyManifest["media"]) =>
  media.map(({ sha256, size }) => `${sha256} ${size}\n`).join("");

async function listedIn(parts: Map<string, Blob>, hash: string): Promise<CompanyManifest["media"]> {
  const text = (await parts.get("media.txt")?.text()) ?? "";
  if (new Bun.CryptoHasher("sha256").update(text).digest("hex") !== hash)
    throw unfit("media.txt is damaged in the file");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [, sha256 = "", size = ""] = /^([0-9a-f]{64}) (\d{1,15})$/.exec(line) ?? [];
      if (!sha256) throw unfit("media.txt is no list of files");
      return { sha256, size: Number(size) };
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The readme in a company's file. */
export const explanation = `Este arquivo contém tudo o que o Balcão guarda da empresa. / This file holds all that Balcão keeps of the company.

contacts.csv, messages.csv, orders.csv, orderItems.csv, receipts.csv, invoices.csv
    UTF-8, com vírgulas; horários em UTC. / UTF-8, with commas; times in UTC.
company.sqlite
    O banco de dados inteiro (SQLite). / The whole database (SQLite).
media/
    Fotos, áudios e documentos; o nome é o SHA-256 que messages.csv mostra na última coluna. /
    Photos, voice notes and documents; the name is the SHA-256 in the last column of messages.csv.
box.sealed, box.own
    Senhas e sessões, fechadas; só outro Balcão as abre, com o código. / Passwords and sessions, sealed; only another Balcão opens them, with the code.
`;
