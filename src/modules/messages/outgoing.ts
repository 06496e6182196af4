import { eq, sql } from "drizzle-orm";
import type { Identifier, OutboundMessage } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { query } from "../../kit/db/query.ts";
import type { Capabilities } from "../../shared/capabilities.ts";
import { abilityFor } from "../../shared/interactive.ts";
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
  /** How often it was sent without an answer. */
  uncertain: number;
  quoted?: OutboundMessage["quoted"];
};

/** A message of the outbox as a channel with these capabilities sends it. */
export const outgoingOf = (
  db: CompanyDb,
  { message, file, to, quoted }: OutboxItem,
  capabilities: Capabilities,
): OutboundMessage => ({
  id: message.providerId,
  to,
  content: contentOf(db, message, file, capabilities),
  quoted,
});

function contentOf(
  db: CompanyDb,
  { mediaType: kind, body, place, cards, template, interactive }: MessageRow,
  file: File | null,
  capabilities: Capabilities,
): OutboundMessage["content"] {
  if (template)
    return { kind: "template", body, template, ...(file && { file: attachmentOf(db, file) }) };
  if (interactive && capabilities[abilityFor(interactive)])
    return { kind: "interactive", body, interactive };
  if (file) {
    const isShown = kind === "image" || kind === "video" || kind === "audio" || kind === "sticker";
    return { kind: isShown ? kind : "application", body, file: attachmentOf(db, file) };
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

const attachmentOf = (
  db: CompanyDb,
  { name, type, size, seconds, voice, waveform, sha256 }: File,
) => ({
  name,
  type,
  size,
  seconds: seconds ?? undefined,
  voice,
  waveform: waveform ?? undefined,
  path: db.files.path(sha256),
});

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
