import { expect } from "bun:test";
import { answered, ollamaStand } from "../../testing/bots/ollama.ts";
import { completed, openAiStand } from "../../testing/bots/openai.ts";
import { hostile } from "../../testing/bots/stand.ts";
import {
  afterwards,
  atendimento,
  balcao,
  box,
  encomendas,
  idOf,
  refusal,
  settled,
  test,
  world,
} from "../../testing/world.ts";
import * as connections from "../connections/connections.ts";
import * as queues from "../queues/queues.ts";
import * as settings from "../settings/settings.ts";
import { create, find, findWithToken, remove, update } from "./ias.ts";
import { mayAnswer, recordUse, usage } from "./usage.ts";
import type { Ia } from "./table.ts";

const chatGpt = {
  type: 1,
  name: "Pãozinho",
  model: "gpt-4o-mini",
  prompt: "Você atende a padaria.",
  token: "sk-segredo",
} as const;
const ollama = {
  type: 3,
  name: "Broinha",
  model: "llama3",
  url: "http://127.0.0.1:11434",
  prompt: "Você atende a padaria.",
} as const;

test("each type needs the fields by which it is called", async () => {
  const { db } = world();
  expect(create(db, chatGpt)).toMatchObject({
    id: 1,
    hasSecret: true,
    isActive: true,
    maxTokens: 300,
    temperature: 0.7,
    maxMessages: 10,
    url: "",
    queueId: null,
    userId: null,
  });
  expect(create(db, ollama)).toMatchObject({ id: 2, hasSecret: false });
  for (const type of [1, 2] as const)
    expect(await refusal(() => create(db, { ...chatGpt, name: "Outra", type, token: "" }))).toEqual(
      { kind: "invalid", reason: "ERR_VALIDATION", fields: { token: "required" } },
    );
  expect(await refusal(() => create(db, { ...ollama, name: "Outra", url: "" }))).toMatchObject({
    fields: { url: "required" },
  });
  expect(
    await refusal(() => create(db, { ...ollama, name: "Outra", transcriptionModel: "whisper-1" })),
  ).toMatchObject({ fields: { transcriptionModel: "invalid" } });
  expect(await refusal(() => create(db, { ...chatGpt, name: "PÃozinho" }))).toBeUndefined();
  expect(await refusal(() => create(db, { ...chatGpt, name: "BROINHA" }))).toMatchObject({
    kind: "conflict",
    fields: { name: "taken" },
  });
  expect(create(db, { ...chatGpt, name: "Da Ana" }, idOf.ana)).toMatchObject({
    userId: idOf.ana,
  });
  expect(create(db, { ...chatGpt, name: "Do Caio", userId: idOf.caio }, idOf.ana)).toMatchObject({
    userId: idOf.caio,
  });
  expect(
    await refusal(() => create(db, { ...chatGpt, name: "Outra", queueId: 99, userId: 98 })),
  ).toMatchObject({ kind: "invalid", fields: { queueId: "invalid", userId: "invalid" } });
  expect(update(db, 1, { queueId: encomendas, userId: idOf.caio })).toMatchObject({
    queueId: encomendas,
    userId: idOf.caio,
  });
});

test("a key that isn't given stays, as does an empty one that was read, and no answer contains it", async () => {
  const { db, events } = world();
  const { id } = create(db, chatGpt);
  expect(find(db, id)).not.toHaveProperty("token");
  expect([update(db, id, { model: "gpt-4o" }).hasSecret, findWithToken(db, id).token]).toEqual([
    true,
    "sk-segredo",
  ]);
  expect([update(db, id, { token: "" }).hasSecret, findWithToken(db, id).token]).toEqual([
    true,
    "sk-segredo",
  ]);
  // Ollama needs no key, so an empty one removes it.
  const local = create(db, { ...ollama, token: "sk-local" });
  expect(update(db, local.id, { token: "" })).toMatchObject({ hasSecret: false });
  expect([
    update(db, id, { token: "sk-segredo-2" }).hasSecret,
    findWithToken(db, id).token,
  ]).toEqual([true, "sk-segredo-2"]);
  expect(JSON.stringify(events)).not.toContain("segredo");
});

test("a key is only sent to the server that it was given for", async () => {
  const { db } = world();
  const { id } = create(db, chatGpt);
  for (const change of [
    { url: "https://elsewhere.example" },
    { url: "https:elsewhere.example" },
    { type: 2 },
  ] as const)
    expect(await refusal(() => update(db, id, change))).toMatchObject({
      kind: "invalid",
      fields: { token: "again" },
    });
  expect(update(db, id, { url: "https://elsewhere.example/v1", token: "sk-outro" })).toMatchObject({
    url: "https://elsewhere.example/v1",
  });
  expect(update(db, id, { url: "https://elsewhere.example/v2" })).toMatchObject({
    hasSecret: true,
  });
  const free = create(db, ollama);
  expect(update(db, free.id, { url: "http://ollama.lan:11434" })).toMatchObject({
    url: "http://ollama.lan:11434",
  });
});

test("tickets of a deleted AI wait for people", async () => {
  const { db } = world();
  const { id } = create(db, ollama);
  queues.update(db, atendimento, { promptId: id });
  connections.update(db, balcao, { promptId: id });
  expect(remove(db, id)).toEqual({});
  expect([
    queues.findQueue(db, atendimento).promptId,
    connections.find(db, balcao).promptId,
  ]).toEqual([null, null]);
  for (const work of [() => find(db, id), () => update(db, id, {}), () => remove(db, id)])
    expect(await refusal(work)).toEqual({ kind: "missing", reason: "ERR_NOT_FOUND" });
});

test("only admins see AIs and hear of them, and only in plans that have them", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const [his, hers] = await Promise.all([shop.listener(rui), shop.listener(shop.as("ana"))]);
  await Promise.all([his.ready(), hers.ready()]);
  const { status, body } = await rui.post<Ia>("/ias", chatGpt);
  expect([status, body]).toMatchObject([
    201,
    { id: 1, name: "Pãozinho", hasSecret: true, token: "" },
  ]);
  expect((await rui.get("/ias/")).body as object).toEqual({
    ias: [body],
    hasMore: false,
    count: 1,
  });
  expect((await rui.get("/ias/usage")).body as object).toEqual({
    month: "2026-11",
    answers: 0,
    tokens: 0,
    limit: 1000,
  });
  expect((await rui.get("/ias?searchParam=nada")).body).toMatchObject({ ias: [], count: 0 });
  expect((await rui.get<Ia[]>("/ias/list")).body).toEqual([body]);
  const changed = (await rui.put<Ia>("/ias/1", { isActive: false })).body;
  await rui.delete("/ias/1");
  await settled(shop.db, his, hers);
  expect(hers.frames.filter(({ event }) => event === "ias")).toEqual([]);
  expect(
    his.frames.filter(({ event }) => event === "ias").map(({ seq: _, ...frame }): object => frame),
  ).toEqual([
    { event: "ias", action: "create", ias: inEvent(body) },
    { event: "ias", action: "update", ias: inEvent(changed) },
    { event: "ias", action: "delete", iasId: 1 },
  ]);
  shop.control.sqlite.run("UPDATE plans SET useOpenAi = 0");
  expect(await rui.get("/ias")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
});

/** An AI as events have it: only answers have the empty `token` of the documents. */
const inEvent = ({ token: _, ...row }: Ia & { token?: string }) => row;

test("fields stay within their limits", async () => {
  const rui = (await box()).as("rui");
  const refused = async (change: object) =>
    (await rui.post("/ias", { ...chatGpt, ...change })).body.fields;
  expect(
    await refused({
      maxTokens: 9,
      temperature: 2.1,
      maxMessages: 51,
      prompt: "x".repeat(20_001),
      model: "",
      transcriptionModel: "x".repeat(101),
      type: 4,
    }),
  ).toEqual({
    type: "invalid",
    maxTokens: "too_short",
    temperature: "too_long",
    maxMessages: "too_long",
    prompt: "too_long",
    model: "required",
    transcriptionModel: "too_long",
  });
  for (const url of ["ollama.lan", "file:///etc/passwd", "https://rui:senha@openai.com"])
    expect(await refused({ url })).toEqual({ url: "invalid" });
  expect((await rui.post("/ias", {})).body.fields).toMatchObject({
    name: "required",
    model: "required",
    prompt: "required",
  });
});

test("an AI can be tried out, and every failure gives the same error", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const [openAi, llama] = [openAiStand(chatGpt.token), ollamaStand()];
  afterwards(openAi.stop);
  afterwards(llama.stop);
  const first = create(shop.db, { ...chatGpt, url: openAi.url });
  const second = create(shop.db, { ...ollama, url: llama.url });
  const ask = async (id: number) => {
    const {
      status,
      body: { requestId: _, ...body },
    } = await rui.post(`/ias/${id}/test`, { text: "Que horas abre?" });
    return [status, body as object];
  };
  expect(await ask(first.id)).toEqual([200, { text: "Bom dia!", transfer: false }]);
  expect(await ask(second.id)).toEqual([200, { text: "Bom dia!", transfer: false }]);
  openAi.next(completed("Ação: Transferir para o setor de atendimento"));
  expect(await ask(first.id)).toEqual([200, { text: "", transfer: true }]);
  llama.next(answered("Às seis."));
  expect(await ask(second.id)).toEqual([200, { text: "Às seis.", transfer: false }]);
  for (const wrong of ["html", "broken", "inward", "wrong"]) {
    llama.next(hostile[wrong]!);
    expect([wrong, ...(await ask(second.id))]).toEqual([
      wrong,
      409,
      { error: "ERR_IA_FAILED", message: "A IA não respondeu" },
    ]);
  }
  expect([openAi.wrong, llama.wrong]).toEqual([[], []]);
  expect(await rui.post("/ias/99/test", { text: "Oi" })).toMatchObject({ status: 404 });
  expect(await rui.post(`/ias/${first.id}/test`, { text: " " })).toMatchObject({
    status: 422,
    body: { fields: { text: "required" } },
  });
});

test("answers are counted by month in the company's time zone, up to the limit", () => {
  const { db, clock } = world();
  settings.write(db, "iaMonthlyLimit", "2");
  const use = () => db.write((tx) => void recordUse(tx, 10));
  clock.set("2026-12-01T02:59:00Z");
  use();
  expect(mayAnswer(db)).toBe(true);
  use();
  expect(mayAnswer(db)).toBe(false);
  expect(usage(db)).toEqual({ month: "2026-11", answers: 2, tokens: 20, limit: 2 });
  clock.set("2026-12-01T03:00:00Z");
  expect(mayAnswer(db)).toBe(true);
  use();
  use();
  expect(mayAnswer(db)).toBe(false);
  settings.write(db, "iaMonthlyLimit", "0");
  expect(mayAnswer(db)).toBe(true);
});
