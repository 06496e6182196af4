import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import { claimedFolder } from "./claimed.ts";
import { fieldsFor } from "./cloud-shop.ts";
import { graphServer } from "./graph-server/server.ts";
import { kills } from "./kills.ts";
import { owner, startBox } from "./running.ts";
import { afterwards, test, until } from "./world.ts";

/** Customers who write at once in each round, and the messages of each. */
const customers = 6;
const each = 5;

test("what customers write while the box is killed is stored once, and no answer comes twice", async () => {
  const graph = await graphServer();
  afterwards(() => graph.stop());
  const env = { BALCAO_GRAPH_URL: graph.url };
  const number = graph.number("5511977770000");
  const data = await claimedFolder();
  let box = await startBox(data, { env });
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const made = await box.as(token).post("/whatsapp", { ...fieldsFor(number), queueIds: [] });
  const { id, webhookPath, verifyToken } = made.body as Record<string, string>;
  // A restarted box has another port.
  const listen = () => {
    number.account.callback = { url: `${box.url}${webhookPath!}`, verifyToken: verifyToken! };
  };
  listen();
  await until(async () => (await box.as(token).get(`/whatsapp/${id}`)).body.status === "CONNECTED");

  const people = Array.from({ length: customers }, (_, index) =>
    graph.customer(`Cliente ${index}`, `551198888000${index}`),
  );
  const texts: string[] = [];
  for (let round = 0; round < kills(20); round += 1) {
    // Each webhook comes twice, and several are on their way when the box dies.
    graph.webhooks.copies = 1;
    const written = people.map(async (person, index) => {
      for (let message = 0; message < each; message += 1) {
        const text = `${round} ${index} ${message}`;
        texts.push(text);
        await graph.acts.says(person, number, text);
      }
    });
    const answers = await ticketsOf(box, token);
    const answered = answers.map((ticket) =>
      box
        .as(token)
        .post(`/messages/${ticket}`, { body: `resposta ${round} ${ticket}` })
        .catch(() => {}),
    );
    await Bun.sleep(Math.random() * 60);
    await box.kill();
    box = await startBox(data, { env });
    listen();
    await Promise.all([...written, ...answered]);
    await graph.webhooks.settled();
  }
  await box.stop();

  const file = new Database(join(data, "companies", "1.sqlite"), { readonly: true });
  const rows = file
    .query<{ body: string; count: number }, []>(
      "SELECT body, count(*) AS count FROM messages WHERE fromMe = 0 GROUP BY body ORDER BY body",
    )
    .all();
  file.close();
  expect(rows).toEqual(texts.toSorted().map((body) => ({ body, count: 1 })));
  for (const { received } of people)
    expect(received.map(({ text }) => text).toSorted()).toEqual(
      [...new Set(received.map(({ text }) => text))].toSorted(),
    );
}, 600_000);

type Running = Awaited<ReturnType<typeof startBox>>;

async function ticketsOf(box: Running, token: string): Promise<number[]> {
  const { body } = await box
    .as(token)
    .get<{ tickets: { id: number }[] }>("/tickets?showAll=true&status=pending");
  return body.tickets.map(({ id }) => id);
}
