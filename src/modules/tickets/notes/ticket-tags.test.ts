import { expect } from "bun:test";
import { presets } from "../../../shared/colors.ts";
import {
  box,
  idOf,
  minute,
  refusal,
  settled,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import * as tagsTable from "../../tags/table.ts";
import { addTags, removeKanbanTags, syncTags } from "./ticket-tags.ts";
import { loadTicket } from "../tickets.ts";
import type { Ticket } from "../table.ts";

const names = ({ tags }: Pick<Ticket, "tags">) => tags.map(({ name }) => name);
const all = ({ db }: World) => db.select().from(tagsTable.tags).orderBy(tagsTable.tags.id).all();
const lost = { kind: "missing", reason: "ERR_NOT_FOUND" } as const;

test("Ana tags a ticket, also with a new tag, and those who see the ticket are told", async () => {
  const shop = await box();
  const vip = shop.tag({ name: "VIP" });
  const { id } = shop.ticket({ tagIds: [shop.tag({ name: "Velha" }).id] });
  const ana = shop.as("ana");
  const [lias, caios] = await Promise.all([
    shop.listener(shop.as("lia")),
    shop.listener(shop.as("caio")),
  ]);
  await Promise.all([lias.ready(), caios.ready()]);

  const { status, body } = await ana.post<Ticket>("/tags/sync", {
    ticketId: id,
    tags: [{ ...vip }, { name: "  Sem glúten " }],
  });
  expect([status, body.id, names(body)]).toEqual([200, id, ["VIP", "Sem glúten"]]);
  const made = all(shop)[2]!;
  expect(made).toMatchObject({ name: "Sem glúten", kanban: 0 });

  await settled(shop.db, lias, caios);
  const received = ({ frames }: typeof lias) =>
    frames.filter(({ event }) => event === "ticket" || event === "tag");
  expect(received(lias)).toMatchObject([
    { event: "tag", action: "create", tag: { id: made.id, name: "Sem glúten" } },
    { event: "ticket", action: "update", ticket: { id, tags: [{ id: vip.id }, { id: made.id }] } },
  ]);
  expect(received(caios)).toMatchObject([{ event: "tag", action: "create" }]);
});

test("a name finds its tag in any case, and only once", () => {
  const shop = world();
  const vip = shop.tag({ name: "Pão de Açúcar" });
  const { id } = shop.ticket();
  const ana = shop.me("ana");
  const sync = (...tags: ({ id: number } | { name: string })[]) =>
    names(syncTags(shop.db, ana, { ticketId: id, tags }));
  expect(
    sync({ name: "PÃO DE AÇÚCAR" }, { id: vip.id }, { name: "pão de açúcar".normalize("NFD") }),
  ).toEqual(["Pão de Açúcar"]);
  expect(sync({ name: "Fiel" }, { name: "FIEL" })).toEqual(["Fiel"]);
  expect(all(shop).map(({ name }) => name)).toEqual(["Pão de Açúcar", "Fiel"]);
  const other = shop.tag({ name: "FIEL" });
  expect(syncTags(shop.db, ana, { ticketId: id, tags: [{ name: "FIEL" }] }).tags).toMatchObject([
    { id: other.id },
  ]);
  expect(syncTags(shop.db, ana, { ticketId: id, tags: [{ name: "fiel" }] }).tags).toMatchObject([
    { name: "Fiel" },
  ]);
});

test("new tags get the least used colours, in order", () => {
  const shop = world();
  for (const color of [presets[0]!, presets[1]!, presets[1]!, "#123456"]) shop.tag({ color });
  const made = (count: number) => {
    syncTags(shop.db, shop.me("ana"), {
      ticketId: shop.ticket().id,
      tags: Array.from({ length: count }, (_, index) => ({
        name: `Nova ${all(shop).length}-${index}`,
      })),
    });
    return all(shop)
      .slice(-count)
      .map(({ color }) => color);
  };
  expect(made(presets.length - 2)).toEqual(presets.slice(2));
  expect(made(1)).toEqual([presets[0]!]);
});

test("tags are replaced as a whole, also by none", () => {
  const shop = world();
  const [one, two, three] = [shop.tag({ kanban: 1 }), shop.tag(), shop.tag()] as [
    tagsTable.Tag,
    tagsTable.Tag,
    tagsTable.Tag,
  ];
  const { id } = shop.ticket({ tagIds: [one.id, two.id] });
  const given = (...ids: number[]) =>
    syncTags(shop.db, shop.me("ana"), {
      ticketId: id,
      tags: ids.map((tag) => ({ id: tag })),
    }).tags.map((tag) => tag.id);
  expect([given(two.id, three.id), given(three.id, one.id, three.id), given()]).toEqual([
    [two.id, three.id],
    [one.id, three.id],
    [],
  ]);
});

test("tagging moves no ticket in the list, and a change of nothing is not emitted", () => {
  const shop = world();
  const tag = shop.tag();
  const ticket = shop.ticket({ status: "closed", userId: idOf.ana });
  shop.clock.pass(minute);
  const ana = shop.me("ana");
  expect(addTags(shop.db, ana, ticket.id, tag.id)).toEqual({
    ...ticket,
    tags: [{ id: tag.id, name: tag.name, color: tag.color }],
  });
  addTags(shop.db, ana, ticket.id, tag.id);
  syncTags(shop.db, ana, { ticketId: ticket.id, tags: [{ id: tag.id }] });
  removeKanbanTags(shop.db, ana, ticket.id);
  expect(
    shop.events.map(({ event, action, audience, audienceBefore }) => ({
      event,
      action,
      audience,
      audienceBefore,
    })),
  ).toEqual([
    {
      event: "ticket",
      action: "update",
      audience: { to: "desk", queueId: 1, connectionId: 1, userId: idOf.ana, waiting: false },
      audienceBefore: undefined,
    },
  ]);
});

test("a ticket keeps its other tags when it enters a kanban lane, and leaves all lanes at once", async () => {
  const shop = await box();
  const [lane, other, plain] = [
    shop.tag({ name: "Forno", kanban: 1 }),
    shop.tag({ name: "Balcão", kanban: 1 }),
    shop.tag({ name: "Fiel" }),
  ] as [tagsTable.Tag, tagsTable.Tag, tagsTable.Tag];
  const { id } = shop.ticket({ tagIds: [plain.id] });
  const ana = shop.as("ana");
  for (const tag of [lane, other])
    expect((await ana.put(`/ticket-tags/${id}/${tag.id}`)).status).toBe(200);
  expect(names(loadTicket(shop.db, id)).toSorted()).toEqual(["Balcão", "Fiel"]);
  const { status, body } = await ana.delete<Ticket>(`/ticket-tags/${id}`);
  expect([status, names(body)]).toEqual([200, ["Fiel"]]);
});

test("an unknown tag is refused, and nothing is changed", async () => {
  const shop = world();
  const tag = shop.tag();
  const { id } = shop.ticket({ tagIds: [tag.id] });
  const ana = shop.me("ana");
  expect(
    await refusal(() =>
      syncTags(shop.db, ana, { ticketId: id, tags: [{ name: "Nova" }, { id: 99 }] }),
    ),
  ).toEqual(lost);
  expect(await refusal(() => addTags(shop.db, ana, id, 99))).toEqual(lost);
  expect([all(shop).length, names(loadTicket(shop.db, id)), shop.events]).toEqual([
    1,
    [tag.name],
    [],
  ]);
});

test("a ticket that one can't see can't be tagged", async () => {
  const shop = world();
  const tag = shop.tag({ kanban: 1 });
  const { id } = shop.ticket({ status: "open", userId: idOf.ana, tagIds: [tag.id] });
  const lia = shop.me("lia");
  for (const work of [
    () => syncTags(shop.db, lia, { ticketId: id, tags: [{ name: "Nova" }] }),
    () => addTags(shop.db, lia, id, tag.id),
    () => removeKanbanTags(shop.db, lia, id),
  ]) {
    expect(await refusal(work)).toEqual({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });
  }
  expect([names(loadTicket(shop.db, id)), all(shop).length]).toEqual([[tag.name], 1]);
});

test("a tag's name has three to forty characters", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const sync = async (...tags: unknown[]) =>
    (await shop.as("ana").post("/tags/sync", { ticketId: id, tags })).status;
  expect([
    await sync({ name: " ab " }),
    await sync({ name: "x".repeat(41) }),
    await sync({}),
    await sync(7),
    await sync(...Array.from({ length: 51 }, () => ({ id: 1 }))),
  ]).toEqual([422, 422, 422, 422, 422]);
  expect([
    await sync({ name: "x".repeat(40) }),
    await sync({ name: "abc" }),
    await sync({ id: 99 }),
  ]).toEqual([200, 200, 404]);
});
