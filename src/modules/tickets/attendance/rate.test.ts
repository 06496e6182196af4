import { expect } from "bun:test";
import { asc, eq } from "drizzle-orm";
import {
  balcao,
  bia,
  day,
  fabrica,
  hour,
  idOf,
  minute,
  morning,
  second,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { contacts } from "../../contacts/table.ts";
import { messages } from "../../messages/table.ts";
import { ratingRequests, userRatings } from "../../ratings/table.ts";
import * as settings from "../../settings/settings.ts";
import { accept, returnToQueue, reopen, resolve } from "../lifecycle/move.ts";
import { undo } from "../lifecycle/undo-move.ts";
import { start } from "../lifecycle/start.ts";
import { loadTicket } from "../tickets.ts";
import { transfer } from "../lifecycle/transfer.ts";
import { learnIdentifiers } from "../contacts/merge-contacts.ts";

const question =
  "Como fomos, Bia?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_";
const thanks = "Até logo, Bia!";

/** Ana attends Bia, in a company that asks for ratings. */
function attendedShop() {
  const shop = world();
  settings.write(shop.db, "userRating", "enabled");
  for (const id of [balcao, fabrica])
    shop.db
      .update(connections)
      .set({
        ratingMessage: "Como fomos, {{firstName}}?",
        complationMessage: "Até logo, {{name}}!",
      })
      .where(eq(connections.id, id))
      .run();
  shop.receives("Oi");
  const { id } = shop.ticketOf(bia.id)[0]!;
  accept(shop.db, shop.me("ana"), id);
  shop.events.length = 0;
  return { ...shop, id };
}

/** Ana has closed the ticket, and can't undo it any more. */
function resolvedShop() {
  const shop = attendedShop();
  resolve(shop.db, shop.me("ana"), shop.id);
  shop.clock.pass(minute);
  return shop;
}

const botTexts = ({ db }: World): string[] =>
  db
    .select({ body: messages.body })
    .from(messages)
    .where(eq(messages.origin, "bot"))
    .orderBy(asc(messages.id))
    .all()
    .map(({ body }) => body);
const ratings = ({ db }: World) =>
  db
    .select({
      ticketId: userRatings.ticketId,
      userId: userRatings.userId,
      rate: userRatings.rate,
      at: userRatings.createdAt,
    })
    .from(userRatings)
    .all();
const requests = ({ db }: World) => db.select().from(ratingRequests).all();

test("a customer who was attended is asked to rate, once the close can't be undone any more", () => {
  const shop = attendedShop();
  resolve(shop.db, shop.me("ana"), shop.id);
  expect(loadTicket(shop.db, shop.id)).toMatchObject({ status: "closed", userId: idOf.ana });
  expect(botTexts(shop)).toEqual([question]);
  expect(requests(shop)).toEqual([
    {
      ticketId: shop.id,
      userId: idOf.ana,
      askedAt: morning + 8 * second,
      expiresAt: morning + day,
    },
  ]);
  expect(shop.db.sqlite.query("SELECT dueAt FROM outbox ORDER BY messageId DESC").get()).toEqual({
    dueAt: morning + 8 * second,
  });
});

test("a 1, 2 or 3 is stored as a rating and a message of the closed ticket, and answered; nothing is opened or unread", () => {
  for (const [answer, rate] of [
    ["1", 1],
    [" 2\n", 2],
    ["3", 3],
  ] as const) {
    const shop = resolvedShop();
    const message = shop.receives(answer)!;
    expect(ratings(shop)).toEqual([
      { ticketId: shop.id, userId: idOf.ana, rate, at: new Date(shop.clock.now()) },
    ]);
    expect(message).toMatchObject({ ticketId: shop.id, body: answer, read: true, fromMe: false });
    expect(shop.ticketOf(bia.id)).toMatchObject([
      {
        status: "closed",
        unreadMessages: 0,
        userId: idOf.ana,
        lastMessage: "Oi",
        fromMe: true,
      },
    ]);
    expect(botTexts(shop)).toEqual([question, thanks]);
    expect(requests(shop)).toEqual([]);
    expect(
      shop.db.sqlite.query("SELECT count(*) AS unread FROM messages WHERE read = 0").get(),
    ).toEqual({ unread: 0 });
  }
});

test("the same message twice is one rating; a second rating is a message like any other", () => {
  const shop = resolvedShop();
  for (const id of ["R1", "R1"]) shop.receives("3", { id });
  expect(ratings(shop)).toHaveLength(1);
  expect(botTexts(shop)).toEqual([question, thanks]);
  shop.receives("3", { id: "R2" });
  expect(ratings(shop)).toHaveLength(1);
  expect(shop.ticketOf(bia.id)).toMatchObject([{ status: "pending", unreadMessages: 1 }]);
});

test("only texts are ratings: a picture with the caption 2 reopens the ticket", () => {
  const shop = resolvedShop();
  shop.receives("", {
    content: { kind: "image", body: "2", file: { name: "foto.jpg", type: "image/jpeg", size: 10 } },
  });
  expect([ratings(shop), loadTicket(shop.db, shop.id).status]).toEqual([[], "pending"]);
});

test("a customer who writes before the request has been sent is not asked any more, also without a reopen window", () => {
  const shop = attendedShop();
  shop.db.update(connections).set({ reopenMinutes: 0 }).run();
  resolve(shop.db, shop.me("ana"), shop.id);
  shop.receives("Só mais uma coisa");
  expect([requests(shop), botTexts(shop).filter((text) => text === question)]).toEqual([[], []]);
});

test("BUG: any other message is treated like every message, and ends the request", () => {
  for (const answer of ["Obrigada!", "4", "0", "1,5", "10", "três", "⭐️", "#"]) {
    const shop = resolvedShop();
    shop.receives(answer);
    expect([answer, ratings(shop), requests(shop)]).toEqual([answer, [], []]);
    expect(shop.ticketOf(bia.id)).toMatchObject([
      { id: shop.id, status: "pending", unreadMessages: 1, userId: null },
    ]);
    shop.receives("3");
    expect(ratings(shop)).toEqual([]);
  }
});

test("a rating counts for 24 hours; after that it opens a new ticket", () => {
  const early = attendedShop();
  resolve(early.db, early.me("ana"), early.id);
  early.clock.pass(day - 1);
  early.receives("3");
  expect(ratings(early)).toMatchObject([{ rate: 3 }]);

  const late = attendedShop();
  resolve(late.db, late.me("ana"), late.id);
  late.clock.pass(day);
  late.receives("3");
  expect(ratings(late)).toEqual([]);
  expect(requests(late)).toEqual([]);
  expect(late.ticketOf(bia.id)).toMatchObject([
    { id: late.id, status: "closed" },
    { status: "pending", unreadMessages: 1 },
  ]);
});

test("an answer while the request can still be undone rates nothing, and the request is not sent", () => {
  const shop = attendedShop();
  resolve(shop.db, shop.me("ana"), shop.id);
  shop.clock.pass(7 * second);
  shop.receives("3");
  expect(ratings(shop)).toEqual([]);
  expect(botTexts(shop)).toEqual([]);
  expect(shop.ticketOf(bia.id)).toMatchObject([{ status: "pending", unreadMessages: 1 }]);
});

test("after the clock was put back, messages before the request are no ratings", () => {
  const shop = resolvedShop();
  shop.clock.set(morning - hour);
  shop.receives("3");
  expect(ratings(shop)).toEqual([]);
  expect(shop.ticketOf(bia.id)).toMatchObject([{ status: "pending", unreadMessages: 1 }]);
});

test("nobody is asked after a silent close, in a group, without bots, where it is switched off, or who was not attended", () => {
  const silent = attendedShop();
  resolve(silent.db, silent.me("ana"), silent.id, { silent: true });
  expect([botTexts(silent), requests(silent)]).toEqual([[], []]);

  const group = attendedShop();
  const room = group.contact({ isGroup: true });
  const { id } = group.ticket({ contactId: room.id, isGroup: true, status: "open" });
  resolve(group.db, group.me("ana"), id);
  expect([botTexts(group), requests(group)]).toEqual([[], []]);

  const alone = attendedShop();
  alone.db.update(contacts).set({ disableBot: true }).where(eq(contacts.id, bia.id)).run();
  resolve(alone.db, alone.me("ana"), alone.id);
  expect([botTexts(alone), requests(alone)]).toEqual([[], []]);

  const off = attendedShop();
  settings.write(off.db, "disableBot", "enabled");
  resolve(off.db, off.me("ana"), off.id);
  expect([botTexts(off), requests(off)]).toEqual([[], []]);

  const waiting = attendedShop();
  returnToQueue(waiting.db, waiting.me("ana"), waiting.id);
  resolve(waiting.db, waiting.me("ana"), waiting.id);
  expect([botTexts(waiting), requests(waiting)]).toEqual([[thanks], []]);

  const shop = attendedShop();
  settings.write(shop.db, "userRating", "disabled");
  resolve(shop.db, shop.me("ana"), shop.id);
  expect([botTexts(shop), requests(shop)]).toEqual([[thanks], []]);
});

test("a connection without a farewell sends none, and asks with the usual text", () => {
  const shop = attendedShop();
  shop.db.update(connections).set({ complationMessage: " ", ratingMessage: "" }).run();
  resolve(shop.db, shop.me("ana"), shop.id);
  shop.clock.pass(minute);
  shop.receives("2");
  expect(botTexts(shop)).toEqual([question.slice(question.indexOf("Digite"))]);
  expect(ratings(shop)).toHaveLength(1);
});

test("undoing the close cancels the request, and a 3 is a message to Ana", () => {
  const shop = attendedShop();
  resolve(shop.db, shop.me("ana"), shop.id);
  undo(shop.db, shop.me("ana"), shop.id);
  expect([botTexts(shop), requests(shop)]).toEqual([[], []]);
  shop.clock.pass(minute);
  shop.receives("3");
  expect(ratings(shop)).toEqual([]);
  expect(loadTicket(shop.db, shop.id)).toMatchObject({
    status: "open",
    userId: idOf.ana,
    unreadMessages: 2,
  });
});

test("a reopened ticket can't be rated, and asks again when it is closed again", () => {
  const shop = resolvedShop();
  reopen(shop.db, shop.me("rui"), shop.id);
  expect(requests(shop)).toEqual([]);
  shop.receives("3");
  expect(ratings(shop)).toEqual([]);

  resolve(shop.db, shop.me("rui"), shop.id);
  shop.clock.pass(minute);
  shop.receives("3");
  expect(ratings(shop)).toMatchObject([{ ticketId: shop.id, userId: idOf.rui, rate: 3 }]);
  expect(botTexts(shop)).toEqual([question, question, thanks]);
});

test("BUG: closing twice closes once, and asks once", () => {
  const shop = resolvedShop();
  resolve(shop.db, shop.me("ana"), shop.id);
  expect(botTexts(shop)).toEqual([question]);
  expect(loadTicket(shop.db, shop.id).status).toBe("closed");
});

test("each of a contact's tickets can be rated; an answer belongs to the last request", () => {
  const shop = resolvedShop();
  shop.receives("2");
  shop.clock.pass(day);
  shop.receives("Oi de novo");
  const next = shop.ticketOf(bia.id).at(-1)!.id;
  accept(shop.db, shop.me("lia"), next);
  resolve(shop.db, shop.me("lia"), next);
  shop.clock.pass(minute);
  shop.receives("3");
  expect(ratings(shop)).toMatchObject([
    { ticketId: shop.id, userId: idOf.ana, rate: 2 },
    { ticketId: next, userId: idOf.lia, rate: 3 },
  ]);
});

test("on another connection a number is no rating", () => {
  const shop = resolvedShop();
  shop.receives("3", { on: fabrica });
  expect(ratings(shop)).toEqual([]);
  shop.receives("3");
  expect(ratings(shop)).toHaveLength(1);
});

test("while the contact has another active ticket, a number is a message to that one", () => {
  const shop = resolvedShop();
  const { id } = start(shop.db, shop.me("rui"), { contactId: bia.id, whatsappId: balcao });
  const message = shop.receives("2")!;
  expect(message.ticketId).toBe(id);
  expect(ratings(shop)).toEqual([]);
  expect(loadTicket(shop.db, id)).toMatchObject({ status: "open", unreadMessages: 1 });
});

test("a number written on the company's own phone is no rating, and leaves the request", () => {
  const shop = resolvedShop();
  shop.receives("3", { ours: true });
  expect([ratings(shop).length, requests(shop).length]).toEqual([0, 1]);
  shop.receives("3");
  expect(ratings(shop)).toHaveLength(1);
});

test("a contact that is merged can still rate, and ratings stay with their tickets", () => {
  const shop = world();
  settings.write(shop.db, "userRating", "enabled");
  const hidden = [{ type: "lid" as const, value: "99887766" }];
  const phone = { type: "phone" as const, value: bia.number };
  const { ticketId } = shop.receives("Oi", { from: hidden, name: "B." })!;
  accept(shop.db, shop.me("ana"), ticketId);
  resolve(shop.db, shop.me("ana"), ticketId);
  shop.clock.pass(minute);
  learnIdentifiers(shop.db, { ids: [phone, ...hidden], name: "Bia" });
  expect(loadTicket(shop.db, ticketId).contactId).toBe(bia.id);
  shop.receives("3");
  expect(ratings(shop)).toMatchObject([{ ticketId, rate: 3 }]);
});

test("a deleted ticket leaves its rating with the user who was rated", () => {
  const shop = resolvedShop();
  shop.receives("1");
  shop.db.sqlite.run("DELETE FROM tickets");
  expect(ratings(shop)).toMatchObject([{ ticketId: null, userId: idOf.ana, rate: 1 }]);
});

test("a queue's own farewell and request are sent, and the connection's where it has none", () => {
  const shop = attendedShop();
  const own = shop.queue({
    complationMessage: "O financeiro agradece, {{firstName}}!",
    ratingMessage: "E as contas?",
  });
  const silent = shop.queue();
  const ends = (queueId: number) => {
    transfer(shop.db, shop.me("rui"), shop.id, { queueId });
    accept(shop.db, shop.me("rui"), shop.id);
    resolve(shop.db, shop.me("rui"), shop.id);
    shop.clock.pass(minute);
    shop.receives("3");
    const words = botTexts(shop);
    reopen(shop.db, shop.me("rui"), shop.id);
    return words.slice(-2);
  };
  expect(ends(own.id)).toEqual([
    question.replace("Como fomos, Bia?", "E as contas?"),
    "O financeiro agradece, Bia!",
  ]);
  expect(ends(silent.id)).toEqual([question, thanks]);

  settings.write(shop.db, "userRating", "disabled");
  transfer(shop.db, shop.me("rui"), shop.id, { queueId: own.id });
  resolve(shop.db, shop.me("rui"), shop.id);
  expect(botTexts(shop).at(-1)).toBe("O financeiro agradece, Bia!");
});
