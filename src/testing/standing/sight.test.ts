import { expect } from "bun:test";
import { reaches, type Me } from "../../kit/audience.ts";
import { byEmail } from "../../modules/identities/identities.ts";
import { start } from "../../modules/identities/sessions.ts";
import { identities } from "../../modules/identities/table.ts";
import type { Ticket, TicketRow } from "../../modules/tickets/table.ts";
import { change, load, sightOf } from "../../modules/tickets/tickets.ts";
import { me as meOf } from "../../modules/users/users.ts";
import { ticketStates, type Frame } from "../../shared.ts";
import { atendimento, box, caller, encomendas, settled, test } from "../world.ts";

const shop = await box();
const { store } = shop;

/** One person for each way of being placed in the house. Their own queue is Atendimento. */
const people = (["admin", "user"] as const).flatMap((profile) =>
  [[], [atendimento]].flatMap((queueIds) =>
    [false, true].map((allTicket) => {
      const { id, email } = shop.user({ profile, queueIds, allTicket, name: `${profile} ${queueIds.join()} ${allTicket}` });
      shop.control.db.insert(identities).values({ email, passwordHash: "", companyId: 1, userId: id, createdAt: new Date(), updatedAt: new Date() }).run();
      const { session } = start(shop.control, byEmail(shop.control, email)!, "", "");
      const me: Me = meOf(store, id, false)!;
      return { me, ...caller(shop.url, shop.tokens.sign({ session: session.id })) };
    }),
  ),
);

type Place = Pick<TicketRow, "status" | "queueId" | "userId">;

/** One place for each state, queue and holder: nobody, someone who left the room, each of the people. */
const places: Place[] = ticketStates.flatMap((status) =>
  [atendimento, encomendas, null].flatMap((queueId) => [null, 1, ...people.map(({ me }) => me.id)].map((userId) => ({ status, queueId, userId }))),
);
const tickets = places.map((place) => {
  const ticket = shop.ticket(place);
  return { ...ticket, message: shop.message({ ticketId: ticket.id, fromMe: true, ack: -1, origin: "agent" }) };
});

/** The rule, said a second time and in other words: who serves its queue sees a ticket while it waits, then only its holder; admins see all. doc 4 §1.11 */
function sees({ profile, allTicket, queueIds, id }: Me, { status, queueId, userId }: Place): boolean {
  const served = allTicket ? true : queueIds.some((queue) => queue === queueId);
  return profile === "admin" ? true : served ? status === "pending" || userId === id : false;
}

const seen = (me: Me) => tickets.filter((ticket) => sees(me, ticket)).map(({ id }) => id);
const who = (me: Me) => `${me.profile} queues [${me.queueIds.join()}] allTicket ${me.allTicket}`;

test("there are all combinations, and people differ by what they see", () => {
  expect([people.length, tickets.length]).toEqual([8, 90]);
  expect(people.map(({ me }) => seen(me).length)).toEqual([90, 90, 90, 90, 0, 36, 12, 36]);
});

test("a thing's reach is the rule", () => {
  for (const { me } of people) expect([who(me), tickets.filter((ticket) => reaches(me, sightOf(ticket))).map(({ id }) => id)]).toEqual([who(me), seen(me)]);
});

test("a list shows what the rule shows, page by page, in each state and in a search", async () => {
  for (const { me, get } of people) {
    for (const filter of ["", ...ticketStates.map((status) => `&status=${status}`), "&searchParam=Cliente", "&searchParam=Oi"]) {
      const listed: number[] = [];
      for (let page = 1, more = true; more; page++) {
        const { body } = await get<{ tickets: Ticket[]; hasMore: boolean; count: number }>(`/tickets?showAll=true&pageNumber=${page}${filter}`);
        listed.push(...body.tickets.map(({ id }) => id));
        more = body.hasMore;
        if (!more) expect(body.count).toBe(listed.length);
      }
      const expected = tickets.filter((ticket) => sees(me, ticket) && (!filter.startsWith("&status") || filter.endsWith(ticket.status))).map(({ id }) => id);
      expect([who(me), filter, listed.sort((a, b) => a - b)]).toEqual([who(me), filter, expected]);
    }
  }
});

test("what isn't in one's list isn't there by any other way", async () => {
  for (const { me, get, post } of people) {
    const answers = await Promise.all(tickets.map(async ({ id, uuid, status, message, ...ticket }) => {
      const tries = await Promise.all([get(`/tickets/${id}`), get(`/tickets/u/${uuid}`), get(`/messages/${id}`), post(`/messages/${id}/read`), post(`/messages/${id}`, { body: "Oi" })]);
      const visible = sees(me, { status, ...ticket });
      const expected = visible ? [200, 200, 200, 200, status === "open" ? 201 : 409] : [404, 404, 404, 404, 404];
      const retried = visible ? undefined : (await post(`/messages/${message.id}/retry`)).status;
      return { id, got: tries.map((each) => each.status), expected, retried };
    }));
    expect([who(me), answers.filter(({ got, expected }) => got.join() !== expected.join())]).toEqual([who(me), []]);
    expect([who(me), answers.filter(({ retried }) => retried !== undefined && retried !== 404)]).toEqual([who(me), []]);
  }
}, 30_000);

test("a stranger to a ticket can't move it, either", async () => {
  for (const { me, put } of people) {
    for (const ticket of tickets.filter((each) => !sees(me, each) && !sees(me, { ...each, status: "pending" }))) {
      for (const status of ticketStates) expect([who(me), ticket.id, (await put(`/tickets/${ticket.id}`, { status })).status]).toEqual([who(me), ticket.id, 404]);
    }
  }
}, 30_000);

test("sockets say what lists show", async () => {
  const ears = await Promise.all(people.map(async (person) => ({ ...person, ear: await shop.ear(person) })));
  await Promise.all(ears.map(({ ear }) => ear.ready()));
  for (const { id } of tickets) store.write((tx, emit) => change(store, tx, emit, load(store, id), { lastMessage: "mudou" }));
  await settled(store, ...ears.map(({ ear }) => ear));
  for (const { me, ear } of ears) {
    const heard = ear.frames.filter(({ event }) => event === "ticket");
    expect([who(me), heard.map(({ ticket }) => (ticket as Ticket).id)]).toEqual([who(me), seen(me)]);
    expect(heard.every(({ action }) => action === "update")).toBe(true);
    ear.socket.close();
  }
});

test("what leaves one's sight is a delete, whatever it was and became", () => {
  const spots: Place[] = places.filter(({ userId }) => userId === null || userId === 1 || userId === people[6]!.me.id);
  const heard = new Map<Me, Frame[]>(people.map(({ me }) => [me, []]));
  const ways = people.map(({ me }) =>
    shop.hub.join({ company: 1, session: "", me, say: (frame) => heard.get(me)!.push(JSON.parse(frame) as Frame) > 0, close: () => {}, again: () => me }),
  );
  const { id } = shop.ticket();
  for (const before of spots) {
    for (const after of spots) {
      store.write((tx, emit) => change(store, tx, emit, load(store, id), before));
      for (const frames of heard.values()) frames.length = 0;
      store.write((tx, emit) => change(store, tx, emit, load(store, id), after));
      for (const { me } of people) {
        const told = heard.get(me)!.map(({ action, ticket, ticketId }) => [action, ticketId ?? (ticket as Ticket).id]);
        const expected = sees(me, after) ? [["update", id]] : sees(me, before) ? [["delete", id]] : [];
        expect({ who: who(me), before, after, told }).toEqual({ who: who(me), before, after, told: expected });
      }
    }
  }
  for (const leave of ways) leave();
}, 30_000);

test("a delete says nothing but an id", () => {
  const { id } = shop.ticket();
  const frames: string[] = [];
  const me = people[5]!.me;
  const leave = shop.hub.join({ company: 1, session: "", me, say: (frame) => frames.push(frame) > 0, close: () => {}, again: () => me });
  store.write((tx, emit) => change(store, tx, emit, load(store, id), { status: "open", userId: 1, lastMessage: "segredo" }));
  leave();
  expect(frames).toEqual([`{"seq":${store.seq()},"event":"ticket","action":"delete","ticketId":${id}}`]);
});
