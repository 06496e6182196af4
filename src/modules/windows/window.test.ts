import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { ack } from "../../shared/states.ts";
import {
  bia,
  box,
  dot,
  hour,
  idOf,
  morning,
  test,
  until,
  world,
  type World,
} from "../../testing/world.ts";
import type { FullContact } from "../contacts/table.ts";
import { messages, type Message } from "../messages/table.ts";
import { twinOf } from "../../shared/phone.ts";
import { create } from "../schedules/schedules.ts";
import { sendDue } from "../schedules/send.ts";
import { schedules } from "../schedules/table.ts";
import type { Connection } from "../connections/table.ts";
import { ticketNotes, type Ticket } from "../tickets/table.ts";
import { isWindowClosed, windowEndOf } from "./window.ts";

const closed = { status: 409, body: { error: "ERR_WINDOW_CLOSED" } };

/** A connection of the official channel, and Bia's ticket on it. */
function official(shop: World) {
  const line = shop.connection({ name: "Oficial", provider: "practiceCloud" });
  const place = { contactId: bia.id, whatsappId: line.id };
  const ticket = shop.ticket({ ...place, status: "open", userId: idOf.ana });
  const write = (values: Partial<typeof messages.$inferInsert> = {}) =>
    shop.message({ ticketId: ticket.id, contactId: bia.id, whatsappId: line.id, ...values });
  return { line, place, ticket, write };
}

const ad = {
  sourceId: "1",
  sourceUrl: "",
  title: "",
  text: "",
  clickId: "",
  thumbnail: null,
};

test("a window is open until 24 hours after the last message, that moment included", () => {
  const shop = world();
  const { place, write } = official(shop);
  expect([windowEndOf(shop.db, place), isWindowClosed(shop.db, place)]).toEqual([0, true]);
  write();
  shop.clock.pass(hour);
  write();
  expect(windowEndOf(shop.db, place)).toBe(morning + 25 * hour);
  shop.clock.pass(24 * hour);
  expect(isWindowClosed(shop.db, place)).toBe(false);
  shop.clock.pass(1);
  expect(isWindowClosed(shop.db, place)).toBe(true);
  // Our own messages and missed calls open nothing.
  write({ fromMe: true, origin: "agent" });
  write({ mediaType: "call_log" });
  expect(isWindowClosed(shop.db, place)).toBe(true);
});

test("a number that a person edits has a window of its own", async () => {
  const shop = await box();
  const { place, write } = official(shop);
  write();
  expect(isWindowClosed(shop.db, place)).toBe(false);
  const rui = shop.as("rui");
  // Brazil's ninth digit is another way to write the same number.
  await rui.put(`/contacts/${bia.id}`, { number: twinOf(bia.number)! });
  expect(isWindowClosed(shop.db, place)).toBe(false);
  await rui.put(`/contacts/${bia.id}`, { number: "5511955550000" });
  expect([windowEndOf(shop.db, place), isWindowClosed(shop.db, place)]).toEqual([0, true]);
  write();
  expect(isWindowClosed(shop.db, place)).toBe(false);
});

test("an ad opens 72 hours, if we answered it within 24", () => {
  for (const [answered, open] of [
    [24 * hour, 72],
    [24 * hour + 1, 24],
  ] as const) {
    const shop = world();
    const { place, write } = official(shop);
    write({ referral: ad });
    shop.clock.pass(answered);
    write({ fromMe: true, origin: "agent", ack: ack.sent });
    expect(windowEndOf(shop.db, place)).toBe(morning + open * hour);
  }
});

test("an answer that failed does not lengthen the window of an ad", () => {
  const shop = world();
  const { place, write } = official(shop);
  write({ referral: ad });
  write({ fromMe: true, origin: "agent", ack: ack.failed });
  expect(windowEndOf(shop.db, place)).toBe(morning + 24 * hour);
});

test("a linked phone has no window", () => {
  const shop = world();
  expect(windowEndOf(shop.db, { contactId: bia.id, whatsappId: 1 })).toBeUndefined();
});

/** The box of a shop with the official channel up, and Ana's ticket with Bia on it. */
async function open() {
  const shop = await box();
  const { body: line } = await shop
    .as("rui")
    .post<Connection>("/whatsapp", { name: "Oficial", provider: "practiceCloud" });
  const phone = await shop.phone(line.id);
  const ticket = shop.ticket({
    contactId: bia.id,
    whatsappId: line.id,
    status: "open",
    userId: idOf.ana,
  });
  const ana = shop.as("ana");
  const read = async () => (await ana.get<Ticket>(`/tickets/${ticket.id}`)).body.windowUntil;
  return { ...shop, line, phone, ticket, ana, read };
}

test("on a practice phone 24 hours can pass at once for one customer", async () => {
  const { phone, ticket, line, ana, read, ...shop } = await open();
  await phone.write("Oi");
  await until(async () => Date.parse(String(await read())) === morning + 24 * hour);
  const listener = await shop.listener(ana);
  await listener.ready();
  const fault = await shop.as("rui").post(`/practice/${line.id}/faults`, { dayPassed: bia.number });
  expect(fault.status).toBe(200);
  const { ticket: live } = await listener.receives(({ event }) => event === "ticket");
  expect(Date.parse(String((live as Ticket).windowUntil))).toBe(morning - 1);
  expect(await ana.post(`/messages/${ticket.id}`, { body: "Bom dia" })).toMatchObject(closed);
});

test("tickets and contacts say until when free text goes, and free text is refused later", async () => {
  const { clock, ana, phone, ticket, line, read, ...shop } = await open();
  const end = (ms: number) => new Date(ms).toISOString();
  expect(await read()).toEqual(end(morning) as never);
  const refused = await ana.post(`/messages/${ticket.id}`, { body: "Bom dia" });
  expect(refused).toMatchObject(closed);

  const listener = await shop.listener(ana);
  await listener.ready();
  await phone.write("Oi");
  const { ticket: live } = await listener.receives(({ event }) => event === "appMessage");
  expect((live as Ticket).windowUntil).toEqual(end(morning + 24 * hour) as never);
  expect(await read()).toEqual(end(morning + 24 * hour) as never);
  const { body: list } = await ana.get<{ tickets: Ticket[] }>("/tickets?status=open");
  expect(list.tickets.find(({ id }) => id === ticket.id)!.windowUntil).toEqual(
    end(morning + 24 * hour) as never,
  );
  expect((await ana.get<FullContact>(`/contacts/${bia.id}`)).body.windows).toEqual([
    { whatsappId: line.id, until: end(morning + 24 * hour) as never },
  ]);

  clock.pass(24 * hour);
  const later = shop.as("ana");
  const sent = await later.post<Message[]>(`/messages/${ticket.id}`, { body: "Bom dia" });
  expect(sent.status).toBe(201);
  clock.pass(1);
  expect(await later.post(`/messages/${ticket.id}`, { body: "Boa tarde" })).toMatchObject(closed);
  const form = new FormData();
  form.append("medias", new File([dot], "broa.png", { type: "image/png" }));
  expect(await later.post(`/messages/${ticket.id}`, form)).toMatchObject(closed);
  await until(() => phone.got().length === 1);
});

test("a message whose window ended in the outbox fails with that reason", async () => {
  const { clock, db, ana, phone, ticket, line, connectionManager } = await open();
  await phone.write("Oi");
  await connectionManager.channel(1, line.id)!.stop();
  const { body } = await ana.post<Message[]>(`/messages/${ticket.id}`, { body: "Já sai" });
  clock.pass(24 * hour + 1);
  await connectionManager.start(1, line.id);
  const row = () => db.select().from(messages).where(eq(messages.id, body[0]!.id)).get()!;
  await until(() => row().ack === ack.failed);
  expect(row().reason).toBe("ERR_WINDOW_CLOSED");
  expect(phone.got()).toEqual([]);
});

test("a schedule past the window needs a template, and says so where people look", () => {
  const shop = world();
  const { line, ticket, write } = official(shop);
  write();
  const { id } = create(shop.db, shop.me("ana"), {
    body: "Bom dia!",
    contactId: bia.id,
    whatsappId: line.id,
    sendAt: new Date(morning + 25 * hour).toISOString(),
  });
  shop.clock.pass(25 * hour);
  sendDue(shop.db);
  const row = shop.db.select().from(schedules).where(eq(schedules.id, id)).get()!;
  expect([row.status, row.reason]).toEqual(["ERRO", "ERR_WINDOW_CLOSED"]);
  expect(
    shop.db.select().from(ticketNotes).where(eq(ticketNotes.ticketId, ticket.id)).get()!.note,
  ).toContain("precisa de um modelo");
});
