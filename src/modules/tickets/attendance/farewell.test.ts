import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { atendimento, balcao, bia, box, idOf, test, type Name } from "../../../testing/world.ts";
import { contacts } from "../../contacts/table.ts";
import type { Farewell } from "../table.ts";

const asks = (message: string) =>
  `${message}\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_`;

test("the preview of a close is what will be sent, in order and with variables filled in", async () => {
  const shop = await box();
  const set = (body: object) => shop.as("rui").put(`/whatsapp/${balcao}`, body);
  const rating = (value: string) => shop.as("rui").put("/settings/userRating", { value });
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const farewell = async (who: Name = "ana", id = ticket.id) =>
    (await shop.as(who).get<Farewell>(`/tickets/${id}/farewell`)).body;
  expect(await farewell()).toEqual({ says: [], thanks: "" });

  await set({
    complationMessage: "Até logo, {{firstName}}! {{user}}",
    ratingMessage: "Como foi, {{firstName}}?",
  });
  expect(await farewell()).toEqual({ says: ["Até logo, Bia! Ana"], thanks: "" });
  await rating("enabled");
  expect(await farewell()).toEqual({
    says: [asks("Como foi, Bia?")],
    thanks: "Até logo, Bia! Ana",
  });
  await shop.as("rui").put(`/queue/${atendimento}`, { complationMessage: "{{queue}} agradece!" });
  expect(await farewell()).toMatchObject({ thanks: "Atendimento agradece!" });
  await shop.as("rui").put(`/queue/${atendimento}`, { complationMessage: "" });
  await set({ complationMessage: "" });
  expect(await farewell()).toEqual({ says: [asks("Como foi, Bia?")], thanks: "" });

  expect((await shop.as("ana").put(`/tickets/${ticket.id}`, { status: "closed" })).status).toBe(
    200,
  );
  const texts = shop.events.flatMap(({ event, payload }) =>
    event === "appMessage" ? [(payload as { message: { body: string } }).message.body] : [],
  );
  expect(texts).toEqual([asks("Como foi, Bia?")]);
});

test("pending tickets are not rated; groups and contacts without bots get no farewell; users who can't see the ticket get no preview", async () => {
  const shop = await box();
  await shop.as("rui").put(`/whatsapp/${balcao}`, { complationMessage: "Até logo! {{user}}" });
  await shop.as("rui").put("/settings/userRating", { value: "enabled" });
  const farewell = (who: Name, id: number) => shop.as(who).get<Farewell>(`/tickets/${id}/farewell`);
  const waiting = shop.ticket({ contactId: bia.id });
  expect((await farewell("ana", waiting.id)).body).toEqual({ says: ["Até logo! Ana"], thanks: "" });
  expect(
    (await farewell("ana", shop.ticket({ isGroup: true, status: "open", userId: idOf.ana }).id))
      .body,
  ).toEqual({ says: [], thanks: "" });
  shop.db.update(contacts).set({ disableBot: true }).where(eq(contacts.id, bia.id)).run();
  expect((await farewell("ana", waiting.id)).body).toEqual({ says: [], thanks: "" });
  expect(await farewell("caio", waiting.id)).toMatchObject({ status: 404 });
});
