import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Identifier } from "../channel.ts";
import { person } from "./identifiers.ts";

/** The people that a stanza is from and for. */
export function peopleIn({ attrs }: { attrs: BinaryNode["attrs"] } = { attrs: {} }): Identifier[] {
  const {
    from,
    participant,
    recipient,
    sender_pn,
    sender_lid,
    participant_pn,
    participant_lid,
    peer_recipient_pn,
    peer_recipient_lid,
  } = attrs;
  return person(
    "",
    from,
    participant,
    recipient,
    sender_pn,
    sender_lid,
    participant_pn,
    participant_lid,
    peer_recipient_pn,
    peer_recipient_lid,
  ).ids;
}

// The network's own encoding reads any text with an @ as an address, and can't read back a push
// name of "@" alone.
type Packed = [
  tag: string,
  attrs: Record<string, string>,
  content?: string | Packed[] | { bytes: string },
];

/** A stanza as JSON can hold it. */
export function packed({ tag, attrs, content }: BinaryNode): Packed {
  if (content === undefined) return [tag, attrs];
  if (typeof content === "string") return [tag, attrs, content];
  return [
    tag,
    attrs,
    Array.isArray(content)
      ? content.map(packed)
      : { bytes: Buffer.from(content).toString("base64") },
  ];
}

/** The stanza that was packed. */
export function unpacked([tag, attrs, content]: Packed): BinaryNode {
  if (content === undefined || typeof content === "string") return { tag, attrs, content };
  return {
    tag,
    attrs,
    content: Array.isArray(content) ? content.map(unpacked) : Buffer.from(content.bytes, "base64"),
  };
}
