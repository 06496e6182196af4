import { expect } from "bun:test";
import { canSee, type Me } from "../../kit/db/audience.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { addMedia } from "../../kit/db/media.ts";
import { byEmail } from "../../modules/identities/identities.ts";
import { start } from "../../modules/identities/sessions.ts";
import { identities } from "../../modules/identities/table.ts";
import type { Message } from "../../modules/messages/table.ts";
import { emitNote } from "../../modules/tickets/notes/notes.ts";
import { emitMessage } from "../../modules/tickets/messages/reply.ts";
import {
  ticketNotes,
  type Ticket,
  type TicketNote,
  type TicketRow,
} from "../../modules/tickets/table.ts";
import { audienceOf } from "../../modules/tickets/audience.ts";
import { change, loadTicket } from "../../modules/tickets/tickets.ts";
import * as users from "../../modules/users/users.ts";
import { ticketStates } from "../../shared/states.ts";
import type { Frame } from "../../shared/wire.ts";
import { atendimento, balcao, box, caller, dot, encomendas, settled, test } from "../world.ts";

const shop = await box();
const { db } = shop;

/** One person for each combination of rights. Their own queue is Atendimento. */
const people = (["admin", "user"] as const).flatMap((profile) =>
  [[], [atendimento]].flatMap((queueIds) =>
    [false, true].map((allTicket) => {
      const { id, email } = shop.user({
        profile,
        queueIds,
        allTicket,
        name: `${profile} ${queueIds.join()} ${allTicket}`,
      });
      shop.control
        .insert(identities)
        .values({
          email,
          passwordHash: "",
          companyId: 1,
          userId: id,
          createdAt: new Date(),
          updatedAt: new Date(),
        })
        .run();
      const { session } = start(shop.control, byEmail(shop.control, email)!, "", "");
      const me: Me = users.meOf(db, id, false)!;
      return { me, ...caller(shop.url, shop.tokens.sign({ session: session.id })) };
    }),
  ),
);

type Place = Pick<TicketRow, "status" | "queueId" | "whatsappId" | "userId">;

/**
 * The places of a ticket: in a queue or in none, on a connection with Atendimento and on one
 * without.
 */
const other = shop.connection({ queueIds: [encomendas] }).id;
const spots = [
  [atendimento, balcao],
  [encomendas, balcao],
  [null, balcao],
  [null, other],
] as const;
/** No one, a deleted user, an admin, and users. */
const holders = [null, 1, ...[people[0]!, ...people.slice(4)].map(({ me }) => me.id)];

/** One place for each status, spot and assignee. */
const places: Place[] = ticketStates.flatMap((status) =>
  spots.flatMap(([queueId, whatsappId]) =>
    holders.map((userId) => ({ status, queueId, whatsappId, userId })),
  ),
);
const tag = shop.tag();
const file = await db.files.keep(dot, "broa.png");
const mediaId = db.write((tx) => addMedia(tx, file, db.now()));
/**
 * Each ticket has another contact, and everything that a filter can find: a tag, unread messages,
 * texts, a picture, a note.
 */
const tickets = places.map((place) => {
  const ticket = shop.ticket({ ...place, tagIds: [tag.id], unreadMessages: 1 });
  const picture = shop.message({
    ticketId: ticket.id,
    mediaType: "image",
    body: "A broa",
    mediaId,
  });
  const message = shop.message({ ticketId: ticket.id, fromMe: true, ack: -1, origin: "agent" });
  const note = db.write((tx) =>
    tx
      .insert(ticketNotes)
      .values({
        ticketId: ticket.id,
        contactId: ticket.contactId,
        userId: 1,
        note: "Gosta de queijo",
        ...insertTimestamps(db.now()),
      })
      .returning()
      .get(),
  );
  return { ...ticket, picture, message, note };
});

/**
 * The rule written a second time: users of its queue see a ticket while it waits, then only its
 * assignee does. A ticket without a queue belongs to the queues of its connection. Admins see all.
 */
function sees(
  { profile, allTicket, queueIds, id }: Me,
  { status, queueId, whatsappId, userId }: Place,
): boolean {
  const isMine =
    queueIds.includes(atendimento) &&
    (queueId === atendimento || (queueId === null && whatsappId === balcao));
  const served = allTicket ? true : isMine;
  return profile === "admin" ? true : served ? status === "pending" || userId === id : false;
}

const seen = (me: Me) => tickets.filter((ticket) => sees(me, ticket)).map(({ id }) => id);
const who = (me: Me) => `${me.profile} queues [${me.queueIds.join()}] allTicket ${me.allTicket}`;

test("all combinations exist, and people differ by what they see", () => {
  expect([people.length, tickets.length]).toEqual([8, 84]);
  expect(people.map(({ me }) => seen(me).length)).toEqual([84, 84, 84, 84, 0, 36, 18, 36]);
});

test("the rule for one ticket is the expected one", () => {
  for (const { me } of people)
    expect([
      who(me),
      tickets.filter((ticket) => canSee(me, audienceOf(ticket))).map(({ id }) => id),
    ]).toEqual([who(me), seen(me)]);
});

/** Every filter, and the tickets that it finds. */
const filters: [string, (ticket: Place) => boolean][] = [
  ...ticketStates.map((state): [string, (ticket: Place) => boolean] => [
    `status=${state}`,
    ({ status }) => status === state,
  ]),
  ...[
    "",
    "date=2026-11-20",
    "updatedAt=2026-11-20",
    "withUnreadMessages=true",
    `tags=[${tag.id}]`,
    "searchParam=Cliente",
    "searchParam=Oi",
    "searchParam=broa",
    "searchParam=queijo",
  ].map((filter): [string, () => boolean] => [filter, () => true]),
  [`users=[1,${people[6]!.me.id}]`, ({ userId }) => userId === 1 || userId === people[6]!.me.id],
  [`queueIds=[${encomendas}]`, ({ queueId }) => queueId === encomendas || queueId === null],
];

/** The row of a ticket that a search finds. */
const sources: Record<string, "message" | "picture" | "note" | undefined> = {
  "searchParam=Oi": "message",
  "searchParam=broa": "picture",
  "searchParam=queijo": "note",
};

test("lists show what the rule allows, on every page and with every filter", async () => {
  for (const { me, get } of people) {
    for (const [filter, fits] of filters) {
      const listed: Ticket[] = [];
      for (let page = 1, more = true; more; page++) {
        const { body } = await get<{ tickets: Ticket[]; hasMore: boolean; count: number }>(
          `/tickets?showAll=true&pageNumber=${page}&${filter}`,
        );
        listed.push(...body.tickets);
        more = body.hasMore;
        if (!more) expect(body.count).toBe(listed.length);
      }
      const expected = tickets
        .filter((ticket) => sees(me, ticket) && fits(ticket))
        .map(({ id }) => id);
      expect([who(me), filter, listed.map(({ id }) => id).sort((a, b) => a - b)]).toEqual([
        who(me),
        filter,
        expected,
      ]);
      const hits = listed
        .flatMap(({ hit }) => hit?.noteId ?? hit?.messageId ?? [])
        .sort((a, b) => a - b);
      const source = sources[filter];
      expect([who(me), filter, hits]).toEqual([
        who(me),
        filter,
        source
          ? tickets.filter((ticket) => sees(me, ticket)).map((ticket) => ticket[source].id)
          : [],
      ]);
    }
  }
}, 30_000);

test("the board shows what the rule allows, in one lane and in all", async () => {
  for (const { me, get } of people) {
    for (const lane of ["", "tagId=0&"]) {
      const listed: Ticket[] = [];
      for (let page = 1, more = true; more; page++) {
        const { body } = await get<{ tickets: Ticket[]; hasMore: boolean }>(
          `/ticket/kanban?${lane}pageNumber=${page}`,
        );
        listed.push(...body.tickets);
        more = body.hasMore;
      }
      const expected = tickets
        .filter((ticket) => sees(me, ticket) && ticket.status !== "closed")
        .map(({ id }) => id);
      expect([who(me), lane, listed.map(({ id }) => id).sort((a, b) => a - b)]).toEqual([
        who(me),
        lane,
        expected,
      ]);
    }
  }
});

test("a contact's data is limited to what the rule allows", async () => {
  for (const { me, get } of people) {
    const answers = await Promise.all(
      tickets.map(async ({ id, contactId, picture, note, ...ticket }) => {
        const [own, all, files, notes] = await Promise.all([
          get<{ tickets: Ticket[] }>(`/tickets?contactId=${contactId}`),
          get<{ tickets: Ticket[] }>(`/tickets?contactId=${contactId}&showAll=true`),
          get<{ messages: Message[] }>(`/contacts/${contactId}/media?kind=image`),
          get<TicketNote[]>(`/ticket-notes/list?contactId=${contactId}`),
        ]);
        const got = [own.body.tickets, all.body.tickets, files.body.messages, notes.body].map(
          (rows) => rows.map((row) => row.id),
        );
        return {
          id,
          got,
          expected: sees(me, ticket) ? [[id], [id], [picture.id], [note.id]] : [[], [], [], []],
        };
      }),
    );
    expect([
      who(me),
      answers.filter(({ got, expected }) => !Bun.deepEquals(got, expected)),
    ]).toEqual([who(me), []]);
  }
}, 30_000);

test("what isn't in one's list can't be reached by any other route", async () => {
  for (const { me, get, post } of people) {
    const answers = await Promise.all(
      tickets.map(async ({ id, uuid, status, message, ...ticket }) => {
        const reads = [
          `/tickets/${id}`,
          `/tickets/u/${uuid}`,
          `/messages/${id}`,
          `/messages/${id}?aroundId=${message.id}`,
          `/messages/${id}?afterId=1`,
          `/messages/${id}/search?searchParam=Oi`,
          `/ticket-notes/list?ticketId=${id}`,
        ];
        const tries = await Promise.all([
          ...reads.map((path) => get(path)),
          post(`/messages/${id}/read`),
          post(`/messages/${id}`, { body: "Oi" }),
        ]);
        const visible = sees(me, { status, ...ticket });
        const answered = status === "open" ? 201 : 409;
        const expected = [
          ...[...reads, "read"].map(() => (visible ? 200 : 404)),
          visible ? answered : 404,
        ];
        const retried = visible ? undefined : (await post(`/messages/${message.id}/retry`)).status;
        return { id, got: tries.map((each) => each.status), expected, retried };
      }),
    );
    expect([
      who(me),
      answers.filter(({ got, expected }) => got.join() !== expected.join()),
    ]).toEqual([who(me), []]);
    expect([
      who(me),
      answers.filter(({ retried }) => retried !== undefined && retried !== 404),
    ]).toEqual([who(me), []]);
  }
}, 30_000);

test("who can't see a ticket can't change it", async () => {
  for (const { me, put } of people) {
    for (const ticket of tickets.filter(
      (each) => !sees(me, each) && !sees(me, { ...each, status: "pending" }),
    )) {
      for (const status of ticketStates)
        expect([
          who(me),
          ticket.id,
          (await put(`/tickets/${ticket.id}`, { status })).status,
        ]).toEqual([who(me), ticket.id, 404]);
    }
  }
}, 30_000);

test("sockets send what lists show", async () => {
  const listeners = await Promise.all(
    people.map(async (person) => ({ ...person, listener: await shop.listener(person) })),
  );
  await Promise.all(listeners.map(({ listener }) => listener.ready()));
  for (const { id, message, note } of tickets) {
    db.write((tx) => {
      const ticket = change(tx, loadTicket(db, id), { lastMessage: "mudou" });
      emitMessage(tx, message.id, ticket);
      emitNote(tx, note.id, ticket);
    });
  }
  await settled(db, ...listeners.map(({ listener }) => listener));
  for (const { me, listener } of listeners) {
    const framesOf = (name: string) => listener.frames.filter(({ event }) => event === name);
    expect([who(me), framesOf("ticket").map(({ ticket }) => (ticket as Ticket).id)]).toEqual([
      who(me),
      seen(me),
    ]);
    expect(framesOf("ticket").every(({ action }) => action === "update")).toBe(true);
    expect([
      who(me),
      framesOf("appMessage").map(({ message }) => (message as Message).ticketId),
    ]).toEqual([who(me), seen(me)]);
    expect([
      who(me),
      framesOf("ticketNote").map(({ ticketNote }) => (ticketNote as TicketNote).ticketId),
    ]).toEqual([who(me), seen(me)]);
    listener.socket.close();
  }
});

test("what one can no longer see is sent as a delete, whatever it was before", () => {
  const between = places.filter(({ userId }) => userId === 1 || userId === people[6]!.me.id);
  const received = new Map<Me, Frame[]>(people.map(({ me }) => [me, []]));
  const connections = people.map(({ me }) =>
    shop.hub.join({
      company: 1,
      session: "",
      me,
      send: (frame) => received.get(me)!.push(JSON.parse(frame) as Frame) > 0,
      close: () => {},
      refresh: () => me,
    }),
  );
  const { id } = shop.ticket();
  for (const before of between) {
    for (const after of between) {
      db.write((tx) => change(tx, loadTicket(db, id), before));
      for (const frames of received.values()) frames.length = 0;
      db.write((tx) => change(tx, loadTicket(db, id), after));
      for (const { me } of people) {
        const actual = received
          .get(me)!
          .filter(({ event }) => event === "ticket")
          .map(({ action, ticket, ticketId }) => [action, ticketId ?? (ticket as Ticket).id]);
        const expected = sees(me, after)
          ? [["update", id]]
          : sees(me, before)
            ? [["delete", id]]
            : [];
        expect({ who: who(me), before, after, told: actual }).toEqual({
          who: who(me),
          before,
          after,
          told: expected,
        });
      }
    }
  }
  for (const leave of connections) leave();
}, 30_000);

test("a delete contains only an id", () => {
  const { id } = shop.ticket();
  const frames: string[] = [];
  const me = people[5]!.me;
  const leave = shop.hub.join({
    company: 1,
    session: "",
    me,
    send: (frame) => frames.push(frame) > 0,
    close: () => {},
    refresh: () => me,
  });
  db.write((tx) =>
    change(tx, loadTicket(db, id), { status: "open", userId: 1, lastMessage: "segredo" }),
  );
  leave();
  expect(frames).toEqual([
    `{"seq":${db.seq()},"event":"ticket","action":"delete","ticketId":${id}}`,
  ]);
});
