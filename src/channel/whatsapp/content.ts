import { longestMessage } from "../../shared/limits.ts";
import type { proto } from "@whiskeysockets/baileys";
import type { Content } from "../channel.ts";
import { attachmentOf, fileIn } from "./attachments.ts";
import { amount, lastInstant, line, lines, list, maxItems, option, plain } from "../wire-values.ts";
import type { Core } from "./unwrap.ts";
import { cartLine, cartSign } from "../../shared/carts.ts";
import type { CartProduct } from "./cart.ts";
import { readable, sectionLines, structuredText } from "./interactive-text.ts";

/**
 * A message's content in our own types; undefined for an empty text. Its parts may be anything.
 * `cart` is WhatsApp's answer about its cart.
 */
export function contentOf(core: Core, id: string, cart: CartProduct[] = []): Content | undefined {
  const { key, value } = core;
  if (key === "orderMessage" && cart.length > 0)
    return cartText(value as proto.Message.IOrderMessage, cart);
  const carried = fileIn(core);
  if (carried)
    return {
      kind: carried.kind,
      body: carried.body,
      file: attachmentOf(carried.part, carried.kind, id),
    };
  const content = Object.hasOwn(decoders, key)
    ? (decoders[key as keyof proto.IMessage] as (value: unknown) => Content | undefined)(value)
    : undefined;
  if (!content)
    return key === "conversation" || key === "extendedTextMessage"
      ? undefined
      : { kind: "unsupported", what: plain(key, 100) };
  return content;
}

type Decoders = {
  [Key in keyof proto.IMessage]?: (value: NonNullable<proto.IMessage[Key]>) => Content | undefined;
};

// Emojis instead of words: a channel knows no language.
const decoders: Decoders = {
  conversation: (text) => chat(plain(text, longestMessage)),
  extendedTextMessage: ({ text }) => chat(plain(text, longestMessage)),
  contactMessage: ({ vcard }) => cards([vcard]),
  contactsArrayMessage: ({ contacts }) => cards(list(contacts).map(({ vcard }) => vcard)),
  locationMessage: (place) =>
    located(place, place.name, place.address ?? place.comment, place.isLive === true),
  liveLocationMessage: (place) => located(place, place.caption, "", true),
  buttonsMessage: (message) => chat(readable("buttonsMessage", message)),
  templateMessage: (message) => chat(readable("templateMessage", message)),
  interactiveMessage: (message) => chat(readable("interactiveMessage", message)),
  highlyStructuredMessage: (message) => chat(structuredText(message)),
  listMessage: ({ title, description, footerText, sections }) =>
    chat(lines(title, description, footerText, ...sectionLines(sections))),
  buttonsResponseMessage: ({ selectedDisplayText, selectedButtonId }) =>
    chat(lines(selectedDisplayText || selectedButtonId)),
  templateButtonReplyMessage: ({ selectedDisplayText, selectedId }) =>
    chat(lines(selectedDisplayText || selectedId)),
  listResponseMessage: ({ title, description, singleSelectReply }) =>
    chat(lines(title, description) || lines(singleSelectReply?.selectedRowId)),
  interactiveResponseMessage: ({ body }) => chat(lines(body?.text)),
  questionResponseMessage: ({ text }) => chat(lines(text)),
  pollCreationMessage: (poll) => pollText(poll),
  pollCreationMessageV2: (poll) => pollText(poll),
  pollCreationMessageV3: (poll) => pollText(poll),
  pollCreationMessageV5: (poll) => pollText(poll),
  pollResultSnapshotMessage: (poll) => pollResultText(poll),
  pollResultSnapshotMessageV3: (poll) => pollResultText(poll),
  eventMessage: ({ isCanceled, name, description, location, joinLink, startTime }) =>
    withSign(
      isCanceled ? "🚫📅" : "📅",
      name,
      utcText(amount(startTime) * 1000),
      description,
      location?.name,
      location?.address,
      joinLink,
    ),
  scheduledCallCreationMessage: ({ title, scheduledTimestampMs }) =>
    withSign("📞", title, utcText(amount(scheduledTimestampMs))),
  orderMessage: ({ orderTitle, itemCount, message, totalAmount1000, totalCurrencyCode }) =>
    withSign(
      cartSign,
      orderTitle,
      amount(itemCount) > 0 ? `${amount(itemCount)} ×` : "",
      message,
      price(totalAmount1000, totalCurrencyCode),
    ),
  productMessage: ({ product, body, footer }) =>
    withSign(
      "🛍️",
      product?.title,
      product?.description,
      price(product?.salePriceAmount1000 ?? product?.priceAmount1000, product?.currencyCode),
      product?.url,
      body,
      footer,
    ),
  groupInviteMessage: ({ groupName, caption, inviteCode }) =>
    withSign(
      "👥",
      groupName,
      caption,
      /^[\w-]+$/.test(plain(inviteCode, 100)) ? `https://chat.whatsapp.com/${inviteCode}` : "",
    ),
  newsletterAdminInviteMessage: ({ newsletterName, caption }) =>
    withSign("📢", newsletterName, caption),
  newsletterFollowerInviteMessageV2: ({ newsletterName, caption }) =>
    withSign("📢", newsletterName, caption),
};

const chat = (body: string): Content | undefined =>
  body === "" ? undefined : { kind: "chat", body };

const withSign = (sign: string, ...rows: unknown[]) => {
  const body = lines(...rows);
  return body === "" ? undefined : chat(lines(`${sign} ${body}`));
};

function cards(vcards: unknown[]): Content | undefined {
  // A card's photo may be larger than all the rest of a conversation.
  const texts = vcards
    .slice(0, maxItems)
    .map((card) => plain(typeof card === "string" ? withoutPhoto(card) : "", longestMessage))
    .filter(Boolean);
  return texts.length > 0 ? { kind: "vcard", cards: texts } : undefined;
}

/** More (characters) of one card is not looked at. */
const longestCard = 256 * 1024;

const withoutPhoto = (card: string) => card.slice(0, longestCard).replace(photo, "");

const photo = /^(?:[\w-]+\.)?PHOTO[;:].*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim;

function located(
  { degreesLatitude, degreesLongitude, jpegThumbnail }: proto.Message.ILocationMessage,
  name: unknown,
  address: unknown,
  live: boolean,
): Content | undefined {
  const [latitude, longitude] = [
    degreesWithin(90, degreesLatitude),
    degreesWithin(180, degreesLongitude),
  ];
  if (latitude === undefined || longitude === undefined) return undefined;
  const thumbnail =
    jpegThumbnail instanceof Uint8Array && jpegThumbnail.length > 0
      ? { thumbnail: jpegThumbnail }
      : undefined;
  return {
    kind: "locationMessage",
    place: { latitude, longitude, name: line(name), address: line(address), live, ...thumbnail },
  };
}

const cartText = (
  { orderTitle, message, totalAmount1000, totalCurrencyCode }: proto.Message.IOrderMessage,
  products: CartProduct[],
) =>
  withSign(
    cartSign,
    line(orderTitle) || " ",
    ...products.map((product) =>
      cartLine(
        { amount: amount(product.quantity) || 1, name: line(product.name) || "?" },
        price(product.price, product.currency),
      ),
    ),
    message,
    price(totalAmount1000, totalCurrencyCode),
  );

const pollText = ({ name, options }: proto.Message.IPollCreationMessage) =>
  withSign("📊", name, ...list(options).map(({ optionName }) => option(optionName)));

const pollResultText = ({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage) =>
  withSign(
    "📊",
    name,
    ...list(pollVotes).map(({ optionName, optionVoteCount }) =>
      option(optionName, String(amount(optionVoteCount))),
    ),
  );

const price = (thousandths: unknown, currency: unknown) =>
  amount(thousandths) > 0
    ? `${line(currency).slice(0, 3)} ${(amount(thousandths) / 1000).toFixed(2)}`.trim()
    : "";

// UTC: the reader's time zone is not known here.
const utcText = (at: number) =>
  at > 0 && at <= lastInstant
    ? `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`
    : "";

const degreesWithin = (limit: number, degrees: unknown) =>
  typeof degrees === "number" && Math.abs(degrees) <= limit ? degrees : undefined;
