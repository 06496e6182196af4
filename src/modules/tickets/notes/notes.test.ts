import { expect } from "bun:test";
import {
  atendimento,
  bia,
  box,
  encomendas,
  idOf,
  refusal,
  settled,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { users } from "../../users/table.ts";
import { create, addSystemNote, list, remove } from "./notes.ts";
import { ticketEvents, type TicketNote } from "../table.ts";
import { loadTicket } from "../tickets.ts";

const notes = (
  { db, me }: World,
  query: { ticketId?: number; contactId?: number },
  who: "rui" | "ana" | "caio" = "ana",
) => list(db, me(who), query).map(({ note }) => note);
const lost = { kind: "missing", reason: "ERR_NOT_FOUND" } as const;

test("Ana's note is shown to those who see the ticket, and to no customer", async () => {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id });
  const ana = shop.as("ana");
  const [hers, lias, caios] = await Promise.all([
    shop.listener(ana),
    shop.listener(shop.as("lia")),
    shop.listener(shop.as("caio")),
  ]);
  await Promise.all([hers.ready(), lias.ready(), caios.ready()]);

  const made = await ana.post<TicketNote>("/ticket-notes", {
    note: "  Prefere broa sem erva-doce  ",
    ticketId: ticket.id,
    contactId: 99,
  });
  expect([made.status, made.body as object]).toEqual([
    201,
    {
      id: 1,
      note: "Prefere broa sem erva-doce",
      ticketId: ticket.id,
      contactId: bia.id,
      userId: idOf.ana,
      user: { id: idOf.ana, name: "Ana" },
      createdAt: new Date(shop.clock.now()).toISOString(),
    },
  ]);
  expect((await ana.get<TicketNote[]>(`/ticket-notes/list?ticketId=${ticket.id}`)).body).toEqual([
    made.body,
  ]);
  expect(await ana.delete("/ticket-notes/1")).toMatchObject({ status: 200, body: {} });

  await settled(shop.db, hers, lias, caios);
  const received = [hers, lias, caios].map(({ frames }) =>
    frames
      .filter(({ event }) => event === "ticketNote")
      .map(({ seq: _, ...frame }): object => frame),
  );
  const expected = [
    { event: "ticketNote", action: "create", ticketNote: made.body },
    { event: "ticketNote", action: "delete", ticketNoteId: 1 },
  ];
  expect(received).toEqual([expected, expected, []]);
  expect(shop.db.sqlite.query("SELECT count(*) AS count FROM messages").get()).toEqual({
    count: 0,
  });
});

test("notes are listed newest first, of a ticket or of all of a contact's visible tickets", async () => {
  const shop = world();
  const [old, now] = [
    shop.ticket({ contactId: bia.id, status: "closed", userId: idOf.ana }),
    shop.ticket({ contactId: bia.id }),
  ];
  const elsewhere = shop.ticket({
    contactId: bia.id,
    queueId: encomendas,
    status: "open",
    userId: idOf.caio,
    whatsappId: 2,
  });
  const other = shop.ticket();
  for (const [who, ticket, note] of [
    ["ana", old, "Um"],
    ["ana", now, "Dois"],
    ["caio", elsewhere, "Três"],
    ["ana", other, "Outra"],
    ["ana", old, "Quatro"],
  ] as const) {
    create(shop.db, shop.me(who), { note, ticketId: ticket.id });
    shop.clock.pass(1000);
  }
  expect(notes(shop, { ticketId: old.id })).toEqual(["Quatro", "Um"]);
  expect(notes(shop, { ticketId: old.id, contactId: bia.id })).toEqual(["Quatro", "Um"]);
  expect(notes(shop, { contactId: bia.id })).toEqual(["Quatro", "Dois", "Um"]);
  expect(notes(shop, { contactId: bia.id }, "caio")).toEqual(["Três"]);
  expect(notes(shop, { contactId: bia.id }, "rui")).toEqual(["Quatro", "Três", "Dois", "Um"]);
  expect(await refusal(() => notes(shop, { ticketId: elsewhere.id }))).toEqual({
    kind: "missing",
    reason: "ERR_NO_TICKET_FOUND",
  });
  expect(await refusal(() => notes(shop, { contactId: 99 }))).toEqual({
    kind: "missing",
    reason: "ERR_NO_CONTACT_FOUND",
  });
  expect(await refusal(() => notes(shop, {}))).toEqual({
    kind: "invalid",
    reason: "ERR_VALIDATION",
    fields: { ticketId: "required" },
  });
});

test("a note is deleted by its author or an admin, and not found by those who can't see its ticket", async () => {
  const shop = world();
  const ticket = shop.ticket();
  const [first, second] = ["Um", "Dois"].map(
    (note) => create(shop.db, shop.me("ana"), { note, ticketId: ticket.id }).id,
  ) as [number, number];
  expect(await refusal(() => remove(shop.db, shop.me("lia"), first))).toEqual({
    kind: "forbidden",
    reason: "ERR_NO_PERMISSION",
  });
  for (const id of [first, 99])
    expect(await refusal(() => remove(shop.db, shop.me("caio"), id))).toEqual(lost);
  remove(shop.db, shop.me("ana"), first);
  remove(shop.db, shop.me("rui"), second);
  expect(notes(shop, { ticketId: ticket.id })).toEqual([]);
  expect(await refusal(() => remove(shop.db, shop.me("ana"), first))).toEqual(lost);
});

test("nobody adds notes to tickets that they can't see", async () => {
  const shop = world();
  const { id } = shop.ticket({ queueId: atendimento, status: "open", userId: idOf.ana });
  for (const who of ["caio", "lia"] as const)
    expect(
      await refusal(() => create(shop.db, shop.me(who), { note: "Oi", ticketId: id })),
    ).toMatchObject({ kind: "missing" });
  expect(notes(shop, { ticketId: id })).toEqual([]);
});

test("a note stays without its author when that user is deleted", () => {
  const shop = world();
  const ticket = shop.ticket();
  create(shop.db, shop.me("lia"), { note: "Volta às três", ticketId: ticket.id });
  shop.db.sqlite.run("DELETE FROM users WHERE id = ?", [idOf.lia]);
  expect(shop.db.select().from(users).all()).toHaveLength(3);
  expect(list(shop.db, shop.me("ana"), { ticketId: ticket.id })).toMatchObject([
    { note: "Volta às três", userId: null, user: null },
  ]);
});

test("a note that is sent twice is one note; another user's key is their own", () => {
  const shop = world();
  const { id: ticketId } = shop.ticket();
  const keep = (who: "ana" | "lia", note: string) =>
    create(shop.db, shop.me(who), { note, ticketId, clientId: "abcdefgh" });
  const first = keep("ana", "Sem glúten");
  expect(keep("ana", "Sem glúten")).toEqual(first);
  keep("lia", "Volta às três");
  expect(notes(shop, { ticketId })).toEqual(["Volta às três", "Sem glúten"]);
  expect(shop.db.select().from(ticketEvents).all()).toHaveLength(2);
});

test("a note has a minimum and a maximum length", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const outcome = async (note: unknown) =>
    (await shop.as("ana").post("/ticket-notes", { note, ticketId: id })).body.fields ?? "taken";
  expect([
    await outcome(""),
    await outcome(" a "),
    await outcome("x".repeat(5001)),
    await outcome(undefined),
    await outcome("x".repeat(5000)),
    await outcome("Ok"),
  ]).toEqual([
    { note: "required" },
    { note: "too_short" },
    { note: "too_long" },
    { note: "required" },
    "taken",
    "taken",
  ]);
});

test("a bot's long note is cut, between characters", () => {
  const shop = world();
  const { id } = shop.ticket();
  for (const note of ["n".repeat(900_000), `${"n".repeat(4999)}🥖`])
    shop.db.write((tx) => addSystemNote(tx, loadTicket(shop.db, id), note));
  expect(notes(shop, { ticketId: id })).toEqual(["n".repeat(4999), "n".repeat(5000)]);
});
