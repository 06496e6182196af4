import type { BaileysEventMap, BinaryNode } from "@whiskeysockets/baileys";
import { ack, type TypingState } from "../../shared/states.ts";
import type { Identifier } from "../channel.ts";
import { identifierOf, isMine, type JidIdentifier } from "./identifiers.ts";
import { isId } from "../wire-values.ts";

/**
 * Our level for a receipt's type. Undefined for receipts that don't say how far a message of ours
 * came.
 */
export const levelOf = (type: string | undefined): number | undefined => levels.get(type ?? "");

/**
 * How far messages of ours came, by a raw receipt. Undefined when it tells of something else. `me`
 * are our own jids.
 */
export function acksOf(
  { tag, attrs, content }: BinaryNode,
  me: string[] = [],
): { ids: string[]; level: number; from: Identifier } | undefined {
  const level = levelOf(attrs.type);
  if (
    tag !== "receipt" ||
    level === undefined ||
    !identifierOf(attrs.from) ||
    attrs.recipient ||
    isMine(attrs.participant || attrs.from, me)
  )
    return undefined;
  const below = childrenOf(content);
  // A group's receipts may come in a bundle, a message each; the stanza's own id is then no
  // message's.
  const bundled = below
    .filter((child) => child.tag === "participants")
    .map((child) => child.attrs.key);
  const listed = below
    .filter((child) => child.tag === "list")
    .flatMap((list) => childrenOf(list.content))
    .map((item) => item.attrs.id);
  const ids = [...new Set(bundled.length > 0 ? bundled : [attrs.id, ...listed])]
    .filter(isId)
    .slice(-maxAcked);
  return ids.length > 0
    ? { ids, level, from: identifierOf(attrs.participant || attrs.from)! }
    : undefined;
}

/**
 * The conversation that was read on another device of ours, by a raw receipt. Undefined for other
 * receipts.
 */
export function readOnOtherDevice(
  { tag, attrs }: BinaryNode,
  me: string[] = [],
): Identifier[] | undefined {
  const ours =
    attrs.type === "read-self" ||
    (attrs.type === "read" &&
      (Boolean(attrs.recipient) || isMine(attrs.participant || attrs.from, me)));
  const chat = tag === "receipt" && ours ? identifierOf(attrs.recipient || attrs.from) : undefined;
  return chat && [chat];
}

/**
 * The person who types to us, or stopped. Undefined for groups, and for senders that are no person.
 */
export function typingOf({
  id,
  presences,
}: BaileysEventMap["presence.update"]): { from: JidIdentifier; state: TypingState } | undefined {
  const from = identifierOf(id);
  if (!from || from.type === "group") return undefined;
  const presence = Object.values(presences)[0]?.lastKnownPresence;
  return {
    from,
    state: presence === "composing" || presence === "recording" ? presence : "paused",
  };
}

/**
 * Why WhatsApp refused a message of ours, by its raw ack: an `ERR_*` code, or undefined when it
 * took it.
 */
export function refusalOf({ tag, attrs }: BinaryNode): string | undefined {
  if (tag !== "ack" || attrs.class !== "message" || !attrs.error) return undefined;
  return refusals.get(attrs.error) ?? "ERR_SENDING_WAPP_MSG";
}

/** Of a receipt with more ids only the last ones count: one phone must not keep the box busy. */
const maxAcked = 500;

const levels = new Map<string, number>([
  ["", ack.delivered],
  ["inactive", ack.delivered],
  ["read", ack.read],
  ["played", ack.played],
]);

const refusals = new Map([
  ["463", "ERR_WAPP_REACHOUT"],
  ["479", "ERR_WAPP_STALE_DEVICES"],
]);

const childrenOf = (content: BinaryNode["content"]): BinaryNode[] =>
  Array.isArray(content) ? content : [];
