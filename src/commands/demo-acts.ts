import { board, reminders, talk, week, type DemoStep } from "./demo-day.ts";
import type { Call } from "./demo-sales.ts";

/** The calls of the admin and the agents, and their connections. */
export type Demo = {
  asRui: Call;
  agents: { ana: Call; caio: Call };
  connections: { counter: number; orders: number };
};

/** Plays one step of the day: a customer writes, or an agent acts. */
export async function live({ asRui, agents, connections }: Demo, step: DemoStep) {
  const connection = connections[step.on];
  if ("writes" in step)
    return asRui("POST", `/practice/${connection}/messages`, {
      from: step.customer.number,
      name: step.customer.name,
      body: step.writes,
    });
  const agent = agents[step.agent];
  const { tickets } = await agent<{
    tickets: { id: number; status: string; whatsappId: number; contact: { number: string } }[];
  }>("GET", "/tickets");
  const ticket = tickets.find(
    ({ contact, whatsappId, status }) =>
      contact.number === step.customer.number && whatsappId === connection && status !== "closed",
  );
  if (!ticket) throw new Error(`the demo's day lost ${step.customer.name}`);
  if ("does" in step)
    return agent("PUT", `/tickets/${ticket.id}`, {
      status: step.does === "accepts" ? "open" : "closed",
    });
  await agent("POST", `/messages/${ticket.id}/read`);
  await agent("POST", `/messages/${ticket.id}`, { body: step.answers });
  const messageId = await arrived(asRui, connection, step.customer.number, step.answers);
  if (step.seen)
    await asRui("POST", `/practice/${connection}/acks`, { id: messageId, ack: step.seen });
}

export async function fillBoard({ asRui }: Demo) {
  const { tickets } = await asRui<{ tickets: { id: number; contact: { number: string } }[] }>(
    "GET",
    "/ticket/kanban?tagId=0",
  );
  for (const { customers, ...lane } of board) {
    const { id: tagId } = await asRui<{ id: number }>("POST", "/tags", { ...lane, kanban: 1 });
    for (const { number } of customers)
      await asRui(
        "PUT",
        `/ticket/kanban/${tickets.find(({ contact }) => contact.number === number)!.id}`,
        { tagId },
      );
  }
}

export async function scheduleWeek({ asRui, agents }: Demo) {
  const { contacts } = await asRui<{ contacts: { id: number; number: string }[] }>(
    "GET",
    "/contacts",
  );
  for (const { agent, customer, days, time, body, every } of week) {
    const contactId = contacts.find(({ number }) => number === customer.number)!.id;
    const sendAt = `${Temporal.Now.plainDateISO("America/Sao_Paulo").add({ days }).toString()}T${time}`;
    await agents[agent]("POST", "/schedules", {
      contactId,
      body,
      sendAt,
      ...(every && { recurrence: { every, interval: 1 } }),
    });
  }
}

export async function remindAgents({ agents }: Demo) {
  const nextDay = Temporal.Now.plainDateISO("America/Sao_Paulo").add({ days: 1 }).toString();
  for (const { agent, customer, tomorrow, text } of reminders) {
    const { tickets } = await agents[agent]<{
      tickets: { id: number; contact: { number: string } }[];
    }>("GET", "/tickets");
    const ticketId = tickets.find(({ contact }) => contact.number === customer.number)!.id;
    await agents[agent]("POST", "/reminders", {
      ticketId,
      text,
      dueAt: tomorrow ? `${nextDay}T${tomorrow}` : new Date().toISOString(),
    });
  }
}

export async function talkAmongTheTeam({ asRui, agents }: Demo) {
  const users = await asRui<{ id: number }[]>("GET", "/users/list");
  const { id } = await agents[talk.owner]<{ id: number }>("POST", "/chats", {
    title: talk.title,
    users: users.map((user) => ({ id: user.id })),
  });
  for (const { by, text } of talk.messages)
    await (by === "rui" ? asRui : agents[by])("POST", `/chats/${id}/messages`, { message: text });
}

async function arrived(
  asRui: Call,
  connection: number,
  number: string,
  body: string,
): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const phone = await asRui<{ id: string; from: string | null; body: string }[]>(
      "GET",
      `/practice/${connection}/messages?number=${number}`,
    );
    const message = phone.findLast((each) => each.from === null && each.body === body);
    if (message) return message.id;
    await Bun.sleep(10);
  }
  throw new Error("the demo's phone never rang");
}
