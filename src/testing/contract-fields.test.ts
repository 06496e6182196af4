import { expect } from "bun:test";
import { entities } from "./fixtures/contract-fields.ts";
import { startCommand } from "./running.ts";
import { caller, dot, folder, test, type Caller } from "./world.ts";

type Row = Record<string, unknown>;
type WithId = Row & { id: number };

/** The demo, with its owner signed in. */
async function openDemo() {
  const demo = await startCommand(["demo", "--port", "0", "--json"], /^\{"url".*\}$/m, {
    env: { TMPDIR: folder() },
  });
  const { url, people } = JSON.parse(demo.found[0]) as {
    url: string;
    people: { email: string; password: string }[];
  };
  const { email, password } = people[0]!;
  const { body } = await caller(url).post<{ token: string }>("/auth/login", { email, password });
  return caller(url, body.token);
}

/** Ids of one row of each entity. Rows that the demo does not have are added. */
async function placesIn(rui: Caller): Promise<Record<string, unknown>> {
  const read = async (path: string, name = "") => {
    const { body } = await rui.get<Row & Row[]>(path);
    return (name ? body[name] : body) as Row[];
  };
  const first = async (path: string, name = "") => (await read(path, name))[0]!;
  const added = async (path: string, body: object) => {
    const answer = await rui.post<WithId>(path, body);
    expect([path, answer]).toMatchObject([path, { status: 201 }]);
    return answer.body;
  };
  const ticket = await first("/tickets?status=open&showAll=true", "tickets");
  const contact = ticket.contactId as number;
  await rui.put(`/contacts/${contact}`, { extraInfo: [{ name: "CPF", value: "529.982.247-25" }] });
  const tag = await added("/tags", { name: "Fiel", color: "#0f766e" });
  await rui.put(`/contacts/${contact}`, { tags: [{ id: tag.id }] });
  await added("/invoices", {
    companyId: 1,
    dueDate: "2026-12-10",
    lines: [{ detail: "Instalação", value: "50.00" }],
    reason: "Combinado",
  });
  await added("/ticket-notes", { note: "Prefere coco", ticketId: ticket.id, contactId: contact });
  await added("/queue-options", { queueId: 1, title: "Horários", message: "Das 6h às 20h" });
  await added("/helps", { title: "Começar", description: "Passo a passo", video: "dQw4w9WgXcQ" });
  const stores = await read("/stores/list");
  const store = stores[0]!.id as number;
  const orders = await read("/orders", "orders");
  const order = orders[0]!;
  const buyer = orders.find(({ contactAddressId }) => contactAddressId)!.contactId;
  const { products } = (
    await rui.get<{ products: Row[] }>(`/products/list/full?storeId=${store}&pageSize=50`)
  ).body;
  const chat = await added("/chats", { title: "Equipe", users: [{ id: 2 }] });
  await rui.post(`/chats/${chat.id}/messages`, { message: "Oi" });
  const files = await added("/files", {
    name: "Cardápio",
    message: "Oi",
    options: [{ name: "a" }],
  });
  const form = new FormData();
  form.append("files", new File([dot], "foto.png"));
  await rui.post(`/files/uploadList/${files.id}`, form);
  const list = (await first("/contact-lists", "records")).id;
  const paymentDetails = (await read("/payments", "payments")).find(
    (payment) => (payment.paymentDetails as Row[]).length > 0,
  );
  const budget = await added("/budgets", {
    storeId: store,
    contactId: buyer,
    typeRoute: "RETIRADA",
    orderItems: [{ productId: products.find(({ stock }) => Number(stock) > 5)!.id, amount: 1 }],
    payments: { methods: [{ id: 1 }] },
  });
  return {
    contact,
    ticket: ticket.id,
    uuid: ticket.uuid,
    whatsapp: 1,
    user: 2,
    queue: 1,
    store,
    order: order.id,
    buyer,
    product: products[0]!.id,
    payment: 1,
    card: paymentDetails?.id,
    category: (await first("/categories", "categories")).id,
    coupon: (await first("/coupons/list", "coupons")).id,
    code: (await first("/coupons/list", "coupons")).code,
    promotion: (
      await added("/promotions", {
        name: "Só nesta loja",
        startpromotionsAt: "2026-12-01",
        endpromotionsAt: "2026-12-24",
        storeId: store,
      })
    ).id,
    budget: budget.id,
    address: (await first(`/contactAddress/all/${buyer as number}`, "contactAddress")).id,
    ia: (
      await added("/ias", {
        name: "Ajudante",
        type: 1,
        model: "gpt-4o-mini",
        prompt: "Oi",
        token: "x",
      })
    ).id,
    campaign: (await first("/campaigns", "records")).id,
    sent: (await read("/campaigns", "records")).find(
      ({ status }) => status !== "INATIVA" && status !== "PROGRAMADA",
    )!.id,
    list,
    item: (await first(`/contact-list-items?contactListId=${list as number}`, "contacts")).id,
    quick: (await first("/quick-messages", "records")).id,
    schedule: (
      await added("/schedules", {
        contactId: contact,
        body: "Sua encomenda está pronta",
        sendAt: new Date(Date.now() + 86_400_000).toISOString(),
        whatsappId: 1,
      })
    ).id,
    tag: (await added("/tags", { name: "Em andamento", color: "#b91c1c", kanban: 1 })).id,
    announcement: (
      await added("/announcements", { title: "Aviso", text: "Oi", priority: 3, status: true })
    ).id,
    chat: chat.id,
    files: files.id,
    integration: (
      await added("/queueIntegration", {
        type: "n8n",
        name: "n8n",
        urlN8N: "https://fluxo.paoquente.com.br/oi",
      })
    ).id,
  };
}

/** The rows at a place of an answer: `""` is the answer, and `.` the answer as one row. */
function rowsAt(answer: unknown, place: string): Row[] {
  let values = [answer];
  for (const step of place === "." ? [] : place.split(".").filter(Boolean)) {
    const name = step.replace("[]", "");
    values = values.flatMap((value) => (value as Row | undefined)?.[name] ?? []);
  }
  return values.flat() as Row[];
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;

/** The fields that rows lack, of a list like `id user.name tags[].id`. */
function lacking(rows: Row[], fields: string): string[] {
  if (rows.length === 0) return ["(no row)"];
  return fields.split(" ").filter((field) => {
    let values: unknown[] = rows;
    return !field.split(".").every((step) => {
      const name = step.replace("[]", "");
      const has = values.length > 0 && values.every((value) => isRow(value) && name in value);
      values = values.flatMap((value) => (isRow(value) ? value[name] : undefined) ?? []);
      return has;
    });
  });
}

test("the answers have every field that the documents list for their entities", async () => {
  const rui = await openDemo();
  const places = await placesIn(rui);
  const wrong: object[] = [];
  for (const { name, fields, from } of entities)
    for (const [path, rows] of from) {
      const own = path.replace(/\{(\w+)\}/g, (_, place: string) => String(places[place]));
      const { status, body } = await rui.get<Row>(own);
      const missing = status === 200 ? lacking(rowsAt(body, rows), fields) : [`status ${status}`];
      if (missing.length > 0) wrong.push({ name, path, missing: missing.join(" ") });
    }
  expect(wrong).toEqual([]);
}, 120_000);
