import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate, migrationsFor } from "../../kit/db/migrate.ts";

const all = migrationsFor("company");
const before = all.filter(({ name }) => name < "0018");

type Kept = { body: string; place: string | null; cards: string | null };

/**
 * Migrates a message and its earlier version, and returns the result. `hit`: words by which the
 * search finds it afterwards.
 */
function converted(mediaType: string, body: string, hit = "") {
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, before);
  sqlite.run(
    "INSERT INTO contacts (id, name, number, createdAt, updatedAt) VALUES (1, 'Bia', '5511900000001', 0, 0)",
  );
  sqlite.run(
    "INSERT INTO tickets (id, uuid, status, contactId, lastMessageAt, createdAt, updatedAt) VALUES (1, 'a', 'closed', 1, 0, 0, 0)",
  );
  sqlite.run(
    "INSERT INTO messages (id, ticketId, contactId, providerId, origin, body, mediaType, sentAt, createdAt, updatedAt) VALUES (1, 1, 1, 'A', 'contact', ?, ?, 0, 0, 0)",
    [body, mediaType],
  );
  sqlite.run("INSERT INTO messageVersions (id, messageId, body, createdAt) VALUES (1, 1, ?, 0)", [
    body,
  ]);
  for (const seq of [1, 2])
    sqlite.run(
      "INSERT INTO events (seq, event, action, payload, audience, createdAt) VALUES (?, 'appMessage', 'create', '{}', '{}', 0)",
      [seq],
    );
  migrate(sqlite, all);
  const [message, version] = ["messages", "messageVersions"].map((table) =>
    sqlite.query<Kept, []>(`SELECT body, place, cards FROM ${table}`).get()!,
  );
  expect(version).toEqual(message!);
  expect(sqlite.query("SELECT seq FROM events").values()).toEqual([[2]]);
  const hits = sqlite
    .query("SELECT rowid FROM messageSearch WHERE messageSearch MATCH ?")
    .values(hit || "nada").length;
  sqlite.run("INSERT INTO messageSearch (messageSearch) VALUES ('integrity-check')");
  return {
    body: message!.body,
    place: JSON.parse(message!.place ?? "null") as unknown,
    cards: JSON.parse(message!.cards ?? "null") as unknown,
    hits,
  };
}

const link = "https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17&hl=pt-BR";
const at = { latitude: -23.55052, longitude: -46.633308 };

test.each([
  [`|${link}|-23.55052, -46.633308`, "", { ...at, name: "", address: "", thumbnail: null }],
  [
    `data:image/png;base64,iVBOR/w0+KGgo=|${link}|-23.55052, -46.633308|Padaria "Pão"\nRua 7, 120`,
    'Padaria "Pão"\nRua 7, 120',
    {
      ...at,
      name: 'Padaria "Pão"',
      address: "Rua 7, 120",
      thumbnail: "data:image/png;base64,iVBOR/w0+KGgo=",
    },
  ],
  [
    `|${link}|-23.55052, -46.633308|\nRua 7`,
    "Rua 7",
    { ...at, name: "", address: "Rua 7", thumbnail: null },
  ],
  [
    "|x|0, 180|Meridiano",
    "Meridiano",
    { latitude: 0, longitude: 180, name: "Meridiano", address: "", thumbnail: null },
  ],
])("a place that stood in a body is a place: %p", (body, text, place) => {
  expect(converted("locationMessage", body, "maps")).toEqual({
    body: text,
    place,
    cards: null,
    hits: 0,
  });
});

test.each([
  [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Nina\\; a da feira\\, "sim"\nTEL;type=CELL;waid=5511977770002:+55 11 97777-0002\nEND:VCARD',
    [{ name: 'Nina; a da feira, "sim"', number: "5511977770002" }],
  ],
  [
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Souza;Davi\r\nFN;CHARSET=UTF-8:Davi\r\n  Souza\r\nitem1.TEL:+55 (11) 98888-7777\r\nitem1.X-ABLabel:Casa\r\nTEL:190\r\nEND:VCARD\nBEGIN:VCARD\nTEL;VALUE=uri:tel:+551133334444\nEND:VCARD",
    [
      { name: "Davi Souza", number: "5511988887777" },
      { name: "551133334444", number: "551133334444" },
    ],
  ],
  [
    "BEGIN:VCARD\nFN:Sem telefone\nEND:VCARD\nBEGIN:VCARD\nEND:VCARD",
    [{ name: "Sem telefone", number: "" }],
  ],
  ["um texto qualquer: nada", []],
])("contact cards that stood in a body are cards: %p", (body, cards) => {
  expect(converted("vcard", body, "begin")).toEqual({
    body: cards.map(({ name }) => name).join(", "),
    place: null,
    cards,
    hits: 0,
  });
});

test("what is found of them is what people read", () => {
  expect(converted("vcard", "BEGIN:VCARD\nFN:Davi\nTEL:190\nEND:VCARD", "davi").hits).toBe(1);
  expect(converted("locationMessage", `|${link}|1, 2|Padaria`, "padaria").hits).toBe(1);
});

test("a text is left as it is, whatever it looks like", () => {
  for (const body of ["a|b|1, 2", "BEGIN:VCARD\nFN:Davi\nEND:VCARD"])
    expect(converted("chat", body)).toMatchObject({ body, place: null, cards: null });
  expect(converted("locationMessage", "")).toMatchObject({ body: "", place: null });
});
