import { eq, sql } from "drizzle-orm";
import type { Identifier, OutboundMessage } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { query } from "../../kit/db/query.ts";
import { cardOf } from "./cards.ts";
import { messages, type MessageRow } from "./table.ts";
import { isOnNetwork, targetIn } from "./targets.ts";

type File = typeof media.$inferSelect;

/** A message in the outbox with all that sending it needs. */
export type OutboxItem = {
  message: MessageRow;
  file: File | null;
  to: Identifier[];
  attempts: number;
  cold: boolean;
  quoted?: OutboundMessage["quoted"];
};

/** A message of the outbox as channels send it. */
export const outgoingOf = (
  db: CompanyDb,
  { message, file, to, quoted }: OutboxItem,
): OutboundMessage => ({
  id: message.providerId,
  to,
  content: contentOf(db, message, file),
  quoted,
});

function contentOf(
  db: CompanyDb,
  { mediaType: kind, body, place, cards }: MessageRow,
  file: File | null,
): OutboundMessage["content"] {
  if (file) {
    const { name, type, size, seconds, voice, waveform, sha256 } = file;
    const isShown = kind === "image" || kind === "video" || kind === "audio" || kind === "sticker";
    return {
      kind: isShown ? kind : "application",
      body,
      file: {
        name,
        type,
        size,
        seconds: seconds ?? undefined,
        voice,
        waveform: waveform ?? undefined,
        path: db.files.path(sha256),
      },
    };
  }
  if (place)
    return {
      kind: "locationMessage",
      place: {
        latitude: place.latitude,
        longitude: place.longitude,
        name: place.name,
        address: place.address,
        live: false,
      },
    };
  return cards ? { kind: "vcard", cards: cards.map(cardOf) } : { kind: "chat", body };
}

const byId = query((db) =>
  db
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder("id"))),
);

export function quotedBy(
  db: CompanyDb,
  { quotedMsgId }: MessageRow,
  chatId: number,
): OutboxItem["quoted"] {
  const quoted = quotedMsgId === null ? undefined : byId(db).get({ id: quotedMsgId });
  return quoted && isOnNetwork(quoted)
    ? { ...targetIn(db, chatId, quoted), body: quoted.body }
    : undefined;
}
