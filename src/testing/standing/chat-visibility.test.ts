import { expect } from "bun:test";
import type { Chat, ChatMessage } from "../../modules/chats/table.ts";
import {
  box,
  idOf,
  settled,
  test,
  until,
  type Box,
  type FrameListener,
  type Name,
} from "../world.ts";

const everyone = ["rui", "ana", "caio", "lia"] as const satisfies Name[];
const inIt = new Set<Name>(["ana", "caio"]);

async function chatOfTwo(shop: Box) {
  const { body: chat } = await shop
    .as("ana")
    .post<Chat>("/chats", { title: "Segredo", users: [{ id: idOf.caio }] });
  await shop.as("ana").post(`/chats/${chat.id}/messages`, { message: "Só nós dois" });
  return chat;
}

async function listeners(shop: Box) {
  const all = await Promise.all(everyone.map((name) => shop.listener(shop.as(name))));
  await Promise.all(all.map((listener) => listener.ready()));
  return Object.fromEntries(everyone.map((name, index) => [name, all[index]!])) as Record<
    Name,
    FrameListener
  >;
}

const received = ({ frames }: FrameListener) =>
  frames
    .filter(({ event }) => event.startsWith("chat"))
    .map(
      ({ action, typing, newMessage }) =>
        (newMessage as ChatMessage | undefined)?.message ?? action ?? typing,
    );

test("who isn't in a chat can ask for nothing of it, admins included", async () => {
  const shop = await box();
  const { id, uuid } = await chatOfTwo(shop);
  const requests: [string, string, object?][] = [
    ["GET", `/chats/${id}`],
    ["GET", `/chats/${uuid}`],
    ["GET", `/chats/${id}/messages`],
    ["GET", `/chats/search?searchParam=dois&chatId=${id}`],
    ["POST", `/chats/${id}/messages`, { message: "Oi" }],
    ["POST", `/chats/${id}/read`],
    ["POST", `/chats/${id}/typing`, { typing: true }],
    ["PUT", `/chats/${id}`, { title: "Meu" }],
    ["POST", `/chats/${id}/leave`],
    ["DELETE", `/chats/${id}`],
  ];
  for (const who of [shop.as("rui"), shop.as("lia"), shop.as("rui", 2)]) {
    for (const [method, path, body] of requests)
      expect([method, path, (await who.call(method, path, body)).status]).toEqual([
        method,
        path,
        404,
      ]);
    expect((await who.get("/chats")).body).toMatchObject({ records: [], count: 0 });
    expect((await who.get("/chats/search?searchParam=dois")).body).toMatchObject({ records: [] });
  }
  expect((await shop.as("caio").get("/chats/search?searchParam=dois")).body).toMatchObject({
    records: [{ chatId: id }],
  });
});

test("only members hear of a chat", async () => {
  const shop = await box();
  const ears = await listeners(shop);
  const { id } = await chatOfTwo(shop);
  await shop.as("caio").post(`/chats/${id}/typing`, { typing: true });
  await shop.as("caio").post(`/chats/${id}/read`);
  await shop.as("ana").put(`/chats/${id}`, { title: "Outro nome" });
  await shop.as("ana").delete(`/chats/${id}`);
  await settled(shop.db, ...Object.values(ears));
  const expected = ["create", "Só nós dois", "update", "update", "delete"];
  for (const name of everyone)
    expect([name, received(ears[name])]).toEqual([
      name,
      name === "ana"
        ? ["create", "Só nós dois", true, ...expected.slice(2)]
        : inIt.has(name)
          ? expected
          : [],
    ]);
});

test("who is taken out hears that the chat is gone, and nothing after it", async () => {
  const shop = await box();
  const { id } = await chatOfTwo(shop);
  await shop.as("ana").put(`/chats/${id}`, { users: [{ id: idOf.caio }, { id: idOf.lia }] });
  const ears = await listeners(shop);
  const seq = shop.db.seq();
  await shop.as("ana").post(`/chats/${id}/messages`, { message: "Antes" });
  await shop.as("ana").put(`/chats/${id}`, { users: [{ id: idOf.lia }] });
  await shop.as("ana").post(`/chats/${id}/messages`, { message: "Depois" });
  await shop.as("lia").post(`/chats/${id}/typing`, { typing: true });
  await shop.as("ana").put(`/chats/${id}`, { title: "Sem o Caio" });
  await settled(shop.db, ...Object.values(ears));
  expect(received(ears.caio)).toEqual(["Antes", "delete"]);
  expect(ears.caio.frames.find(({ action }) => action === "delete")).toEqual({
    seq: expect.any(Number),
    event: "chat",
    action: "delete",
    chatId: id,
  });
  expect(received(ears.lia)).toEqual(["Antes", "update", "Depois", "update"]);
  // A user who was away gets a reset and reads everything again, without frames of the past.
  const late = await shop.listener(shop.as("caio"), seq);
  await until(() => late.frames.some(({ event }) => event === "reset"));
  expect(received(late)).toEqual([]);
  expect(
    (await shop.as("caio").get<{ events: object[] }>(`/events?since=${seq}`)).body.events,
  ).toEqual([{ event: "reset" }]);
});

test("a plan without the team's talk has none", async () => {
  const shop = await box();
  await chatOfTwo(shop);
  shop.control.sqlite.run("UPDATE plans SET useInternalChat = 0");
  for (const path of ["/chats", "/chats/1", "/chats/search"])
    expect((await shop.as("ana").get(path)).status).toBe(403);
});
