import { expect, spyOn } from "bun:test";
import { box, idOf, minute, test, world, type World } from "../../../testing/world.ts";
import { mediaOf } from "../contacts/contact-media.ts";
import { list, ticketQuery } from "./list.ts";
import { hitsIn, maxHits } from "./search.ts";

const marked = (text: string) => text.replaceAll("\u0002", "[").replaceAll("\u0003", "]");
const search = (shop: World, searchParam: string) => list(shop.store, shop.me("ana"), ticketQuery.parse({ searchParam })).tickets;
const hitsOf = (shop: World, searchParam: string) => search(shop, searchParam).map(({ id, hit }) => [id, hit && [hit.messageId, marked(hit.text)]]);

/** Ana's conversation, in which something can be said. */
function talking(shop = world()) {
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  const say = (body: string, values: Partial<Parameters<typeof shop.message>[0]> = {}) => shop.message({ ticketId: id, body, ...values });
  const found = (text: string) => hitsIn(shop.store, id, text).hits.map((hit) => marked(hit.text));
  return { ...shop, id, say, found };
}

test("a ticket that is found shows the newest matching message", () => {
  const shop = talking();
  shop.say("Quero um bolo de fubá");
  const newest = shop.say("O BÓLO é para amanhã");
  shop.say("Obrigada");
  const other = shop.ticket({ status: "open", userId: idOf.ana });
  shop.message({ ticketId: other.id, body: "Bom dia" });
  expect(hitsOf(shop, "bolo")).toEqual([[shop.id, [newest.id, "O [BÓLO] é para amanhã"]]]);
  expect(hitsOf(shop, "amanha bol")).toEqual([[shop.id, [newest.id, "O [BÓLO] é para [amanhã]"]]]);
});

test("a ticket found by its contact shows no message, unless one matches", () => {
  const shop = talking();
  const bento = shop.ticket({ contactId: shop.contact({ name: "Bento Prado" }).id, status: "open", userId: idOf.ana });
  const said = shop.say("Fale com o Bento");
  expect(hitsOf(shop, "bento")).toEqual([[bento.id, null], [shop.id, [said.id, "Fale com o [Bento]"]]]);
  expect(hitsOf(shop, "b")).toEqual([[bento.id, null]]);
  const own = shop.message({ ticketId: bento.id, body: "Aqui é o Bento" });
  expect(hitsOf(shop, "bento")).toContainEqual([bento.id, [own.id, "Aqui é o [Bento]"]]);
});

test("a list without a search has no hits", () => {
  const shop = talking();
  shop.say("Quero um bolo");
  expect(list(shop.store, shop.me("ana"), ticketQuery.parse({})).tickets.map((ticket) => "hit" in ticket)).toEqual([false]);
});

test("of a long message the matching part is shown", () => {
  const shop = talking();
  const before = "nada ".repeat(300);
  shop.say(`${before}pão de queijo ${before}`);
  const [[, hit]] = hitsOf(shop, "queijo") as [[number, [number, string]]];
  expect(hit[1]).toMatch(/^….*pão de \[queijo\] nada.*…$/);
  expect(hit[1].length).toBeLessThan(60);
  expect(shop.found("queijo")[0]!.length).toBeGreaterThan(hit[1].length);
  shop.say(`${"a".repeat(5000)} broa`);
  expect(shop.found("broa")).toEqual([`${"a".repeat(99)} [broa]`]);
});

test("deleted and unsupported messages are not found", () => {
  const shop = talking();
  shop.say("segredo", { isDeleted: true });
  shop.say("segredo", { mediaType: "unsupported" });
  expect([hitsOf(shop, "segredo"), hitsIn(shop.store, shop.id, "segredo")]).toEqual([[], { hits: [], count: 0 }]);
  const left = shop.say("segredo antigo");
  shop.say("segredo", { isDeleted: true });
  expect(hitsOf(shop, "segredo")).toEqual([[shop.id, [left.id, "[segredo] antigo"]]]);
});

test("a location and a contact card are shown as people read them", () => {
  const shop = talking();
  shop.say("Padaria Central\nRua 7", { mediaType: "locationMessage" });
  shop.say("Davi Souza", { mediaType: "vcard" });
  expect([shop.found("padaria"), shop.found("davi")]).toEqual([["📍 [Padaria] Central, Rua 7"], ["👤 [Davi] Souza"]]);
});

test("a search in a conversation finds all matches there and no others, the newest first", () => {
  const shop = talking();
  const other = shop.ticket();
  const said = ["Um pão", "Dois pães", "Pão de açúcar"].map((body) => {
    shop.message({ ticketId: other.id, body });
    shop.clock.pass(minute);
    return shop.say(body, { fromMe: body.startsWith("Dois") });
  });
  const { hits, count } = hitsIn(shop.store, shop.id, "pa");
  expect(hits.map(({ id, fromMe, sentAt }) => [id, fromMe, sentAt])).toEqual(said.toReversed().map(({ id, fromMe, sentAt }) => [id, fromMe, sentAt]));
  expect([count, shop.found("PAO"), shop.found("acucar pao"), shop.found("p"), shop.found(""), shop.found("bolo")]).toEqual([3, ["[Pão] de açúcar", "Um [pão]"], ["[Pão] de [açúcar]"], [], [], []]);
});

test("of many hits a hundred are shown, and all are counted", () => {
  const shop = talking();
  for (let number = 1; number <= maxHits + 5; number++) shop.say(`bolo ${number}`);
  const { hits, count } = hitsIn(shop.store, shop.id, "bolo");
  expect([hits.length, hits[0]!.text, count]).toEqual([maxHits, `\u0002bolo\u0003 ${maxHits + 5}`, maxHits + 5]);
});

test("hostile text is only text in a conversation, too", () => {
  const shop = talking();
  shop.say("café AND leite");
  for (const text of [`"`, `"*`, "NEAR(", "AND OR", "body:café", "^^", "a\u0000b", "' OR 1=1 --", "x".repeat(200)]) expect([text, shop.found(text)]).toEqual([text, []]);
  expect(shop.found(`café" and`)).toEqual(["[café] [AND] leite"]);
});

test("the route returns what was found", async () => {
  const shop = await box();
  const { id, say } = talking(shop);
  const { sentAt, ...said } = say("Quero um bolo");
  expect(await shop.as("ana").get(`/messages/${id}/search?searchParam=bolo`)).toMatchObject({
    status: 200, body: { hits: [{ id: said.id, fromMe: false, sentAt: sentAt.toISOString(), text: "Quero um \u0002bolo\u0003" }], count: 1 },
  });
  expect(await shop.as("ana").get(`/messages/${id}/search`)).toMatchObject({ status: 200, body: { hits: [], count: 0 } });
  expect((await shop.as("caio").get(`/messages/${id}/search?searchParam=bolo`)).status).toBe(404);
});

test("no search reads all messages or all tickets", () => {
  const shop = talking();
  shop.say("Quero um bolo");
  const { contactId } = shop.ticket();
  const asked = spyOn(shop.store.sqlite, "prepare");
  for (const who of ["ana", "lia", "rui"] as const) {
    for (const query of [{ searchParam: "bolo" }, { contactId: String(contactId) }, { searchParam: "bolo", contactId: String(contactId) }]) list(shop.store, shop.me(who), ticketQuery.parse({ ...query, showAll: "true" }));
    mediaOf(shop.store, shop.me(who), contactId, { kind: "image", beforeId: 10 });
  }
  hitsIn(shop.store, shop.id, "bolo");
  const queries = [...new Set(asked.mock.calls.map(([query]) => query))];
  asked.mockRestore();
  expect(queries.length).toBeGreaterThan(12);
  const plans = queries.map((query) => [query, (shop.store.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[]).map(({ detail }) => detail)] as const);
  expect(plans.filter(([, plan]) => plan.some((step) => /^SCAN (messages|tickets|media|m)\b/.test(step)))).toEqual([]);
});
