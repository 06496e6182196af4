import { expect } from "bun:test";
import { box, idOf, test } from "../world.ts";

/** A shop with two lanes (ids 1 and 2), a tag that is none (3), and a ticket in the first. */
async function furnished() {
  const shop = await box();
  const fresh = shop.tag({ name: "Novo pedido", kanban: 1 });
  shop.tag({ name: "Pronto", kanban: 1 });
  shop.tag({ name: "VIP" });
  shop.ticket({ tagIds: [fresh.id] });
  return shop;
}

const lane = {
  id: 1,
  name: "Novo pedido",
  color: "#7c3aed",
  kanban: 1,
  position: 1,
  ticketsCount: 1,
};
const card = {
  id: 1,
  uuid: expect.any(String),
  status: "pending",
  contact: { name: expect.any(String), number: expect.any(String) },
  lastMessage: "Oi",
  tags: [{ id: 1, name: "Novo pedido", color: "#7c3aed" }],
  kanbanTagId: 1,
};

/**
 * The calls of clients on tags and their board, with the bodies that they send and the fields that
 * they read.
 */
const calls: [call: string, status: number, answer: unknown, body?: object][] = [
  ["GET /tags/?searchParam=novo&pageNumber=1&kanban=1", 200, { tags: [lane], hasMore: false }],
  [
    "GET /tags/?searchParam=&pageNumber=1&kanban=0",
    200,
    { tags: [{ id: 3, kanban: 0 }], hasMore: false },
  ],
  ["GET /tags/list", 200, [{ id: 3 }, { id: 1 }, { id: 2 }]],
  ["GET /tags/kanban", 200, { lista: [lane, { id: 2 }] }],
  ["GET /tags/1", 200, lane],
  [
    "POST /tags",
    201,
    { id: 4, name: "Entregue", kanban: 1, position: 3, userId: idOf.rui },
    { name: "Entregue", color: "#4d7c0f", kanban: 1, userId: 77 },
  ],
  [
    "PUT /tags/1",
    200,
    { ...lane, name: "Pedido novo" },
    { ...lane, name: "Pedido novo", userId: 1 },
  ],
  [
    "PUT /tags/kanban/order",
    200,
    {
      lista: [
        { id: 2, position: 1 },
        { id: 1, position: 2 },
      ],
    },
    { ids: [2, 1] },
  ],
  ["DELETE /tags/1", 200, {}],
  ["GET /ticket/kanban?queueIds=[1,2]", 200, { tickets: [card] }],
  [
    "GET /ticket/kanban?queueIds=[1]&tagId=1&startDate=2026-11-20&endDate=2026-11-20&pageNumber=1",
    200,
    { tickets: [card], hasMore: false, count: 1, otherDays: 0 },
  ],
  ["GET /ticket/kanban?tagId=0", 200, { tickets: [], count: 0 }],
  ["PUT /ticket/kanban/1", 200, { kanbanTagId: 2, tags: [{ id: 2 }] }, { tagId: 2, from: 1 }],
  ["PUT /ticket-tags/1/2", 200, { kanbanTagId: 2, tags: [{ id: 2 }] }],
  ["DELETE /ticket-tags/1", 200, { kanbanTagId: null, tags: [] }],
  ["POST /tags", 422, { fields: { name: "too_short" } }, { name: "ab" }],
  ["POST /tags", 422, { fields: { name: "required", kanban: "invalid" } }, { kanban: 2 }],
  ["PUT /tags/kanban/order", 422, { fields: { ids: "invalid" } }, { ids: [3] }],
  ["GET /tags?kanban=x", 422, { fields: { kanban: "invalid" } }],
  [
    "GET /ticket/kanban?queueIds=1&startDate=ontem&tagId=x",
    422,
    { fields: { queueIds: "invalid", startDate: "invalid", tagId: "invalid" } },
  ],
  ["PUT /ticket/kanban/1", 422, { fields: { tagId: "required" } }, {}],
  [
    "PUT /ticket/kanban/1",
    409,
    { error: "ERR_CARD_MOVED", details: { tagId: 1 } },
    { tagId: 2, from: null },
  ],
  ["PUT /ticket/kanban/1", 404, { error: "ERR_NOT_FOUND" }, { tagId: 3 }],
  ["PUT /ticket/kanban/99", 404, { error: "ERR_NO_TICKET_FOUND" }, { tagId: 2 }],
];

test("each call of tags and their board answers what its clients read", async () => {
  for (const [call, status, answer, body] of calls) {
    const [method, path] = call.split(" ") as [string, string];
    const reply = await (await furnished()).as("rui").call(method, path, body);
    expect({ call, status: reply.status, body: reply.body }).toMatchObject({
      call,
      status,
      body: answer as object,
    });
  }
});

test("an agent moves cards and changes no lane", async () => {
  const ana = (await furnished()).as("ana");
  for (const [call, status, , body] of calls.filter((each) => each[1] < 300)) {
    const [method, path] = call.split(" ") as [string, string];
    const isAdmins = method !== "GET" && path.startsWith("/tags");
    expect([call, (await ana.call(method, path, body)).status]).toEqual([
      call,
      isAdmins ? 403 : status,
    ]);
  }
});
