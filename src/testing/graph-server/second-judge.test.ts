import { afterEach, beforeEach, expect, test } from "bun:test";
import { WhatsAppAPI } from "whatsapp-api-js";
import { Contacts, Name, Phone } from "whatsapp-api-js/messages/contacts";
import {
  ActionButtons,
  ActionList,
  Body,
  Button,
  Footer,
  Header,
  Interactive,
  ListSection,
  Row,
} from "whatsapp-api-js/messages/interactive";
import { Location } from "whatsapp-api-js/messages/location";
import { Audio, Document, Image } from "whatsapp-api-js/messages/media";
import { Reaction } from "whatsapp-api-js/messages/reaction";
import { BodyComponent, BodyParameter, Template } from "whatsapp-api-js/messages/template";
import { Text } from "whatsapp-api-js/messages/text";
import type { ClientMessage, ClientRecipientIdentifier } from "whatsapp-api-js/types";
import type { BusinessNumber } from "./account.ts";
import type { Customer } from "./customer.ts";
import { listener, type Listener } from "./listener.ts";
import { graphServer, type GraphServer } from "./server.ts";

// A client that others wrote judges the stand-in. The stand-in takes its calls, and the client
// understands the answers and webhooks.

let graph: GraphServer;
let shop: BusinessNumber;
let bia: Customer;
let callback: Listener;
let judge: WhatsAppAPI;

beforeEach(async () => {
  graph = await graphServer();
  shop = graph.number("5511999990001");
  bia = graph.customer("Bia", "5511988887777", { username: "bia.pao" });
  callback = listener(shop.account);
  judge = new WhatsAppAPI({
    token: shop.account.token,
    appSecret: shop.account.appSecret,
    webhookVerifyToken: callback.verifyToken,
    v: "v25.0",
    ponyfill: {
      fetch: ((url: string | URL, init?: RequestInit) =>
        fetch(String(url).replace("https://graph.facebook.com", graph.url), init)) as typeof fetch,
    },
  });
  await graph.setCallback(shop.account, callback.url, callback.verifyToken);
  shop.account.subscribed = true;
  await graph.acts.says(bia, shop, "Oi");
});

afterEach(async () => {
  await graph.stop();
  await callback.stop();
});

test("the stand-in takes each kind of message that the client sends", async () => {
  graph.approvesAtOnce = true;
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");
  const ogg = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from("OpusHead")]);
  const [picture, voice, paper] = await Promise.all([
    upload(png, "image/png"),
    upload(ogg, "audio/ogg"),
    upload(Buffer.from("%PDF-1.7"), "application/pdf"),
  ]);
  const quoted = callback.messages[0]!.id;
  const sent: ClientMessage[] = [
    new Text("Olá", true),
    new Image(picture, true, "Bolo"),
    new Audio(voice, true, true),
    new Document(paper, true, "Cardápio", "cardapio.pdf"),
    new Location(-46.6, -23.5, "Padaria", "Rua A, 1"),
    new Contacts([new Name("Rui Alves", "Rui"), new Phone("+55 11 97777-6666", "CELL")]),
    new Reaction(quoted, "👍"),
    new Reaction(quoted),
    new Interactive(
      new ActionButtons(new Button("1", "Pedidos"), new Button("2", "Financeiro")),
      new Body("Qual?"),
      new Header("Padaria"),
      new Footer("Obrigada"),
    ),
    new Interactive(
      new ActionList("Ver", new ListSection("Doces", new Row("b", "Bolo", "De cenoura"))),
      new Body("O que vai ser?"),
    ),
  ];
  for (const message of sent)
    expect(await judge.sendMessage(shop.id, toBia(), message, quoted, "ours")).toEqual({
      messaging_product: "whatsapp",
      contacts: [{ input: bia.phone!, wa_id: bia.phone!, user_id: shop.account.userIdOf(bia) }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    } as never);
  await graph.webhooks.settled();
  expect(bia.received.map(({ type }) => type)).toEqual(
    sent.map(({ _type }) => _type) as (typeof bia.received)[number]["type"][],
  );
  expect(await judge.markAsRead(shop.id, quoted, "text")).toEqual({ success: true } as never);
});

test("the stand-in takes the client's templates, with names and without", async () => {
  graph.approvesAtOnce = true;
  const world = shop.account;
  const { create } = await import("./templates.ts");
  const body = (text: string, example: object) => [{ type: "BODY", text, example }];
  const base = { language: "pt_BR", category: "UTILITY" };
  create(graph, world, {
    ...base,
    name: "por_nome",
    parameter_format: "NAMED",
    components: body("Oi {{nome}}!", {
      body_text_named_params: [{ param_name: "nome", example: "Bia" }],
    }),
  });
  create(graph, world, {
    ...base,
    name: "por_lugar",
    components: body("Oi {{1}}!", { body_text: [["Bia"]] }),
  });
  for (const [name, parameter] of [
    ["por_nome", new BodyParameter("Bia", "nome")],
    ["por_lugar", new BodyParameter("Bia")],
  ] as const) {
    const template = new Template(name, "pt_BR", new BodyComponent(parameter));
    const answer = await judge.sendMessage(
      shop.id,
      { bsuid: world.userIdOf(bia) } as ClientRecipientIdentifier,
      template,
    );
    expect(answer).toMatchObject({ messages: [{ message_status: "accepted" }] });
  }
  await graph.webhooks.settled();
  expect(bia.received.map(({ text }) => text)).toEqual(["Oi Bia!", "Oi Bia!"]);
});

test("the client understands the stand-in's refusals and files", async () => {
  const refused = await judge.sendMessage(
    shop.id,
    toBia(),
    Object.assign(new Text("x"), { body: "x".repeat(4097) }),
  );
  expect(refused).toMatchObject({
    error: { code: 131009, error_data: { details: expect.stringContaining("text.body") } },
  });
  const file = { bytes: Buffer.from("89504e470d0a1a0a", "hex"), type: "image/png" };
  await graph.acts.sendsFile(bia, shop, "image", file);
  const media = await judge.retrieveMedia(callback.messages.at(-1)!.image.id);
  if (!("url" in media)) throw new Error("the file is gone");
  const response = await judge.fetchMedia(media.url);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(file.bytes);
});

test("the client accepts the signature, and reads each webhook", async () => {
  const read: string[] = [];
  judge.on.message = ({ message, name, from, contact }) => {
    read.push(`${name} ${from} ${contact?.user_id} ${message.type}`);
  };
  judge.on.status = ({ status, pricing, biz_opaque_callback_data, error }) => {
    read.push(`${status} ${pricing?.category} ${biz_opaque_callback_data} ${error?.code}`);
  };
  const userId = shop.account.userIdOf(bia);
  await graph.acts.shares(bia, shop, { latitude: -23.5, longitude: -46.6 });
  await graph.acts.reacts(bia, shop, callback.messages[0]!.id, "❤️");
  await judge.sendMessage(shop.id, toBia(), new Text("Oi"), undefined, "ours-1");
  graph.faults.next({ kind: "status", code: 131049 });
  await judge.sendMessage(shop.id, toBia(), new Text("Oi"), undefined, "ours-2");
  await graph.webhooks.settled();
  for (const { bytes, account } of graph.webhooks.attempts) {
    const raw = Buffer.from(bytes).toString();
    await judge.post(JSON.parse(raw), raw, account.sign(bytes));
  }
  expect(read).toEqual([
    `Bia ${bia.waId} ${userId} text`,
    `Bia ${bia.waId} ${userId} location`,
    `Bia ${bia.waId} ${userId} reaction`,
    "sent service ours-1 undefined",
    "delivered service ours-1 undefined",
    "failed undefined ours-2 131049",
  ]);
  const raw = callback.raw[0]!;
  const forged = raw.replace("Oi", "Ai");
  expect(
    judge.post(JSON.parse(forged), forged, shop.account.sign(Buffer.from(raw))),
  ).rejects.toThrow();
});

// The client's types ask for each identifier; its code, as Meta, for one.
function toBia(): ClientRecipientIdentifier {
  return { phone: bia.phone! } as ClientRecipientIdentifier;
}

async function upload(bytes: Buffer, type: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), "file");
  const answer = await judge.uploadMedia(shop.id, form);
  if (!("id" in answer)) throw new Error(JSON.stringify(answer));
  return answer.id;
}
