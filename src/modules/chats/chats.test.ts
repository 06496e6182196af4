import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { media } from "../../kit/db/media.ts";
import {
  box,
  dot,
  idOf,
  minute,
  settled,
  test,
  type Answer,
  type Box,
  type Name,
} from "../../testing/world.ts";
import type { Chat, ChatHit, ChatMessage } from "./table.ts";

type Listed<Row> = { records: Row[]; hasMore: boolean };

const people = (...names: Name[]) => names.map((name) => ({ id: idOf[name] }));
const begins = async (shop: Box, owner: Name, ...names: Name[]) =>
  (await shop.as(owner).post<Chat>("/chats", { title: "Fornada", users: people(...names) })).body;
const write = async (shop: Box, who: Name, { id }: Chat, message: string) =>
  (await shop.as(who).post<ChatMessage>(`/chats/${id}/messages`, { message })).body;
const membersOf = ({ users }: Chat) =>
  users.map(({ userId }) => userId).toSorted((one, other) => one - other);
const unreadsOf = ({ users }: Chat) =>
  Object.fromEntries(users.map(({ user, unreads, mentions }) => [user.name, [unreads, mentions]]));
const uploads = (
  shop: Box,
  who: Name,
  { id }: Chat,
  fields: Record<string, string>,
  ...files: File[]
): Promise<Answer<ChatMessage>> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append("medias", file);
  return shop.as(who).post<ChatMessage>(`/chats/${id}/messages`, form);
};

test("a chat is its owner's and whoever's they name, found by number and by uuid", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  expect(chat).toMatchObject({ title: "Fornada", ownerId: idOf.ana, lastMessage: "" });
  expect(membersOf(chat)).toEqual([idOf.ana, idOf.caio]);
  for (const address of [chat.id, chat.uuid])
    expect((await shop.as("caio").get(`/chats/${address}`)).body).toMatchObject({
      id: chat.id,
      users: chat.users,
    });
  const wrong = [
    [{ title: " ", users: people("caio") }, "title"],
    [{ title: "Fornada", users: [] }, "users"],
    [{ title: "Fornada", users: [{ id: 99 }] }, "users"],
    [{ users: people("caio") }, "title"],
    [{ title: "Fornada" }, "users"],
  ] as const;
  for (const [body, field] of wrong)
    expect(await shop.as("ana").post("/chats", body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
});

test("what is said counts as unread for the others, with mentions apart, until they read", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio", "lia");
  await write(shop, "ana", chat, "Bom dia");
  await write(shop, "ana", chat, "@Caio, o forno. Não @Liana, nem ana@caio.com");
  const { records } = (await shop.as("caio").get<Listed<Chat>>("/chats/")).body;
  expect([records[0]!.lastMessage, unreadsOf(records[0]!)]).toEqual([
    "Ana: @Caio, o forno. Não @Liana, nem ana@caio.com",
    { Ana: [0, 0], Caio: [2, 1], Lia: [2, 0] },
  ]);
  expect(
    unreadsOf(
      (await shop.as("caio").post<Chat>(`/chats/${chat.id}/read`, { userId: idOf.lia })).body,
    ),
  ).toEqual({ Ana: [0, 0], Caio: [0, 0], Lia: [2, 0] });
  await write(shop, "lia", chat, "Já vou");
  expect(unreadsOf((await shop.as("ana").get<Chat>(`/chats/${chat.id}`)).body)).toEqual({
    Ana: [1, 0],
    Caio: [1, 0],
    Lia: [0, 0],
  });
});

test("messages are read back page by page, or all the way to a hit; one sent again is the same", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  for (let number = 1; number <= 45; number++) await write(shop, "ana", chat, `Pão ${number}`);
  const read = async (query: string) =>
    (await shop.as("caio").get<Listed<ChatMessage>>(`/chats/${chat.id}/messages?${query}`)).body;
  const spans = (
    await Promise.all(
      ["", "pageNumber=2", "pageNumber=3", "beforeId=6", "beforeId=40&backToId=30"].map(read),
    )
  ).map(({ records, hasMore }) => [records[0]!.message, records.at(-1)!.message, hasMore]);
  expect(spans).toEqual([
    ["Pão 45", "Pão 26", true],
    ["Pão 25", "Pão 6", true],
    ["Pão 5", "Pão 1", false],
    ["Pão 5", "Pão 1", false],
    ["Pão 39", "Pão 10", true],
  ]);
  const again = { message: "Uma vez", clientId: "uma-vez-so" };
  const [one, other] = [
    (await shop.as("ana").post<ChatMessage>(`/chats/${chat.id}/messages`, again)).body,
    (await shop.as("ana").post<ChatMessage>(`/chats/${chat.id}/messages`, again)).body,
  ];
  expect(one).toEqual(other);
  expect(await shop.as("ana").post(`/chats/${chat.id}/messages`, { message: "  " })).toMatchObject({
    status: 422,
    body: { fields: { message: "required" } },
  });
});

test("from a message on, a page's number says nothing, and the last page says that it is", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  for (let number = 1; number <= 45; number++) await write(shop, "ana", chat, `Pão ${number}`);
  const read = async (query: string) => {
    const { body } = await shop
      .as("caio")
      .get<Listed<ChatMessage>>(`/chats/${chat.id}/messages?${query}`);
    return [body.records[0]?.message, body.records.at(-1)?.message, body.hasMore];
  };
  expect(await read("beforeId=40&pageNumber=2")).toEqual(["Pão 39", "Pão 20", true]);
  expect(await read("backToId=40&pageNumber=2")).toEqual(["Pão 45", "Pão 20", true]);
  expect(await read("beforeId=22")).toEqual(["Pão 21", "Pão 2", true]);
  expect(await read("beforeId=21")).toEqual(["Pão 20", "Pão 1", false]);
});

test("files are messages, and go with the chat", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  const last = (
    await uploads(
      shop,
      "ana",
      chat,
      { message: "A broa", clientId: "duas-fotos" },
      new File([dot], "broa.png"),
      new File(["preços"], "precos.txt"),
    )
  ).body;
  expect(last).toMatchObject({
    message: "",
    mediaType: "application",
    mediaName: "precos.txt",
    media: { size: 7 },
  });
  const { records } = (await shop.as("caio").get<Listed<ChatMessage>>(`/chats/${chat.id}/messages`))
    .body;
  expect(
    records.map(({ message, mediaType, sender }) => [message, mediaType, sender.name]),
  ).toEqual([
    ["", "application", "Ana"],
    ["A broa", "image", "Ana"],
  ]);
  expect((await fetch(shop.url + records[1]!.mediaUrl!)).headers.get("content-type")).toBe(
    "image/png",
  );
  expect((await shop.as("caio").get<Listed<Chat>>("/chats")).body.records[0]!.lastMessage).toBe(
    "Ana: 📄 Documento",
  );
  expect((await uploads(shop, "lia", chat, {}, new File([dot], "broa.png"))).status).toBe(404);
  const paths = shop.db
    .select({ sha256: media.sha256 })
    .from(media)
    .all()
    .map(({ sha256 }) => shop.db.files.path(sha256));
  expect(paths.map(existsSync)).toEqual([true, true]);
  expect(await shop.as("ana").delete(`/chats/${chat.id}`)).toMatchObject({ status: 200 });
  expect([paths.map(existsSync), shop.db.select().from(media).all()]).toEqual([[false, false], []]);
});

test("only the owner renames, changes who is in it, and deletes; the others may leave", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio", "lia");
  for (const tried of [
    await shop.as("caio").put(`/chats/${chat.id}`, { title: "Minha" }),
    await shop.as("caio").delete(`/chats/${chat.id}`),
  ])
    expect(tried).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  expect(
    membersOf(
      (
        await shop
          .as("ana")
          .put<Chat>(`/chats/${chat.id}`, { title: "Padaria", users: people("rui", "caio") })
      ).body,
    ),
  ).toEqual([idOf.rui, idOf.ana, idOf.caio]);
  await shop.as("ana").post(`/chats/${chat.id}/leave`);
  expect((await shop.as("rui").get(`/chats/${chat.id}`)).body).toMatchObject({
    title: "Padaria",
    ownerId: idOf.caio,
  });
  await shop.as("caio").post(`/chats/${chat.id}/leave`);
  expect((await shop.as("rui").get(`/chats/${chat.id}`)).body).toMatchObject({ ownerId: idOf.rui });
  await shop.as("rui").post(`/chats/${chat.id}/leave`);
  expect(shop.db.sqlite.query("SELECT count(*) AS count FROM chats").get()).toEqual({
    count: 0,
  });
});

test("a deleted user's messages stay under their name, and their chats pass on", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  const alone = await begins(shop, "ana", "ana");
  await write(shop, "ana", chat, "Bom dia");
  expect((await shop.as("rui").delete(`/users/${idOf.ana}`)).status).toBe(200);
  expect((await shop.as("caio").get(`/chats/${chat.id}`)).body).toMatchObject({
    ownerId: idOf.caio,
    users: [{ userId: idOf.caio, unreads: 1 }],
  });
  const { records } = (await shop.as("caio").get<Listed<ChatMessage>>(`/chats/${chat.id}/messages`))
    .body;
  expect(records).toMatchObject([
    { senderId: null, sender: { id: null, name: "Ana" }, message: "Bom dia" },
  ]);
  expect(shop.db.sqlite.query("SELECT id FROM chats WHERE id = ?").get(alone.id)).toBeNull();
});

test("a text is found in one's chats, in one or in all, whatever its accents", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  const other = await begins(shop, "caio", "ana");
  const secret = await begins(shop, "ana", "lia");
  for (const one of [chat, other]) await write(shop, "ana", one, "O pão de açúcar acabou");
  await write(shop, "ana", secret, "O açúcar é segredo");
  const find = async (query: string) =>
    (
      await shop.as("caio").get<Listed<ChatHit>>(`/chats/search?searchParam=${query}`)
    ).body.records.map(({ chatId, text }) => [chatId, text]);
  const text = "O pão de \u0002açúcar\u0003 acabou";
  expect([await find("acuc"), await find(`ACUC&chatId=${chat.id}`), await find("xis")]).toEqual([
    [
      [other.id, text],
      [chat.id, text],
    ],
    [[chat.id, text]],
    [],
  ]);
  expect(
    (await shop.as("caio").get(`/chats/search?searchParam=acucar&chatId=${secret.id}`)).status,
  ).toBe(404);
});

test("who types is told to the others in the chat", async () => {
  const shop = await box();
  const chat = await begins(shop, "ana", "caio");
  const [his, hers, outside] = await Promise.all(
    (["caio", "ana", "rui"] as const).map((name) => shop.listener(shop.as(name))),
  );
  await Promise.all([his!, hers!, outside!].map((one) => one.ready()));
  await shop.as("ana").post(`/chats/${chat.id}/typing`, { typing: true });
  await settled(shop.db, his!, hers!, outside!);
  const typing = [his!, hers!, outside!].map(({ frames }) =>
    frames.filter(({ event }) => event === "chatTyping"),
  );
  expect(typing).toEqual([
    [{ event: "chatTyping", chatId: chat.id, user: { id: idOf.ana, name: "Ana" }, typing: true }],
    [],
    [],
  ]);
});

test("a chat that something was said in comes first", async () => {
  const shop = await box();
  const first = await begins(shop, "ana", "caio");
  shop.clock.pass(minute);
  await begins(shop, "ana", "lia");
  shop.clock.pass(minute);
  const ids = async () =>
    (await shop.as("ana").get<Listed<Chat>>("/chats")).body.records.map(({ id }) => id);
  expect((await ids()).at(0)).not.toBe(first.id);
  await write(shop, "caio", first, "Oi");
  expect((await ids()).at(0)).toBe(first.id);
});
