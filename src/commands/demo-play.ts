import { claim } from "../modules/setup/setup.ts";
import type { RunningBox } from "../serve.ts";
import { fillBoard, live, remindAgents, scheduleWeek, talkAmongTheTeam } from "./demo-acts.ts";
import { writeToMany } from "./demo-campaigns.ts";
import { day } from "./demo-day.ts";
import { person, signIn, type Person } from "./demo-people.ts";
import { allowDiscounts, openShop, sellDay, type Call } from "./demo-sales.ts";

/**
 * How far the moments of the day lie apart, in ms. The box's clock starts as far back as they need,
 * and is right when the last is played.
 */
export const pace = 7 * 60_000;

/** Makes the shop and plays its day. Returns the people, who may sign in. */
export async function play({ url, dbs }: RunningBox, clock: { behind: number }): Promise<Person[]> {
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
  const { counter, orders } = await furnish(asRui, ana, caio);
  const connections = {
    counter: await connect(asRui, "Balcão da padaria", counter.id),
    orders: await connect(asRui, "Encomendas", orders.id),
  };
  const agents = { ana: await signIn(url, ana), caio: await signIn(url, caio) };
  const demo = { asRui, agents, connections };
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
    await live(demo, step);
    await sellNext();
    await campaign.next();
  }
  await campaign.end();
  await fillBoard(demo);
  await scheduleWeek(demo);
  await remindAgents(demo);
  await talkAmongTheTeam(demo);
  // From here on the customers no longer act.
  for (const id of Object.values(connections))
    await asRui("POST", `/practice/${id}/faults`, { receipts: "read" });
  return [rui, ana, caio];
}

/** Makes queues, agents, tags and quick messages. Returns the queues. */
async function furnish(asRui: Call, ana: Person, caio: Person) {
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
  return { counter: counter!, orders };
}

async function connect(asRui: Call, name: string, queueId: number): Promise<number> {
  const { id } = await asRui<{ id: number }>("POST", "/whatsapp", {
    name,
    provider: "practice",
    queueIds: [queueId],
  });
  await asRui("POST", `/practice/${id}/scan`);
  return id;
}

const quick = [
  ["horario", "Abrimos de terça a domingo, das 6h às 20h. Segunda descansamos."],
  ["pix", "Nossa chave Pix é o CNPJ da padaria. Assim que cair, confirmamos por aqui."],
  ["entrega", "Entregamos no bairro em até 40 minutos. A taxa é de R$ 5,00."],
] as const;
