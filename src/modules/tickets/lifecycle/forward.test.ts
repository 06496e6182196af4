import { eq } from "drizzle-orm";
import { expect } from "bun:test";
import { media } from "../../../kit/db/media.ts";
import { undoWindow } from "../../../shared/limits.ts";
import {
  atendimento,
  bia,
  box,
  encomendas,
  idOf,
  minute,
  refusal,
  test,
  world,
} from "../../../testing/world.ts";
import { messages, outbox } from "../../messages/table.ts";
import { forward } from "./forward.ts";
import { remove } from "./remove.ts";
import { reply } from "../messages/reply.ts";
import { loadTicket } from "../tickets.ts";
import { undoSend } from "../messages/undo-send.ts";

const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a message is forwarded in the open ticket, in a pending one, and in a new one", () => {
  const shop = world();
  const ana = shop.me("ana");
  const source = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const message = shop.message({ ticketId: source.id, body: "Fechamos às oito" });
  const [mine, waiting, nobody] = [shop.contact(), shop.contact(), shop.contact()];
  const [open, pending] = [
    shop.ticket({ contactId: mine.id, status: "open", userId: idOf.ana }),
    shop.ticket({ contactId: waiting.id }),
  ];
  const { done, refused } = forward(shop.db, ana, {
    messageId: message.id,
    contactIds: [mine.id, waiting.id, nobody.id, mine.id],
  });
  expect(refused).toEqual([]);
  expect(done.map(({ contactId }) => contactId)).toEqual([mine.id, waiting.id, nobody.id]);
  expect(done.slice(0, 2).map(({ ticketId }) => ticketId)).toEqual([open.id, pending.id]);
  for (const { contactId } of done)
    expect(shop.ticketOf(contactId)).toMatchObject([
      { status: "open", userId: idOf.ana, lastMessage: "Fechamos às oito" },
    ]);
  expect(shop.db.select().from(outbox).all()).toHaveLength(3);
});

test("a contact whom another user attends is not written to, and the answer says who", () => {
  const shop = world();
  const source = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const message = shop.message({ ticketId: source.id });
  const theirs = shop.contact();
  const held = shop.ticket({ contactId: theirs.id, status: "open", userId: idOf.lia });
  expect(
    forward(shop.db, shop.me("ana"), { messageId: message.id, contactIds: [theirs.id, 99] }),
  ).toEqual({
    done: [],
    refused: [
      {
        contactId: theirs.id,
        error: "ERR_OTHER_OPEN_TICKET",
        details: { user: "Lia", uuid: held.uuid },
      },
      { contactId: 99, error: "ERR_NO_CONTACT_FOUND", details: undefined },
    ],
  });
  expect(shop.db.select().from(outbox).all()).toEqual([]);
});

test("what can't be seen or sent again is not forwarded", async () => {
  const shop = world();
  const theirs = shop.ticket({
    contactId: bia.id,
    queueId: encomendas,
    status: "open",
    userId: idOf.caio,
  });
  const hidden = shop.message({ ticketId: theirs.id });
  const other = shop.contact();
  expect(
    await refusal(() =>
      forward(shop.db, shop.me("ana"), { messageId: hidden.id, contactIds: [other.id] }),
    ),
  ).toMatchObject({ kind: "missing" });
  const mine = shop.ticket({ status: "open", userId: idOf.ana });
  for (const values of [
    { isDeleted: true },
    { mediaType: "call_log" },
    { mediaType: "unsupported" },
  ] as const) {
    const { id } = shop.message({ ticketId: mine.id, ...values });
    expect(
      await refusal(() =>
        forward(shop.db, shop.me("ana"), { messageId: id, contactIds: [other.id] }),
      ),
    ).toMatchObject({ reason: "ERR_FORWARD" });
  }
});

test("a message just sent can be cancelled by its author until it leaves", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  shop.message({ ticketId: ticket.id, body: "Oi" });
  const [sent] = reply(shop.db, ana, ticket.id, { body: "Ops", undo: true });
  expect(shop.db.select().from(outbox).all()).toMatchObject([
    { dueAt: shop.clock.now() + undoWindow.message },
  ]);
  expect(await refusal(() => undoSend(shop.db, shop.me("rui"), sent!.id))).toMatchObject({
    kind: "forbidden",
  });
  await undoSend(shop.db, ana, sent!.id);
  expect([shop.db.select().from(outbox).all(), shop.ticketOf(bia.id)[0]!.lastMessage]).toEqual([
    [],
    "Oi",
  ]);
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage create",
    "appMessage delete",
  ]);

  const [late] = reply(shop.db, ana, ticket.id, { body: "Já foi", undo: true });
  shop.clock.pass(undoWindow.message);
  expect(await refusal(() => undoSend(shop.db, ana, late!.id))).toMatchObject({
    reason: "ERR_MESSAGE_LEFT",
  });
  const [plain] = reply(shop.db, ana, ticket.id, { body: "Direto" });
  expect(await refusal(() => undoSend(shop.db, ana, plain!.id))).toMatchObject({
    reason: "ERR_MESSAGE_LEFT",
  });
});

test("a cancelled message leaves no file behind, unless another message uses it", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const stored = await shop.db.files.keep(dot, "a.png");
  shop.clock.pass(61 * minute);
  const [first] = reply(shop.db, ana, ticket.id, { files: [stored], undo: true });
  const [second] = reply(shop.db, ana, ticket.id, { files: [stored], undo: true });
  const there = () => Bun.file(shop.db.files.path(stored.sha256)).exists();
  await undoSend(shop.db, ana, first!.id);
  expect(await there()).toBe(true);
  await undoSend(shop.db, ana, second!.id);
  expect([await there(), shop.db.select().from(media).all()]).toEqual([false, []]);
});

test("nothing is forwarded to blocked contacts", () => {
  const shop = world();
  const message = shop.message({ ticketId: shop.ticket({ status: "open", userId: idOf.ana }).id });
  const blocked = shop.contact({ active: false });
  expect(
    forward(shop.db, shop.me("ana"), { messageId: message.id, contactIds: [blocked.id] }),
  ).toMatchObject({ done: [], refused: [{ contactId: blocked.id, error: "ERR_CONTACT_BLOCKED" }] });
});

test("variables in an agent's text are filled in before it is stored", () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  expect(
    reply(shop.db, shop.me("ana"), ticket.id, {
      body: "{{ms}}, {{firstName}}! Sou {{user}}, {{other}}.",
    })[0]!.body,
  ).toMatch(/^(Bom|Boa) \w+, Bia! Sou Ana, \{\{other\}\}\.$/);
});

test("a deleted ticket deletes its messages, and files that nothing else uses", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const [deletedTicket, other] = [
    shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana }),
    shop.ticket({ status: "open", userId: idOf.ana }),
  ];
  const [alone, shared] = [
    await shop.db.files.keep(dot, "a.png"),
    await shop.db.files.keep(Buffer.concat([dot, dot]), "b.png"),
  ];
  reply(shop.db, ana, deletedTicket.id, { files: [alone, shared] });
  reply(shop.db, ana, other.id, { files: [shared] });
  shop.clock.pass(61 * minute);
  await remove(shop.db, shop.me("rui"), deletedTicket.id);
  expect(
    shop.db.select().from(messages).where(eq(messages.ticketId, deletedTicket.id)).all(),
  ).toEqual([]);
  expect(
    shop.db
      .select()
      .from(media)
      .all()
      .map(({ sha256 }) => sha256),
  ).toEqual([shared.sha256]);
  expect(
    await Promise.all(
      [alone, shared].map(({ sha256 }) => Bun.file(shop.db.files.path(sha256)).exists()),
    ),
  ).toEqual([false, true]);
  expect(await refusal(() => remove(shop.db, shop.me("rui"), deletedTicket.id))).toMatchObject({
    kind: "missing",
  });
});

test("only an admin deletes a ticket", async () => {
  const shop = await box();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  expect((await shop.as("ana").delete(`/tickets/${ticket.id}`)).status).toBe(403);
  expect((await shop.as("rui").delete(`/tickets/${ticket.id}`)).status).toBe(200);
  expect((await shop.as("rui").get(`/tickets/${ticket.id}`)).status).toBe(404);
});

test("one change is made to many tickets, and refused ones are named", async () => {
  const shop = await box();
  const tag = shop.tag();
  const [open, closed, foreign] = [
    shop.ticket({ status: "open", userId: idOf.ana }),
    shop.ticket({ status: "closed", userId: idOf.ana }),
    shop.ticket({ status: "open", userId: idOf.lia }),
  ];
  const ana = shop.as("ana");
  const ids = [open.id, closed.id, foreign.id];
  const bulk = async (what: object) =>
    (await ana.post<{ done: number[]; refused: object[] }>("/tickets/bulk", { ids, ...what })).body;
  expect(await bulk({ tags: [tag.id] })).toEqual({
    done: [open.id, closed.id],
    refused: [{ id: foreign.id, error: "ERR_NO_TICKET_FOUND" }],
  });
  expect(await bulk({ queueId: encomendas })).toEqual({
    done: [open.id],
    refused: [
      { id: closed.id, error: "ERR_TICKET_STATE" },
      { id: foreign.id, error: "ERR_NO_TICKET_FOUND" },
    ],
  });
  expect((await ana.post(`/tickets/${open.id}/undo`)).body).toMatchObject({
    status: "open",
    userId: idOf.ana,
  });
  expect(await bulk({ status: "closed" })).toMatchObject({ done: [open.id, closed.id] });
  const waiting = shop.ticket({ queueId: atendimento, unreadMessages: 2 });
  const accepted = { ids: [waiting.id, foreign.id], status: "open" };
  expect(await bulk(accepted)).toEqual({
    done: [waiting.id],
    refused: [{ id: foreign.id, error: "ERR_TICKET_ALREADY_ACCEPTED" }],
  });
  expect(loadTicket(shop.db, waiting.id)).toMatchObject({
    status: "open",
    userId: idOf.ana,
    unreadMessages: 0,
  });
  for (const nothing of [{}, { queueId: encomendas, status: "closed" }])
    expect((await ana.post("/tickets/bulk", { ids, ...nothing })).status).toBe(422);
});
