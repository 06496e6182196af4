import { expect } from "bun:test";
import { and, eq } from "drizzle-orm";
import { contacts } from "../modules/contacts/table.ts";
import { notifications } from "../modules/notifications/table.ts";
import { move, resolve } from "../modules/tickets/lifecycle/move.ts";
import { wakeDue } from "../modules/tickets/lifecycle/snooze.ts";
import { ticketQuery } from "../modules/tickets/list/filters.ts";
import { list } from "../modules/tickets/list/list.ts";
import { reply } from "../modules/tickets/messages/reply.ts";
import { tickets, type TicketRow } from "../modules/tickets/table.ts";
import { saturdayShop } from "./saturday-shop.ts";
import { balcao, encomendas, fabrica, idOf, minute, second, test, type Name } from "./world.ts";

const agents = ["ana", "caio", "lia"] as const satisfies Name[];
/** Every answer carries the moment at which it was written. */
const answer = /^Resposta (\d+)$/;

test("on a Saturday with 150 customers each list begins with the longest wait, nobody waits unseen, and each receiver is notified", async () => {
  let refused = 0;
  let attempts = 0;
  const shop = saturdayShop(() => refused < 8 && (attempts += 1) % 7 === 0 && (refused += 1) > 0);
  const { db, clock, phones } = shop;
  const began = clock.now();
  const wrote = new Map<string, number[]>();
  const closedAt = new Map<number, number>();
  const counts = { handOvers: 0, snoozes: 0, cuts: 0 };
  const problems: string[] = [];

  const customers = Array.from({ length: 150 }, (_, index) => ({
    index,
    number: `5511955550${String(index).padStart(3, "0")}`,
    on: index % 3 === 0 ? fabrica : balcao,
    comesAt: began + index * 47 * second,
  }));
  const down = new Set<number>();
  const writes = ({ number, on }: (typeof customers)[number], body: string) => {
    if (down.has(on)) return false;
    clock.pass(second);
    wrote.set(number, [...(wrote.get(number) ?? []), clock.now()]);
    shop.writes(number, body, on);
    return true;
  };
  const cut = (line: number, isDown: boolean) => {
    shop.setLine(line, !isDown);
    if (isDown) {
      down.add(line);
      counts.cuts += 1;
    } else down.delete(line);
  };
  const rows = () => db.select().from(tickets).all();
  const numbers = new Map<number, string>();
  const numberOf = ({ contactId }: TicketRow) => {
    const number =
      numbers.get(contactId) ??
      db.select().from(contacts).where(eq(contacts.id, contactId)).get()!.number;
    numbers.set(contactId, number);
    return number;
  };

  /** The rule, said slowly: the first message since the last answer that reached the customer. */
  const waitOf = (ticket: TicketRow): number | undefined => {
    if (ticket.status === "closed") return undefined;
    const number = numberOf(ticket);
    const answered = Math.max(
      closedAt.get(ticket.id) ?? 0,
      ...(phones.get(number)?.got ?? []).map(({ body }) => Number(answer.exec(body)?.[1] ?? 0)),
    );
    return wrote.get(number)?.find((at) => at > answered);
  };
  const longest = (some: TicketRow[]) =>
    some
      .filter((ticket) => !ticket.snoozedUntil && waitOf(ticket) !== undefined)
      .sort((one, other) => waitOf(one)! - waitOf(other)! || one.id - other.id)[0]?.id;
  const page = (who: Name, status: "pending" | "open", pageNumber = "1") =>
    list(db, shop.me(who), ticketQuery.parse({ status, pageNumber })).read();
  const everyPage = (who: Name, status: "pending" | "open"): number[] => {
    const ids: number[] = [];
    for (let number = 1; ; number += 1) {
      const { tickets: some, hasMore } = page(who, status, String(number));
      ids.push(...some.map(({ id }) => id));
      if (!hasMore) return ids;
    }
  };

  const check = () => {
    const all = rows();
    const minutes = ((clock.now() - began) / minute).toFixed(1);
    const seen = new Set<number>();
    for (const who of agents)
      for (const status of ["pending", "open"] as const) {
        const ids = everyPage(who, status);
        for (const id of ids) seen.add(id);
        const own = all.filter(({ id }) => ids.includes(id));
        const people = own.filter(({ withBot }) => status === "open" || !withBot);
        const expected = longest(people);
        if (expected !== undefined && ids[0] !== expected)
          problems.push(
            `${minutes} min: ${who}'s ${status} begins with ${ids[0]}, not ${expected}`,
          );
      }
    for (const ticket of all)
      if (waitOf(ticket) !== undefined && !ticket.withBot && !seen.has(ticket.id))
        problems.push(`${minutes} min: nobody sees ticket ${ticket.id}`);
  };

  const handOver = (from: (typeof agents)[number], ticket: TicketRow) => {
    const to = from === "lia" ? (ticket.queueId === encomendas ? "caio" : "ana") : "lia";
    const note = `Passo ${counts.handOvers}`;
    move(db, shop.me(from), ticket.id, {
      userId: idOf[to],
      queueId: ticket.queueId,
      note,
    } as never);
    counts.handOvers += 1;
    const rowsOf = db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.ticketId, ticket.id),
          eq(notifications.userId, idOf[to]),
          eq(notifications.kind, "handedOver"),
        ),
      )
      .all();
    if (!rowsOf.some((one) => one.note === note && one.byUserId === idOf[from]))
      problems.push(`${to} was not notified of ticket ${ticket.id}`);
  };

  /** An agent takes the longest waiting, and answers, hands over, puts away or resolves theirs. */
  const works = (who: (typeof agents)[number], turn: number) => {
    const me = shop.me(who);
    for (const next of page(who, "pending").tickets.slice(0, 2)) {
      if (next.withBot || next.queueId === null) continue;
      clock.pass(second);
      move(db, me, next.id, { status: "open" } as never);
    }
    const own = rows().filter(({ status, userId }) => status === "open" && userId === me.id);
    for (const [index, ticket] of own.entries()) {
      clock.pass(second);
      const step = (turn + index) % 6;
      if (step === 4 && counts.handOvers < 12 && ticket.queueId !== null) handOver(who, ticket);
      else if (step === 5 && counts.snoozes < 10 && !ticket.snoozedUntil) {
        const until =
          counts.snoozes % 2 === 0 ? "reply" : new Date(clock.now() + 10 * minute).toISOString();
        move(db, me, ticket.id, { snoozedUntil: until } as never);
        counts.snoozes += 1;
      } else if (waitOf(ticket) !== undefined && step < 3)
        reply(db, me, ticket.id, { body: `Resposta ${clock.now()}` });
      else if (waitOf(ticket) === undefined && step === 3) {
        resolve(db, me, ticket.id);
        closedAt.set(ticket.id, clock.now());
      }
    }
  };

  for (let turn = 0; turn < 120; turn += 1) {
    clock.set(began + turn * minute);
    if (turn === 30 || turn === 40) cut(fabrica, turn === 30);
    if (turn === 70 || turn === 80) cut(balcao, turn === 70);
    for (const customer of customers) {
      const times = wrote.get(customer.number)?.length ?? 0;
      if (clock.now() < customer.comesAt) continue;
      if (times === 0) writes(customer, "Oi, tem broa?");
      // Most who see the menu choose; some wait in it, and some write again.
      else if (times === 1 && customer.on === fabrica && customer.index % 4 !== 0)
        writes(customer, customer.index % 2 === 0 ? "1" : "2");
      else if (times === 2 && (customer.index + turn) % 9 === 0) writes(customer, "E aí?");
    }
    wakeDue(db);
    check();
    agents.forEach((who, index) => works(who, turn + index));
    check();
    await shop.leave();
  }
  check();
  await shop.stop();

  expect(problems).toEqual([]);
  expect({ refused, ...counts }).toEqual({ refused: 8, handOvers: 12, snoozes: 10, cuts: 2 });
  expect(wrote.size).toBe(150);
});
