import { expect } from "bun:test";
import type { Message } from "../../modules/messages/table.ts";
import { kills } from "../kills.ts";
import { test } from "../world.ts";
import { network, shop, type Shop } from "./shop.ts";

const rounds = kills(8);
/**
 * The pause between two messages of one side. With two customers and two agents that is 50 messages
 * a second in all. More messages make a kill in the middle of one more likely.
 */
const beat = 80;
const starts = kills(14);

/**
 * A conversation once it matches, or after three minutes. It looks rarely, because reading it all
 * keeps the box busy.
 */
async function whole(bakery: Shop, ticket: number, matches: (kept: Message[]) => boolean) {
  for (const end = Date.now() + 180_000; ; await Bun.sleep(250)) {
    const messages = await bakery.conversation(ticket);
    if (matches(messages) || Date.now() > end) return messages;
  }
}

const twice = (list: string[]) => list.filter((each, index) => list.indexOf(each) !== index);

test("killed again and again in the middle of a conversation, it loses nothing, says nothing twice and stays linked", async () => {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  await bakery.linked(account);
  const customers = await Promise.all(
    ["Bia", "Davi"].map(async (name, index) => {
      const phone = wa.phone(name, { number: `551198888000${index + 1}` });
      await phone.says("Oi");
      const ticket = await bakery.taken(name);
      await bakery.says(ticket, "Bom dia!");
      await phone.receives(/^Bom dia!$/);
      return { name, phone, ticket, asked: ["Oi"], answered: ["Bom dia!"] };
    }),
  );
  let count = 0;

  for (let round = 0; round < rounds; round++) {
    let over = false;
    const talk = async (work: (text: string) => Promise<unknown>) => {
      while (!over) {
        await Promise.all([work(String((count += 1)).padStart(4, "0")), Bun.sleep(beat)]);
      }
    };
    const talks = customers.flatMap((customer) => [
      talk(async (text) => {
        customer.asked.push(`pergunta ${text}`);
        await customer.phone.says(`pergunta ${text}`);
      }),
      talk(async (text) => {
        const body = `resposta ${text}`;
        // An answered message must arrive. A screen repeats one without an answer under the same
        // id.
        const { status } = await bakery.rui
          .post(`/messages/${customer.ticket}`, { body, clientId: `client-${text}` })
          .catch(() => ({ status: 0 }));
        if (status === 201) customer.answered.push(body);
      }),
    ]);
    await Bun.sleep(150 + ((round * 137) % 500));
    await bakery.box.kill();
    over = true;
    await Promise.all(talks);
    await bakery.killed();
  }

  for (const { name, phone, ticket, asked, answered } of customers) {
    const settled = await whole(
      bakery,
      ticket,
      (messages) =>
        messages.filter(({ fromMe }) => !fromMe).length >= asked.length &&
        messages.every(({ fromMe, ack }) => !fromMe || ack >= 2),
    );
    const [heard, said] = [
      settled.filter(({ fromMe }) => !fromMe),
      settled.filter(({ fromMe }) => fromMe),
    ].map((list) => list.map(({ body }) => body));
    expect([name, twice(heard!), heard]).toEqual([name, [], asked]);
    expect([
      name,
      settled
        .filter(({ fromMe, ack }) => fromMe && ack < 2)
        .map(({ body, ack }) => `${body}: ${ack}`),
    ]).toEqual([name, []]);
    expect([name, answered.filter((body) => !said!.includes(body))]).toEqual([name, []]);
    expect([name, phone.inbox.map(({ text }) => text)]).toEqual([name, said!]);
    expect([name, phone.badMacs, phone.retries]).toEqual([name, 0, 0]);
  }
  expect(account.companions.map(({ registrations }) => registrations)).toEqual([1]);
  expect(bakery.box.said.out).not.toMatch(/Bad MAC/);
}, 480_000);

test("killed again and again as it begins, it loses nothing of a backlog, says nothing twice and keeps its order", async () => {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  await bakery.linked(account);
  const phone = wa.phone("Bia", { number: "5511988880001" });
  const questions = ["Oi"];
  await phone.says("Oi");
  const ticket = await bakery.taken("Bia");
  await bakery.box.kill();
  for (let count = 1; count <= 200; count++) {
    questions.push(`pergunta ${count}`);
    await phone.says(`pergunta ${count}`);
  }

  for (let start = 0; start < starts; start++) {
    await bakery.killed();
    await Bun.sleep((start * 97) % 250);
  }
  await bakery.killed();

  const received = (
    await whole(bakery, ticket, (messages) => messages.length >= questions.length)
  ).map(({ body }) => body);
  expect([twice(received), received]).toEqual([[], questions]);
  expect([phone.badMacs, phone.retries]).toEqual([0, 0]);
}, 480_000);
