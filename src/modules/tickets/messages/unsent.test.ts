import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { repository } from "../../../build/repository.ts";
import { noConnections } from "../../../testing/fake-channel.ts";
import {
  balcao,
  bia,
  encomendas,
  fabrica,
  hour,
  minute,
  second,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { messages } from "../../messages/table.ts";
import { accept, reopen, resolve } from "../lifecycle/move.ts";
import { undo } from "../lifecycle/undo-move.ts";
import { closeInactive } from "../lifecycle/timeouts.ts";
import { loadTicket } from "../tickets.ts";
import { acknowledge, markFailed, markSent } from "./acknowledge.ts";
import { deleteMessage } from "./edit.ts";
import { reply } from "./reply.ts";
import { retry } from "./retry.ts";

/** Bia wrote, and Ana took her ticket, in a company that closes tickets after an hour. */
function attended() {
  const shop = world();
  shop.db
    .update(connections)
    .set({ expiresTicket: 60, expiresBotTicket: 60, expiresInactiveMessage: "Você não respondeu." })
    .run();
  shop.receives("Oi");
  const { id } = shop.ticketOf(bia.id)[0]!;
  accept(shop.db, shop.me("ana"), id);
  const answers = (body = "Pois não?") => reply(shop.db, shop.me("ana"), id, { body })[0]!.id;
  /** For how many minutes Bia has waited, and whether her row is marked. */
  const row = () => {
    const { waitingSince, sendFailed } = loadTicket(shop.db, id);
    return [waitingSince && (shop.clock.now() - waitingSince.getTime()) / minute, sendFailed];
  };
  const fails = (messageId: number) => markFailed(shop.db, messageId, "ERR_SENDING_WAPP_MSG");
  return { ...shop, id, answers, row, fails };
}

const providerOf = ({ db }: World, id: number) =>
  db.select().from(messages).where(eq(messages.id, id)).get()!.providerId;

test("an answer that is refused ends no wait, and marks the row until it is sent again", () => {
  const shop = attended();
  shop.clock.pass(minute);
  const answer = shop.answers();
  expect(shop.row()).toEqual([1, false]);
  shop.fails(answer);
  expect(shop.row()).toEqual([1, true]);
  expect(shop.events.at(-1)!.payload).toMatchObject({ ticket: { id: shop.id, sendFailed: true } });
  shop.clock.pass(10 * hour);
  expect([closeInactive(shop.db), loadTicket(shop.db, shop.id).status]).toEqual([0, "open"]);
  retry(shop.db, shop.me("ana"), answer);
  expect(shop.row()).toEqual([601, false]);
  expect(shop.events.at(-1)!.payload).toMatchObject({ ticket: { id: shop.id, sendFailed: false } });
  shop.leaves();
  expect(shop.row()).toEqual([null, false]);
});

test("an answer that the network took and refused afterwards gives the wait back; one that arrives after all ends it", () => {
  const shop = attended();
  const answer = shop.answers();
  markSent(shop.db, answer);
  expect(shop.row()).toEqual([null, false]);
  shop.clock.pass(2 * minute);
  const providerId = providerOf(shop, answer);
  acknowledge(shop.db, balcao, providerId, -1, { reason: "ERR_WAPP_REACHOUT" });
  expect(shop.row()).toEqual([2, true]);
  acknowledge(shop.db, balcao, providerId, 2);
  expect(shop.row()).toEqual([null, false]);
});

test("deleting the refused answer takes the mark away, not the wait; two marks take two", async () => {
  const shop = attended();
  const [first, second_] = [shop.answers("Um"), shop.answers("Dois")] as [number, number];
  shop.fails(first);
  shop.fails(second_);
  await deleteMessage(shop.db, shop.me("ana"), noConnections, first);
  expect(shop.row()).toEqual([0, true]);
  await deleteMessage(shop.db, shop.me("ana"), noConnections, second_);
  expect(shop.row()).toEqual([0, false]);
});

test("another answer that arrives ends the wait; the mark stays with what did not leave", () => {
  const shop = attended();
  shop.fails(shop.answers("A foto"));
  markSent(shop.db, shop.answers("Segue a foto"));
  expect(shop.row()).toEqual([null, true]);
  shop.clock.pass(10 * hour);
  expect(closeInactive(shop.db)).toBe(0);
});

test("what the customer writes after a waiting answer is not answered by it", () => {
  const shop = attended();
  shop.clock.pass(minute);
  const first = shop.answers("Sim?");
  shop.clock.pass(minute);
  shop.receives("E tem broa?");
  shop.clock.pass(minute);
  const later = shop.answers("Tem");
  shop.clock.pass(minute);
  expect(shop.row()).toEqual([4, false]);
  markSent(shop.db, first);
  expect(shop.row()).toEqual([2, false]);
  markSent(shop.db, later);
  expect(shop.row()).toEqual([null, false]);
  shop.receives("Obrigada");
  // Read receipts of old answers end no newer wait.
  for (const { providerId } of shop.db
    .select()
    .from(messages)
    .where(eq(messages.origin, "agent"))
    .all())
    acknowledge(shop.db, balcao, providerId, 3);
  expect(shop.row()).toEqual([0, false]);
});

test("nobody is called inactive before our last message was with them for the whole time", () => {
  const shop = attended();
  markSent(shop.db, shop.answers());
  const late = shop.answers("Posso ajudar em mais algo?");
  const closes = (after: number) => (shop.clock.pass(after), closeInactive(shop.db));
  expect(closes(2 * hour)).toBe(0);
  markSent(shop.db, late);
  expect([closes(hour - 1), closes(1)]).toEqual([0, 1]);
});

test("a message that leaves within a minute counts from when it was written", () => {
  for (const [after, reachedAt] of [
    [minute - 1, false],
    [minute, true],
    [minute + 1, true],
  ] as const) {
    const shop = attended();
    const answer = shop.answers();
    shop.clock.pass(after);
    markSent(shop.db, answer);
    expect([after, loadTicket(shop.db, shop.id).reachedAt !== null]).toEqual([after, reachedAt]);
    // That it is read later changes nothing.
    shop.clock.pass(30 * minute);
    const before = loadTicket(shop.db, shop.id).reachedAt;
    acknowledge(shop.db, balcao, providerOf(shop, answer), 3);
    expect(loadTicket(shop.db, shop.id).reachedAt).toEqual(before);
  }
});

test("whom a bot asked in vain waits for people, and is not told that they did not answer", () => {
  const shop = attended();
  shop.db
    .update(connections)
    .set({ greetingMessage: "Escolha:" })
    .where(eq(connections.id, fabrica))
    .run();
  const { ticketId } = shop.receives("Oi", { on: fabrica })!;
  expect(loadTicket(shop.db, ticketId)).toMatchObject({ withBot: true, sendFailed: false });
  const menu = shop.db.select().from(messages).where(eq(messages.origin, "bot")).all();
  shop.fails(menu.at(-1)!.id);
  expect(loadTicket(shop.db, ticketId)).toMatchObject({ withBot: false, sendFailed: true });
  shop.clock.pass(10 * hour);
  expect(closeInactive(shop.db)).toBe(0);
});

test("closing and undoing the close keep the mark; a new attendance begins without it", () => {
  const shop = attended();
  shop.fails(shop.answers());
  shop.clock.pass(second);
  resolve(shop.db, shop.me("ana"), shop.id);
  expect(shop.row()).toEqual([null, true]);
  undo(shop.db, shop.me("ana"), shop.id);
  expect(shop.row()).toEqual([1 / 60, true]);
  resolve(shop.db, shop.me("ana"), shop.id);
  shop.clock.pass(minute);
  reopen(shop.db, shop.me("ana"), shop.id);
  expect(shop.row()).toEqual([null, false]);
});

test("a farewell that is refused marks nothing, an answer that is refused after the close does", () => {
  const shop = attended();
  const answer = shop.answers();
  shop.db.update(connections).set({ complationMessage: "Até logo!" }).run();
  resolve(shop.db, shop.me("ana"), shop.id);
  const farewell = shop.db.select().from(messages).where(eq(messages.origin, "bot")).all();
  shop.fails(farewell.at(-1)!.id);
  expect(shop.row()).toEqual([null, false]);
  shop.fails(answer);
  expect(shop.row()).toEqual([null, true]);
});

test("the migration finds the waits that failed answers had ended", () => {
  const shop = attended();
  shop.fails(shop.answers());
  const lived = shop.row();
  shop.db.sqlite.run("UPDATE tickets SET waitingSince = NULL, sendFailed = 0");
  const sql = readFileSync(join(repository, "migrations/company/0041_failed_answers.sql"), "utf8");
  shop.db.sqlite.run(sql.slice(sql.indexOf("-- An answer that was refused")));
  expect(shop.row()).toEqual(lived);
});

/** Bia on Fábrica, whose menu asks for a queue; Encomendas has a tree. */
function withMenu() {
  const shop = world();
  shop.db
    .update(connections)
    .set({ greetingMessage: "Escolha:", maxUseBotQueues: 3 })
    .where(eq(connections.id, fabrica))
    .run();
  for (const [option, title] of [
    ["1", "Bolos"],
    ["2", "Pães"],
  ] as const)
    shop.option({ queueId: encomendas, option, title, message: title });
  return { ...shop, write: (body: string) => void shop.receives(body, { on: fabrica }) };
}
const preview = (shop: World) => shop.ticketOf(bia.id).at(-1)!.lastMessage;

test("lists show the customer's last free words, not the digit that they chose in a menu", () => {
  const shop = withMenu();
  const after = (body: string) => (shop.write(body), preview(shop));
  expect([
    after("Oi, quero um bolo"),
    after("7"),
    after(" 2️⃣ "),
    after("0"),
    after("#"),
    after("Encomendas"),
    after("1"),
    after("De milho, para sábado"),
    // No question is open any more: a number is a message.
    after("12"),
  ]).toEqual([...Array<string>(7).fill("Oi, quero um bolo"), "De milho, para sábado", "12"]);
  // A number without a question is shown, also where it is the only message.
  const first = withMenu();
  first.write("2");
  expect(preview(first)).toBe("2");
});
