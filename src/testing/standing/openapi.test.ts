import { expect } from "bun:test";
import { balcao, bia, box, caller, test } from "../world.ts";

type Operation = {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: string }[];
  "x-permission"?: string;
  responses: Record<string, unknown>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

const shop = await box();
const read = async () => (await shop.as("rui").get<Document>("/openapi.json")).body;
const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, "{}").replace(/\/$/, "");

// Imports by a variable, so that the types of other checkouts do not need these libraries.
const library = async <Exports>(name: string) => (await import(name)) as Exports;

test("no route is missing from the document, and none is in it that is not there", async () => {
  const { paths } = await read();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /api${shapeOf(path)}`),
  );
  const routes = new Set(
    shop.app.routes
      // A link to a stored file is no call.
      .filter(({ path }) => path.startsWith("/api/") && !path.includes("/media/:company"))
      .map(({ method, path }) => `${method} ${shapeOf(path)}`),
  );
  expect(described.toSorted()).toEqual([...routes].toSorted());
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.length).toBe(new Set(ids).size);
});

test("the document is valid OpenAPI", async () => {
  const { default: parser } = await library<{
    default: { validate(document: object): Promise<unknown> };
  }>("@apidevtools/swagger-parser");
  const document = await read();
  expect(await parser.validate(structuredClone(document))).toBeDefined();
  expect(document.openapi).toBe("3.1.0");
});

test("it says of each route who may call it", async () => {
  const { paths } = await read();
  expect(paths["/messages/send"]!.post!.security).toEqual([{ token: [] }]);
  expect(paths["/messages/{id}"]!.get!.security).toEqual([{ session: [] }, { token: [] }]);
  expect(paths["/tags"]!.post).toMatchObject({
    security: [{ session: [] }],
    "x-permission": "tags.write",
  });
  expect(paths["/auth/login"]!.post!.security).toEqual([]);
});

test("admins and programs get it, agents and strangers do not", async () => {
  const { token } = (
    await shop.as("rui").post<{ token: string }>(`/whatsapp/${balcao}/token`, { scopes: ["send"] })
  ).body;
  expect(await caller(shop.url, token).get("/openapi.json")).toMatchObject({
    status: 200,
    body: { openapi: "3.1.0" },
  });
  expect(await shop.as("ana").get("/openapi.json")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect(await shop.stranger.get("/openapi.json")).toMatchObject({ status: 401 });
});

type Client = Record<
  "POST" | "GET",
  (
    path: string,
    options: object,
  ) => Promise<{
    data?: Record<string, unknown>;
    error?: Record<string, unknown>;
    response: Response;
  }>
>;

test("a client made for such documents drives the messages API", async () => {
  const { default: createClient } = await library<{ default: (options: object) => Client }>(
    "openapi-fetch",
  );
  const { token } = (await shop.as("rui").post<{ token: string }>(`/whatsapp/${balcao}/token`))
    .body;
  const client = createClient({
    baseUrl: `${shop.url}/api`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = await client.POST("/messages/send", {
    body: { number: bia.number, body: "Oi" },
    params: { header: { "idempotency-key": "pedido-1" } },
  });
  expect(data).toMatchObject({ status: "queued", messageId: 1 });
  const state = await client.GET("/messages/{id}", { params: { path: { id: 1 } } });
  expect(state.data).toMatchObject({ messageId: 1, status: "queued" });
  const { error, response } = await client.POST("/messages/send", { body: { body: "Oi" } });
  expect([response.status, error?.error]).toEqual([400, "O número é obrigatório"]);
});
