import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { addMedia } from "../../kit/db/media.ts";
import {
  balcao,
  bia,
  day,
  dot,
  fabrica,
  idOf,
  minute,
  morning,
  second,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { capabilitiesOf } from "../../shared/capabilities.ts";
import { identifiers } from "../contacts/table.ts";
import { nextDueAt, next } from "./outbox-next.ts";
import { enqueue, retryAfter, requeue, markSending } from "./outbox.ts";
import { cardOf, cardsOf, withCards } from "./cards.ts";
import { outgoingOf } from "./outgoing.ts";
import { placeFrom, withPlace } from "./places.ts";
import { messages, outbox } from "./table.ts";

const linkedPhone = capabilitiesOf("beta");
const now = morning;
const may = { coldOpen: true, now };

/** A ticket of Ana's with a contact, whose answers stay in the outbox. */
function talk(
  shop: World,
  { contactId = bia.id, on = balcao }: { contactId?: number; on?: number } = {},
) {
  const ticket = shop.ticket({ contactId, whatsappId: on, status: "open", userId: idOf.ana });
  const answer = (values: Partial<typeof messages.$inferInsert> = {}) => {
    const message = shop.message({
      ticketId: ticket.id,
      fromMe: true,
      origin: "agent",
      ack: 0,
      ...values,
    });
    shop.db.write((tx) =>
      enqueue(tx, { id: message.id, whatsappId: on, contactId }, shop.db.now()),
    );
    return message.id;
  };
  return { ticket, answer };
}

const isCold = ({ db }: World, messageId: number) =>
  db.select({ cold: outbox.cold }).from(outbox).where(eq(outbox.messageId, messageId)).get()!.cold;

test("each contact's messages are sent in order, and contacts don't wait for each other", () => {
  const shop = world();
  const [toBia, toDani] = [talk(shop), talk(shop, { contactId: shop.contact().id })];
  const [one, two, three] = [toBia.answer(), toBia.answer(), toDani.answer()];
  expect(next(shop.db, balcao, may)?.message.id).toBe(one);

  markSending(shop.db, one);
  expect(next(shop.db, balcao, may)?.message.id).toBe(three);
  markSending(shop.db, three);
  expect(next(shop.db, balcao, may)).toBeUndefined();
  expect(nextDueAt(shop.db, balcao)).toBeUndefined();

  retryAfter(shop.db, one, now + minute);
  expect(next(shop.db, balcao, may)).toBeUndefined();
  expect(nextDueAt(shop.db, balcao)).toBe(now + minute);
  expect(next(shop.db, balcao, { ...may, now: now + minute })).toMatchObject({
    message: { id: one },
    attempts: 1,
  });
  shop.db.delete(outbox).where(eq(outbox.messageId, one)).run();
  expect(next(shop.db, balcao, may)?.message.id).toBe(two);
});

test("what another connection can't send delays nothing", () => {
  const shop = world();
  talk(shop, { on: fabrica }).answer();
  const here = talk(shop).answer();
  expect(next(shop.db, balcao, may)?.message.id).toBe(here);
});

test("a message that was being sent when the connection went down is sent again", () => {
  const shop = world();
  const [here, there] = [talk(shop).answer(), talk(shop, { on: fabrica }).answer()];
  markSending(shop.db, here);
  markSending(shop.db, there);
  requeue(shop.db, balcao);
  expect([next(shop.db, balcao, may)?.message.id, next(shop.db, fabrica, may)]).toEqual([
    here,
    undefined,
  ]);
});

test("a message to a contact who has not written for a day is cold", () => {
  const shop = world();
  const { ticket, answer } = talk(shop);
  expect(isCold(shop, answer())).toBe(true);
  shop.message({ ticketId: ticket.id });
  expect(isCold(shop, answer())).toBe(false);
  shop.clock.pass(day - second);
  expect(isCold(shop, answer())).toBe(false);
  shop.clock.pass(second);
  expect(isCold(shop, answer())).toBe(true);
});

test("what a contact wrote on another connection does not count", () => {
  const shop = world();
  shop.message({ ticketId: shop.ticket({ contactId: bia.id, whatsappId: fabrica }).id });
  const group = shop.contact({ isGroup: true });
  shop.message({
    ticketId: shop.ticket({ contactId: group.id, isGroup: true }).id,
    contactId: bia.id,
  });
  expect(isCold(shop, talk(shop).answer())).toBe(true);
});

test("a group is never cold", () => {
  const shop = world();
  expect(isCold(shop, talk(shop, { contactId: shop.contact({ isGroup: true }).id }).answer())).toBe(
    false,
  );
});

test("cold messages wait until they may be sent, others don't wait for them", () => {
  const shop = world();
  const cold = talk(shop).answer();
  const warm = talk(shop, { contactId: shop.contact().id });
  shop.message({ ticketId: warm.ticket.id });
  const id = warm.answer();
  const shut = { coldOpen: false, now };
  expect(next(shop.db, balcao, shut)).toMatchObject({ message: { id }, cold: false });
  retryAfter(shop.db, id, now + second);
  expect(next(shop.db, balcao, shut)).toBeUndefined();
  expect([
    nextDueAt(shop.db, balcao, { coldFrom: now + minute }),
    nextDueAt(shop.db, balcao),
  ]).toEqual([now + second, 0]);
  expect(next(shop.db, balcao, may)).toMatchObject({ message: { id: cold }, cold: true });
});

test("a message is sent with all identifiers of its contact, and with what it quotes", () => {
  const shop = world();
  shop.db.insert(identifiers).values({ type: "lid", value: "1234", contactId: bia.id }).run();
  const { ticket, answer } = talk(shop);
  const question = shop.message({ ticketId: ticket.id, providerId: "ASK", body: "Tem broa?" });
  const id = answer({ providerId: "ANSWER", body: "Tem!", quotedMsgId: question.id });
  const chat = [
    { type: "phone", value: bia.number },
    { type: "lid", value: "1234" },
  ] as const;
  const waiting = next(shop.db, balcao, may)!;
  expect(waiting).toMatchObject({ message: { id }, to: chat, attempts: 0 });
  expect(outgoingOf(shop.db, waiting, linkedPhone)).toEqual({
    id: "ANSWER",
    to: [...chat],
    content: { kind: "chat", body: "Tem!" },
    quoted: { id: "ASK", chat: [...chat], ours: false, body: "Tem broa?" },
  });
});

test("in a group a quote names the author of the quoted message", () => {
  const shop = world();
  const group = shop.contact({ isGroup: true });
  const { ticket, answer } = talk(shop, { contactId: group.id });
  const question = shop.message({ ticketId: ticket.id, contactId: bia.id, providerId: "ASK" });
  answer({ quotedMsgId: question.id });
  expect(next(shop.db, balcao, may)!.quoted).toMatchObject({
    id: "ASK",
    chat: [{ type: "group" }],
    from: [{ type: "phone", value: bia.number }],
  });
});

test("a message that was never sent is not quoted", () => {
  const shop = world();
  const { ticket, answer } = talk(shop);
  const failed = shop.message({ ticketId: ticket.id, fromMe: true, origin: "agent", ack: -1 });
  answer({ quotedMsgId: failed.id });
  expect(next(shop.db, balcao, may)!.quoted).toBeUndefined();
});

test("every kind is sent as itself", async () => {
  const shop = world();
  const { answer } = talk(shop);
  const stored = await shop.db.files.keep(dot, "broa.png");
  const sent = (values: Partial<typeof messages.$inferInsert>) => {
    const id = answer(values);
    const { content } = outgoingOf(shop.db, next(shop.db, balcao, may)!, linkedPhone);
    shop.db.delete(outbox).where(eq(outbox.messageId, id)).run();
    return content;
  };
  const file = (facts: object = {}) =>
    shop.db.write((tx) => addMedia(tx, { ...stored, ...facts }, now));
  const path = shop.db.files.path(stored.sha256);

  expect(sent({ mediaType: "image", body: "Assim?", mediaId: file() })).toMatchObject({
    kind: "image",
    body: "Assim?",
    file: { name: "broa.png", type: "image/png", size: dot.length, path },
  });
  expect(
    sent({
      mediaType: "audio",
      body: "",
      mediaId: file({ seconds: 3, voice: true, waveform: [0, 50] }),
    }),
  ).toMatchObject({ kind: "audio", file: { seconds: 3, voice: true, waveform: [0, 50] } });
  for (const kind of ["video", "application", "sticker"] as const)
    expect(sent({ mediaType: kind, body: "", mediaId: file() })).toMatchObject({
      kind,
      file: { path },
    });
  const place = { latitude: -23.5, longitude: -46.6, name: "Padaria", address: "", live: false };
  expect(sent({ mediaType: "locationMessage", ...withPlace(placeFrom(place)) })).toEqual({
    kind: "locationMessage",
    place,
  });
  const cards = [
    { name: "Bia", number: bia.number },
    { name: "Davi, o sem número", number: "" },
  ];
  expect(sent({ mediaType: "vcard", ...withCards(cards) })).toEqual({
    kind: "vcard",
    cards: cards.map(cardOf),
  });
  expect(cardsOf(cards.map(cardOf).join("\n"))).toEqual(cards);
});
