import { eq, ne } from "drizzle-orm";
import { facts } from "../../kit/audio.ts";
import type { Kept, Upload } from "../../kit/files.ts";
import type { Store } from "../../kit/store.ts";
import { contacts } from "../contacts/table.ts";
import { media } from "./table.ts";

/** Keeps a file that someone uploaded, and tells how long it plays. */
export async function keepFile(store: Store, upload: Upload): Promise<Kept & { seconds?: number }> {
  const kept = await store.files.keep(upload);
  if (!/^(audio|video)\//.test(kept.type)) return kept;
  const { seconds } = await facts(await Bun.file(store.files.path(kept.sha256)).bytes(), kept.type);
  return seconds === undefined ? kept : { ...kept, seconds: whole(seconds) };
}

/** Seconds as they are told. */
export const whole = (seconds: number) => Math.max(1, Math.round(seconds));

/** Says of a file whether anything of the company's names it, for `files.sweep`: its media, and its contacts' pictures. */
export function namer({ db }: Store): (sha256: string) => boolean {
  const portraits = new Set(db.select({ link: contacts.profilePicUrl }).from(contacts).where(ne(contacts.profilePicUrl, "")).all().map(({ link }) => link.split("/")[3]));
  return (sha256) => portraits.has(sha256) || db.select({ id: media.id }).from(media).where(eq(media.sha256, sha256)).limit(1).get() !== undefined;
}
