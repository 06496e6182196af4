import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "../env.ts";
import { claim } from "../modules/setup/setup.ts";
import { serve, type RunningBox } from "../serve.ts";
import { text, type Flags } from "./command.ts";
import { writeToMany } from "./demo-campaigns.ts";
import { board, day, reminders, talk, week, type DemoStep } from "./demo-day.ts";
import { allowDiscounts, openShop, sellDay, type Call } from "./demo-sales.ts";
import { untilStopped } from "./until-stopped.ts";

/**
 * How far the moments of the day lie apart, in ms. The box's clock starts as far back as they need,
 * and is right when the last is played.
 */
const pace = 7 * 60_000;

export async function runDemo(flags: Flags) {
  untilStopped(await demo({ port: text(flags, "port"), json: flags.json === true }));
}

/**
 * A box of its own in a throw-away folder, with a shop and its day so far. On loopback only, with
 * passwords made for this run.
 */
async function demo({
  port,
  json,
}: {
  port?: string;
  json: boolean;
}): Promise<Pick<RunningBox, "stop">> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-demo-"));
  const clock = { behind: day.length * pace };
  const served = await serve(
    readEnv({ data: folder, host: "127.0.0.1", logLevel: "warn", ...(port && { port }) }, {}),
    () => Date.now() - clock.behind,
  );
  try {
    const people = await play(served, clock);
    announce(served.url, people, json);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { stop };

  async function stop() {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Person = { name: string; email: string; password: string; does: string };

async function play({ url, dbs }: RunningBox, clock: { behind: number }): Promise<Person[]> {
  const rui = person(
    "Rui",
    "rui@paoquente.com.br",
    "admin: sees all, writes as the customers on the practice phone",
  );
  const ana = person("Ana", "ana@paoquente.com.br", "agent of Atendimento");
  const caio = person("Caio", "caio@paoquente.com.br", "agent of Encomendas");
  const { companyId } = await claim(dbs, {
    ...rui,
    company: "Padaria Pão Quente",
    queue: { name: "Atendimento", color: "#0f766e" },
  });
  // The demo is thrown away, so it need not outlive a power cut: some hundred writes would each
  // wait for the disk.
  for (const { sqlite } of [dbs.control, dbs.open(companyId)])
    sqlite.run("PRAGMA synchronous = OFF");

  const asRui = await signIn(url, rui);
  await asRui("PUT", "/box", { landing: true, signUp: true });
  const [counter] = await asRui<{ id: number }[]>("GET", "/queue");
  const orders = await asRui<{ id: number }>("POST", "/queue", {
    name: "Encomendas",
    color: "#b45309",
  });
  for (const [{ name, email, password }, queue] of [
    [ana, counter!],
    [caio, orders],
  ] as const)
    await asRui("POST", "/users", { name, email, password, profile: "user", queueIds: [queue.id] });
  for (const [name, color] of [
    ["Cliente fiel", "#7c3aed"],
    ["Alergia", "#b91c1c"],
    ["Retirada", "#1d4ed8"],
  ])
    await asRui("POST", "/tags", { name, color });
  for (const [shortcode, message] of quick)
    await asRui("POST", "/quick-messages", { shortcode, message, geral: true });

  const connections = {
    counter: await connect("Balcão da padaria", counter!.id),
    orders: await connect("Encomendas", orders.id),
  };
  const agents = { ana: await signIn(url, ana), caio: await signIn(url, caio) };
  const shop = await openShop(
    asRui,
    Temporal.Instant.fromEpochMilliseconds(Date.now() - clock.behind)
      .toZonedDateTimeISO("America/Sao_Paulo")
      .toPlainDate(),
  );
  await allowDiscounts(asRui);
  const sellNext = await sellDay(
    { rui: asRui, ...agents },
    shop,
    day.length,
    (share) => (clock.behind -= pace * share),
  );
  const campaign = await writeToMany(
    asRui,
    connections.counter,
    Temporal.Now.plainDateISO("America/Sao_Paulo").add({ days: 5 }).toString(),
  );
  for (const step of day) {
    await live(step);
    await sellNext();
    await campaign.next();
  }
  await campaign.end();
  await fillBoard();
  await scheduleWeek();
  await remindAgents();
  await talkAmongTheTeam();
  // From here on the customers no longer act.
  for (const id of Object.values(connections))
    await asRui("POST", `/practice/${id}/faults`, { receipts: "read" });
  return [rui, ana, caio];

  async function connect(name: string, queueId: number): Promise<number> {
    const { id } = await asRui<{ id: number }>("POST", "/whatsapp", {
      name,
      provider: "practice",
      queueIds: [queueId],
    });
    await asRui("POST", `/practice/${id}/scan`);
    return id;
  }

  async function live(step: DemoStep) {
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
    const messageId = await arrived(connection, step.customer.number, step.answers);
    if (step.seen)
      await asRui("POST", `/practice/${connection}/acks`, { id: messageId, ack: step.seen });
  }

  async function fillBoard() {
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

  async function scheduleWeek() {
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

  async function remindAgents() {
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

  async function talkAmongTheTeam() {
    const users = await asRui<{ id: number }[]>("GET", "/users/list");
    const { id } = await agents[talk.owner]<{ id: number }>("POST", "/chats", {
      title: talk.title,
      users: users.map((user) => ({ id: user.id })),
    });
    for (const { by, text } of talk.messages)
      await (by === "rui" ? asRui : agents[by])("POST", `/chats/${id}/messages`, { message: text });
  }

  async function arrived(connection: number, number: string, body: string): Promise<string> {
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
}

const quick = [
  ["horario", "Abrimos de terça a domingo, das 6h às 20h. Segunda descansamos."],
  ["pix", "Nossa chave Pix é o CNPJ da padaria. Assim que cair, confirmamos por aqui."],
  ["entrega", "Entregamos no bairro em até 40 minutos. A taxa é de R$ 5,00."],
] as const;

async function signIn(url: string, { email, password }: Person): Promise<Call> {
  const { token } = await call<{ token: string }>(url, undefined, "POST", "/auth/login", {
    email,
    password,
  });
  return (method, path, body) => call(url, token, method, path, body);
}

async function call<T>(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(!isForm && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    body: isForm ? body : body && JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const person = (name: string, email: string, does: string): Person => ({
  name,
  email,
  does,
  password: Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString("base64url"),
});

function announce(url: string, people: Person[], json: boolean) {
  if (json) return console.log(JSON.stringify({ url, people }));
  const rows = people.map(
    ({ name, email, password, does }) =>
      `  ${name.padEnd(6)}${email.padEnd(24)}${password.padEnd(14)}${does}`,
  );
  console.log(
    [
      "",
      "  Balcão is open: Padaria Pão Quente, on the practice channel",
      "",
      `  ${url}`,
      "",
      ...rows,
      "",
      "  Everything goes when you press Ctrl+C.",
      "",
    ].join("\n"),
  );
}
