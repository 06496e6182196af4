import { asc, eq } from "drizzle-orm";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { media } from "../../../kit/db/media.ts";
import { findMessage } from "../../messages/messages.ts";
import { messageVersions } from "../../messages/table.ts";
import { missing } from "../tickets.ts";

/**
 * All earlier versions of an edited or deleted message, the oldest first; `mediaUrl` is a link that
 * works for a while. For admins. Throws missing. rules.md#edit-and-delete
 */
export function history(db: CompanyDb, messageId: number) {
  if (!findMessage(db, messageId)) return missing();
  const rows = db
    .select({
      id: messageVersions.id,
      body: messageVersions.body,
      place: messageVersions.place,
      cards: messageVersions.cards,
      createdAt: messageVersions.createdAt,
      file: { sha256: media.sha256, name: media.name },
    })
    .from(messageVersions)
    .leftJoin(media, eq(media.id, messageVersions.mediaId))
    .where(eq(messageVersions.messageId, messageId))
    .orderBy(asc(messageVersions.id))
    .all();
  return rows.map(({ file, cards, ...version }) => ({
    ...version,
    contacts: cards ?? [],
    mediaUrl: file?.sha256 ? db.files.link(file) : null,
    mediaName: file?.name ?? null,
  }));
}
