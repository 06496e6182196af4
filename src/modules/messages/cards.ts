import { cardsText } from "../../shared/text.ts";
import type { Card } from "./table.ts";

/** How much (characters) of the cards in one message is read; a hundred of them are shorter. */
const longest = 128 * 1024;
/** How many cards one message has at most. */
const most = 100;

/**
 * The names and numbers (as digits) on contact cards (vCard 2.1 to 4.0), one or several in one
 * text. rules.md#foreign-bytes
 */
export function cardsOf(text: string): Card[] {
  const lines = text
    .slice(0, longest)
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  const cards: Card[] = [];
  for (const line of lines) {
    if (/^BEGIN:VCARD$/i.test(line.trim())) {
      if (cards.length === most) break;
      cards.push({ name: "", number: "" });
    }
    const card = cards.at(-1);
    const at = line.indexOf(":");
    if (!card || at < 0) continue;
    const property = line.slice(0, at).replace(/^[^.;:]+\./, "");
    const value = line.slice(at + 1).trim();
    if (/^FN(;|$)/i.test(property)) card.name = plain(value);
    else if (/^TEL(;|$)/i.test(property) && card.number === "")
      card.number = (/waid=(\d+)/i.exec(property)?.[1] ?? value).replace(/\D/g, "").slice(0, 20);
  }
  return cards
    .filter(({ name, number }) => name !== "" || number !== "")
    .map(({ name, number }) => ({ name: name || number, number }));
}

/** The columns of a message that is contact cards. */
export const withCards = (cards: Card[]) => ({ cards, body: cardsText(cards) });

/** A contact card that phones understand. */
export function cardOf({ name, number }: Card): string {
  const safe = name.replace(/[\r\n]+/g, " ").replace(/[\\;,]/g, "\\$&");
  const phone = number && `TEL;type=CELL;type=VOICE;waid=${number}:+${number}\n`;
  return `BEGIN:VCARD\nVERSION:3.0\nFN:${safe}\n${phone}END:VCARD`;
}

const plain = (value: string) =>
  value
    .replace(/\\n/gi, " ")
    .replace(/\\([\\;,])/g, "$1")
    .slice(0, 100);
