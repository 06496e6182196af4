import { limits } from "./limits.ts";
import type { Cell } from "./table.ts";
import { Unreadable } from "./unreadable.ts";

/** The column names of a file of vCards, as their properties are called. */
export const vCardHead = ["FN", "TEL", "EMAIL", "ORG", "CATEGORIES", "NICKNAME", "NOTE"];

/** Properties of one card that are read; a card with more is no person's. */
const maxProperties = 1000;

/** Characters of one property: pictures are longer, and not read. */
const maxProperty = 20_000;

export const isVCard = (text: string) => /^\s*BEGIN:VCARD\b/i.test(text.slice(0, 1000));

type Property = { name: string; types: Set<string>; value: string };

/** A row for each card, of versions 2.1, 3.0 and 4.0. Throws `Unreadable`. */
export function* vCardRows(text: string): Generator<Cell[]> {
  yield vCardHead;
  let card: Property[] | undefined;
  for (const line of unfoldedLines(text)) {
    const mark = line.length < 40 ? line.trim().toUpperCase() : "";
    if (mark === "BEGIN:VCARD") card = [];
    else if (mark === "END:VCARD" && card) {
      yield rowOf(card);
      card = undefined;
    } else if (card) {
      if (card.length >= maxProperties) throw new Unreadable("file");
      const property = propertyOf(line);
      if (property) card.push(property);
    }
  }
}

/**
 * The lines of a file, those that were folded put together again. A longer one is cut, which only
 * pictures are.
 */
function* unfoldedLines(text: string): Generator<string> {
  let parts: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + maxProperty)).replace(/\r$/, "");
    at = end + 1;
    // Version 2.1 ends a line of quoted-printable text that goes on with an equals sign.
    const isSoft = length > 0 && parts.at(-1)!.endsWith("=") && isQuoted(parts[0]!);
    const isFolded = /^[ \t]/.test(line) && parts.length > 0;
    if (!isSoft && !isFolded) {
      if (parts.length > 0) yield parts.join("");
      [parts, length] = [[], 0];
    }
    const more = isSoft ? line : isFolded ? line.slice(1) : line;
    if (isSoft) parts[parts.length - 1] = parts.at(-1)!.slice(0, -1);
    if (length < maxProperty) parts.push(more);
    length += more.length + 1;
  }
  if (parts.length > 0) yield parts.join("");
}

const isQuoted = (line: string) =>
  /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(line.slice(0, 300));

function propertyOf(line: string): Property | undefined {
  // A colon may be in quotes: TEL;TYPE="voice:cell".
  const [, head, value] = /^((?:[^":]|"[^"]*")*):([^]*)$/.exec(line.slice(0, maxProperty)) ?? [];
  if (head === undefined || value === undefined) return undefined;
  const [called = "", ...parameters] = head.toUpperCase().split(";");
  const name = called.trim().replace(/^.*\./, "");
  if (!readNames.has(name)) return undefined;
  const types = new Set(
    parameters.flatMap((each) =>
      each
        .replace(/^TYPE=/, "")
        .replaceAll('"', "")
        .split(","),
    ),
  );
  const charset = parameters.find((each) => each.startsWith("CHARSET="))?.slice(8);
  return { name, types, value: isQuoted(`${head}:`) ? unquoted(value, charset) : value };
}

const readNames = new Set(["FN", "N", "TEL", "EMAIL", "ORG", "CATEGORIES", "NICKNAME", "NOTE"]);

function unquoted(text: string, charset = "UTF-8"): string {
  // Characters that are not quoted are decoded already: encode them again, to decode all at once.
  const bytes = Buffer.from(
    text
      .replace(/\P{ASCII}+/gu, (plain) =>
        encodeURIComponent(plain.toWellFormed()).replaceAll("%", "="),
      )
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  );
  return new TextDecoder(/8859|1252|ANSI/.test(charset) ? "windows-1252" : "utf-8").decode(bytes);
}

function rowOf(card: Property[]): Cell[] {
  const all = (name: string) => card.filter((property) => property.name === name);
  const texts = (name: string) =>
    all(name)
      .map(({ value }) => plain(value))
      .filter((text) => text !== "");
  const mobilesFirst = all("TEL").toSorted((one, other) => rank(one) - rank(other));
  const name = texts("FN")[0] ?? all("N").map(({ value }) => nameOf(value))[0] ?? "";
  return [
    name,
    joined(mobilesFirst.map(({ value }) => numberOf(value))),
    joined(texts("EMAIL")),
    parts(all("ORG")[0]?.value ?? "")
      .filter(Boolean)
      .join(", "),
    texts("CATEGORIES").join(", "),
    texts("NICKNAME")[0] ?? "",
    texts("NOTE").join(" ").slice(0, limits.cell),
  ];
}

const joined = (texts: string[]) => texts.filter((text) => text !== "").join(" ::: ");

// Numbers of WhatsApp and mobiles come first, a fax last.
const rank = ({ types }: Property) =>
  types.has("FAX") || types.has("PAGER") ? 3 : types.has("CELL") || types.has("IPHONE") ? 0 : 1;

/** `tel:+55-11-98888-0001;ext=1` of version 4.0 is a number, as is a plain one. */
const numberOf = (value: string) => plain(value).replace(/^tel:/i, "").replace(/;.*$/, "").trim();

/** `family;given;middle;prefix;suffix`, in the order of a full name. */
function nameOf(value: string): string {
  const [family, given, middle] = parts(value);
  return [given, middle, family].filter(Boolean).join(" ");
}

/** The parts of a value, which semicolons divide that are not escaped. */
function parts(value: string): string[] {
  const pieces = [""];
  for (const [piece] of value.matchAll(/\\.|;|[^\\;]+/gs))
    if (piece === ";") pieces.push("");
    else pieces[pieces.length - 1] += piece;
  return pieces.map(plain);
}

const plain = (value: string) => value.replace(/\\n/gi, " ").replace(/\\(.)/gs, "$1").trim();
