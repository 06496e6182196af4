import { expect } from "bun:test";
import { addMedia } from "../../kit/db/media.ts";
import { write } from "../../modules/settings/settings.ts";
import { cardOf } from "../../modules/messages/cards.ts";
import { cake, cartOf, sells } from "../bakery.ts";
import { cellsOf } from "../sheets.ts";
import { balcao, bia, box, day, dot, fabrica, settled, test } from "../world.ts";

const [unnamed, written, carded, bare, mentioned, member] = [
  "5511977770003",
  "5511977770004",
  "5511966660005",
  "5511966660006",
  "5511955550007",
  "5511955550009",
] as const;
const numbers = [bia.number, unnamed, written, carded, bare, mentioned, member];

/** A company with numbers in every possible place. */
async function furnished() {
  const shop = await box();
  const { db } = shop;
  write(db, "CheckMsgIsGroup", "disabled");
  const first = shop.receives("Oi, tem bolo?")!;
  shop.receives("Quanto custa?", { from: unnamed, name: "" });
  const formatted = shop.contact({
    name: "+55 11 97777-0004",
    number: written,
    pushName: "11 97777-0004",
  });
  shop.ticket({ contactId: formatted.id, status: "closed" });
  const cards = shop.receives("", {
    content: {
      kind: "vcard",
      cards: [
        cardOf({ name: "Nina (11) 96666-0005", number: carded }),
        `BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;waid=${bare}:+${bare}\r\nEND:VCARD`,
      ],
    },
  })!;
  shop.message({ ticketId: first.ticketId, body: "Esta pessoa", quotedMsgId: cards.id });
  shop.message({
    ticketId: first.ticketId,
    fromMe: true,
    origin: "bot",
    body: `Olá! Seu cadastro: ${bia.number}`,
  });
  const stored = await db.files.keep(dot, "broa.png");
  shop.message({
    ticketId: first.ticketId,
    mediaType: "image",
    body: "A broa",
    mediaId: db.write((tx) => addMedia(tx, stored, db.now())),
  });
  const group = { id: "120363000000000009", subject: "Família" };
  shop.receives(`Fala com @${mentioned}`, { group, from: member, name: "" });
  db.sqlite.run("UPDATE tickets SET queueId = 1, status = 'open', userId = 2 WHERE contactId = 1");
  db.sqlite.run("UPDATE tickets SET queueId = 1 WHERE queueId IS NULL");
  return { ...shop, first };
}

/** The numbers that a text contains, however they are written. */
const numbersIn = (text: string) =>
  numbers.filter((number) =>
    text.replace(/(?<=\d)[\s().+-]+(?=\d)/g, "").includes(number.slice(-8)),
  );

const shop = await furnished();
const { db } = shop;
const [ana, rui] = [shop.as("ana"), shop.as("rui")];
const gets = [
  ...new Set(
    shop.app.routes
      .filter(({ method, path }) => method === "GET" && path.startsWith("/api/"))
      .map(({ path }) => path.slice(4).replace(/\/$/, "")),
  ),
];
const { uuid } = db.sqlite
  .query("SELECT uuid FROM tickets WHERE id = ?")
  .get(shop.first.ticketId) as { uuid: string };

const searches = [
  "?searchParam=Bia",
  "?searchParam=5511",
  `?searchParam=${bia.number}`,
  "?searchParam=cadastro",
  `?number=${unnamed}`,
  "?showAll=true&status=closed",
  "?showAll=true",
  "?since=0",
];

/**
 * Every reading route, for every row, with searches. A row that exists for neither of them comes
 * once.
 */
const addresses: string[] = [];
for (const path of gets) {
  const rows = path.includes(":")
    ? Array.from({ length: 12 }, (_, index) =>
        path.replace(":uuid", uuid).replace(/:\w+/g, String(index + 1)),
      )
    : [path];
  for (const row of rows) {
    const isThere =
      row === path ||
      (await Promise.all([rui.get(row), ana.get(row)])).some(
        ({ status }) => status !== 404 && status !== 403,
      );
    addresses.push(
      ...["", ...(isThere ? searches : [])]
        .map((query) => row + query)
        .filter((address) => address !== "/events"),
    );
  }
}

test("there are numbers to hide, and admins see them all", async () => {
  const seen = new Set<string>();
  for (const path of addresses)
    for (const number of numbersIn(JSON.stringify((await rui.get(path)).body))) seen.add(number);
  expect([...seen].toSorted()).toEqual(numbers.toSorted());
}, 60_000);

test("with hidden numbers no route and no frame shows them to other users", async () => {
  const [before, admins] = [await shop.listener(ana), await shop.listener(rui)];
  await Promise.all([before.ready(), admins.ready()]);
  write(db, "lgpdHideNumber", "enabled");
  db.write((tx) =>
    tx.emit(
      "settings",
      "update",
      { setting: { key: "lgpdHideNumber", value: "enabled" } },
      { to: "everyone" },
    ),
  );
  await before.receives(({ event }) => event === "reset");
  before.forget();
  const since = db.seq();

  let answered = 0;
  for (const path of addresses) {
    const { status, body } = await ana.get(path);
    if (status === 200) answered += 1;
    expect([path, numbersIn(JSON.stringify(body))]).toEqual([path, []]);
  }
  expect(answered).toBeGreaterThan(100);
  const sheet = await fetch(`${shop.url}/api/contacts/export`, {
    headers: { authorization: `Bearer ${await ana.token}` },
  });
  expect([sheet.status, numbersIn(JSON.stringify(cellsOf(await sheet.bytes())))]).toEqual([
    200,
    [],
  ]);

  // The answers to their writes show no more than that.
  const ticket = shop.first.ticketId;
  const done = [
    await ana.put("/contacts/1", { email: "bia@casa.com.br" }),
    await ana.post(`/messages/${ticket}`, { body: "Seu número é {{number}}, {{name}}?" }),
    await ana.post(`/messages/${ticket}`, { body: "", contactIds: [2, 3] }),
    await ana.put(`/tickets/${ticket}`, { status: "closed" }),
    await ana.post("/tickets", { contactId: 1, whatsappId: balcao, queueId: 1, status: "open" }),
    await ana.post("/tickets", { contactId: 3, whatsappId: fabrica, queueId: 1, status: "open" }),
    await ana.post("/ticket-notes", { ticketId: ticket, contactId: 1, note: "Gosta de broa" }),
    await ana.put("/contacts/block/2", { active: false }),
  ];
  for (const answer of done)
    expect([
      answer.status < 300,
      numbersIn(JSON.stringify(answer.body)),
      answer.status < 300 ? "" : answer.body,
    ]).toEqual([true, [], ""]);
  expect(
    numbersIn(
      JSON.stringify((await ana.post("/contacts", { name: "Bia", number: bia.number })).body),
    ),
  ).toEqual([]);
  shop.receives("Alô?", { from: "5511977770003", name: "" });
  shop.receives("", {
    content: { kind: "vcard", cards: [cardOf({ name: carded, number: carded })] },
  });
  await settled(db, before, admins);
  expect([before.frames.length > 8, numbersIn(JSON.stringify(before.frames))]).toEqual([true, []]);
  expect(numbersIn(JSON.stringify(admins.frames)).length).toBeGreaterThan(2);
  const late = await shop.listener(ana, since);
  await late.ready();
  await settled(db, late);
  expect([late.frames.length > 3, numbersIn(JSON.stringify(late.frames))]).toEqual([true, []]);
  expect(numbersIn(JSON.stringify((await ana.get(`/events?since=${since}`)).body))).toEqual([]);
}, 60_000);

test("a complete number finds its contact, a part of one does not", async () => {
  const idsFor = async (text: string) => {
    const contacts = (
      await ana.get<{ contacts: { id: number }[] }>(
        `/contacts?searchParam=${encodeURIComponent(text)}`,
      )
    ).body.contacts;
    const tickets = (
      await ana.get<{ tickets: { contactId: number }[] }>(
        `/tickets?searchParam=${encodeURIComponent(text)}`,
      )
    ).body.tickets;
    return [contacts.map(({ id }) => id), [...new Set(tickets.map(({ contactId }) => contactId))]];
  };
  for (const whole of [
    bia.number,
    "11988880001",
    "+55 (11) 98888-0001",
    "551188880001",
    "1188880001",
  ])
    expect([whole, await idsFor(whole)]).toEqual([whole, [[1], [1]]]);
  for (const piece of ["988880001", "8888", "5511988", "9", "97777-0004", "waid 55119666"])
    expect([piece, await idsFor(piece)]).toEqual([piece, [[], []]]);
  expect((await idsFor("Bia"))[0]).toEqual([1]);
});

test("a part of a number is found nowhere, whatever stands in it or beside it", async () => {
  sells(db);
  shop.contact({ name: "Téo 5511944440010", number: "5511944440010" });
  const ids = [
    1,
    2,
    3,
    db.sqlite.query<{ id: number }, []>("SELECT max(id) AS id FROM contacts").get()!.id,
  ];
  for (const contactId of ids) {
    const order = await rui.post<{ id: number }>("/budgets", cartOf([[cake, 1]], { contactId }));
    await rui.post(`/budgets/${order.body.id}/confirm`);
    for (const who of [ana, rui])
      expect(
        await who.post("/schedules", {
          body: "Bom dia",
          contactId,
          sendAt: new Date(shop.clock.now() + day).toISOString(),
        }),
      ).toMatchObject({ status: 201 });
  }
  db.sqlite.run("UPDATE orders SET userId = 2");
  const counts = async (who: typeof ana, text: string) => {
    const replies = await Promise.all(
      ["contacts", "tickets", "orders", "schedules"].map(
        async (list) =>
          (await who.get<{ count: number }>(`/${list}?searchParam=${encodeURIComponent(text)}`))
            .body.count,
      ),
    );
    return [
      ...replies,
      cellsOf(
        await (
          await fetch(`${shop.url}/api/contacts/export?searchParam=${encodeURIComponent(text)}`, {
            headers: { authorization: `Bearer ${await who.token}` },
          })
        ).bytes(),
      ).length - 1,
    ];
  };
  const none = [0, 0, 0, 0, 0];
  for (const piece of [
    "98888",
    "9\u0301",
    "9\u0000",
    "98888\u0301",
    "98888\u20e3",
    "988\u000088",
    "988\u200b88",
    "9\u03018\u03018\u0301",
    "９８８８８",
    "7777-0",
    "77\u00007-0",
    "1 97777",
    "1 97\u0301777",
    "éo 55119",
    "o 551194",
    "Téo 5",
  ])
    expect([piece, await counts(ana, piece)]).toEqual([piece, none]);
  for (const [name, count] of [
    ["Téo", 1],
    ["teo", 1],
    ["Bia", 1],
  ] as const)
    expect([name, (await counts(ana, name)).at(-1)]).toEqual([name, count]);
  expect((await counts(ana, "\u202a+55 (11) 98888-0001\u202c")).map((count) => count > 0)).toEqual(
    none.map(() => true),
  );
  expect((await counts(rui, "Téo 5511944")).map((count) => count > 0)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});

test("in messages a number is found by no more than what is seen of it", async () => {
  const hits = async (text: string) =>
    (
      await ana.get<{ count: number }>(
        `/messages/${shop.first.ticketId}/search?searchParam=${encodeURIComponent(text)}`,
      )
    ).body.count;
  for (const seen of ["cadastro", "5511", "cadastro 551"])
    expect([seen, (await hits(seen)) > 0]).toEqual([seen, true]);
  for (const hidden of ["55119", "5511988", "cadastro 55119", "5511\u03019"])
    expect([hidden, await hits(hidden)]).toEqual([hidden, 0]);
});

test("a form that sends back a hidden number changes nothing", async () => {
  const { body } = await ana.get<{ id: number; name: string; number: string }>("/contacts/3");
  expect(body).toMatchObject({ name: "5511*******04", number: "5511*******04" });
  expect(
    await ana.put("/contacts/3", {
      name: body.name,
      number: body.number,
      email: "quatro@casa.com.br",
    }),
  ).toMatchObject({ status: 200 });
  expect(await rui.get("/contacts/3")).toMatchObject({
    body: { name: "+55 11 97777-0004", number: written, email: "quatro@casa.com.br" },
  });
  expect(await ana.put("/contacts/3", { name: "Dona Quatro" })).toMatchObject({
    status: 200,
    body: { name: "Dona Quatro" },
  });
});
