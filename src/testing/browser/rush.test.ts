import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

const shop = await openShop();
const crowd = 60;
const rounds = 3;
let answers = 0;

type Agent = { seat: Seat; id: number; queueId: number };
type Row = {
  ticketId: number;
  status: string;
  queueId: number | null;
  userId: number | null;
  name: string;
};
type Word = { ticketId: number; origin: string; body: string; sentAt: number; createdAt: number };

test("in a rush of sixty customers each list always starts with the next one to serve, and nobody waits unseen", async () => {
  const queues = await shop.call<{ id: number; name: string }[]>("GET", "/queue");
  const users = await shop.call<{ id: number; name: string }[]>("GET", "/users/list");
  const { id: line } = await shop.call<{ id: number }>("POST", "/whatsapp", {
    name: "Loja toda",
    provider: "practice",
    queueIds: queues.map(({ id }) => id),
    greetingMessage: "Padaria Pão Quente",
  });
  await shop.call("POST", `/practice/${line}/scan`);
  const write = (customer: number, body: string) =>
    shop.call("POST", `/practice/${line}/messages`, {
      from: `55119777${String(customer).padStart(5, "0")}`,
      name: `Cliente ${customer}`,
      body,
    });
  const sits = async (
    who: "ana" | "lia" | "caio",
    name: string,
    queue: string,
  ): Promise<Agent> => ({
    seat: await shop.enters(who),
    id: users.find((user) => user.name === name)!.id,
    queueId: queues.find((one) => one.name === queue)!.id,
  });
  const agents = await Promise.all([
    sits("ana", "Ana", "Atendimento"),
    sits("caio", "Caio", "Encomendas"),
    sits("lia", "Lia", "Atendimento"),
  ]);

  for (let round = 0; round < rounds; round++) {
    // Twenty more customers come; most of them choose, three stay with the bot.
    const fresh = Array.from(
      { length: crowd / rounds },
      (_, index) => round * (crowd / rounds) + index + 1,
    );
    for (const customer of fresh) await write(customer, "Bom dia!");
    for (const customer of fresh.slice(3)) await write(customer, customer % 3 === 0 ? "2" : "1");
    // Some waiting customers write again, which does not change their wait. Some answered ones ask
    // again.
    for (const { name } of states().filter(
      ({ since }, index) => index % (since === undefined ? 2 : 5) === 0,
    ))
      await write(Number(name.split(" ")[1]), "E aí?");
    await Promise.all(agents.map((agent) => agrees(agent, "pending")));
    // One agent after the other: another test covers two who accept the same ticket at once.
    for (const agent of agents) await attends(agent);
    await Promise.all(agents.map((agent) => agrees(agent, "open")));
    // An agent closes one of them, and it comes back with another question.
    const [done] = states().filter(({ status, since }) => status === "open" && since === undefined);
    if (!done) continue;
    await shop.call("PUT", `/tickets/${done.ticketId}`, { status: "closed", silent: true });
    if (round % 2 === 0) await write(Number(done.name.split(" ")[1]), "Mais uma coisa");
  }
  await Promise.all(agents.map((agent) => agrees(agent, "pending")));

  const current = states();
  expect(current.length).toBe(crowd);
  const seen = new Set(
    agents.flatMap((agent) =>
      [...listOf(agent, "pending"), ...listOf(agent, "open")].map(({ ticketId }) => ticketId),
    ),
  );
  expect(
    current.filter(({ ticketId, since }) => since !== undefined && !seen.has(ticketId)),
  ).toEqual([]);
}, 120_000);

/** The rule written a second time, over all messages. rules.md#longest-wait, rules.md#list-order */
function states() {
  const tickets = shop.looksUp<Row>(
    "SELECT t.id AS ticketId, status, queueId, userId, c.name FROM tickets t JOIN contacts c ON c.id = t.contactId ORDER BY t.id",
  );
  const words = Map.groupBy(
    shop.looksUp<Word>(
      "SELECT ticketId, origin, body, sentAt, createdAt FROM messages ORDER BY id",
    ),
    ({ ticketId }) => ticketId,
  );
  const ends = new Map(
    shop
      .looksUp<{ ticketId: number; at: number }>(
        "SELECT ticketId, at FROM ticketEvents WHERE kind = 'closed' ORDER BY id",
      )
      .map(({ ticketId, at }) => [ticketId, at]),
  );
  return tickets.map((ticket) => {
    const all = words.get(ticket.ticketId) ?? [];
    const spoken = all.filter(({ createdAt }) => createdAt > (ends.get(ticket.ticketId) ?? 0));
    const unanswered = spoken
      .slice(spoken.findLastIndex(({ origin }) => origin === "agent" || origin === "device") + 1)
      .filter(({ origin }) => origin === "contact");
    const questions = all.filter(({ origin }) => origin === "contact").map(({ body }) => body);
    // The bot does not ask again once the customer has chosen. It sends the menu three times; after
    // that any other answer leaves the ticket to the staff.
    const withBot =
      ticket.status === "pending" &&
      !questions.includes("1") &&
      !questions.includes("2") &&
      questions.length <= 3;
    return {
      ...ticket,
      since: ticket.status === "closed" ? undefined : unanswered[0]?.sentAt,
      withBot,
      lastAt: spoken.at(-1)?.createdAt ?? 0,
    };
  });
}

/** An agent's list of tickets in the order of the rule. */
function listOf({ id, queueId }: Agent, status: "pending" | "open") {
  const own = states().filter(
    (ticket) =>
      ticket.status === status &&
      (status === "pending"
        ? ticket.queueId === queueId || ticket.queueId === null
        : ticket.userId === id),
  );
  const isSecond = (ticket: (typeof own)[number]) =>
    status === "pending" ? ticket.withBot : ticket.since === undefined;
  return own.sort(
    (one, other) =>
      Number(isSecond(one)) - Number(isSecond(other)) ||
      (one.since ?? Infinity) - (other.since ?? Infinity) ||
      other.lastAt - one.lastAt ||
      one.ticketId - other.ticketId,
  );
}

/**
 * An agent's list becomes equal to the rule: its first row, its length, and the length of its first
 * group.
 */
async function agrees(agent: Agent, status: "pending" | "open") {
  const { page } = agent.seat;
  const tab = agent.seat.tab(status === "pending" ? /^Aguardando/ : /^Atendendo/);
  await tab.click();
  let visible: object = {};
  let expected: object = {};
  await eventually(async () => {
    const list = listOf(agent, status);
    const group = list.filter(({ withBot, since }) =>
      status === "pending" ? !withBot : since !== undefined,
    ).length;
    expected = { first: list[0]?.ticketId, count: list.length, group: group || undefined };
    const [first, heading] = await Promise.all([
      page.evaluate(() => {
        // A list with the open ticket scrolls to it.
        document
          .querySelector("[role=tabpanel] [role=list]")
          ?.parentElement?.parentElement?.scrollTo(0, 0);
        return (
          Number(
            document.querySelector<HTMLElement>('[aria-posinset="1"] [data-ticket]')?.dataset
              .ticket,
          ) || undefined
        );
      }),
      page.evaluate(
        (name) =>
          [...document.querySelectorAll("[role=tabpanel] h2")].find((one) =>
            one.textContent?.startsWith(name),
          )?.textContent,
        status === "pending" ? "Aguardando" : "Sua vez",
      ),
    ]);
    visible = {
      first,
      count: Number(/\d+/.exec((await tab.textContent()) ?? "")?.[0]),
      group: Number(/\d+/.exec(heading ?? "")?.[0]) || undefined,
    };
    return Bun.deepEquals(visible, expected) || undefined;
  }, "the list to agree").catch(() =>
    expect({ status, ...visible }).toEqual({ status, ...expected }),
  );
}

/** Accepts the ticket with the longest wait, by the first row, and answers. */
async function attends(agent: Agent) {
  await agrees(agent, "pending");
  const [first] = listOf(agent, "pending");
  const { page } = agent.seat;
  await page
    .locator(`[aria-posinset="1"] [data-ticket="${first!.ticketId}"]`)
    .getByRole("button", { name: `Aceitar ${first!.name}`, exact: true })
    .click();
  await agent.seat.conversation(first!.name).waitFor();
  await agrees(agent, "open");
  const answer = `Resposta ${(answers += 1)}!`;
  await agent.seat.writes(first!.name, answer);
  await agent.seat.bubble(answer).waitFor();
  await agrees(agent, "open");
}
