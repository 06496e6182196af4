import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { media } from "../../kit/db/media.ts";
import {
  afterwards,
  atendimento,
  box,
  dot,
  encomendas,
  refusal,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { messages } from "../messages/table.ts";
import { treeOf } from "../queues/options.ts";
import type { QueueOption } from "../queues/table.ts";
import { tickets } from "../tickets/table.ts";
import { create, order, remove, removeQueue, update } from "./options.ts";
import { list } from "./rows.ts";
import { replace, treeBody } from "./replace-tree.ts";

const add = (shop: World, title: string, parentId: number | null = null, option?: string) =>
  create(shop.db, { queueId: atendimento, parentId, option, title, message: "" });
const shape = (nodes: QueueOption[]) =>
  nodes.map(({ id, parentId, option, title }) => [id, parentId, option, title]);

/** 1 Horário (1.1 Loja, 1.2 Entrega), 2 Preços */
function menu(shop: World) {
  const hours = add(shop, "Horário");
  const prices = add(shop, "Preços");
  return {
    hours,
    prices,
    store: add(shop, "Loja", hours.id),
    delivery: add(shop, "Entrega", hours.id),
  };
}

test("a node gets the next free number of its level, and levels are ordered by number", () => {
  const shop = world();
  const { hours, prices, store, delivery } = menu(shop);
  const ten = add(shop, "Dez", null, "10");
  const letter = add(shop, "Falar com alguém", null, "A");
  const third = add(shop, "Três");
  expect(shape(list(shop.db, atendimento, null))).toEqual([
    [hours.id, null, "1", "Horário"],
    [prices.id, null, "2", "Preços"],
    [third.id, null, "3", "Três"],
    [ten.id, null, "10", "Dez"],
    [letter.id, null, "A", "Falar com alguém"],
  ]);
  expect(shape(list(shop.db, atendimento, hours.id))).toEqual([
    [store.id, hours.id, "1", "Loja"],
    [delivery.id, hours.id, "2", "Entrega"],
  ]);
  expect(list(shop.db, atendimento)).toHaveLength(7);
  expect(list(shop.db, encomendas)).toEqual([]);
  expect(shop.events.at(-1)).toMatchObject({
    event: "queue",
    action: "update",
    payload: { queue: { id: atendimento } },
    audience: { to: "everyone" },
  });
});

test("an option can be taken only once in a level, however it is written", async () => {
  const shop = world();
  const { hours, prices } = menu(shop);
  add(shop, "Ajuda", null, "Ajuda");
  for (const twin of ["1", " 1. ", "1️⃣", "AJUDA", "ajudá"])
    expect([twin, await refusal(() => add(shop, "Outra", null, twin))]).toEqual([
      twin,
      { kind: "conflict", reason: "ERR_ALREADY_EXISTS", fields: { option: "taken" } },
    ]);
  expect(await refusal(() => update(shop.db, prices.id, { option: "1" }))).toMatchObject({
    fields: { option: "taken" },
  });
  expect(await refusal(() => update(shop.db, prices.id, { parentId: hours.id }))).toMatchObject({
    kind: "conflict",
    fields: { option: "taken" },
  });
  expect(update(shop.db, prices.id, { parentId: hours.id, option: "3" })).toMatchObject({
    parentId: hours.id,
    option: "3",
  });
  expect(update(shop.db, hours.id, { option: "1", title: "Horários" })).toMatchObject({
    option: "1",
    title: "Horários",
  });
});

test("a node can't be under itself, in another queue's tree, or deeper than ten levels", async () => {
  const shop = world();
  const { hours, store } = menu(shop);
  const other = shop.option({ queueId: encomendas });
  for (const parentId of [hours.id, store.id, other.id, 99])
    expect(await refusal(() => update(shop.db, hours.id, { parentId }))).toMatchObject({
      kind: "invalid",
      fields: { parentId: "invalid" },
    });
  let deep = store;
  for (let depth = 3; depth <= 10; depth++) deep = add(shop, `Nível ${depth}`, deep.id);
  expect(await refusal(() => add(shop, "Nível 11", deep.id))).toMatchObject({
    kind: "invalid",
    fields: { parentId: "too_deep" },
  });
  const loose = add(shop, "Solto");
  add(shop, "Sob o solto", loose.id);
  expect(
    await refusal(() =>
      update(shop.db, loose.id, {
        parentId: list(shop.db, atendimento).find(({ title }) => title === "Nível 9")!.id,
        option: "7",
      }),
    ),
  ).toMatchObject({ fields: { parentId: "too_deep" } });
});

test("deleting a node deletes all under it, and tickets that were there are at the root", async () => {
  const shop = world();
  const { hours, prices, store } = menu(shop);
  const { id } = shop.ticket({ chatbot: true, queueOptionId: store.id });
  expect(await remove(shop.db, hours.id)).toEqual({});
  expect(shape(list(shop.db, atendimento))).toEqual([[prices.id, null, "2", "Preços"]]);
  expect(shop.db.select().from(tickets).where(eq(tickets.id, id)).get()).toMatchObject({
    chatbot: true,
    queueOptionId: null,
    queueId: atendimento,
  });
  for (const work of [() => remove(shop.db, hours.id), () => update(shop.db, hours.id, {})])
    expect(await refusal(work)).toEqual({ kind: "missing", reason: "ERR_NOT_FOUND" });
});

test("a level is renumbered in one request", async () => {
  const shop = world();
  const { hours, prices, store, delivery } = menu(shop);
  expect(
    shape(
      order(shop.db, { queueId: atendimento, parentId: hours.id, ids: [delivery.id, store.id] }),
    ),
  ).toEqual([
    [delivery.id, hours.id, "1", "Entrega"],
    [store.id, hours.id, "2", "Loja"],
  ]);
  expect(shape(order(shop.db, { queueId: atendimento, ids: [prices.id, hours.id] }))).toEqual([
    [prices.id, null, "1", "Preços"],
    [hours.id, null, "2", "Horário"],
  ]);
  for (const ids of [
    [hours.id],
    [hours.id, hours.id],
    [hours.id, prices.id, store.id],
    [hours.id, 99],
  ])
    expect(await refusal(() => order(shop.db, { queueId: atendimento, ids }))).toMatchObject({
      kind: "invalid",
      fields: { ids: "invalid" },
    });
});

const node = (title: string, option: string, children: object[] = [], id?: number) => ({
  id,
  title,
  option,
  children,
});
const save = (shop: World, options: object[]) =>
  replace(shop.db, atendimento, treeBody.parse({ options }));

test("the whole tree is saved at once: known nodes keep their id, missing ones are deleted", async () => {
  const shop = world();
  const { hours, prices, store, delivery } = menu(shop);
  const other = shop.option({ queueId: encomendas, title: "De outra fila" });
  shop.events.length = 0;
  const tree = await save(shop, [
    node(
      "Preços",
      "1",
      [node("Loja", "1", [], store.id), node("Nova", "2", [], other.id)],
      prices.id,
    ),
    node("Horário", "2", [], hours.id),
    node("Horário de novo", "3", [], hours.id),
  ]);
  expect(shape(tree)).toEqual(
    expect.arrayContaining([
      [prices.id, null, "1", "Preços"],
      [hours.id, null, "2", "Horário"],
      [store.id, prices.id, "1", "Loja"],
    ]),
  );
  expect(tree).toHaveLength(5);
  expect(tree.map(({ id }) => id)).not.toContain(delivery.id);
  expect(tree.map(({ id }) => id)).not.toContain(other.id);
  expect(list(shop.db, encomendas)).toMatchObject([{ id: other.id, title: "De outra fila" }]);
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual(["queue update"]);

  // Parent and child swap places.
  expect(
    shape(await save(shop, [node("Loja", "1", [node("Preços", "1", [], prices.id)], store.id)])),
  ).toEqual(
    expect.arrayContaining([
      [store.id, null, "1", "Loja"],
      [prices.id, store.id, "1", "Preços"],
    ]),
  );
  expect(await save(shop, [])).toEqual([]);
  expect(await refusal(() => replace(shop.db, 99, { options: [] }))).toEqual({
    kind: "missing",
    reason: "ERR_NO_QUEUE_FOUND",
  });
});

test("a tree with an error is refused at the field that is wrong, and nothing is changed", async () => {
  const shop = world();
  const { hours } = menu(shop);
  const rui = (await box(shop)).as("rui");
  const fields = async (options: object[]) =>
    (await rui.put(`/queue/${atendimento}/options`, { options })).body.fields;
  const deep = (levels: number): object[] =>
    levels === 0 ? [] : [node(`Nível ${levels}`, "1", deep(levels - 1))];
  expect(await fields([node("A", "1", [node("B", "x"), node("C", "y"), node("D", "X ")])])).toEqual(
    { "options.0.children.2.option": "taken" },
  );
  expect(await fields([node("A", "0"), node("B", " # "), node("C", ""), node("D", "...")])).toEqual(
    {
      "options.0.option": "invalid",
      "options.1.option": "invalid",
      "options.2.option": "required",
      "options.3.option": "invalid",
    },
  );
  expect(await fields([node("", "1"), node("B", "2", [{ option: "1" }])])).toEqual({
    "options.0.title": "required",
    "options.1.children.0.title": "required",
  });
  expect(Object.values((await fields(deep(11)))!)).toEqual(["too_deep"]);
  expect(
    await fields(Array.from({ length: 501 }, (_, index) => node("A", `${index + 1}`))),
  ).toMatchObject({ options: "too_long" });
  expect(list(shop.db, atendimento).map(({ id }) => id)).toContain(hours.id);
  expect(await fields(deep(10))).toBeUndefined();
  expect(treeOf(shop.db, atendimento)).toHaveLength(10);
});

test("a node's file stays until it, its queue or the last message with the file is deleted", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { hours, prices } = menu(shop);
  const upload = (id: number, file = new File([dot], "tabela de preços.png")) => {
    const form = new FormData();
    form.set("file", file);
    return rui.post<QueueOption>(`/queue-options/${id}/media-upload`, form);
  };
  const files = () =>
    shop.db
      .select({ name: media.name })
      .from(media)
      .all()
      .map(({ name }) => name);
  const { status, body } = await upload(hours.id);
  expect([status, body]).toMatchObject([
    200,
    {
      id: hours.id,
      mediaName: "tabela_de_preços.png",
      media: { type: "image/png", size: dot.length },
    },
  ]);
  expect(body).not.toHaveProperty("mediaId");
  expect((await fetch(shop.url + body.mediaPath!)).status).toBe(200);
  expect(
    (await shop.as("ana").get<QueueOption[]>(`/queue-options?queueId=${atendimento}&parentId=-1`))
      .body,
  ).toMatchObject([{ mediaName: "tabela_de_preços.png" }, { media: null }]);

  await upload(hours.id, new File(["%PDF-1.7 broa"], "broa.pdf"));
  expect(files()).toEqual(["broa.pdf"]);
  expect(await rui.delete(`/queue-options/${hours.id}/media-upload`)).toMatchObject({
    status: 200,
    body: { mediaPath: null, mediaName: null, media: null },
  });
  expect(files()).toEqual([]);

  // Saving the tree keeps a file; deleting its node deletes it.
  await upload(hours.id);
  await upload(prices.id, new File(["%PDF-1.7 broa"], "broa.pdf"));
  expect(await save(shop, [node("Horário", "1", [], hours.id)])).toMatchObject([
    { id: hours.id, mediaName: "tabela_de_preços.png" },
  ]);
  expect(files()).toEqual(["tabela_de_preços.png"]);

  // A message that the bot sent keeps its file.
  const { mediaId } = treeOf(shop.db, atendimento)[0]!;
  const message = shop.message({ ticketId: shop.ticket().id, mediaType: "image", mediaId });
  await rui.delete(`/queue/${atendimento}`);
  expect([
    files(),
    shop.db
      .select({ mediaId: messages.mediaId })
      .from(messages)
      .where(eq(messages.id, message.id))
      .get(),
  ]).toEqual([["tabela_de_preços.png"], { mediaId }]);
});

test("deleting a queue deletes its tree and the tree's files", async () => {
  const shop = world();
  const stored = await shop.db.files.keep(dot, "broa.png");
  const mediaId = shop.db.write(
    (tx) =>
      tx
        .insert(media)
        .values({ ...stored, createdAt: new Date(shop.clock.now()) })
        .returning()
        .get().id,
  );
  shop.option({ mediaId });
  const dropped: string[] = [];
  const { drop } = shop.db.files;
  shop.db.files.drop = async (sha256) => void dropped.push(sha256);
  afterwards(() => (shop.db.files.drop = drop));
  await removeQueue(shop.db, atendimento);
  expect([shop.db.select().from(media).all(), dropped]).toEqual([[], [stored.sha256]]);
});

test("deleting a message leaves a file that a node still uses", async () => {
  const shop = world();
  const stored = await shop.db.files.keep(dot, "broa.png");
  const mediaId = shop.db.write(
    (tx) =>
      tx
        .insert(media)
        .values({ ...stored, createdAt: new Date(shop.clock.now()) })
        .returning()
        .get().id,
  );
  const { id } = shop.option({ mediaId });
  const ticket = shop.ticket();
  shop.message({ ticketId: ticket.id, mediaType: "image", mediaId });
  const rui = (await box(shop)).as("rui");
  expect(await rui.delete(`/tickets/${ticket.id}`)).toMatchObject({ status: 200 });
  expect(list(shop.db, atendimento)).toMatchObject([{ id, mediaName: "broa.png" }]);
});

test("a tree is read and saved through its queue", async () => {
  const rui = (await box()).as("rui");
  expect(await rui.get("/queue-options?queueId=99")).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_QUEUE_FOUND" },
  });
  expect(await rui.get("/queue-options")).toMatchObject({ status: 422 });
  expect(await rui.post("/queue-options", { queueId: 99, title: "Horário" })).toMatchObject({
    status: 422,
    body: { fields: { queueId: "invalid" } },
  });
  expect(
    await rui.post("/queue-options", { queueId: atendimento, title: "Horário", option: "0" }),
  ).toMatchObject({ status: 422, body: { fields: { option: "invalid" } } });
  const { body } = await rui.post<QueueOption>("/queue-options", {
    queueId: atendimento,
    parentId: null,
    title: "Horário",
    message: "Abrimos às seis.",
  });
  expect(body).toMatchObject({
    id: 1,
    queueId: atendimento,
    parentId: null,
    option: "1",
    title: "Horário",
    message: "Abrimos às seis.",
    mediaPath: null,
    mediaName: null,
    media: null,
  });
  expect(await rui.put(`/queue-options/${body.id}`, { message: "" })).toMatchObject({
    status: 200,
    body: { message: "", title: "Horário" },
  });
  expect(await rui.delete(`/queue-options/${body.id}`)).toMatchObject({ status: 200, body: {} });
});
