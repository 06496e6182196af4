import { expect } from "bun:test";
import { desc, eq } from "drizzle-orm";
import { undoWindow } from "../../../shared/limits.ts";
import { atendimento, bia, box, encomendas, idOf, test, until } from "../../../testing/world.ts";
import type { Connection } from "../../connections/table.ts";
import { messages } from "../../messages/table.ts";
import { queueOptions } from "../../queues/table.ts";
import { userRatings } from "../../ratings/table.ts";
import { tickets } from "../table.ts";

/** A shop whose official channel has a menu of two queues. */
async function open() {
  const shop = await box();
  const rui = shop.as("rui");
  const { body: line } = await rui.post<Connection>("/whatsapp", {
    name: "Oficial",
    provider: "practiceCloud",
    greetingMessage: "Olá, {{firstName}}!",
    queueIds: [atendimento, encomendas],
  });
  const phone = await shop.phone(line.id);
  const tap = (choiceId: string, body: string) =>
    phone.line().write({
      id: crypto.randomUUID(),
      number: bia.number,
      name: bia.name,
      body,
      choiceId,
      quotedMsgId: null,
      group: null,
    });
  const ours = () => phone.shown().filter(({ from }) => from === null);
  const last = async (count: number) => {
    await until(() => ours().length === count);
    return ours().at(-1)!;
  };
  const ticket = () => shop.db.select().from(tickets).where(eq(tickets.whatsappId, line.id)).get()!;
  return { ...shop, shop, rui, line, phone, tap, last, ticket };
}

test("a menu of queues has buttons, and the id of the button decides", async () => {
  const { phone, tap, last, ticket } = await open();
  await phone.write("Oi");
  expect(await last(1)).toMatchObject({
    body: "Olá, Bia!\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas",
    interactive: {
      type: "buttons",
      text: "Olá, Bia!",
      buttons: [
        { id: `queue/${atendimento}`, title: "Atendimento" },
        { id: `queue/${encomendas}`, title: "Encomendas" },
      ],
    },
  });
  // The words of the button say another queue than its id.
  await tap(`queue/${encomendas}`, "Atendimento");
  expect(ticket()).toMatchObject({ queueId: encomendas, lastMessage: "Oi" });
});

test("a number and a name still choose, and a linked phone gets the text alone", async () => {
  const { phone, last, ticket, rui, shop, line } = await open();
  await phone.write("Oi");
  await last(1);
  await phone.write("2");
  expect(ticket().queueId).toBe(encomendas);

  const { body: other } = await rui.post<Connection>("/whatsapp", {
    name: "Treino",
    provider: "practice",
    greetingMessage: line.greetingMessage,
    queueIds: line.queueIds,
  });
  const linked = await shop.phone(other.id);
  await linked.write("Oi");
  await until(() => linked.got().length === 1);
  const [menu] = linked.shown().filter(({ from }) => from === null);
  expect(menu!.body).toContain("*[ 2 ]* - Encomendas");
  expect(menu!.interactive).toBeUndefined();
});

test("buttons lead through a tree, back, and to the menu", async () => {
  const { db, phone, tap, last, ticket } = await open();
  const at = { createdAt: new Date(db.now()), updatedAt: new Date(db.now()) };
  const add = (title: string, parentId: number | null) =>
    db
      .insert(queueOptions)
      .values({ queueId: encomendas, title, option: "1", message: "", parentId, ...at })
      .returning()
      .get().id;
  const cakes = add("Bolos", null);
  const corn = add("Bolo de milho", cakes);
  await phone.write("Oi");
  await last(1);
  await tap(`queue/${encomendas}`, "Encomendas");
  expect((await last(2)).interactive).toMatchObject({
    buttons: [
      { id: `option/${cakes}`, title: "Bolos" },
      { id: "menu", title: "Menu inicial" },
    ],
  });
  await tap(`option/${cakes}`, "Bolos");
  expect((await last(3)).interactive).toMatchObject({
    buttons: [{ id: `option/${corn}` }, { id: "back" }, { id: "menu" }],
  });
  await tap("back", "Menu anterior");
  expect((await last(4)).interactive).toMatchObject({ buttons: [{ id: `option/${cakes}` }, {}] });
  await tap("menu", "Menu inicial");
  expect((await last(5)).interactive).toMatchObject({
    buttons: [{ id: `queue/${atendimento}` }, {}],
  });
  expect(ticket().queueId).toBeNull();
});

test("a rating is given by its button", async () => {
  const { db, rui, shop, phone, tap, last, ticket } = await open();
  const ana = shop.as("ana");
  await rui.put("/settings/userRating", { value: "enabled" });
  await phone.write("Oi");
  await last(1);
  await tap(`queue/${atendimento}`, "Atendimento");
  const { id } = ticket();
  await ana.put(`/tickets/${id}`, { status: "open", userId: idOf.ana });
  await ana.put(`/tickets/${id}`, { status: "closed", userId: idOf.ana });
  const request = db.select().from(messages).orderBy(desc(messages.id)).limit(1).get()!;
  expect(request.interactive).toMatchObject({
    type: "buttons",
    buttons: [
      { id: "rating/1" },
      { id: "rating/2" },
      { id: "rating/3", title: "Muito satisfeito" },
    ],
  });
  shop.clock.pass(undoWindow.action);
  await tap("rating/3", "1");
  expect(db.select().from(userRatings).where(eq(userRatings.ticketId, id)).get()!.rate).toBe(3);
});
