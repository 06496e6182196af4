import type { InboundMessage, ChannelQuote, Referral } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { longestQuote } from "../../shared/limits.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import type { Ad, Quote } from "./table.ts";
import { thumbnailUrl } from "./thumbnails.ts";

/**
 * The origin of a message, as it is stored: its ad, how often it was forwarded, and its quote. The
 * quote is stored only where the conversation does not have the message. rules.md#ads,
 * rules.md#foreign-quotes
 */
export const sourceColumns = (
  db: CompanyDb,
  { referral, quote, forwarded }: InboundMessage,
  hasQuoted: boolean,
) => ({
  referral: referral ? adFrom(referral) : null,
  quote: quote && !hasQuoted ? quoteFrom(db, quote) : null,
  forwarded: forwarded ?? null,
});

/** The text that lists and bots read of a message from an ad without a text. */
export const adWords = ({ title, text, sourceUrl }: Omit<Ad, "thumbnail">) =>
  `📣 ${title || text || sourceUrl}`.trim();

/** The ad as the ticket has it: lists would carry its picture with each row. */
export const adOfTicket = ({ thumbnail: _, ...ad }: Ad) => ad;

const adFrom = ({ thumbnail, ...ad }: Referral): Ad => ({
  ...ad,
  thumbnail: thumbnailUrl(thumbnail),
});

const quoteFrom = (
  db: CompanyDb,
  { who, kind, body, thumbnail, isStatus }: ChannelQuote,
): Quote => ({
  fromMe: who === null,
  contactId: who ? (findByIdentifiers(db, who.ids)[0]?.id ?? null) : null,
  mediaType: kind,
  body: body.slice(0, longestQuote),
  thumbnail: thumbnailUrl(thumbnail),
  isStatus,
});
