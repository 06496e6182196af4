import { expect } from "bun:test";
import type { Message } from "../modules/messages/table.ts";
import { storedPhoneMessages } from "./stored-phone-messages.ts";
import { claimedFolder } from "./claimed.ts";
import { owner, startBox } from "./running.ts";
import { test, until, type Caller } from "./world.ts";

type Box = Awaited<ReturnType<typeof startBox>>;

/** A company with one practice connection, and its owner signed in. */
async function shop() {
  const data = await claimedFolder();
  const box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const rui = box.as(token);
  const { id: line } = (
    await rui.post<{ id: number }>("/whatsapp", { name: "Balcão", provider: "practice" })
  ).body;
  await rui.post(`/practice/${line}/scan`);
  return { data, box, token, rui, line };
}

async function greet(rui: Caller, line: number, number: string): Promise<number> {
  await rui.post(`/practice/${line}/messages`, {
    from: number,
    name: "Bia",
    body: "Oi",
    id: `oi-${number}`,
  });
  const { tickets } = (
    await rui.get<{ tickets: { id: number; contact: { number: string } }[] }>(
      "/tickets?status=pending",
    )
  ).body;
  const { id } = tickets.find(({ contact }) => contact.number === number)!;
  await rui.put(`/tickets/${id}`, { status: "open" });
  return id;
}

async function conversation(rui: Caller, ticket: number): Promise<Message[]> {
  const all: Message[] = [];
  for (let beforeId: number | undefined, more = true; more; beforeId = all[0]!.id) {
    const { messages, hasMore } = (
      await rui.get<{ messages: Message[]; hasMore: boolean }>(
        `/messages/${ticket}${beforeId ? `?beforeId=${beforeId}` : ""}`,
      )
    ).body;
    all.unshift(...messages);
    more = hasMore;
  }
  return all;
}

const twice = (list: string[]) => list.filter((each, index) => list.indexOf(each) !== index);
const lacking = (list: string[], expected: string[]) =>
  expected.filter((each) => !list.includes(each));

/**
 * Repeats a request until the box is killed. Returns the requests, and which of them got an answer.
 */
async function burst(
  ask: (name: string) => Promise<{ status: number }>,
  prefix: string,
  most = 200,
) {
  const [sent, answered]: [string[], string[]] = [[], []];
  try {
    for (let count = 0; count < most; count++) {
      const name = `${prefix}-${String(count).padStart(4, "0")}`;
      sent.push(name);
      const { status } = await ask(name);
      if (status === 201) answered.push(name);
    }
  } catch {
    // The box was killed.
  }
  return { asked: sent, answered };
}

test("killed in the middle of a burst, the box has everything that it answered, once", async () => {
  const { data, token, line, box: first } = await shop();
  let box: Box = first;
  let interrupted = 0;
  for (const [round, patience] of [220, 120].entries()) {
    const rui = box.as(token);
    const customers = await Promise.all(
      [1, 2, 3].map(async (each) => {
        const number = `55119${round}000000${each}`;
        return { number, ticket: await greet(rui, line, number) };
      }),
    );
    const say = (number: string) => (id: string) =>
      rui.post(`/practice/${line}/messages`, { from: number, name: "Bia", body: id, id });
    const answer = (who: Caller, ticket: number) => (clientId: string) =>
      who.post(`/messages/${ticket}`, { body: clientId, clientId });
    const bursts = customers.flatMap(({ number, ticket }) => [
      burst(say(number), `pergunta-${number}`),
      burst(answer(rui, ticket), `resposta-${number}`),
    ]);
    await Bun.sleep(patience);
    await box.kill();
    const results = await Promise.all(bursts);
    interrupted += results.filter(({ asked, answered }) => asked.length > answered.length).length;

    box = await startBox(data);
    const again = box.as(token);
    for (const [index, { number, ticket }] of customers.entries()) {
      const [questions, answers] = [results[index * 2]!, results[index * 2 + 1]!];
      const received = (await conversation(again, ticket)).map(({ body }) => body);
      expect([
        number,
        twice(received),
        lacking(received, [...questions.answered, ...answers.answered]),
      ]).toEqual([number, [], []]);

      // The client got no answer, and sends it again.
      for (const clientId of answers.asked)
        expect((await answer(again, ticket)(clientId)).status).toBe(201);
      for (const id of questions.asked)
        expect(
          (
            await again.post(`/practice/${line}/messages`, {
              from: number,
              name: "Bia",
              body: id,
              id,
            })
          ).status,
        ).toBe(201);
      const settled = await until(async () => {
        const messages = await conversation(again, ticket);
        return messages.every(({ ack }) => ack > 0) && messages;
      }, 15_000);
      const bodies = settled.map(({ body }) => body).filter((body) => body !== "Oi");
      expect(bodies.toSorted()).toEqual([...questions.asked, ...answers.asked].toSorted());

      const onPhone = storedPhoneMessages(data, number);
      expect(onPhone.filter(({ fromShop }) => fromShop === 1).map(({ body }) => body)).toEqual(
        answers.asked,
      );
      expect(
        onPhone
          .filter(({ fromShop, body }) => fromShop === 0 && body !== "Oi")
          .map(({ body }) => body),
      ).toEqual(questions.asked);
      expect(twice(onPhone.map(({ id }) => id))).toEqual([]);
    }
  }
  // Otherwise the box was never killed at the right moment.
  expect(interrupted).toBeGreaterThan(2);
}, 90_000);

test("what was in the outbox is sent after the restart, in order", async () => {
  const { data, token, rui, line, box } = await shop();
  const number = "5511988880001";
  const ticket = await greet(rui, line, number);
  await rui.post(`/practice/${line}/faults`, { disconnect: true });
  for (const body of ["Um", "Dois", "Três"])
    expect(await rui.post(`/messages/${ticket}`, { body })).toMatchObject({
      status: 201,
      body: [{ ack: 0 }],
    });
  await rui.post(`/practice/${line}/messages`, {
    from: number,
    name: "Bia",
    body: "Alguém aí?",
    id: "C2",
  });
  expect(storedPhoneMessages(data, number).filter(({ fromShop }) => fromShop === 1)).toEqual([]);
  await box.kill();

  const again = (await startBox(data)).as(token);
  const onPhone = await until(async () => {
    const messages = storedPhoneMessages(data, number).filter(({ fromShop }) => fromShop === 1);
    return messages.length === 3 && messages;
  });
  expect(onPhone.map(({ body }) => body)).toEqual(["Um", "Dois", "Três"]);
  expect((await conversation(again, ticket)).map(({ body }) => body)).toContain("Alguém aí?");
}, 30_000);

test("killed while schedules are due, the box sends each once", async () => {
  const { data, token, rui, line, box: first } = await shop();
  const number = "5511988880009";
  await greet(rui, line, number);
  const [contact] = (await rui.get<{ contacts: { id: number }[] }>("/contacts")).body.contacts;
  const bodies = Array.from(
    { length: 24 },
    (_, index) => `agendada-${String(index).padStart(2, "0")}`,
  );
  const began = Date.now() + 2000;
  for (const [index, body] of bodies.entries())
    expect(
      (
        await rui.post("/schedules", {
          body,
          contactId: contact!.id,
          sendAt: new Date(began + index * 100).toISOString(),
        })
      ).status,
    ).toBe(201);
  const sent = () =>
    storedPhoneMessages(data, number)
      .filter(({ fromShop }) => fromShop === 1)
      .map(({ body }) => body);
  let box: Box = first;
  for (let kill = 0, before = 0; kill < 2; kill++) {
    // Kills when the first of the messages that are due together leaves.
    await until(() => sent().length > before);
    await box.kill();
    before = sent().length;
    box = await startBox(data);
  }
  const again = box.as(token);
  const settled = await until(async () => {
    const states = (
      await again.get<{ schedules: { status: string }[] }>(
        "/schedules?from=2026-01-01T00:00&to=2100-01-01T00:00",
      )
    ).body.schedules.map(({ status }) => status);
    return states.every((status) => status === "ENVIADA") && states;
  }, 30_000);
  expect([settled.length, sent()]).toEqual([bodies.length, bodies]);
}, 90_000);
