import { ack } from "../../../src/shared.ts";
import type { Parcel } from "./parcels.ts";
import type { Message } from "./types.ts";

/** A bubble, whether the server has it or not. */
export type Said = {
  /** The same before and after the server took it. */
  key: string;
  id: number | null;
  clientId: string | null;
  mine: boolean;
  body: string;
  at: string;
  ack: number;
  /** Why it failed: a code, or the network's words. */
  reason: string | null;
  image: boolean;
  mediaUrl: string | null;
  mediaName: string | null;
  mediaType: string;
  quotedMsg: Message["quotedMsg"];
  isDeleted: boolean;
  isEdited: boolean;
  bot: boolean;
  /** Who wrote it: the customer, or a member of the group. */
  name: string;
  /** Waits or failed on this side: it can be given up. */
  unsent: boolean;
};

export type Item = { kind: "day"; key: string; at: string } | { kind: "unread"; key: string } | { kind: "said"; key: string; said: Said; first: boolean };

const pause = 5 * 60_000;

/** A conversation in reading order: days, the mark before what is new, bubbles in groups. */
export function timeline(messages: Message[], waiting: Parcel[], firstUnread: number | null): Item[] {
  const taken = new Set(messages.map(({ clientId }) => clientId));
  const all = [...messages.map(ofMessage), ...waiting.filter(({ clientId }) => !taken.has(clientId)).map(ofParcel)];
  const items: Item[] = [];
  let previous: Said | undefined;
  for (const said of all) {
    const newDay = !previous || dayOf(previous.at) !== dayOf(said.at);
    if (newDay) items.push({ kind: "day", key: `day${dayOf(said.at)}${said.key}`, at: said.at });
    const marked = firstUnread !== null && said.id === firstUnread;
    if (marked) items.push({ kind: "unread", key: "unread" });
    const goesOn = previous && !newDay && !marked && previous.mine === said.mine && previous.name === said.name && Date.parse(said.at) - Date.parse(previous.at) < pause;
    items.push({ kind: "said", key: said.key, said, first: !goesOn });
    previous = said;
  }
  return items;
}

const dayOf = (iso: string) => new Date(iso).toDateString();

const ofMessage = (message: Message): Said => ({
  key: message.clientId ?? `m${message.id}`,
  id: message.id,
  clientId: message.clientId,
  mine: message.fromMe,
  body: message.body,
  at: message.createdAt,
  ack: message.ack,
  reason: message.reason,
  image: message.mediaType === "image",
  mediaUrl: message.mediaUrl,
  mediaName: message.mediaName,
  mediaType: message.mediaType,
  quotedMsg: message.quotedMsg,
  isDeleted: message.isDeleted,
  isEdited: message.isEdited,
  bot: message.origin === "bot",
  name: message.fromMe ? "" : message.contact.name,
  unsent: false,
});

const ofParcel = (parcel: Parcel): Said => ({
  key: parcel.clientId,
  id: null,
  clientId: parcel.clientId,
  mine: true,
  body: parcel.body,
  at: parcel.at,
  ack: parcel.refused ? ack.failed : ack.queued,
  reason: parcel.refused,
  image: parcel.image !== null,
  mediaUrl: null,
  mediaName: parcel.image?.name ?? null,
  mediaType: parcel.image ? "image" : "chat",
  quotedMsg: parcel.quotedMsg,
  isDeleted: false,
  isEdited: false,
  bot: false,
  name: "",
  unsent: true,
});
