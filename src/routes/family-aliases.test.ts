import { expect } from "bun:test";
import { presets } from "../shared/colors.ts";
import { atendimento, box, caller, idOf, test } from "../testing/world.ts";
import { version } from "../version.ts";

// rules.md#family-aliases

test("a stranger reads which version a box runs", async () => {
  const { url } = await box();
  expect(await caller(url).get("/version")).toMatchObject({
    status: 200,
    body: { version: version.version },
  });
});

test("AIs have their old name, for who may read them", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const ia = { name: "Broa", type: 1, model: "gpt-4o-mini", token: "sk-1", prompt: "Seja breve" };
  expect((await rui.post("/ias", ia)).status).toBe(201);
  expect(await rui.get("/prompt")).toMatchObject({
    status: 200,
    body: { prompts: [{ name: "Broa" }], count: 1, hasMore: false },
  });
  expect((await shop.as("ana").get("/prompt")).status).toBe(403);
});

test("all quick messages behind a slash come at once", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  await rui.post("/quick-messages", { shortcode: "precos", message: "Preços", geral: true });
  await rui.post("/quick-messages", { shortcode: "minha", message: "Só do Rui" });
  const { status, body } = await ana.get<{ shortcode: string }[]>("/quick-messages/list");
  expect([status, body.map(({ shortcode }) => shortcode)]).toEqual([200, ["precos"]]);
});

test("a user's queue says whose it is", async () => {
  const shop = await box();
  expect((await shop.as("rui").get(`/users/${idOf.ana}`)).body).toMatchObject({
    queues: [{ id: atendimento, UserQueue: { userId: idOf.ana, queueId: atendimento } }],
  });
});

test("all plans are a list for a client that asks for no page", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const rui = shop.as("rui");
  expect((await rui.get("/plans/all")).body).toMatchObject([{ name: "Completo" }]);
  expect((await rui.get("/plans/all?pageNumber=1")).body).toMatchObject({
    plans: [{ name: "Completo" }],
    hasMore: false,
  });
});

test("a tag without a colour gets one, and a list of files is saved without a file", async () => {
  const rui = (await box()).as("rui");
  const { status, body } = await rui.post<{ color: string }>("/tags", { name: "Alergia" });
  expect([status, presets.includes(body.color as never)]).toEqual([201, true]);
  const { body: list } = await rui.post<{ id: number }>("/files", { name: "Fotos", message: "Oi" });
  const withField = new FormData();
  withField.append("typeArch", "fileList");
  for (const form of [new FormData(), withField])
    expect(await rui.post(`/files/uploadList/${list.id}`, form)).toMatchObject({
      status: 200,
      body: { id: list.id, options: [] },
    });
});
