import { cartLine, cartSign } from "../../shared/carts.ts";
import { longestMessage } from "../../shared/limits.ts";
import { attachmentName, fileType } from "../attachment-name.ts";
import type { Attachment, Content } from "../channel.ts";
import {
  amount,
  isObject,
  line,
  lines,
  list,
  maxItems,
  objectIn,
  option,
  plain,
} from "../wire-values.ts";
import { vcardOf } from "./vcards.ts";

type Raw = Record<string, unknown>;

/** A file of a message at Meta: ids from webhooks can be fetched for seven days. */
export type MediaRef = { mediaId: string; sha256: string };

export type CloudContent = { content: Content; media?: MediaRef };

/** A message's content in our own types; undefined where there is nothing to show. */
export function contentOf(message: Raw): CloudContent | undefined {
  const type = line(message.type);
  const value = isObject(message[type]) ? message[type] : {};
  const kind = Object.hasOwn(fileKinds, type) && fileKinds[type as keyof typeof fileKinds];
  if (kind) return fileContent(kind, value, line(message.id));
  // Nothing was written: the customer has only opened the conversation.
  if (type === "request_welcome" || type === "system") return undefined;
  const content = Object.hasOwn(decoders, type)
    ? decoders[type as keyof typeof decoders](value, message)
    : undefined;
  if (content) return { content };
  return type === "text" ? undefined : { content: unsupported(type, message) };
}

const fileKinds = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "application",
  sticker: "sticker",
} as const;

// Emojis instead of words: a channel knows no language.
const decoders = {
  text: ({ body }: Raw) => chat(plain(body, longestMessage)),
  button: ({ text, payload }: Raw) => chat(lines(text || payload)),
  interactive: (value: Raw) => chat(answerText(value)),
  location: (value: Raw) => place(value),
  contacts: (_: Raw, { contacts }: Raw) => cards(contacts),
  order: (value: Raw) => chat(cartText(value)),
};

const chat = (body: string): Content | undefined =>
  body === "" ? undefined : { kind: "chat", body };

function unsupported(type: string, { unsupported: more }: Raw): Content {
  const name = isObject(more) ? line(more.type) : "";
  return { kind: "unsupported", what: (name || type || "unsupported").slice(0, 100) };
}

function fileContent(
  kind: (typeof fileKinds)[keyof typeof fileKinds],
  value: Raw,
  messageId: string,
): CloudContent {
  const type = fileType(value.mime_type, kind);
  const file: Attachment = {
    name: plain(line(value.filename), 255) || attachmentName(messageId, type),
    type,
    // A webhook does not say how large the file is.
    size: 0,
    ...(kind === "audio" && { voice: value.voice === true }),
  };
  const mediaId = line(value.id);
  return {
    content: { kind, body: plain(value.caption, longestMessage), file },
    ...(/^\d{1,40}$/.test(mediaId) && { media: { mediaId, sha256: line(value.sha256) } }),
  };
}

function answerText({ button_reply, list_reply, nfm_reply, call_permission_reply }: Raw): string {
  if (isObject(button_reply)) return lines(button_reply.title || button_reply.id);
  if (isObject(list_reply)) return lines(list_reply.title, list_reply.description);
  if (isObject(nfm_reply)) return lines(nfm_reply.body, ...formLines(nfm_reply.response_json));
  if (isObject(call_permission_reply))
    return call_permission_reply.response === "accept" ? "📞 👍" : "📞 👎";
  return "";
}

/** A form's answers: they travel as JSON in a text. */
function formLines(json: unknown): string[] {
  const answers = objectIn(json);
  return Object.entries(answers)
    .filter(([name]) => name !== "flow_token")
    .slice(0, maxItems)
    .map(([name, value]) =>
      option(name, typeof value === "object" ? JSON.stringify(value) : String(value)),
    );
}

function place({ latitude, longitude, name, address }: Raw): Content | undefined {
  const [lat, lon] = [degreesWithin(90, latitude), degreesWithin(180, longitude)];
  if (lat === undefined || lon === undefined) return undefined;
  return {
    kind: "locationMessage",
    place: { latitude: lat, longitude: lon, name: line(name), address: line(address), live: false },
  };
}

const degreesWithin = (limit: number, degrees: unknown) =>
  typeof degrees === "number" && Math.abs(degrees) <= limit ? degrees : undefined;

function cards(contacts: unknown): Content | undefined {
  const texts = list(contacts).map(vcardOf).filter(Boolean);
  return texts.length > 0 ? { kind: "vcard", cards: texts } : undefined;
}

/** A cart names its products by the shop's own codes, and its prices are in units, not cents. */
function cartText({ product_items, text }: Raw): string {
  const products = list(product_items);
  if (products.length === 0) return "";
  const total = products.reduce((sum, item) => sum + cents(item.item_price) * countOf(item), 0);
  return lines(
    `${cartSign}${text ? ` ${line(text)}` : ""}`,
    ...products.map((item) =>
      cartLine(
        { amount: countOf(item), name: line(item.product_retailer_id) || "?" },
        price(cents(item.item_price), item.currency),
      ),
    ),
    price(total, products[0]!.currency),
  );
}

const countOf = ({ quantity }: Raw) => amount(quantity) || 1;

const cents = (units: unknown) => amount(Number(units) * 100);

const price = (value: number, currency: unknown) =>
  value > 0 ? `${line(currency).slice(0, 3)} ${(value / 100).toFixed(2)}`.trim() : "";
