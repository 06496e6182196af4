import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import type { Message } from "../../modules/messages/table.ts";
import { dot, test, until } from "../world.ts";
import { openShop } from "./shop.ts";

const recording = () => Bun.file(join(repository, "src/testing/fixtures/voice.webm")).bytes();
const pdf = new TextEncoder().encode("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

const open = await openShop();

for (const addressing of ["pn", "lid"] as const) {
  test(`texts go both ways and are ticked, named by ${addressing}`, async () => {
    const { bia, ticket, says, message, rui } = await open(addressing);
    const { id } = await says(ticket, "Bom dia, Bia!");
    const got = await bia.receives(/^Bom dia, Bia!$/);
    await message(ticket, (each) => each.id === id && each.ack === 2);
    await bia.reads(got.id);
    await message(ticket, (each) => each.id === id && each.ack === 3);
    const questionId = await bia.says("Tem broa?");
    const question = await message(ticket, ({ body }) => body === "Tem broa?");
    await bia.learns(questionId, "delivered");
    expect(
      bia.handset.ticks.all.filter(
        ({ id: ticked, type }) => ticked === questionId && type === "read",
      ),
    ).toEqual([]);
    await rui.post(`/messages/${ticket}/read`);
    await bia.learns(questionId, "read");
    await says(ticket, "Temos!", { quotedMsg: { id: question.id } });
    const answer = await bia.receives(/^Temos!$/);
    expect(answer.message.extendedTextMessage?.contextInfo?.stanzaId).toBe(questionId);
    await bia.says("Quero duas", { quote: answer.id });
    expect((await message(ticket, ({ body }) => body === "Quero duas")).quotedMsg).toMatchObject({
      body: "Temos!",
      fromMe: true,
    });
  }, 60_000);
}

test("a customer sends each kind, and the desk has it whole", async () => {
  const { bia, ticket, message, box } = await open();
  const files: [Promise<string>, Partial<Message>, Uint8Array][] = [
    [
      bia.sendsImage(dot, { caption: "Igual a esta" }),
      { mediaType: "image", body: "Igual a esta" },
      dot,
    ],
    [
      bia.sendsDocument(pdf, { fileName: "pedido.pdf", caption: "O pedido" }),
      { mediaType: "application", body: "O pedido", mediaName: "pedido.pdf" },
      pdf,
    ],
    [bia.sendsVoice(await recording(), 2), { mediaType: "audio" }, await recording()],
  ];
  for (const [sent, seen, bytes] of files) {
    const id = await sent;
    const received = await message(
      ticket,
      ({ providerId, mediaUrl }) => providerId === id && mediaUrl,
    );
    expect(received).toMatchObject({ ...seen, media: { reason: null } });
    expect(await (await fetch(box.url + received.mediaUrl!)).bytes()).toEqual(
      new Uint8Array(bytes),
    );
  }
  await bia.sendsLocation({ lat: -23.55, lng: -46.63, name: "Sé" });
  expect(
    (await message(ticket, ({ mediaType }) => mediaType === "locationMessage")).body,
  ).toContain("-23.55");
  await bia.sendsContact([{ name: "Davi", number: "5511988880002" }]);
  expect((await message(ticket, ({ mediaType }) => mediaType === "vcard")).contacts).toEqual([
    { name: "Davi", number: "5511988880002" },
  ]);
  const typo = await bia.says("Duas brosa");
  await message(ticket, ({ body }) => body === "Duas brosa");
  await bia.edits(typo, "Duas broas");
  expect(await message(ticket, ({ body }) => body === "Duas broas")).toMatchObject({
    providerId: typo,
    isEdited: true,
  });
  await bia.reacts(typo, "❤️");
  await message(ticket, ({ reactions }) => reactions.some(({ emoji }) => emoji === "❤️"));
  await bia.reacts(typo, "");
  await message(
    ticket,
    ({ providerId, reactions }) => providerId === typo && reactions.length === 0,
  );
  await bia.deletes(typo);
  expect(await message(ticket, ({ isDeleted }) => isDeleted)).toMatchObject({
    providerId: typo,
    body: "",
  });
  await bia.sends({
    pollCreationMessageV3: {
      name: "Qual?",
      options: [{ optionName: "Broa" }, { optionName: "Bolo" }],
    },
  });
  await message(ticket, ({ body }) => body.includes("Qual?") && body.includes("Bolo"));
  await bia.sends({ paymentInviteMessage: { serviceType: 1 } });
  await message(ticket, ({ mediaType }) => mediaType === "unsupported");
  const call = await bia.calls();
  await call.timesOut();
  expect((await message(ticket, ({ mediaType }) => mediaType === "call_log")).body).toMatch(
    /^Chamada de voz perdida às \d\d:\d\d$/,
  );
}, 60_000);

test("a customer comes from an ad without a word, and replies to what the desk does not have", async () => {
  const { wa, account, rui, tickets, message } = await open();
  const lia = wa.phone("Lia", { number: "5511988880055" });
  await lia.sends({
    extendedTextMessage: {
      text: "",
      contextInfo: {
        externalAdReply: {
          title: "Broa por R$ 5",
          body: "Só hoje",
          sourceType: "ad",
          sourceId: "1202",
          sourceUrl: "https://fb.me/broa",
          ctwaClid: "ARAk",
        },
      },
    },
  });
  const referral = {
    sourceId: "1202",
    sourceUrl: "https://fb.me/broa",
    title: "Broa por R$ 5",
    text: "Só hoje",
    clickId: "ARAk",
  };
  const ticket = await until(async () =>
    (await tickets()).find(({ contact }) => contact.name === "Lia"),
  );
  expect(ticket).toMatchObject({ lastMessage: "📣 Broa por R$ 5", referral });
  expect(await message(ticket.id, () => true)).toMatchObject({ body: "", referral });
  await lia.sends({
    extendedTextMessage: {
      text: "E este bolo?",
      contextInfo: {
        stanzaId: "3AOLD",
        participant: account.jid,
        remoteJid: "status@broadcast",
        forwardingScore: 5,
        isForwarded: true,
        quotedMessage: { imageMessage: { caption: "Bolo de hoje", jpegThumbnail: dot } },
      },
    },
  });
  expect(await message(ticket.id, ({ body }) => body === "E este bolo?")).toMatchObject({
    forwarded: "many",
    quotedMsg: null,
    quote: { fromMe: true, mediaType: "image", body: "Bolo de hoje", isStatus: true },
  });
  await rui.put(`/tickets/${ticket.id}`, { status: "open" });
}, 60_000);

test("polls' votes are read, whoever asked, and how they change", async () => {
  const { bia, account, ticket, message } = await open();
  const hers = await bia.asks("Qual?", ["Broa", "Bolo", "Pão"]);
  await message(ticket, ({ providerId }) => providerId === hers);
  await bia.votes(hers, ["Bolo", "Broa"]);
  const vote = await message(ticket, ({ body }) => body === "📊 Qual?\n✅ Broa\n✅ Bolo");
  expect(vote.quotedMsg).toMatchObject({ body: expect.stringContaining("Qual?") });
  await bia.votes(hers, []);
  await message(ticket, ({ body }) => body === "📊 Qual?\n↩️");
  const ours = await account.asks("Entrega ou retira?", ["Entrega", "Retira"], { to: bia });
  await message(ticket, ({ providerId }) => providerId === ours);
  await bia.votes(ours, ["Retira"], account);
  expect(
    await message(ticket, ({ body }) => body === "📊 Entrega ou retira?\n✅ Retira"),
  ).toMatchObject({ fromMe: false });
}, 60_000);

test("a vote in a poll that came before the link says that only the phone shows it", async () => {
  const { bia, ticket, message } = await open();
  const key = { remoteJid: bia.jid, fromMe: true, id: "3AOLD" };
  await bia.sends({
    pollUpdateMessage: {
      pollCreationMessageKey: key,
      vote: { encPayload: new Uint8Array(32), encIv: new Uint8Array(12) },
    },
  });
  await message(ticket, ({ mediaType }) => mediaType === "unsupported");
}, 60_000);

test("a customer without a number and a name is known by their username", async () => {
  const { wa, taken, tickets } = await open();
  const eva = wa.phone("", { hidden: true, username: "eva.lima" });
  await eva.says("Oi");
  const named = (name: string) =>
    until(async () => (await tickets()).find(({ contact }) => contact.name === name));
  expect((await named("@eva.lima")).contact).toMatchObject({ number: "" });
  eva.person.name = "Eva Lima";
  await eva.says("Sou a Eva");
  await named("Eva Lima");
  eva.person.name = "";
  await eva.says("Ainda eu");
  await taken("Eva Lima");
}, 60_000);

test("a charge of another business says its total, and its Pix code to be copied", async () => {
  const { bia, ticket, message } = await open();
  const code =
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR";
  await bia.sends({
    interactiveMessage: {
      body: { text: "Seu pedido" },
      nativeFlowMessage: {
        buttons: [
          {
            name: "review_and_pay",
            buttonParamsJson: JSON.stringify({
              currency: "BRL",
              total_amount: { value: 4590, offset: 100 },
              payment_settings: [
                { type: "pix_dynamic_code", pix_dynamic_code: { code, merchant_name: "Padaria" } },
              ],
            }),
          },
        ],
      },
    },
  });
  await message(ticket, ({ body }) => body === `Seu pedido\n💳 BRL 45.90\n• Padaria\n${code}`);
}, 60_000);

test("the desk sends each kind, and the customer's phone opens it", async () => {
  const { bia, ticket, rui, says, message } = await open();
  const send = async (name: string, bytes: Uint8Array, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(more)) form.append(key, value);
    form.append("medias", new File([bytes as Uint8Array<ArrayBuffer>], name));
    const { status, body } = await rui.post<Message[]>(`/messages/${ticket}`, form);
    expect([name, status]).toEqual([name, 201]);
    return until(() => bia.received.find(({ id }) => id === body[0]!.providerId), 10_000);
  };
  const picture = await send("broa.png", dot, { body: "Assim?" });
  expect(picture.message.imageMessage).toMatchObject({ caption: "Assim?", mimetype: "image/png" });
  expect(new Uint8Array(await bia.downloads(picture))).toEqual(dot);
  const document = await send("tabela.pdf", pdf);
  expect(
    document.message.documentMessage ??
      document.message.documentWithCaptionMessage?.message?.documentMessage,
  ).toMatchObject({ fileName: "tabela.pdf", mimetype: "application/pdf" });
  const voice = await send("gravacao.webm", await recording(), { voice: "true" });
  expect(voice.message.audioMessage).toMatchObject({
    ptt: true,
    mimetype: "audio/ogg; codecs=opus",
  });
  expect(voice.message.audioMessage!.seconds).toBeGreaterThan(0);
  expect(
    Buffer.from(await bia.downloads(voice))
      .subarray(0, 4)
      .toString(),
  ).toBe("OggS");
  await rui.post(`/messages/${ticket}`, {
    place: { latitude: -23.55, longitude: -46.63, name: "Pão Quente" },
  });
  await until(() =>
    bia.received.find(
      ({ message: { locationMessage } }) => locationMessage?.degreesLatitude === -23.55,
    ),
  );
  const { contactId } = (await rui.get<{ contactId: number }>(`/tickets/${ticket}`)).body;
  await rui.post(`/messages/${ticket}`, { contactIds: [contactId] });
  await until(() =>
    bia.received.find(({ message: { contactMessage } }) =>
      contactMessage?.vcard?.includes(bia.number!),
    ),
  );

  const { id } = await says(ticket, "Duas brosa");
  const first = await bia.receives(/^Duas brosa$/);
  await message(ticket, (each) => each.id === id && each.ack === 2);
  expect((await rui.post(`/messages/edit/${id}`, { body: "Duas broas" })).status).toBe(200);
  const edited = await until(() =>
    bia.received.find(
      ({ message: { protocolMessage, editedMessage } }) =>
        (protocolMessage ?? editedMessage?.message?.protocolMessage)?.key?.id === first.id,
    ),
  );
  expect(edited).toBeDefined();
  const thanksId = await bia.says("Obrigada");
  const thanks = await message(ticket, ({ body }) => body === "Obrigada");
  expect((await rui.post(`/messages/react/${thanks.id}`, { emoji: "🙏" })).status).toBe(200);
  await until(() =>
    bia.received.find(
      ({ message: { reactionMessage } }) =>
        reactionMessage?.text === "🙏" && reactionMessage.key?.id === thanksId,
    ),
  );
  expect((await rui.delete(`/messages/${id}`)).status).toBe(200);
  await until(() =>
    bia.received.find(
      ({ message: { protocolMessage } }) =>
        protocolMessage?.type === 0 && protocolMessage.key?.id === first.id,
    ),
  );
}, 60_000);

test("what is written on the shop's own phone is ours, and opens nothing", async () => {
  const { wa, account, bia, ticket, message, tickets } = await open();
  await account.says("Já separei", { to: bia });
  expect(await message(ticket, ({ body }) => body === "Já separei")).toMatchObject({
    fromMe: true,
    origin: "device",
  });
  const caio = wa.phone("Caio", { number: "5511988880003" });
  await account.says("Olá, Caio", { to: caio });
  await bia.says("Certo");
  await message(ticket, ({ body }) => body === "Certo");
  expect((await tickets("pending")).map(({ contact }) => contact.name)).toEqual([]);
}, 60_000);

test("a group is one conversation, when groups are wanted", async () => {
  const { wa, account, bia, ticket: own, rui, tickets, message, conversation, says } = await open();
  const caio = wa.phone("Caio", { number: "5511988880004" });
  const family = wa.group("Família", [bia, caio], { shop: account });
  await bia.says("Ninguém ouve", { to: family });
  await bia.says("Viram?");
  await message(own, ({ body }) => body === "Viram?");
  await rui.put("/settings/CheckMsgIsGroup", { value: "disabled" });
  await caio.says("Pão pra todos?", { to: family });
  const ticket = await until(async () => (await tickets()).find(({ isGroup }) => isGroup));
  expect([
    ticket.contact.name,
    (await conversation(ticket.id)).map(({ body, contact }) => [contact.name, body]),
  ]).toEqual(["Família", [["Caio", "Pão pra todos?"]]]);
  await rui.put(`/tickets/${ticket.id}`, { status: "open" });
  await says(ticket.id, "Sim, dez!");
  for (const phone of [bia, caio]) await phone.receives(/^Sim, dez!$/);
}, 60_000);

test("old conversations that the phone shares are no tickets", async () => {
  const { wa, account, bia, ticket, message, tickets, rui } = await open();
  const before = [await tickets("pending"), await tickets("closed")];
  const davi = wa.phone("Davi", { number: "5511988880002" });
  await account.sharesHistory([{ chat: davi, messages: [{ text: "Velha mensagem" }] }]);
  await bia.says("E aí?");
  await message(ticket, ({ body }) => body === "E aí?");
  expect([await tickets("pending"), await tickets("closed")]).toEqual(before);
  expect((await rui.get<{ count: number }>("/contacts?searchParam=Davi")).body.count).toBe(0);
}, 60_000);

test("a restricted number is told in words and never tried again; stale devices are tried once more", async () => {
  const { wa, bia, ticket, says, message, rui } = await open();
  wa.faults.ackError(463, 1);
  const { id } = await says(ticket, "Promoção!");
  expect(await message(ticket, (each) => each.id === id && each.ack === -1)).toMatchObject({
    reason: "ERR_WAPP_REACHOUT",
  });
  expect(await rui.post(`/messages/${id}/retry`)).toMatchObject({
    status: 409,
    body: { error: "ERR_WAPP_REACHOUT" },
  });
  wa.faults.ackError(479, 1);
  const again = await says(ticket, "Tudo bem?");
  await bia.receives(/^Tudo bem\?$/);
  await message(ticket, (each) => each.id === again.id && each.ack === 2);
  wa.faults.noAck(1);
  await says(ticket, "Chegou?");
  await bia.receives(/^Chegou\?$/);
  await message(ticket, ({ body, ack }) => body === "Chegou?" && ack === 2, 40_000);
  expect(bia.inbox.filter(({ text }) => text === "Chegou?")).toHaveLength(1);
}, 90_000);
