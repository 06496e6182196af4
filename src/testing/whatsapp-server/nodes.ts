import {
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  type BinaryNode,
} from "@whiskeysockets/baileys";

/** WhatsApp itself, as the sender of a stanza: a name without a user. */
export const service = "@s.whatsapp.net";

type Attributes = Record<string, string | number | undefined>;

/** A stanza or a part of one. It leaves out undefined attributes. */
export function node(
  tag: string,
  attrs: Attributes = {},
  content?: BinaryNode[] | string | Uint8Array,
): BinaryNode {
  const given = Object.entries(attrs).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return {
    tag,
    attrs: Object.fromEntries(given),
    ...(content === undefined
      ? {}
      : { content: typeof content === "string" ? Buffer.from(content) : content }),
  };
}

export const child = (parent: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  getBinaryNodeChild(parent, tag);
export const children = (parent: BinaryNode | undefined, tag: string): BinaryNode[] =>
  getBinaryNodeChildren(parent, tag);
export const first = ({ content }: BinaryNode): BinaryNode | undefined =>
  Array.isArray(content) ? content[0] : undefined;

/** The bytes within a node; empty when it has none. */
export function bytes(parent: BinaryNode | undefined): Buffer {
  const content = parent?.content;
  if (content instanceof Uint8Array)
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return typeof content === "string" ? Buffer.from(content) : Buffer.alloc(0);
}

/** A number as on the wire: big endian, in so many bytes. */
export function big(value: number, size: number): Buffer {
  const buffer = Buffer.alloc(size);
  buffer.writeUIntBE(value, 0, size);
  return buffer;
}

export const unbig = (buffer: Buffer): number =>
  buffer.length ? buffer.readUIntBE(0, buffer.length) : 0;

/** Seconds, as in stanzas. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** Splits a name on the wire into the person's digits, the server part and the device. */
export function decode(jid: string): { user: string; server: string; device: number } {
  const { user = "", server = "", device = 0 } = jidDecode(jid) ?? {};
  return { user, server, device };
}

export const isGroup = (jid: string): boolean => jid.endsWith("@g.us");
/**
 * Whether a name is a group's or a broadcast list's. Their messages name the author in a field of
 * its own.
 */
export const isShared = (jid: string): boolean => isGroup(jid) || jid.endsWith("@broadcast");
export const isLid = (jid: string): boolean => jid.endsWith("@lid");
