import { and, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { anywhere, digits, pieceQuery, typedNumber } from "../../kit/db/text.ts";
import { numberPieces, twinOf } from "../../shared/phone.ts";
import { folded } from "../../shared/search.ts";
import { contacts, type Contact } from "./table.ts";

export type Searcher = Pick<Me, "hidesNumbers">;

// A text with digits matches only names with fewer than eight digits: longer numbers are hidden
// from these users.
const tellsNoNumber = (text: SQL) =>
  sql`(${text} NOT GLOB '*[0-9]*' OR name NOT GLOB ${sql.raw(`'*${"[0-9]*".repeat(8)}'`)})`;
const inIndex = (text: SQL) => sql`contactSearch MATCH ${text}`;
const isWhole = (text: SQL) =>
  sql`type = 'phone' AND value IN (SELECT value FROM json_each(${text}))`;

/** The SQL conditions of each kind of search. */
const conditions = (text: SQL) => ({
  whole: inArray(contacts.id, sql`(SELECT contactId FROM identifiers WHERE ${isWhole(text)})`),
  piece: inArray(contacts.id, sql`(SELECT rowid FROM contactSearch WHERE ${inIndex(text)})`),
  part: or(
    sql`${contacts.name} GLOB ${text}`,
    sql`${contacts.number} GLOB ${text}`,
    sql`${contacts.username} GLOB ${text}`,
  )!,
  namePiece: and(
    inArray(contacts.id, sql`(SELECT rowid FROM contactSearch WHERE ${inIndex(text)})`),
    tellsNoNumber(text),
  )!,
  namePart: and(
    or(sql`${contacts.name} GLOB ${text}`, sql`${contacts.username} GLOB ${text}`),
    tellsNoNumber(text),
  )!,
});
type Kind = keyof ReturnType<typeof conditions>;

const typedText = sql`${sql.placeholder("searchText")}`;

/** The same, with the text bound as `searchText`. */
export const bound = conditions(typedText);

/**
 * The kind of search for a text, and the text for it. Users who do not see numbers find only names
 * and whole numbers: piece by piece they could guess one. rules.md#hidden-numbers
 */
export function lookup(
  { hidesNumbers }: Searcher,
  typedByUser: string,
): { way: Kind; searchText: string } {
  const text = withoutAt(typedByUser);
  const piece = pieceQuery(text);
  if (!hidesNumbers)
    return piece
      ? { way: "piece", searchText: piece }
      : { way: "part", searchText: anywhere(text) };
  const typed = typedNumber(text);
  if (typed) return { way: "whole", searchText: JSON.stringify(wholeNumbers(typed)) };
  return piece
    ? { way: "namePiece", searchText: `{name username} : (${piece})` }
    : { way: "namePart", searchText: anywhere(text) };
}

/** The most matching contacts of one read. */
export const matchingBatch = 50;

const newestQuery = (id: SQL, from: SQL, where: SQL) =>
  query((db) =>
    db
      .select({ id: sql<number>`${id}` })
      .from(from)
      .where(and(sql`${id} <= ${sql.placeholder("fromId")}`, where))
      .orderBy(sql`${id} DESC`)
      .limit(matchingBatch),
  );
const idsBy = {
  whole: newestQuery(sql`contactId`, sql`identifiers`, isWhole(typedText)),
  piece: newestQuery(sql`rowid`, sql`contactSearch`, inIndex(typedText)),
  part: newestQuery(sql`id`, sql`contacts`, bound.part),
  namePiece: newestQuery(
    sql`rowid`,
    sql`contactSearch`,
    and(inIndex(typedText), tellsNoNumber(typedText))!,
  ),
  namePart: newestQuery(sql`id`, sql`contacts`, bound.namePart),
};

/** Ids of matching contacts, the newest first, from `fromId` downwards, up to a limit. */
export function newestContacts(
  db: CompanyDb,
  me: Searcher,
  text: string,
  fromId: number,
): number[] {
  const { way, searchText } = lookup(me, text);
  return idsBy[way](db)
    .all({ searchText, fromId })
    .map(({ id }) => id);
}

/** Whether a contact matches a text, as above. */
export function matches(
  { hidesNumbers }: Searcher,
  typedByUser: string,
  { name, number, username }: Pick<Contact, "name" | "number" | "username">,
): boolean {
  const text = withoutAt(typedByUser);
  const typed = typedNumber(text);
  if (hidesNumbers && typed) return wholeNumbers(typed).includes(number);
  if (hidesNumbers)
    return (
      [name, username].some((one) => folded(one).includes(folded(text.trim()))) &&
      (!/\d/.test(text) || digits(name).length < 8)
    );
  return numberPieces(typed ?? text.trim()).some(
    (piece) =>
      [name, username].some((one) => folded(one).includes(folded(piece))) || number.includes(piece),
  );
}

/** The condition that a contact matches a text. */
export function contactMatching(me: Searcher, text: string): SQL {
  const { way, searchText } = lookup(me, text);
  return conditions(sql`${searchText}`)[way];
}

/** A username is stored without its @. */
const withoutAt = (text: string) => text.trim().replace(/^@(?=\S)/, "");

const wholeNumbers = (typed: string) =>
  typed.length < 8
    ? []
    : [typed, `55${typed}`].flatMap((number) => [number, twinOf(number) ?? number]);
