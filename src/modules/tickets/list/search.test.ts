import { expect, spyOn } from "bun:test";
import { box, idOf, minute, test, world, type Name, type World } from "../../../testing/world.ts";
import { dueJobs, planJob } from "../../../kit/db/jobs.ts";
import { mediaOf } from "../contacts/contact-media.ts";
import { indexMessages } from "../../messages/search-index.ts";
import { hitsIn, maxHits } from "../../messages/search.ts";
import { ticketQuery } from "./filters.ts";
import { list } from "./list.ts";
import { search } from "./search.ts";

const marked = (text: string) => text.replaceAll("\u0002", "[").replaceAll("\u0003", "]");
const ask = (shop: World, who: Name, query: Record<string, string>) =>
  search(shop.db, shop.me(who), ticketQuery.parse(query)).read();
const hitsOf = (shop: World, searchParam: string) =>
  ask(shop, "ana", { searchParam }).tickets.map(({ id, hit }) => [
    id,
    hit && [hit.messageId, marked(hit.text)],
  ]);

/** Ana's conversation, and a function that adds messages. */
function talking(shop = world()) {
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  const say = (body: string, values: Partial<Parameters<typeof shop.message>[0]> = {}) =>
    shop.message({ ticketId: id, body, ...values });
  const hitTexts = (text: string) =>
    hitsIn(shop.db, id, { text }).hits.map((hit) => marked(hit.text));
  return { ...shop, id, say, hitTexts };
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

test("tickets that are found by their contact come first, and show no message", () => {
  const shop = talking();
  const bento = shop.ticket({
    contactId: shop.contact({ name: "Bento Prado" }).id,
    status: "open",
    userId: idOf.ana,
  });
  const message = shop.say("Fale com o Bento");
  shop.message({ ticketId: bento.id, body: "Aqui é o Bento" });
  expect(hitsOf(shop, "bento")).toEqual([
    [bento.id, null],
    [shop.id, [message.id, "Fale com o [Bento]"]],
  ]);
  expect(hitsOf(shop, "b")).toEqual([[bento.id, null]]);
});

/** Searches and goes on to the end, page by page; `between` happens after each page. */
function walk(shop: World, who: Name, query: Record<string, string>, between = () => {}) {
  const pages = [ask(shop, who, query)];
  for (let { next } = pages[0]!; next; next = pages.at(-1)!.next) {
    between();
    pages.push(ask(shop, who, { ...query, after: next }));
  }
  return pages;
}
const idsIn = (pages: ReturnType<typeof walk>) =>
  pages.flatMap(({ tickets }) => tickets.map(({ id }) => id));

/** A hundred conversations in which a loaf was ordered, some of them again and again. */
function orders(shop = world()) {
  const ids = Array.from(
    { length: 100 },
    (_, index) =>
      shop.ticket({ status: "open", userId: index % 10 === 0 ? idOf.ana : idOf.lia }).id,
  );
  for (let round = 0; round < 3; round++)
    for (const id of ids)
      if (round === 0 || id % (round + 1) === 0)
        shop.message({ ticketId: id, body: `Um bolo, ${round}` });
  return { ...shop, ids };
}

test("what is found at once comes at once, and every ticket in which it was said is reached by going on, once, also when there are new messages in between", () => {
  const shop = orders();
  const pages = walk(shop, "rui", { searchParam: "bolo" }, () => {
    for (const ticketId of [shop.ids[0]!, shop.ids[1]!, shop.ids[99]!, shop.ticket().id])
      shop.message({ ticketId, body: "Mais um bolo" });
  });
  expect(pages.map(({ tickets, hasMore, count }) => [tickets.length, hasMore, count])).toEqual([
    [16, true, 17],
    [40, true, 41],
    [40, true, 41],
    [4, false, 4],
  ]);
  expect(idsIn(pages).toSorted((a, b) => a - b)).toEqual(shop.ids);
  const newest = pages.flatMap(({ tickets }) => tickets.map(({ hit }) => hit!.messageId!));
  expect(newest).toEqual(newest.toSorted((a, b) => b - a));
});

test("tickets of contacts that match come in pages too, and none again among messages", () => {
  const shop = orders();
  const named = Array.from(
    { length: 120 },
    (_, index) => shop.ticket({ contactId: shop.contact({ name: `Bolo & Cia ${index}` }).id }).id,
  );
  for (const ticketId of named) shop.message({ ticketId, body: "Bolo" });
  const pages = walk(shop, "rui", { searchParam: "bolo" });
  expect(
    idsIn(pages)
      .slice(0, 120)
      .toSorted((a, b) => a - b),
  ).toEqual(named);
  expect(
    idsIn(pages)
      .slice(120)
      .toSorted((a, b) => a - b),
  ).toEqual(shop.ids);
});

test("an agent reaches what they may see, and nothing else, in short pages when it is rare", () => {
  const shop = orders();
  const mine = shop.ids.filter((_, index) => index % 10 === 0);
  const [old] = shop.ids;
  for (let count = 0; count < 1500; count++) shop.message({ ticketId: shop.ids[1]!, body: "bolo" });
  const last = shop.message({ ticketId: shop.ids[1]!, body: "Até logo" });
  const pages = walk(shop, "ana", { searchParam: "bolo" });
  // The next place does not reveal when others wrote the word last.
  expect(JSON.parse(pages[0]!.next!)).toMatchObject({ newestId: last.id });
  expect(pages.map(({ tickets, hasMore }) => [tickets.length, hasMore])).toEqual([
    [0, true],
    [10, false],
  ]);
  expect([
    idsIn(pages).toSorted((a, b) => a - b),
    idsIn(walk(shop, "ana", { searchParam: "bolo", status: "closed" })),
    idsIn(pages).includes(old!),
  ]).toEqual([mine, [], true]);
});

test("a client that counts pages gets full ones, and the rest on the last", async () => {
  const shop = await box();
  const { ids } = orders(shop);
  const page = async (pageNumber: number) =>
    (
      await shop
        .as("rui")
        .get<{ tickets: { id: number }[]; hasMore: boolean; count: number }>(
          `/tickets?searchParam=bolo&pageNumber=${pageNumber}`,
        )
    ).body;
  const pages = await Promise.all([1, 2, 3, 4].map(page));
  expect(pages.map(({ tickets, hasMore, count }) => [tickets.length, hasMore, count])).toEqual([
    [40, true, 41],
    [40, true, 81],
    [20, false, 100],
    [0, false, 100],
  ]);
  expect(
    pages.flatMap(({ tickets }) => tickets.map(({ id }) => id)).toSorted((a, b) => a - b),
  ).toEqual(ids);
});

test("while a large file's earlier messages come into the index, a search finds the later ones and goes on to the others", async () => {
  const shop = talking();
  const early = shop.say("Um bolo");
  const late = shop.ticket();
  shop.message({ ticketId: late.id, body: "Um bolo" });
  shop.db.sqlite.run("INSERT INTO messageSearch (messageSearch) VALUES ('delete-all')");
  shop.db.sqlite.run("UPDATE messageSearchFrom SET id = ?", [early.id + 1]);
  shop.db.sqlite.run(
    "INSERT INTO messageSearch (rowid, body) SELECT id, body FROM messageWords WHERE id > ?",
    [early.id],
  );
  const first = ask(shop, "rui", { searchParam: "bolo" });
  expect([first.tickets.map(({ id }) => id), first.hasMore]).toEqual([[late.id], true]);
  // A message that is not in the index yet is changed, and is then indexed with its new text.
  shop.db.sqlite.run("UPDATE messages SET body = 'Dois bolos' WHERE id = ?", [early.id]);
  shop.db.write((tx) =>
    planJob(tx, { kind: "indexMessages", queueKey: "indexMessages", runAt: 0, payload: {} }),
  );
  for (let [job] = dueJobs(shop.db, 1); job; [job] = dueJobs(shop.db, 1))
    await indexMessages(shop.db, job);
  const next = ask(shop, "rui", { searchParam: "bolo", after: first.next! });
  expect([next.tickets.map(({ id, hit }) => [id, marked(hit!.text)]), next.hasMore]).toEqual([
    [[shop.id, "Dois [bolos]"]],
    false,
  ]);
  expect(() =>
    shop.db.sqlite.run(
      "INSERT INTO messageSearch (messageSearch, rank) VALUES ('integrity-check', 1)",
    ),
  ).not.toThrow();
});

test("a list without a search has no hits", () => {
  const shop = talking();
  shop.say("Quero um bolo");
  expect(
    list(shop.db, shop.me("ana"), ticketQuery.parse({}))
      .read()
      .tickets.map((ticket) => "hit" in ticket),
  ).toEqual([false]);
});

test("of a long message the matching part is shown", () => {
  const shop = talking();
  const before = "nada ".repeat(300);
  shop.say(`${before}pão de queijo ${before}`);
  const [[, hit]] = hitsOf(shop, "queijo") as [[number, [number, string]]];
  expect(hit[1]).toMatch(/^….*pão de \[queijo\] nada.*…$/);
  expect(hit[1].length).toBeLessThan(90);
  expect(shop.hitTexts("queijo")[0]!.length).toBeGreaterThan(hit[1].length);
  shop.say(`${"a".repeat(5000)} broa`);
  expect(shop.hitTexts("broa")).toEqual([`${"a".repeat(99)} [broa]`]);
});

test("deleted and unsupported messages are not found", () => {
  const shop = talking();
  shop.say("segredo", { isDeleted: true });
  shop.say("segredo", { mediaType: "unsupported" });
  expect([hitsOf(shop, "segredo"), hitsIn(shop.db, shop.id, { text: "segredo" })]).toEqual([
    [],
    { hits: [], hasMore: false, count: 0 },
  ]);
  const left = shop.say("segredo antigo");
  shop.say("segredo", { isDeleted: true });
  expect(hitsOf(shop, "segredo")).toEqual([[shop.id, [left.id, "[segredo] antigo"]]]);
});

test("a location and a contact card are shown as people read them", () => {
  const shop = talking();
  shop.say("Padaria Central\nRua 7", { mediaType: "locationMessage" });
  shop.say("Davi Souza", { mediaType: "vcard" });
  expect([shop.hitTexts("padaria"), shop.hitTexts("davi")]).toEqual([
    ["📍 [Padaria] Central, Rua 7"],
    ["👤 [Davi] Souza"],
  ]);
});

test("a search in a conversation finds all matches there and no others, the newest first", () => {
  const shop = talking();
  const other = shop.ticket();
  const answers = ["Um pão", "Dois pães", "Pão de açúcar"].map((body) => {
    shop.message({ ticketId: other.id, body });
    shop.clock.pass(minute);
    return shop.say(body, { fromMe: body.startsWith("Dois") });
  });
  const { hits, count } = hitsIn(shop.db, shop.id, { text: "pa" });
  expect(hits.map(({ id, fromMe, sentAt }) => [id, fromMe, sentAt])).toEqual(
    answers.toReversed().map(({ id, fromMe, sentAt }) => [id, fromMe, sentAt]),
  );
  expect([
    count,
    shop.hitTexts("PAO"),
    shop.hitTexts("acucar pao"),
    shop.hitTexts("p"),
    shop.hitTexts(""),
    shop.hitTexts("bolo"),
  ]).toEqual([3, ["[Pão] de açúcar", "Um [pão]"], ["[Pão] de [açúcar]"], [], [], []]);
});

test("of many hits a hundred come at once, and each next hundred from the last on", () => {
  const shop = talking();
  for (let number = 1; number <= maxHits + 5; number++) shop.say(`bolo ${number}`);
  const first = hitsIn(shop.db, shop.id, { text: "bolo" });
  const next = hitsIn(shop.db, shop.id, { text: "bolo", beforeId: first.hits.at(-1)!.id });
  expect([first.hits.length, first.hits[0]!.text, first.hasMore]).toEqual([
    maxHits,
    `\u0002bolo\u0003 ${maxHits + 5}`,
    true,
  ]);
  expect([next.hits.map(({ text }) => marked(text)), next.hasMore, next.count]).toEqual([
    [5, 4, 3, 2, 1].map((number) => `[bolo] ${number}`),
    false,
    5,
  ]);
});

test("hostile text is only text in a conversation, too", () => {
  const shop = talking();
  shop.say("café AND leite");
  for (const text of [
    `"`,
    `"*`,
    "NEAR(",
    "AND OR",
    "body:café",
    "^^",
    "a\u0000b",
    "' OR 1=1 --",
    "x".repeat(200),
  ])
    expect([text, shop.hitTexts(text)]).toEqual([text, []]);
  expect(shop.hitTexts(`café" and`)).toEqual(["[café] [AND] leite"]);
});

test("the route returns what was found", async () => {
  const shop = await box();
  const { id, say } = talking(shop);
  const { sentAt, ...message } = say("Quero um bolo");
  expect(await shop.as("ana").get(`/messages/${id}/search?searchParam=bolo`)).toMatchObject({
    status: 200,
    body: {
      hits: [
        {
          id: message.id,
          fromMe: false,
          sentAt: sentAt.toISOString(),
          text: "Quero um \u0002bolo\u0003",
        },
      ],
      count: 1,
    },
  });
  expect(await shop.as("ana").get(`/messages/${id}/search`)).toMatchObject({
    status: 200,
    body: { hits: [], hasMore: false, count: 0 },
  });
  expect((await shop.as("caio").get(`/messages/${id}/search?searchParam=bolo`)).status).toBe(404);
});

test("no search reads all messages or all tickets", () => {
  const shop = talking();
  shop.say("Quero um bolo");
  const { contactId } = shop.ticket();
  const prepare = spyOn(shop.db.sqlite, "prepare");
  for (const who of ["ana", "lia", "rui"] as const) {
    for (const query of [
      { searchParam: "bolo" },
      { contactId: String(contactId) },
      { searchParam: "bolo", contactId: String(contactId) },
    ])
      ("searchParam" in query ? search : list)(
        shop.db,
        shop.me(who),
        ticketQuery.parse({ ...query, showAll: "true" }),
      );
    mediaOf(shop.db, shop.me(who), contactId, { kind: "image", beforeId: 10 });
  }
  hitsIn(shop.db, shop.id, { text: "bolo" });
  const queries = [...new Set(prepare.mock.calls.map(([query]) => query))];
  prepare.mockRestore();
  expect(queries.length).toBeGreaterThan(12);
  const plans = queries.map(
    (query) =>
      [
        query,
        (shop.db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[]).map(
          ({ detail }) => detail,
        ),
      ] as const,
  );
  expect(
    plans.filter(([, plan]) =>
      plan.some((step) => /^SCAN (messages|tickets|media|m)\b/.test(step)),
    ),
  ).toEqual([]);
});
