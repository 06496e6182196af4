import { longestMessage } from "../../shared/limits.ts";
import { proto, type WAMessage } from "@whiskeysockets/baileys";
import { notOpened } from "../../shared/states.ts";
import type { InboundChange, Person, InboundMessage } from "../channel.ts";
import { identifierOf, isBroadcastList, isMine, person } from "./identifiers.ts";
import { handle, instant, isId, plain } from "../wire-values.ts";
import { type Core, coreOf, unknownKind } from "./unwrap.ts";
import type { CartProduct } from "./cart.ts";
import { isVote, type PollVote } from "./polls.ts";
import { contentOf } from "./content.ts";
import { contextOf, forwardedOf, quotedIdOf, quoteOf, referralOf } from "./context.ts";

export type DecodedMessage =
  | ({ what: "message" } & InboundMessage)
  | ({ what: "reaction" } & InboundChange & { emoji: string })
  | ({ what: "edit" } & InboundChange & { body: string })
  | ({ what: "deletion" } & InboundChange);

/**
 * Facts that a message lacks: the products of its cart, the vote, and the name under which the
 * network knows its author.
 */
type Extras = { cart?: CartProduct[]; vote?: PollVote; username?: string };

/**
 * A WhatsApp message as our own types; empty when there is nothing to show. `me` are our own jids.
 * Senders may put anything in a message: this never throws.
 */
export function decode(
  message: WAMessage,
  group?: { subject: string },
  me: string[] = [],
  { cart = [], vote, username }: Extras = {},
): DecodedMessage[] {
  const envelope = envelopeOf(message, group, me, username);
  if (!envelope || isUndecrypted(message)) return [];
  const id = message.key.id!;
  if (isVote(message))
    return [
      {
        what: "message",
        id,
        ...envelope,
        content: vote
          ? { kind: "chat", body: vote.body }
          : { kind: "unsupported", what: "pollUpdateMessage" },
        ...(vote && { quotedId: vote.pollId }),
      },
    ];
  const core = coreOf(message.message);
  if (core?.key === unknownKind && envelope.from === null) return [];
  if (!core)
    return message.key.isViewOnce && !message.message
      ? [
          {
            what: "message",
            id,
            ...envelope,
            content: { kind: "unsupported", what: "viewOnceMessage" },
          },
        ]
      : [];
  if (core.key === "protocolMessage")
    return decodeProtocol(core.value as proto.Message.IProtocolMessage, envelope);
  if (core.key === "reactionMessage")
    return decodeReaction(core.value as proto.Message.IReactionMessage, envelope);
  if (core.edit) return decodeEdit(id, core, envelope);
  const context = contextOf(core.value);
  const referral = context && referralOf(context);
  // A customer may come from an ad without writing anything. rules.md#ads
  const content =
    contentOf(core, id, cart) ?? (referral ? { kind: "chat" as const, body: "" } : undefined);
  return content
    ? [
        {
          what: "message",
          id,
          ...envelope,
          content,
          ...(context && sourceOf(context, me)),
          ...(referral && { referral }),
        },
      ]
    : [];
}

function sourceOf(
  context: proto.IContextInfo,
  me: string[],
): Pick<InboundMessage, "quotedId" | "quote" | "forwarded"> {
  const quotedId = quotedIdOf(context);
  const quote = quoteOf(context, me);
  const forwarded = forwardedOf(context);
  return {
    ...(quotedId && { quotedId }),
    ...(quote && { quote }),
    ...(forwarded && { forwarded }),
  };
}

/**
 * Whether a message could not be decrypted. Its sender is asked for it again, and it comes a second
 * time under the same id.
 */
export const isUndecrypted = (message: WAMessage) =>
  message?.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT;

/**
 * A placeholder for a customer's message that could not be decrypted.
 * rules.md#undecryptable-messages
 */
export function notOpenedMessage(
  message: WAMessage,
  group?: { subject: string },
  me: string[] = [],
  username = "",
): InboundMessage | undefined {
  const envelope = envelopeOf(message, group, me, username);
  return envelope?.from
    ? { id: message.key.id!, ...envelope, content: { kind: "unsupported", what: notOpened } }
    : undefined;
}

type Envelope = { chat: Person; from: Person | null; at: number };

function envelopeOf(
  message: WAMessage,
  group: { subject: string } | undefined,
  me: string[],
  username = "",
): Envelope | undefined {
  const key = message?.key;
  // A message from our own phone to a broadcast list belongs to no single conversation.
  const remoteJid =
    isBroadcastList(key?.remoteJid) && !key?.fromMe ? key?.participant : key?.remoteJid;
  const chat = identifierOf(remoteJid);
  if (!key || !chat || typeof key.id !== "string" || key.id === "") return undefined;
  const ours = key.fromMe === true;
  const asHandle = handle(username || key.participantUsername);
  const name =
    plain(message.pushName, longestMessage) ||
    plain(message.verifiedBizName, longestMessage) ||
    asHandle;
  const called = ours || !asHandle ? {} : { username: asHandle.slice(1) };
  const at = instant(message.messageTimestamp);
  if (chat.type !== "group") {
    // Our own messages carry our own name.
    const peer = {
      ...person(ours ? "" : name, ...pair(remoteJid, key.remoteJidAlt, me)),
      ...called,
    };
    return { chat: peer, from: ours ? null : peer, at };
  }
  const author = {
    ...person(name, ...pair(key.participant || message.participant, key.participantAlt, me)),
    ...called,
  };
  if (!ours && author.ids.length === 0) return undefined;
  return { chat: person(group?.subject, key.remoteJid), from: ours ? null : author, at };
}

/**
 * A person's two jids. The second counts when it is of the other kind, and not ours: a message from
 * another device of ours may hold the sender's.
 */
function pair(jid: string | null | undefined, alt: string | null | undefined, me: string[]) {
  const [one, other] = [identifierOf(jid), identifierOf(alt)];
  return one &&
    other &&
    other.type !== "group" &&
    one.type !== other.type &&
    (!isMine(alt, me) || isMine(jid, me))
    ? [jid, alt]
    : [jid];
}

function decodeProtocol(
  { type, key, editedMessage }: proto.Message.IProtocolMessage,
  envelope: Envelope,
): DecodedMessage[] {
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  if (type === REVOKE && isId(key?.id)) return [{ what: "deletion", to: key.id, ...envelope }];
  const core = type === MESSAGE_EDIT ? coreOf(editedMessage) : undefined;
  return core && isId(key?.id) ? decodeEdit(key.id, core, envelope) : [];
}

function decodeEdit(to: string, core: Core, envelope: Envelope): DecodedMessage[] {
  const content = contentOf(core, to);
  return content && "body" in content
    ? [{ what: "edit", to, ...envelope, body: content.body }]
    : [];
}

function decodeReaction(
  { key, text }: proto.Message.IReactionMessage,
  envelope: Envelope,
): DecodedMessage[] {
  return isId(key?.id)
    ? [{ what: "reaction", to: key.id, ...envelope, emoji: plain(text, 64) }]
    : [];
}
