import type { proto } from "@whiskeysockets/baileys";
import { longestQuote } from "../../shared/limits.ts";
import type { Forwarded } from "../../shared/states.ts";
import type { Content, ChannelQuote, Referral } from "../channel.ts";
import { contentOf } from "./content.ts";
import { isMine, person } from "./identifiers.ts";
import { coreOf } from "./unwrap.ts";
import { amount, isId, isObject, line, lines, plain } from "../wire-values.ts";

/** From this score on, phones show that a message was forwarded many times. */
const manyForwards = 5;

type Context = proto.IContextInfo;

/** The source of a message, and the message that it replies to. Any part may be anything. */
export function contextOf(value: unknown): Context | undefined {
  if (!isObject(value)) return undefined;
  for (const holder of [value, ...Object.values(value)])
    if (isObject(holder) && isObject(holder.contextInfo)) return holder.contextInfo as Context;
  return undefined;
}

/** The id of the message that is replied to. */
export const quotedIdOf = ({ stanzaId }: Context) => (isId(stanzaId) ? stanzaId : undefined);

/** The ad that the sender came from. Bots send cards of this form that are no ads. */
export function referralOf({ externalAdReply: ad }: Context): Referral | undefined {
  if (!isObject(ad)) return undefined;
  const { sourceId, sourceUrl, sourceType, title, body, ctwaClid, thumbnail } = ad;
  const isAd = [sourceId, sourceType, ctwaClid].some(isId) || ad.showAdAttribution === true;
  const link = line(sourceUrl);
  return isAd
    ? {
        sourceId: line(sourceId).slice(0, 100),
        sourceUrl: /^https?:\/\/\S+$/i.test(link) ? link : "",
        title: line(title).slice(0, 300),
        text: lines(body).slice(0, 1000),
        clickId: line(ctwaClid).slice(0, 500),
        ...picture(thumbnail),
      }
    : undefined;
}

/** The quoted message, as the sender's phone has it. `me` are our own jids. */
export function quoteOf(context: Context, me: string[]): ChannelQuote | undefined {
  const { quotedMessage, participant, remoteJid } = context;
  const isStatus = remoteJid === "status@broadcast";
  const core = coreOf(quotedMessage);
  const content = core && contentOf(core, "quoted");
  if (!content && !isStatus) return undefined;
  const value = isObject(core?.value) ? core.value : {};
  return {
    who: isMine(participant, me) ? null : person("", participant),
    kind: content?.kind ?? "unsupported",
    body: content ? plain(wordsOf(content), longestQuote) : "status",
    isStatus,
    ...picture(value.jpegThumbnail),
  };
}

export function forwardedOf({ isForwarded, forwardingScore }: Context): Forwarded | undefined {
  const score = amount(forwardingScore);
  if (score >= manyForwards) return "many";
  return isForwarded === true || score > 0 ? "once" : undefined;
}

function wordsOf(content: Content): string {
  switch (content.kind) {
    case "locationMessage":
      return lines(content.place.name, content.place.address);
    case "vcard":
      return lines(...content.cards.map((card) => /^FN[^:\n]*:(.*)$/im.exec(card)?.[1]));
    case "unsupported":
      return content.what;
    case "application":
      return content.body || content.file.name;
    default:
      return content.body;
  }
}

const picture = (bytes: unknown) =>
  bytes instanceof Uint8Array && bytes.length > 0 ? { thumbnail: bytes } : {};
