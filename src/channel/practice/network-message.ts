import type { PhoneMessage } from "../../shared/practice.ts";
import type { Interactive } from "../../shared/interactive.ts";
import type { ChannelPlace, Referral } from "../channel.ts";

/**
 * The parts of a message besides text and file: a place, contacts, buttons, the ad that it comes
 * from, a voice's length and loudness.
 */
export type MessageExtras = {
  place?: Omit<ChannelPlace, "live" | "thumbnail">;
  contacts?: { name: string; number: string }[];
  seconds?: number;
  waveform?: number[];
  interactive?: Interactive;
  /** The choice that a customer tapped. */
  choiceId?: string;
  referral?: Omit<Referral, "thumbnail">;
};

/**
 * A message as the network carries it. `answer` is the customer's emoji on it. A deleted one has no
 * content any more.
 */
export type NetworkMessage = PhoneMessage &
  MessageExtras & { answer?: string; edited?: boolean; deleted?: boolean };

/** A customer's action on a message; `body` holds the new text or the emoji. */
export type PhoneAction = { to: string; does: "edits" | "deletes" | "reacts"; body: string };

/** An action that the shop was not notified of. */
export type PendingAction = PhoneAction & { seq: number; at: number };

/** A file on the way, at `path` for as long as it is being sent. */
export type SentFile = { path: string; type: string; size: number };

/** A file that the network keeps under a name of its own. */
export type KeptFile = { name: string; type: string; size: number };

export type Row = Omit<
  PhoneMessage,
  "from" | "group" | "at" | "media" | "fileName" | "reaction"
> & {
  fromShop: number;
  groupId: string | null;
  subject: string | null;
  at: number;
  arrived: number;
  file: string | null;
  fileName: string | null;
  reaction: string | null;
  answer: string | null;
  edited: number | null;
  deleted: number | null;
  more: string | null;
};

/** The extras of a message, in the form in which the network keeps them. */
export const extrasOf = ({
  place,
  contacts,
  seconds,
  waveform,
  interactive,
  choiceId,
  referral,
}: MessageExtras): MessageExtras => ({
  place,
  contacts,
  seconds,
  waveform,
  interactive,
  choiceId,
  referral,
});

/** A message as a phone shows it. */
export function shownOnPhone(row: Row): NetworkMessage {
  if (!row.deleted) return messageOf(row);
  return messageOf({
    ...row,
    type: "chat",
    body: "",
    file: null,
    fileName: null,
    reaction: null,
    answer: null,
    edited: null,
    more: null,
  });
}

export function messageOf({
  fromShop,
  groupId,
  subject,
  at,
  file,
  fileName,
  reaction,
  answer,
  edited,
  deleted,
  more,
  arrived: _,
  ...row
}: Row & { seq?: number; connection?: number }): NetworkMessage {
  const { seq: _seq, connection, ...message } = row;
  return {
    ...message,
    media:
      file === null ? null : `/practice/${connection}/messages/${encodeURIComponent(row.id)}/file`,
    ...(more !== null && (JSON.parse(more) as MessageExtras)),
    ...(fileName !== null && { fileName }),
    ...(reaction && { reaction }),
    ...(answer && { answer }),
    ...(edited && { edited: true }),
    ...(deleted && { deleted: true }),
    from: fromShop ? null : row.number,
    group: groupId === null ? null : { id: groupId, subject: subject ?? "" },
    at: new Date(at).toISOString(),
  };
}
