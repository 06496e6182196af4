import { expect } from "bun:test";
import { capabilitiesOf } from "../../shared/capabilities.ts";
import { ack } from "../../shared/states.ts";
import { bia, box, idOf, test, until } from "../../testing/world.ts";
import { findMessage } from "../messages/messages.ts";
import type { Message } from "../messages/table.ts";
import type { Connection } from "./table.ts";

const refused = { status: 409, body: { error: "ERR_NOT_ON_THIS_NETWORK" } };

/** A shop with the practice network's official channel beside its linked phones. */
async function open() {
  const shop = await box();
  const rui = shop.as("rui");
  const { body: line } = await rui.post<Connection>("/whatsapp", {
    name: "Oficial",
    provider: "practiceCloud",
  });
  const phone = await shop.phone(line.id);
  return { ...shop, rui, ana: shop.as("ana"), line, official: phone };
}

test("a connection says what it can do, and the official channel is up at once", async () => {
  const { rui, line } = await open();
  expect(line.capabilities).toEqual(capabilitiesOf("practiceCloud"));
  const { body: rows } = await rui.get<Connection[]>("/whatsapp");
  expect(rows.find(({ id }) => id === line.id)).toMatchObject({
    status: "CONNECTED",
    capabilities: { edit: false, window: true, buttons: true },
  });
  expect(rows.find(({ provider }) => provider === "practice")).toMatchObject({
    capabilities: { edit: true, window: false, buttons: false },
  });
});

test("calls for what the official channel has not are refused, and change nothing", async () => {
  const { db, rui, ana, line, official, ticket } = await open();
  expect(
    await rui.post(`/whatsappsession/${line.id}/code`, { number: "5511988880009" }),
  ).toMatchObject(refused);
  expect(await rui.post("/contacts/import", { whatsappId: line.id })).toMatchObject(refused);

  const { id } = ticket({
    contactId: bia.id,
    whatsappId: line.id,
    status: "open",
    userId: idOf.ana,
  });
  await official.write("Oi");
  const sent = (await ana.post<Message[]>(`/messages/${id}`, { body: "Bom dia" })).body[0]!;
  await until(() => findMessage(db, sent.id)?.ack === ack.sent);
  expect(await ana.post(`/messages/edit/${sent.id}`, { body: "Boa tarde" })).toMatchObject(refused);
  expect(await ana.delete(`/messages/${sent.id}`)).toMatchObject(refused);
  expect(official.got()).toEqual(["Bom dia"]);

  // The linked phones of the shop go away: no connection has pictures any more.
  for (const { id: other } of (await rui.get<Connection[]>("/whatsapp")).body)
    if (other !== line.id) await rui.delete(`/whatsapp/${other}`);
  expect(await rui.post(`/contacts/${bia.id}/picture`)).toMatchObject(refused);
  // A number is taken as it is, since nobody can check it.
  expect(await rui.post("/contacts", { name: "Davi", number: "5511988880077" })).toMatchObject({
    status: 201,
    body: { number: "5511988880077" },
  });
});
