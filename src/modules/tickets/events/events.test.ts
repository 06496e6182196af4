import { expect } from "bun:test";
import { canSee } from "../../../kit/db/audience.ts";
import { atendimento, box, encomendas, idOf, second, test, world } from "../../../testing/world.ts";
import { accept, move, reopen, resolve, returnToQueue } from "../lifecycle/move.ts";
import { undo } from "../lifecycle/undo-move.ts";
import { create, list, remove } from "../notes/notes.ts";
import { syncTags } from "../notes/ticket-tags.ts";
import { transfer } from "../lifecycle/transfer.ts";
import { listEvents } from "../list/list-events.ts";
import type { TicketEvent } from "../table.ts";
import { loadTicket } from "../tickets.ts";
import { record } from "./events.ts";

test("each step of a ticket is an event with its names, the newest first", () => {
  const shop = world();
  const { ticketId: id } = shop.receives("Oi")!;
  const [ana, caio] = [shop.me("ana"), shop.me("caio")];
  accept(shop.db, ana, id);
  transfer(shop.db, ana, id, { queueId: encomendas });
  accept(shop.db, caio, id);
  returnToQueue(shop.db, caio, id);
  transfer(shop.db, shop.me("rui"), id, { queueId: encomendas, userId: idOf.caio });
  resolve(shop.db, caio, id);
  reopen(shop.db, caio, id);
  const { records, next } = listEvents(shop.db, shop.me("rui"), id, { limit: 100 });
  expect(next).toBeNull();
  expect(
    records.map(({ kind, by, from, to }) => [
      kind,
      by?.name ?? null,
      from?.queue?.name ?? null,
      to.queue?.name,
      to.user?.name ?? null,
      to.status,
    ]),
  ).toEqual([
    ["reopened", "Caio", "Encomendas", "Encomendas", "Caio", "open"],
    ["closed", "Caio", "Encomendas", "Encomendas", "Caio", "closed"],
    ["assigned", "Rui", "Encomendas", "Encomendas", "Caio", "open"],
    ["returned", "Caio", "Encomendas", "Encomendas", null, "pending"],
    ["accepted", "Caio", "Encomendas", "Encomendas", "Caio", "open"],
    ["transferred", "Ana", "Atendimento", "Encomendas", null, "pending"],
    ["accepted", "Ana", "Atendimento", "Atendimento", "Ana", "open"],
    ["opened", null, null, "Atendimento", null, "pending"],
  ]);
});

test("events come page by page, and the last page has no next", () => {
  const shop = world();
  const { ticketId: id } = shop.receives("Oi")!;
  accept(shop.db, shop.me("ana"), id);
  returnToQueue(shop.db, shop.me("ana"), id);
  const page = (limit: number, before?: number) =>
    listEvents(shop.db, shop.me("ana"), id, { limit, before });
  const kinds = ({ records }: { records: TicketEvent[] }) => records.map(({ kind }) => kind);
  const first = page(2);
  expect(kinds(first)).toEqual(["returned", "accepted"]);
  const second = page(2, first.next!);
  expect([kinds(second), second.next]).toEqual([["opened"], null]);
  expect(page(3).next).toBeNull();
});

test("an event is live for the users who see its ticket, in the commit of its cause", () => {
  const shop = world();
  const { ticketId: id } = shop.receives("Oi")!;
  shop.ticketEvents.length = 0;
  transfer(shop.db, shop.me("ana"), id, { queueId: encomendas });
  expect(shop.ticketEvents.map(({ payload }) => payload)).toMatchObject([
    { ticketEvent: { ticketId: id, kind: "transferred", to: { queue: { id: encomendas } } } },
  ]);
  const [{ audience }] = shop.ticketEvents as [(typeof shop.ticketEvents)[number]];
  expect([canSee(shop.me("caio"), audience), canSee(shop.me("ana"), audience)]).toEqual([
    true,
    false,
  ]);
});

test("an undo is an event of its own, and is not undone in turn", () => {
  const shop = world();
  const { ticketId: id } = shop.receives("Oi")!;
  accept(shop.db, shop.me("ana"), id);
  shop.clock.pass(5 * second);
  undo(shop.db, shop.me("ana"), id);
  const [last] = listEvents(shop.db, shop.me("ana"), id, { limit: 1 }).records;
  expect(last).toMatchObject({ kind: "returned", by: null, detail: { cause: "undo" } });
  expect(() => undo(shop.db, shop.me("ana"), id)).toThrow();
});

test("an event that moves nothing does not stand between a move and its undo", () => {
  const shop = world();
  const { ticketId: id } = shop.receives("Oi")!;
  const ticket = accept(shop.db, shop.me("ana"), id);
  shop.clock.pass(second);
  shop.db.write((tx) => void record(tx, ticket, { kind: "tagged", byUserId: idOf.ana }));
  expect(undo(shop.db, shop.me("ana"), id)).toMatchObject({ status: "pending", userId: null });
  expect(
    shop.db.sqlite.query("SELECT startedAt FROM ticketRounds WHERE ticketId = ?").values(id),
  ).toEqual([[null]]);
  expect(loadTicket(shop.db, id).queueId).toBe(atendimento);
});

test("events are read over HTTP by the users who see the ticket", async () => {
  const shop = await box();
  const { ticketId: id } = shop.receives("Oi")!;
  accept(shop.db, shop.me("ana"), id);
  const [ana, caio] = [shop.as("ana"), shop.as("caio")];
  expect(await ana.get(`/tickets/${id}/events?limit=1`)).toMatchObject({
    status: 200,
    body: { records: [{ kind: "accepted", by: { id: idOf.ana, name: "Ana" } }], next: 2 },
  });
  expect(await caio.get(`/tickets/${id}/events`)).toMatchObject({ status: 404 });
  expect(await ana.get(`/tickets/${id}/events?limit=101`)).toMatchObject({ status: 422 });
});

test("a transfer carries a note to its receiver, in the list of notes too", () => {
  const shop = world();
  const { ticketId: id } = shop.receives("Oi")!;
  move(shop.db, shop.me("rui"), id, {
    queueId: encomendas,
    userId: idOf.caio,
    note: "Quer bolo azul. @Ana sabe do sabor",
  });
  const [event] = listEvents(shop.db, shop.me("caio"), id, { limit: 1 }).records;
  expect(event).toMatchObject({
    kind: "assigned",
    note: "Quer bolo azul. @Ana sabe do sabor",
    detail: { mentions: [idOf.ana] },
  });
  const [note] = list(shop.db, shop.me("caio"), { ticketId: id });
  expect(note).toMatchObject({ id: event!.detail!.noteId, note: event!.note, userId: idOf.rui });
  expect(shop.db.sqlite.query("SELECT userId, kind, note FROM notifications").values()).toEqual([
    [idOf.caio, "handedOver", event!.note],
  ]);
  remove(shop.db, shop.me("rui"), note!.id);
  expect(listEvents(shop.db, shop.me("caio"), id, { limit: 1 }).records).toMatchObject([
    { id: event!.id, kind: "assigned", note: null, detail: {} },
  ]);
});

test("a note notifies the colleague whom it names, and goes with its event", () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi")!;
  const { id } = create(shop.db, shop.me("ana"), { ticketId, note: "@Lia, falta o sabor" });
  expect(shop.db.sqlite.query("SELECT userId, kind FROM notifications").values()).toEqual([
    [idOf.lia, "mention"],
  ]);
  const kinds = () =>
    listEvents(shop.db, shop.me("ana"), ticketId, { limit: 9 }).records.map(({ kind }) => kind);
  expect(kinds()).toEqual(["noted", "opened"]);
  remove(shop.db, shop.me("ana"), id);
  expect(kinds()).toEqual(["opened"]);
});

test("tags that a ticket gets and loses are events with their names", () => {
  const shop = world();
  const { ticketId } = shop.receives("Oi")!;
  syncTags(shop.db, shop.me("ana"), { ticketId, tags: [{ name: "Festa" }] });
  syncTags(shop.db, shop.me("ana"), { ticketId, tags: [{ name: "Bolo" }] });
  expect(listEvents(shop.db, shop.me("ana"), ticketId, { limit: 3 }).records).toMatchObject([
    { kind: "tagged", by: { name: "Ana" }, detail: { tags: ["Bolo"] } },
    { kind: "untagged", by: { name: "Ana" }, detail: { tags: ["Festa"] } },
    { kind: "tagged", by: { name: "Ana" }, detail: { tags: ["Festa"] } },
  ]);
});
