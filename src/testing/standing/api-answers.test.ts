import { expect } from "bun:test";
import Ajv from "ajv/dist/2020";
import { v1Routes } from "../../api-v1/v1-routes.ts";
import { webhookEvents } from "../../shared/webhooks.ts";
import { resourceScopes } from "../../shared/api-tokens.ts";
import { bread, cartOf, pays, sells } from "../bakery.ts";
import { bia, box, caller, idOf, test } from "../world.ts";

type Content = Record<string, { schema: object }>;
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Content }> }>>;
  webhooks: Record<string, object>;
};

test("each list and row of version 1 answers as the document says", async () => {
  const shop = await box();
  sells(shop.db);
  const rui = shop.as("rui");
  const body = { name: "ERP", scopes: resourceScopes };
  const { token } = (await rui.post<{ token: string }>("/api-tokens", body)).body;
  const erp = caller(shop.url, token);
  shop.receives("Oi");
  shop.tag();
  const cart = cartOf([[bread, 2]], { userId: idOf.ana, paymentId: pays.cash });
  await erp.post("/v1/budgets", cart);
  await erp.post("/v1/orders", cart);
  await erp.post("/v1/opt-outs", { number: bia.number });
  const url = "https://93.184.215.14/";
  await erp.post("/v1/webhooks", { name: "ERP", url, events: ["stock.low"] });
  await erp.post("/v1/webhooks/1/test");
  await erp.post("/v1/tickets/1/notes", { note: "Do site" });
  const document = (await rui.get<Document>("/openapi.json")).body;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const wrong: object[] = [];
  let rows = 0;
  for (const { method, path, answer } of v1Routes) {
    if (method !== "GET" || answer === "file" || path.startsWith("/campaigns/")) continue;
    const name = `/v1${path.replace(/:(\w+)/g, "{$1}")}`;
    const { responses } = document.paths[name]!.get!;
    const valid = ajv.compile(responses[200]!.content!["application/json"]!.schema);
    const reply = await erp.get<{ data?: unknown[] }>(`/v1${path.replace(/:\w+/g, "1")}`);
    rows += reply.body.data?.length ?? 1;
    if (reply.status !== 200 || !valid(reply.body))
      wrong.push({ path, status: reply.status, errors: valid.errors, body: reply.body });
  }
  expect(wrong).toEqual([]);
  expect(rows).toBeGreaterThan(40);
  const { docs, ...refusal } = (await erp.get("/v1/products/999")).body;
  expect(refusal).toMatchObject({ error: "ERR_NOT_FOUND", message: expect.any(String) });
  expect(docs).toBe("/api-reference#ERR_NOT_FOUND");
});

test("the document says what each event posts", async () => {
  const shop = await box();
  const document = (await shop.as("rui").get<Document>("/openapi.json")).body;
  expect(Object.keys(document.webhooks)).toEqual([...webhookEvents]);
});
