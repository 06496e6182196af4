import { expect } from "bun:test";
import type { BusinessNumber } from "./graph-server/account.ts";
import { graphServer, type GraphServer } from "./graph-server/server.ts";
import { afterwards, box, until, world, type Box, type Loose } from "./world.ts";

/** The fields of a connection on the official channel, as an admin types them. */
export const fieldsFor = (number: BusinessNumber, name = "Oficial") => ({
  name,
  provider: "cloud" as const,
  phoneNumberId: number.id,
  wabaId: number.account.wabaId,
  accessToken: number.account.token,
  appSecret: number.account.appSecret,
  queueIds: [1],
});

/** Links a number to the shop, and gives Meta the address of its webhooks. */
export async function linkCloud(
  shop: Box,
  graph: GraphServer,
  number: BusinessNumber,
  name?: string,
) {
  const { status, body } = await shop.as("rui").post("/whatsapp", fieldsFor(number, name));
  expect(status).toBe(201);
  const id = body.id as number;
  await until(() => connection(shop, id).status === "CONNECTED");
  await graph.setCallback(
    number.account,
    `${shop.url}${body.webhookPath as string}`,
    body.verifyToken as string,
  );
  return { id, body, path: body.webhookPath as string };
}

/** A connection's row as it is now. */
export const connection = (shop: Box, id: number) =>
  shop.db.sqlite.query("SELECT * FROM connections WHERE id = ?").get(id) as Loose;

/** A shop with a number on the official channel, and Meta's side of it. */
export async function cloudShop() {
  const graph = await graphServer();
  const shop = await box(world(), { graphUrl: graph.url });
  afterwards(() => graph.stop());
  await shop.connectionManager.open();
  const number = graph.number("5511977770000");
  const linked = await linkCloud(shop, graph, number);
  const rows = <Row = Loose>(sql: string, ...values: (string | number)[]) =>
    shop.db.sqlite.query(sql).all(...values) as Row[];
  /** The messages of all tickets on this connection, in order. */
  const messages = () =>
    rows<{ body: string; fromMe: number; ack: number; mediaType: string; providerId: string }>(
      "SELECT * FROM messages WHERE whatsappId = ? ORDER BY id",
      linked.id,
    );
  /** Ana takes the last ticket, and answers it. Returns the answer of the API. */
  const answers = async (body: object = { body: "Temos!" }) => {
    const [ticket] = rows("SELECT * FROM tickets WHERE whatsappId = ? ORDER BY id DESC", linked.id);
    const ana = shop.as("ana");
    if (ticket!.status !== "open")
      await ana.put(`/tickets/${ticket!.id as number}`, { status: "open", userId: 2 });
    return ana.post(`/messages/${ticket!.id as number}`, body);
  };
  return {
    ...shop,
    shop: { ...shop, connectionId: linked.id },
    graph,
    number,
    ...linked,
    rows,
    messages,
    answers,
  };
}
