import { expect } from "bun:test";
import recorded from "../fixtures/contract-requests.json";
import { password } from "../password.ts";
import { atendimento, balcao, bia, box, caller, dot, emailOf, idOf, test } from "../world.ts";
import {
  isId,
  isNumber,
  jsonBodyOf,
  operationsOf,
  shapeOf,
  waysOf,
  type ApiDocument,
  type Schema,
} from "./api-document.ts";

/** The requests of a sign-in, which need its cookie: a test of their own sends them. */
const signIn = ["POST /auth/login", "POST /auth/refresh_token", "DELETE /auth/logout"];

type Recorded = {
  method: string;
  path: string;
  queries?: Record<string, string>[];
  bodies?: Record<string, unknown>[];
};

/** Recorded requests of an existing client of this API. Their ids are those of another box. */
const requests = (recorded as Recorded[]).flatMap(({ method, path, queries = [], bodies = [] }) =>
  (bodies.length > 0 ? bodies : [undefined]).flatMap((body) =>
    (queries.length > 0 ? queries : [undefined]).map((query) => ({ method, path, query, body })),
  ),
);

/** Requests that a rule of ours does not answer with a 2xx, and its answer. */
const refusals: Record<string, string> = {
  // The hours tab sent seven empty days before it had loaded the hours. rules.md#opening-hours
  "PUT /companies/{id}/schedules": "422 alwaysOpen",
  // The links belong to another box.
  "GET /media/{id}": "404",
  "GET /public//media/{id}": "404",
};

/** A shop with everything that the requests name. */
async function openShop() {
  const shop = await box();
  const phone = await shop.phone(balcao);
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const rui = shop.as("rui");
  const made = async (path: string, body: object) => {
    const answer = await rui.post<{ id: number }>(path, body);
    expect([path, answer]).toMatchObject([path, { status: 201 }]);
    return answer.body.id;
  };
  await phone.write("Oi, tem broa?", { number: bia.number, name: "Bia" });
  const ids = {
    announcements: await made("/announcements", {
      title: "Aviso",
      text: "Oi",
      priority: 3,
      status: true,
    }),
    "contact-lists": await made("/contact-lists", { name: "Clientes" }),
    chats: await made("/chats", { title: "Equipe", users: [{ id: idOf.ana }] }),
    files: await made("/files", { name: "Arquivos", message: "Oi", options: [] }),
    "quick-messages": await made("/quick-messages", { shortcode: "ola", message: "Olá" }),
    schedules: await made("/schedules", {
      contactId: bia.id,
      body: "Sua encomenda está pronta",
      sendAt: new Date(shop.db.now() + 86_400_000).toISOString(),
      whatsappId: balcao,
    }),
    tags: await made("/tags", { name: "Alergia", color: "#b91c1c" }),
    contacts: bia.id,
    queue: atendimento,
    users: idOf.ana,
    whatsapp: balcao,
    tickets: 1,
    messages: 1,
    companies: 1,
    plans: 1,
    media: 1,
  } as Record<string, number>;
  ids.campaigns = await made("/campaigns", {
    name: "Natal",
    message1: "Oi",
    whatsappId: balcao,
    contactListId: ids["contact-lists"],
  });
  const { body: token } = await rui.post<{ token: string }>(`/whatsapp/${balcao}/token`, {});
  const document = (await rui.get<ApiDocument>("/openapi.json")).body;
  return { shop, ids, program: caller(shop.url, token.token), document };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

function pathOf(own: Shop, { method, path, query = {} }: (typeof requests)[number]) {
  const { shop, ids } = own;
  const [, resource = ""] = path.split("/");
  const uuid = shop.db.sqlite.query<{ uuid: string }, []>("SELECT uuid FROM tickets").get()!.uuid;
  const id = resource === "messages" && method !== "GET" ? ownMessage(own) : ids[resource];
  const search = new URLSearchParams({
    ...query,
    ...(query.contactListId && { contactListId: String(ids["contact-lists"]) }),
  });
  for (const name of ["ticketId", "contactId"]) if (query[name]) search.set(name, "1");
  return `${path
    .replace("/api/", "/")
    .replace("{uuid}", uuid)
    .replace("{key}", "userRating")
    .replace("{id}", String(id ?? 1))}${search.size > 0 ? `?${search}` : ""}`;
}

/** A body with the ids of this box in place of the recorded ones. */
function bodyFor({ ids }: Shop, path: string, body: Record<string, unknown>) {
  const own: Record<string, unknown> = {
    ticketId: 1,
    contactId: bia.id,
    groupRangeDiscountId: null,
    groupRangeDiscount: null,
    contactListId: String(ids["contact-lists"]),
  };
  const sent = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name in own ? own[name] : value]),
  );
  if (path === "/tags/sync") sent.tags = [{ ...(body.tags as object[])[0], id: ids.tags }];
  return sent;
}

const isUpload = (path: string) => path.includes("upload");

function fileForm(path: string) {
  const form = new FormData();
  const sheet = "Nome;Número\nMarta;5511977774444\n";
  form.append(
    path.includes("uploadList") ? "files" : "file",
    path.includes("contact") ? new File([sheet], "clientes.csv") : new File([dot], "foto.png"),
  );
  return form;
}

async function answered(shop: Shop, request: (typeof requests)[number], form: Form) {
  const { method, path, body } = request;
  const by = path === "/api/messages/send" ? shop.program : shop.shop.as("rui");
  const described = schemaOf(shop.document, method, path);
  const own = body && bodyFor(shop, path, body);
  const sent = own
    ? described && written(shop.document, described, own, form)
    : isUpload(path)
      ? fileForm(path)
      : undefined;
  const { status, body: answer } = await by.call<{
    fields?: Record<string, string>;
    error?: string;
  }>(method, pathOf(shop, request), (sent ?? own) as object | undefined);
  return { status, fields: answer?.fields, error: answer?.error };
}

/** A form in which clients may write values. `none` stands for each id that may be null. */
type Form = { numbersAsText?: boolean; none?: "" | false };

const schemaOf = (document: ApiDocument, method: string, path: string) => {
  const shape = shapeOf(path);
  const operation = operationsOf(document).find(
    (each) => each.method === method && shapeOf(each.path) === shape,
  );
  return operation && jsonBodyOf(operation);
};

/** A value as a client writes it in that form, by the document's schema of it. */
function written(document: ApiDocument, schema: Schema, value: unknown, form: Form): unknown {
  const schemas = waysOf(document, schema);
  if (form.none !== undefined && mayBeNone(schemas)) return form.none;
  if (typeof value === "number" && form.numbersAsText && schemas.some(isNumber))
    return String(value);
  if (Array.isArray(value)) {
    const { items } = schemas.find((way) => way.items) ?? {};
    return items ? value.map((item) => written(document, items, item, form)) : value;
  }
  const { properties } = schemas.find((way) => way.properties) ?? {};
  if (typeof value !== "object" || value === null || !properties) return value;
  const each = (name: string, field: unknown) =>
    properties[name] ? written(document, properties[name], field, form) : field;
  return Object.fromEntries([
    ...Object.entries(properties).flatMap(([name, property]) =>
      form.none !== undefined && mayBeNone(waysOf(document, property)) ? [[name, form.none]] : [],
    ),
    ...Object.entries(value).map(([name, field]) => [name, each(name, field)]),
  ]);
}

const mayBeNone = (schemas: Schema[]) =>
  schemas.some(isId) && schemas.some(({ type }) => type === "null");

const forms: [name: string, form: Form][] = [
  ["as it was recorded", {}],
  ["with ids and numbers as texts", { numbersAsText: true }],
  ["with an empty text for each id that may be null", { none: "" }],
  ["with a no for each id that may be null", { none: false }],
];

for (const [name, form] of forms)
  test(`each request of an existing client is answered as the documents say, ${name}`, async () => {
    expect(requests.length).toBeGreaterThan(90);
    const wrong: object[] = [];
    const shop = await openShop();
    const deletes = (request: (typeof requests)[number]) => Number(request.method === "DELETE");
    for (const request of requests.toSorted((one, other) => deletes(one) - deletes(other))) {
      if (signIn.includes(`${request.method} ${request.path}`)) continue;
      await prepare(shop, request);
      const { status, fields, error } = await answered(shop, request, form);
      const expected =
        refusals[`${request.method} ${request.path.replace(/(\/media\/\{id\}).*/, "$1")}`];
      const answer = `${status}${fields ? ` ${Object.values(fields).join()}` : ""}`;
      if (expected ? answer !== expected : status >= 300)
        wrong.push({ request, status, fields, error });
    }
    expect(wrong).toEqual([]);
  }, 30_000);

test("an existing client signs in, refreshes its token and signs out", async () => {
  const { url } = await box();
  const recordedLogin = requests.find(({ path }) => path === "/auth/login")!.body;
  const client = caller(url);
  const { status, headers } = await client.call("POST", "/auth/login", {
    ...recordedLogin,
    email: emailOf("rui"),
    password,
  });
  expect(status).toBe(200);
  const cookie = { cookie: headers.get("set-cookie")!.split(";")[0]! };
  const refreshed = await client.call<{ token: string }>(
    "POST",
    "/auth/refresh_token",
    undefined,
    cookie,
  );
  expect(refreshed.status).toBe(200);
  const own = caller(url, refreshed.body.token);
  expect((await own.get("/auth/me")).status).toBe(200);
  expect((await own.delete("/auth/logout")).status).toBe(200);
  expect((await own.get("/auth/me")).status).toBe(401);
});

/** Prepares the state that a request needs. */
async function prepare({ shop }: Shop, { path, body }: (typeof requests)[number]) {
  if (!path.startsWith("/messages/") && !(path === "/tickets/{id}" && body?.status === "closed"))
    return;
  const rui = shop.as("rui");
  await rui.put("/tickets/1", { status: "open", userId: idOf.rui });
  await rui.post("/messages/1", { body: "Tem sim" });
}

/** The last message of ours. */
const ownMessage = ({ shop }: Shop) =>
  shop.db.sqlite
    .query<{ id: number }, []>("SELECT id FROM messages WHERE fromMe = 1 ORDER BY id DESC")
    .get()!.id;
