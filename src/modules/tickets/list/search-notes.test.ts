import { expect } from "bun:test";
import { day, idOf, test, world, type Name, type World } from "../../../testing/world.ts";
import { remove, writeNote } from "../notes/notes.ts";
import type { Ticket } from "../table.ts";
import { ticketQuery } from "./filters.ts";
import { search } from "./search.ts";

const marked = (text: string) => text.replaceAll("\u0002", "[").replaceAll("\u0003", "]");

/** Searches to the end, page by page. */
function find(shop: World, who: Name, query: Record<string, string>) {
  const ask = (more: Record<string, string> = {}) =>
    search(shop.db, shop.me(who), ticketQuery.parse({ ...query, ...more })).read();
  const pages = [ask()];
  while (pages.at(-1)!.next) pages.push(ask({ after: pages.at(-1)!.next! }));
  return pages.flatMap(({ tickets }) => tickets);
}
const note = (shop: World, ticket: Ticket, text: string, userId: number = idOf.ana) =>
  shop.db.write((tx) => writeNote(tx, userId, ticket, text));
const own = (shop: World, values = {}) =>
  shop.ticket({ status: "open", userId: idOf.ana, ...values });

test("tickets are found by their notes, the newest first, with the message before it", () => {
  const shop = world();
  const [first, second] = [own(shop), own(shop)];
  const before = shop.message({ ticketId: first.id, body: "Oi" });
  note(shop, first, "Alergia a amendoim");
  note(shop, first, "É ALÉRGICA a glúten");
  note(shop, second, "Nada de alergia");
  shop.clock.pass(day);
  shop.message({ ticketId: first.id, body: "Bom dia" });
  expect(
    find(shop, "ana", { searchParam: "alerg" }).map(({ id, hit }) => [
      id,
      hit?.messageId,
      marked(hit!.text),
    ]),
  ).toEqual([
    [second.id, null, "Nada de [alergia]"],
    [first.id, before.id, "É [ALÉRGICA] a glúten"],
  ]);
});

test("each ticket comes once: by its contact, by a note, then by a message", () => {
  const shop = world();
  const named = own(shop, { contactId: shop.contact({ name: "Beatriz Bolo" }).id });
  const [noted, written] = [own(shop), own(shop)];
  for (const { id } of [named, noted, written]) shop.message({ ticketId: id, body: "Um bolo" });
  note(shop, named, "Bolo azul");
  note(shop, noted, "Bolo azul");
  expect(find(shop, "ana", { searchParam: "bolo" }).map(({ id }) => id)).toEqual([
    named.id,
    noted.id,
    written.id,
  ]);
});

test("a note of a ticket that one does not see is not found, nor one that is deleted", () => {
  const shop = world();
  const others = own(shop, { userId: idOf.lia });
  const mine = own(shop);
  note(shop, others, "Segredo da broa", idOf.lia);
  const { id } = note(shop, mine, "Segredo do bolo");
  const ids = () => find(shop, "ana", { searchParam: "segredo" }).map((ticket) => ticket.id);
  expect(ids()).toEqual([mine.id]);
  remove(shop.db, shop.me("ana"), id);
  expect([ids(), find(shop, "rui", { searchParam: "segredo" }).length]).toEqual([[], 1]);
});

test("more notes than a page has are read on, each ticket once", () => {
  const shop = world();
  const tickets = Array.from({ length: 95 }, () => own(shop));
  for (const ticket of tickets) note(shop, ticket, "Cliente da feira");
  for (const ticket of tickets.slice(0, 10)) note(shop, ticket, "De novo na feira");
  const ids = find(shop, "ana", { searchParam: "feira" }).map(({ id }) => id);
  expect(ids.length).toBe(95);
  expect(new Set(ids).size).toBe(95);
});

test("a period leaves the words that were written in it, to the day", () => {
  const shop = world();
  const texts = (query: Record<string, string>) =>
    find(shop, "ana", { searchParam: "bolo", ...query }).map(({ hit }) => marked(hit!.text));
  const ticket = own(shop);
  shop.message({ ticketId: ticket.id, body: "bolo um" });
  note(shop, ticket, "bolo anotado");
  const other = own(shop);
  shop.message({ ticketId: other.id, body: "bolo outro" });
  shop.clock.pass(3 * day);
  shop.message({ ticketId: other.id, body: "bolo dois" });
  shop.db.sqlite.run("UPDATE tickets SET lastMessageAt = ? WHERE id = ?", [
    shop.clock.now(),
    other.id,
  ]);
  expect(texts({})).toEqual(["[bolo] anotado", "[bolo] dois"]);
  expect(texts({ since: "2026-11-21" })).toEqual(["[bolo] dois"]);
  expect(texts({ since: "2026-11-23", until: "2026-11-23" })).toEqual(["[bolo] dois"]);
  expect(texts({ until: "2026-11-22" })).toEqual(["[bolo] anotado", "[bolo] outro"]);
  expect(texts({ until: "2026-11-19" })).toEqual([]);
});
