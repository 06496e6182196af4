import { longestMessage } from "../../shared/limits.ts";
import type {
  ChannelQuote,
  Identifier,
  InboundChange,
  InboundMessage,
  Person,
  Referral,
} from "../channel.ts";
import { instant, isId, isObject, line, lines, plain } from "../wire-values.ts";
import { contentOf, type MediaRef } from "./content.ts";
import { authorOf, identifiersIn, receiverOf } from "./people.ts";

type Raw = Record<string, unknown>;

export type DecodedPart =
  | { what: "message"; message: InboundMessage; media?: MediaRef }
  | ({ what: "reaction" } & InboundChange & { emoji: string })
  | ({ what: "edit" } & InboundChange & { body: string })
  | ({ what: "deletion" } & InboundChange)
  | { what: "moved"; from: Identifier[]; to: Person };

/**
 * A message of a webhook as our own types; undefined where there is nothing to store. `ownNumber`
 * (digits) is the connection's. Senders may put anything in a message: this never throws.
 */
export function decode(message: Raw, contacts: Raw[], ownNumber = ""): DecodedPart | undefined {
  // This channel has no groups.
  if (message.group_id !== undefined) return undefined;
  // The shop's own number has been seen among its customers'.
  if (ownNumber !== "" && message.from === ownNumber) return decodeEcho(message, contacts);
  const author = authorOf(message, contacts);
  if (message.type === "system") return decodeSystem(message, author);
  return author.ids.length > 0 ? decodeFrom(message, author, author) : undefined;
}

/** A message that the shop wrote on its own phone. */
export function decodeEcho(message: Raw, contacts: Raw[]): DecodedPart | undefined {
  const chat = receiverOf(message, contacts);
  return chat.ids.length > 0 ? decodeFrom(message, chat, null) : undefined;
}

function decodeFrom(message: Raw, chat: Person, from: Person | null): DecodedPart | undefined {
  const { id, type, timestamp } = message;
  if (!isId(id) || id.length > longestId) return undefined;
  const base = { chat, from, at: instant(timestamp) };
  const value = isObject(message[line(type)]) ? (message[line(type)] as Raw) : {};
  if (type === "reaction")
    return isId(value.message_id)
      ? { what: "reaction", to: value.message_id, ...base, emoji: plain(value.emoji, 64) }
      : undefined;
  if (type === "revoke")
    return isId(value.original_message_id)
      ? { what: "deletion", to: value.original_message_id, ...base }
      : undefined;
  if (type === "edit") return decodeEdit(value, base);
  const referral = referralOf(message.referral);
  // A customer may come from an ad without writing anything. rules.md#ads
  const decoded =
    contentOf(message) ?? (referral && { content: { kind: "chat" as const, body: "" } });
  if (!decoded) return undefined;
  return {
    what: "message",
    message: {
      id,
      ...base,
      content: decoded.content,
      ...sourceOf(message.context),
      ...(referral && { referral }),
    },
    ...("media" in decoded && decoded.media && { media: decoded.media }),
  };
}

/** No id of Meta's is as long. */
const longestId = 512;

function decodeEdit(
  { original_message_id: to, message }: Raw,
  base: Omit<InboundChange, "to">,
): DecodedPart | undefined {
  const content = isObject(message) ? contentOf(message)?.content : undefined;
  return isId(to) && content && "body" in content
    ? { what: "edit", to, ...base, body: content.body }
    : undefined;
}

/** A customer got another number or user id: the old ones and the new ones are one person's. */
function decodeSystem(
  { system, from, from_user_id }: Raw,
  author: Person,
): DecodedPart | undefined {
  if (!isObject(system)) return undefined;
  if (system.type !== "user_changed_number" && system.type !== "user_changed_user_id")
    return undefined;
  const before = identifiersIn({ phone: from, userId: from_user_id });
  const after = identifiersIn({ phone: system.wa_id, userId: system.user_id });
  return before.length > 0 && after.length > 0
    ? { what: "moved", from: before, to: { ids: after, name: author.name } }
    : undefined;
}

function sourceOf(context: unknown): Pick<InboundMessage, "quotedId" | "quote" | "forwarded"> {
  if (!isObject(context)) return {};
  const quote = productOf(context.referred_product);
  return {
    ...(isId(context.id) && { quotedId: context.id }),
    ...(quote && { quote }),
    ...(context.frequently_forwarded === true
      ? { forwarded: "many" as const }
      : context.forwarded === true && { forwarded: "once" as const }),
  };
}

/** The product of the shop's catalogue that the customer asks about, as the quoted message. */
function productOf(product: unknown): ChannelQuote | undefined {
  const code = isObject(product) ? line(product.product_retailer_id) : "";
  return code === ""
    ? undefined
    : { who: null, kind: "chat", body: `🛍️ ${code}`.slice(0, 200), isStatus: false };
}

function referralOf(referral: unknown): Referral | undefined {
  if (!isObject(referral)) return undefined;
  const { source_url, source_id, headline, body, ctwa_clid } = referral;
  const link = line(source_url);
  return {
    sourceId: line(source_id).slice(0, 100),
    sourceUrl: /^https?:\/\/\S+$/i.test(link) ? link : "",
    title: line(headline).slice(0, 300),
    text: lines(plain(body, longestMessage)).slice(0, 1000),
    clickId: line(ctwa_clid).slice(0, 500),
  };
}
