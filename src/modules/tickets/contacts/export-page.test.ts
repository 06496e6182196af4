import { expect } from "bun:test";
import { bia, box, day, morning, test, world, type World } from "../../../testing/world.ts";
import { messageVersions } from "../../messages/table.ts";
import { update } from "../../contacts/contacts.ts";
import { userRatings } from "../../ratings/table.ts";
import { exportContact } from "./export-contact.ts";
import { exportPage } from "../../personal-data/export-page.ts";
import * as notes from "../notes/notes.ts";

const pageOf = async (
  { db, me }: Pick<World, "db" | "me">,
  language: "ptBR" | "en" | "es" = "ptBR",
) => exportPage(await exportContact(db, me("rui"), bia.id), language, "America/Sao_Paulo");

/** The text that a reader sees. */
const seen = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("a person reads their data by day, in their language", async () => {
  const shop = world();
  const { db, ticket, message, tag } = shop;
  const { id } = ticket({
    contactId: bia.id,
    status: "closed",
    tagIds: [tag({ name: "Entrega" }).id],
  });
  const first = message({
    ticketId: id,
    body: "Quero dois pães",
    sentAt: new Date(morning),
    createdAt: new Date(morning),
  });
  db.insert(messageVersions)
    .values({ messageId: first.id, body: "Quero um pão", createdAt: new Date(morning) })
    .run();
  message({
    ticketId: id,
    body: "Feito",
    fromMe: true,
    sentAt: new Date(morning + day),
    createdAt: new Date(morning + day),
  });
  message({
    ticketId: id,
    body: "",
    mediaType: "audio",
    sentAt: new Date(morning + day + 1),
    createdAt: new Date(morning + day + 1),
  });
  notes.create(db, shop.me("rui"), { ticketId: id, note: "Gosta de pão preto" });
  db.insert(userRatings)
    .values({ ticketId: id, userId: 2, rate: 3, createdAt: new Date(morning) })
    .run();
  const text = seen(await pageOf(shop));
  for (const expected of [
    "Dados pessoais de Bia",
    "Resolvido",
    "Entrega",
    "sexta-feira, 20 de novembro de 2026 09:00 Bia",
    "Quero dois pães Editada; antes dizia: Quero um pão",
    "sábado, 21 de novembro de 2026 09:00 Padaria Pão Quente",
    "Feito",
    "Áudio",
    "Gosta de pão preto",
    "3 · Muito satisfeito",
  ])
    expect(text).toContain(expected);
  expect(seen(await pageOf(shop, "en"))).toContain("Friday, 20 November 2026");
  expect(seen(await pageOf(shop, "es"))).toContain("viernes, 20 de noviembre de 2026");
});

test("whatever anyone wrote is escaped", async () => {
  const shop = world();
  const { db, ticket, message, tag } = shop;
  const hostile = `</bdi></title></style><script>alert(1)</script><img src=x onerror="alert(2)"> ' "&amp; \u202e\u0000 \ud800 <!-- {{name}}`;
  const name = hostile.slice(0, 50);
  update(db, bia.id, {
    name,
    email: "bia@exemplo.com.br",
    extraInfo: [{ name, value: hostile }],
  });
  const { id } = ticket({ contactId: bia.id, tagIds: [tag({ name: hostile }).id] });
  const { id: messageId } = message({ ticketId: id, body: hostile, isDeleted: true });
  db.insert(messageVersions)
    .values({ messageId, body: hostile, createdAt: new Date(morning) })
    .run();
  notes.create(db, shop.me("rui"), { ticketId: id, note: hostile });
  const html = await pageOf(shop);
  const tags = [...html.matchAll(/<([^\s>]+)[^>]*>/g)];
  const own = [
    "!doctype",
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "header",
    "section",
    "h1",
    "h2",
    "h3",
    "p",
    "dl",
    "dt",
    "dd",
    "ul",
    "ol",
    "li",
    "b",
    "bdi",
    "small",
    "time",
    "blockquote",
  ];
  expect(
    tags.map(([, tag = ""]) => tag.replace("/", "")).filter((tag) => !own.includes(tag)),
  ).toEqual([]);
  expect(tags.filter(([tag]) => /\son\w+=|src=|href=/i.test(tag))).toEqual([]);
  expect(html.match(/<bdi>/g)?.length).toBe(html.match(/<\/bdi>/g)?.length);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(html.isWellFormed() && !html.includes("\u0000")).toBe(true);
});

test("over HTTP it is a file, for admins only", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { headers, status, body } = await rui.get<string>(
    `/contacts/${bia.id}/export?format=html&language=en`,
  );
  expect([
    status,
    headers.get("content-type"),
    headers.get("content-disposition"),
    headers.get("x-content-type-options"),
  ]).toEqual([
    200,
    "text/html; charset=utf-8",
    `attachment; filename="contact-${bia.id}.html"`,
    "nosniff",
  ]);
  expect(String(body)).toStartWith("<!doctype html>");
  expect((await rui.get(`/contacts/${bia.id}/export?format=pdf`)).status).toBe(422);
  expect((await shop.as("ana").get(`/contacts/${bia.id}/export?format=html`)).status).toBe(403);
});
