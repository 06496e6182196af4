import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { connections } from "../modules/connections/table.ts";
import { messages } from "../modules/messages/table.ts";
import { create } from "../modules/schedules/schedules.ts";
import { followMessages, sendDue } from "../modules/schedules/send.ts";
import { schedules } from "../modules/schedules/table.ts";
import { accept } from "../modules/tickets/lifecycle/move.ts";
import { closeInactive } from "../modules/tickets/lifecycle/timeouts.ts";
import { reply } from "../modules/tickets/messages/reply.ts";
import { retry } from "../modules/tickets/messages/retry.ts";
import { tickets } from "../modules/tickets/table.ts";
import { saturdayShop } from "./saturday-shop.ts";
import { balcao, encomendas, fabrica, hour, minute, test } from "./world.ts";

const bye = "Você não respondeu, e encerramos por aqui.";
/** The number that gets the schedules. */
const scheduledFor = "5511955559999";
const step = 10 * minute;
/** After so long (ms) of silence the box sends a customer the closing message. */
const patience = hour;

test("on a Saturday with a tenth of all sends refused, a line down for a day and five schedules, nobody is told that they did not answer who did", async () => {
  let sends = 0;
  const shop = saturdayShop((number) => number !== scheduledFor && (sends += 1) % 10 === 0);
  const { db, clock, phones } = shop;
  db.update(connections)
    .set({ expiresTicket: 60, expiresBotTicket: 60, expiresInactiveMessage: bye })
    .run();
  const began = clock.now();
  const [ana, caio] = [shop.me("ana"), shop.me("caio")];
  const customers = Array.from({ length: 40 }, (_, index) => ({
    index,
    number: `55119555500${String(index).padStart(2, "0")}`,
    on: index % 2 === 0 ? balcao : fabrica,
    // Fábrica's customers come before its line goes down.
    comesAt: began + (index % 2 === 0 ? index * 12 * minute : index * minute),
    replies: index % 4 < 2,
  }));
  const regular = shop.contact({ number: scheduledFor });
  const plan = (body: string, hours: number, more: object = {}) =>
    create(db, caio, {
      body,
      contactId: regular.id,
      whatsappId: fabrica,
      sendAt: new Date(began + hours * hour).toISOString(),
      ...more,
    });
  const hourly = { every: "day", interval: 1 } as const;
  plan("Antes da queda", 0.5);
  plan("Já venceu", 7 / 6);
  plan("Atrasa, mas vai", 10);
  plan("Todo dia", 2, { recurrence: hourly });
  plan("Pela outra linha", 3, { whatsappId: balcao });

  const problems: string[] = [];
  const closed = new Set<number>();
  /**
   * A customer may get the closing message only long after our last message, and without a message
   * of their own since.
   */
  const checkClosed = () => {
    for (const { id, ticketId, contactId } of db
      .select()
      .from(messages)
      .where(eq(messages.body, bye))
      .all()) {
      if (closed.has(id)) continue;
      closed.add(id);
      const { number } = db.sqlite
        .query<{ number: string }, [number]>("SELECT number FROM contacts WHERE id = ?")
        .get(contactId)!;
      const { got, wroteAt } = phones.get(number)!;
      const last = got.findLast(({ body }) => body !== bye);
      const failed = db
        .select()
        .from(messages)
        .where(eq(messages.ticketId, ticketId))
        .all()
        .some(({ ack, isDeleted }) => ack === -1 && !isDeleted);
      const isJust =
        last !== undefined &&
        last.at >= wroteAt &&
        clock.now() - last.at >= patience - minute &&
        !failed;
      if (!isJust) problems.push(number);
    }
  };

  const seen = new Map<string, number>();
  for (; clock.now() < began + 30 * hour; clock.pass(step - ((clock.now() - began) % step))) {
    const at = clock.now() - began;
    if (at === hour) shop.setLine(fabrica, false);
    if (at === 25.5 * hour) shop.setLine(fabrica, true);
    const isUp = (line: number) => line === balcao || at < hour || at >= 25.5 * hour;
    for (const { number, on, comesAt, replies, index } of customers) {
      if (clock.now() >= comesAt && !seen.has(number)) {
        seen.set(number, 0);
        shop.writes(number, "Oi, tem broa?", on);
        if (on === fabrica && index % 8 === 1) shop.writes(number, "2", on);
      }
      // Half of them answer their message once, twenty minutes later.
      const phone = phones.get(number);
      const last = phone?.got.findLast(({ body }) => body.startsWith("Tem, sim"));
      if (
        replies &&
        last &&
        seen.get(number) === 0 &&
        isUp(on) &&
        clock.now() >= last.at + 20 * minute
      ) {
        seen.set(number, 1);
        shop.writes(number, "Quero duas", on);
      }
    }
    // The staff answers customers without a reply, and repeats every other refused message.
    for (const ticket of db.select().from(tickets).all()) {
      if (ticket.status === "closed" || clock.now() - ticket.lastMessageAt.getTime() < 10 * minute)
        continue;
      const me = ticket.queueId === encomendas ? caio : ana;
      if (ticket.status === "pending" && !ticket.withBot && ticket.queueId !== null)
        accept(db, me, ticket.id);
      const now = db.select().from(tickets).where(eq(tickets.id, ticket.id)).get()!;
      if (now.status === "open" && !now.lastMessageFromMe)
        reply(db, me, ticket.id, { body: "Tem, sim! Quantas?" });
    }
    for (const { id, ack, ticketId } of db.select().from(messages).all()) {
      const ticket = db.select().from(tickets).where(eq(tickets.id, ticketId)).get()!;
      if (ack === -1 && id % 2 === 0 && ticket.status === "open")
        retry(db, ticket.queueId === encomendas ? caio : ana, id);
    }
    followMessages(db);
    sendDue(db);
    await shop.leave();
    closeInactive(db);
    checkClosed();
    await shop.leave();
  }
  await shop.stop();

  expect(problems).toEqual([]);
  // The box closes silent tickets; a ticket with a refused message is marked and waits.
  expect(closed.size).toBeGreaterThan(5);
  const marked = db.select().from(tickets).where(eq(tickets.sendFailed, true)).all();
  expect(marked.length).toBeGreaterThan(1);
  expect(marked.filter(({ status }) => status === "closed")).toEqual([]);

  followMessages(db);
  const outcomes = (body: string) =>
    db
      .select()
      .from(schedules)
      .where(eq(schedules.body, body))
      .all()
      .map(({ status, reason, late }) => `${status} ${reason ?? ""}${late ? "late" : ""}`.trim());
  expect([
    outcomes("Antes da queda"),
    outcomes("Já venceu"),
    outcomes("Atrasa, mas vai"),
    outcomes("Todo dia"),
    outcomes("Pela outra linha"),
  ]).toEqual([
    ["ENVIADA"],
    ["ERRO ERR_SCHEDULE_EXPIRED"],
    ["ENVIADA late"],
    ["ENVIADA late", "ENVIADA", "PENDENTE"],
    ["ENVIADA"],
  ]);
});
