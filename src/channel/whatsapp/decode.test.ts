import { expect, test } from "bun:test";
import { proto, type WAMessage } from "@whiskeysockets/baileys";
import { mediaOf } from "./attachments.ts";
import { decode, isUndecrypted } from "./decode.ts";

const bia = "5511988880001@s.whatsapp.net";
const biaLid = "123456789012345@lid";
const shop = ["5511977770000:7@s.whatsapp.net", "987654321098765:7@lid"];
const [biaPhone, biaHidden] = [
  { type: "phone", value: "5511988880001" },
  { type: "lid", value: "123456789012345" },
];
const group = "120363021234567890@g.us";
const type = proto.Message.ProtocolMessage.Type;
const wave = Uint8Array.from({ length: 64 }, (_, at) => at * 2);

/** A message as it comes out of the wire. */
const wired = (message: Record<string, unknown>) =>
  proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish());
const from = (message: unknown, more: object = {}): WAMessage =>
  ({
    key: { remoteJid: bia, id: "3A01", fromMe: false, participant: "" },
    messageTimestamp: 1_700_000_000,
    pushName: "Bia",
    message,
    ...more,
  }) as WAMessage;
const content = (message: Record<string, unknown>) => {
  const [only] = decode(from(wired(message)));
  return only?.what === "message" ? only.content : only;
};

const cake = {
  url: "https://evil.example/x",
  directPath: "/v/cake",
  mediaKey: wave,
  fileLength: 81_234,
  mimetype: "image/jpeg",
};
const pdf = {
  directPath: "/v/pdf",
  mimetype: "application/pdf",
  fileLength: 99,
  fileName: "Boleto.pdf",
};
const wrapped = (wrapper: string, inner: object) => ({ [wrapper]: { message: inner } });
const nested = (depth: number, inner: object): object =>
  depth === 0 ? inner : nested(depth - 1, wrapped("ephemeralMessage", inner));
const chat = (body: string) => ({ kind: "chat" as const, body });
const unsupported = (what: string) => ({ kind: "unsupported", what });
const file = (name: string, mime: string, size: number, more: object = {}) => ({
  name,
  type: mime,
  size,
  ...more,
});
const card =
  "BEGIN:VCARD\nVERSION:3.0\nFN:Rui\nTEL;waid=5511966660000:+55 11 96666-0000\nEND:VCARD";

const cases: [string, Record<string, unknown>, unknown][] = [
  ["a text", { conversation: "Oi!" }, chat("Oi!")],
  [
    "a text beside what keys tell each other",
    {
      senderKeyDistributionMessage: { groupId: group },
      messageContextInfo: { messageSecret: wave },
      conversation: "Oi!",
    },
    chat("Oi!"),
  ],
  [
    "a text with a link's preview",
    {
      extendedTextMessage: {
        text: "Veja https://loja.example",
        title: "Loja",
        matchedText: "https://loja.example",
      },
    },
    chat("Veja https://loja.example"),
  ],
  [
    "a text in a chat whose messages vanish",
    wrapped("ephemeralMessage", { extendedTextMessage: { text: "Some" } }),
    chat("Some"),
  ],
  [
    "a text that our phone sent",
    { deviceSentMessage: { destinationJid: bia, message: { conversation: "Eu" } } },
    chat("Eu"),
  ],
  [
    "a text that names a group",
    wrapped("groupMentionedMessage", { extendedTextMessage: { text: "@Padaria" } }),
    chat("@Padaria"),
  ],
  [
    "a text to a bot",
    wrapped("botInvokeMessage", { extendedTextMessage: { text: "@bot" } }),
    chat("@bot"),
  ],
  [
    "a comment",
    { commentMessage: { message: { conversation: "Boa" }, targetMessageKey: { id: "X" } } },
    chat("Boa"),
  ],
  [
    "a text fifteen wrappers deep",
    nested(15, { conversation: "Fundo" }) as Record<string, unknown>,
    chat("Fundo"),
  ],
  [
    "a text thirty wrappers deep",
    nested(30, { conversation: "Fundo" }) as Record<string, unknown>,
    unsupported("ephemeralMessage"),
  ],
  [
    "a photo",
    { imageMessage: { ...cake, caption: "Bolo" } },
    { kind: "image", body: "Bolo", file: file("3A01.jpg", "image/jpeg", 81_234) },
  ],
  [
    "a photo without a type",
    { imageMessage: { directPath: "/v" } },
    { kind: "image", body: "", file: file("3A01.jpg", "image/jpeg", 0) },
  ],
  [
    "a photo for one look, old",
    wrapped("viewOnceMessage", { imageMessage: cake }),
    { kind: "image", body: "", file: file("3A01.jpg", "image/jpeg", 81_234) },
  ],
  [
    "a photo for one look, new",
    wrapped("viewOnceMessageV2", { imageMessage: cake }),
    { kind: "image", body: "", file: file("3A01.jpg", "image/jpeg", 81_234) },
  ],
  [
    "a photo for one look in a vanishing chat",
    wrapped("ephemeralMessage", wrapped("viewOnceMessageV2", { imageMessage: cake })),
    { kind: "image", body: "", file: file("3A01.jpg", "image/jpeg", 81_234) },
  ],
  [
    "a photo for one look that only the phone shows",
    { viewOnceMessageV2: {} },
    unsupported("viewOnceMessageV2"),
  ],
  [
    "a photo of an album",
    wrapped("associatedChildMessage", { imageMessage: cake }),
    { kind: "image", body: "", file: file("3A01.jpg", "image/jpeg", 81_234) },
  ],
  [
    "a video",
    {
      videoMessage: { mimetype: "video/mp4", fileLength: 5_000_000, seconds: 12, caption: "Forno" },
    },
    {
      kind: "video",
      body: "Forno",
      file: file("3A01.mp4", "video/mp4", 5_000_000, { seconds: 12 }),
    },
  ],
  [
    "a moving picture",
    { videoMessage: { mimetype: "video/mp4", gifPlayback: true } },
    { kind: "video", body: "", file: file("3A01.mp4", "video/mp4", 0) },
  ],
  [
    "a round video",
    { ptvMessage: { mimetype: "video/mp4", seconds: 4 } },
    { kind: "video", body: "", file: file("3A01.mp4", "video/mp4", 0, { seconds: 4 }) },
  ],
  [
    "a song",
    { audioMessage: { mimetype: "audio/mpeg", seconds: 180, fileLength: 3 } },
    {
      kind: "audio",
      body: "",
      file: file("3A01.mp3", "audio/mpeg", 3, { seconds: 180, voice: false }),
    },
  ],
  [
    "a voice note",
    {
      audioMessage: {
        mimetype: "audio/ogg; codecs=opus",
        ptt: true,
        seconds: 3,
        fileLength: 7,
        waveform: wave,
      },
    },
    {
      kind: "audio",
      body: "",
      file: file("3A01.ogg", "audio/ogg", 7, {
        seconds: 3,
        voice: true,
        waveform: [...wave].map((point) => Math.min(100, point)),
      }),
    },
  ],
  [
    "a voice note for one look",
    wrapped("viewOnceMessageV2Extension", { audioMessage: { mimetype: "audio/ogg", ptt: true } }),
    { kind: "audio", body: "", file: file("3A01.ogg", "audio/ogg", 0, { voice: true }) },
  ],
  [
    "a voice note of four points",
    { audioMessage: { ptt: true, waveform: Uint8Array.of(0, 10, 20, 255) } },
    {
      kind: "audio",
      body: "",
      file: file("3A01.ogg", "audio/ogg", 0, {
        voice: true,
        waveform: [0, 10, 20, 100].flatMap((point) => Array(16).fill(point)),
      }),
    },
  ],
  [
    "an audio of an impossible length",
    { audioMessage: { seconds: 4_294_967_295 } },
    { kind: "audio", body: "", file: file("3A01.ogg", "audio/ogg", 0, { voice: false }) },
  ],
  [
    "a document",
    { documentMessage: pdf },
    { kind: "application", body: "", file: file("Boleto.pdf", "application/pdf", 99) },
  ],
  [
    "a document with a caption",
    wrapped("documentWithCaptionMessage", { documentMessage: { ...pdf, caption: "Segue" } }),
    { kind: "application", body: "Segue", file: file("Boleto.pdf", "application/pdf", 99) },
  ],
  [
    "a document with a title only",
    { documentMessage: { title: "Nota\nfiscal", mimetype: "text/plain" } },
    { kind: "application", body: "", file: file("Nota fiscal", "text/plain", 0) },
  ],
  [
    "a document without a name",
    {
      documentMessage: {
        mimetype: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      },
    },
    {
      kind: "application",
      body: "",
      file: file(
        "3A01.xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        0,
      ),
    },
  ],
  [
    "a document of no type",
    { documentMessage: { mimetype: "<script>", fileName: "a.exe" } },
    { kind: "application", body: "", file: file("a.exe", "application/octet-stream", 0) },
  ],
  [
    "a picture sent as a document",
    { documentMessage: { mimetype: "IMAGE/PNG; x=y", fileName: "logo.png" } },
    { kind: "application", body: "", file: file("logo.png", "image/png", 0) },
  ],
  [
    "a sticker",
    { stickerMessage: { mimetype: "image/webp", fileLength: 20_000 } },
    { kind: "sticker", body: "", file: file("3A01.webp", "image/webp", 20_000) },
  ],
  [
    "a moving sticker",
    wrapped("lottieStickerMessage", {
      stickerMessage: { mimetype: "application/was", isLottie: true },
    }),
    { kind: "sticker", body: "", file: file("3A01.was", "application/was", 0) },
  ],
  [
    "a contact",
    { contactMessage: { displayName: "Rui", vcard: card } },
    { kind: "vcard", cards: [card] },
  ],
  [
    "a contact with a photo",
    {
      contactMessage: {
        vcard:
          "BEGIN:VCARD\r\nFN:Rui\r\nPHOTO;ENCODING=b:AAAA\r\n BBBB\r\n CCCC\r\nTEL:1\r\nEND:VCARD",
      },
    },
    { kind: "vcard", cards: ["BEGIN:VCARD\r\nFN:Rui\r\nTEL:1\r\nEND:VCARD"] },
  ],
  [
    "contacts",
    {
      contactsArrayMessage: {
        displayName: "2",
        contacts: [{ vcard: card }, { displayName: "ninguém" }, { vcard: card }],
      },
    },
    { kind: "vcard", cards: [card, card] },
  ],
  [
    "too many contacts",
    { contactsArrayMessage: { contacts: Array(300).fill({ vcard: card }) } },
    { kind: "vcard", cards: Array(100).fill(card) },
  ],
  ["an empty contact", { contactMessage: { displayName: "Rui" } }, unsupported("contactMessage")],
  [
    "a place",
    {
      locationMessage: {
        degreesLatitude: -23.55,
        degreesLongitude: -46.63,
        name: "Praça da Sé",
        address: "Centro",
        jpegThumbnail: wave,
      },
    },
    {
      kind: "locationMessage",
      place: {
        latitude: -23.55,
        longitude: -46.63,
        name: "Praça da Sé",
        address: "Centro",
        live: false,
        thumbnail: expect.any(Uint8Array),
      },
    },
  ],
  [
    "the middle of nowhere",
    { locationMessage: { degreesLatitude: 0, degreesLongitude: 0 } },
    {
      kind: "locationMessage",
      place: { latitude: 0, longitude: 0, name: "", address: "", live: false },
    },
  ],
  [
    "a place that follows its sender",
    { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: "Chegando" } },
    {
      kind: "locationMessage",
      place: { latitude: 1, longitude: 2, name: "Chegando", address: "", live: true },
    },
  ],
  [
    "a place that followed its sender",
    { locationMessage: { degreesLatitude: 90, degreesLongitude: -180, isLive: true } },
    {
      kind: "locationMessage",
      place: { latitude: 90, longitude: -180, name: "", address: "", live: true },
    },
  ],
  [
    "a place too far east",
    { locationMessage: { degreesLatitude: 0, degreesLongitude: 180.5 } },
    unsupported("locationMessage"),
  ],
  [
    "a place off the globe",
    { locationMessage: { degreesLatitude: 91, degreesLongitude: 0 } },
    unsupported("locationMessage"),
  ],
  [
    "a place that is no number",
    { locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: 0 } },
    unsupported("locationMessage"),
  ],
  [
    "a button pressed",
    { buttonsResponseMessage: { selectedButtonId: "1", selectedDisplayText: "Sim" } },
    chat("Sim"),
  ],
  [
    "a button without a text pressed",
    { buttonsResponseMessage: { selectedButtonId: "sim" } },
    chat("sim"),
  ],
  [
    "a template's button pressed",
    { templateButtonReplyMessage: { selectedId: "1", selectedDisplayText: "Quero" } },
    chat("Quero"),
  ],
  [
    "a list's row chosen",
    {
      listResponseMessage: {
        title: "Bolo",
        description: "de cenoura",
        singleSelectReply: { selectedRowId: "7" },
      },
    },
    chat("Bolo\nde cenoura"),
  ],
  [
    "a row without a title chosen",
    { listResponseMessage: { singleSelectReply: { selectedRowId: "7" } } },
    chat("7"),
  ],
  [
    "a flow answered",
    {
      interactiveResponseMessage: {
        body: { text: "Enviado" },
        nativeFlowResponseMessage: { name: "flow", paramsJson: "{}" },
      },
    },
    chat("Enviado"),
  ],
  [
    "a flow answered without words",
    { interactiveResponseMessage: { nativeFlowResponseMessage: { name: "flow" } } },
    unsupported("interactiveResponseMessage"),
  ],
  [
    "buttons",
    {
      buttonsMessage: {
        text: "Padaria",
        contentText: "Confirma?",
        footerText: "Obrigado",
        buttons: [{ buttonText: { displayText: "Sim" } }, { buttonText: { displayText: "Não" } }],
      },
    },
    chat("Padaria\nConfirma?\nObrigado\n• Sim\n• Não"),
  ],
  [
    "buttons that lead elsewhere",
    {
      buttonsMessage: {
        contentText: "Veja",
        buttons: [
          {
            nativeFlowInfo: {
              name: "cta_url",
              paramsJson: '{"display_text":"Abrir","url":"https://p.example"}',
            },
          },
        ],
      },
    },
    chat("Veja\n• Abrir: https://p.example"),
  ],
  [
    "buttons under a document",
    {
      buttonsMessage: {
        documentMessage: pdf,
        contentText: "Seu boleto",
        buttons: [{ buttonText: { displayText: "Paguei" } }],
      },
    },
    {
      kind: "application",
      body: "Seu boleto\n• Paguei",
      file: file("Boleto.pdf", "application/pdf", 99),
    },
  ],
  [
    "a list",
    {
      listMessage: {
        title: "Cardápio",
        description: "Escolha",
        sections: [
          { title: "Doces", rows: [{ title: "Bolo", description: "R$ 30" }, { title: "Pudim" }] },
        ],
      },
    },
    chat("Cardápio\nEscolha\nDoces\n• Bolo: R$ 30\n• Pudim"),
  ],
  [
    "a template",
    {
      templateMessage: {
        hydratedFourRowTemplate: {
          hydratedTitleText: "Pedido",
          hydratedContentText: "Saiu",
          hydratedButtons: [
            { quickReplyButton: { displayText: "Ok" } },
            { urlButton: { displayText: "Rastrear", url: "https://r.example" } },
            { callButton: { displayText: "Ligar", phoneNumber: "+5511" } },
          ],
        },
      },
    },
    chat("Pedido\nSaiu\n• Ok\n• Rastrear: https://r.example\n• Ligar: +5511"),
  ],
  [
    "a template twice told",
    { templateMessage: { hydratedTemplate: { hydratedContentText: "Saiu" } } },
    chat("Saiu"),
  ],
  [
    "a template under a document",
    {
      templateMessage: {
        hydratedTemplate: { documentMessage: pdf, hydratedContentText: "Sua fatura" },
      },
    },
    { kind: "application", body: "Sua fatura", file: file("Boleto.pdf", "application/pdf", 99) },
  ],
  [
    "a template that is yet to be filled",
    {
      templateMessage: {
        fourRowTemplate: {
          content: { params: ["Olá", "Bia"] },
          buttons: [{ quickReplyButton: { displayText: { params: ["Sim"] } } }],
        },
      },
    },
    chat("Olá\nBia\n• Sim"),
  ],
  [
    "a template of templates",
    {
      templateMessage: {
        fourRowTemplate: {
          content: {
            hydratedHsm: { hydratedTemplate: { hydratedContentText: "Código 12" } },
            params: ["x"],
          },
        },
      },
    },
    chat("Código 12"),
  ],
  [
    "a template with a flow",
    {
      templateMessage: {
        interactiveMessageTemplate: {
          header: { title: "Oi", imageMessage: cake },
          body: { text: "Veja" },
        },
      },
    },
    { kind: "image", body: "Oi\nVeja", file: file("3A01.jpg", "image/jpeg", 81_234) },
  ],
  [
    "a structured text",
    {
      highlyStructuredMessage: {
        hydratedHsm: { hydratedTemplate: { hydratedContentText: "Código 12" } },
        params: ["x"],
      },
    },
    chat("Código 12"),
  ],
  [
    "a flow",
    {
      interactiveMessage: {
        header: { title: "Padaria", subtitle: "do Zé" },
        body: { text: "Veja" },
        footer: { text: "fim" },
        nativeFlowMessage: {
          buttons: [
            {
              name: "cta_url",
              buttonParamsJson: '{"display_text":"Abrir","url":"https://p.example"}',
            },
            { name: "quick_reply", buttonParamsJson: '{"display_text":"Sim"}' },
            { name: "x", buttonParamsJson: "{" },
          ],
        },
      },
    },
    chat("Padaria\ndo Zé\nVeja\nfim\n• Abrir: https://p.example\n• Sim"),
  ],
  [
    "a flow with a list",
    {
      interactiveMessage: {
        body: { text: "Veja" },
        nativeFlowMessage: {
          buttons: [
            {
              buttonParamsJson:
                '{"title":"Menu","sections":[{"title":"Doces","rows":[{"title":"Bolo"},null,7]},3]}',
            },
          ],
        },
      },
    },
    chat("Veja\nDoces\n• Bolo"),
  ],
  [
    "a Pix key",
    {
      interactiveMessage: {
        nativeFlowMessage: {
          buttons: [
            {
              name: "payment_info",
              buttonParamsJson:
                '{"payment_settings":[{"type":"pix_static_code","pix_static_code":{"merchant_name":"Padaria","key":"11977770000"}}]}',
            },
          ],
        },
      },
    },
    chat("• Padaria: 11977770000"),
  ],
  [
    "cards to leaf through",
    {
      interactiveMessage: {
        body: { text: "Ofertas" },
        carouselMessage: { cards: [{ body: { text: "Bolo" } }, { header: { title: "Pudim" } }] },
      },
    },
    chat("Ofertas\nBolo\nPudim"),
  ],
  [
    "a poll",
    {
      pollCreationMessage: {
        name: "Qual?",
        options: [{ optionName: "Bolo" }, { optionName: "Pudim" }],
      },
    },
    chat("📊 Qual?\n• Bolo\n• Pudim"),
  ],
  ["a poll of announcements", { pollCreationMessageV2: { name: "Qual?" } }, chat("📊 Qual?")],
  [
    "a poll with one answer",
    { pollCreationMessageV3: { name: "Qual?", options: [{ optionName: "Bolo" }] } },
    chat("📊 Qual?\n• Bolo"),
  ],
  [
    "a poll of the fourth kind",
    wrapped("pollCreationMessageV4", { pollCreationMessage: { name: "Qual?" } }),
    chat("📊 Qual?"),
  ],
  ["a quiz", { pollCreationMessageV5: { name: "Qual?" } }, chat("📊 Qual?")],
  [
    "a poll's result",
    {
      pollResultSnapshotMessage: {
        name: "Qual?",
        pollVotes: [{ optionName: "Bolo", optionVoteCount: 3 }],
      },
    },
    chat("📊 Qual?\n• Bolo: 3"),
  ],
  [
    "an event",
    {
      eventMessage: {
        name: "Feira",
        description: "Na praça",
        startTime: 1_800_000_000,
        location: { name: "Sé", address: "Centro" },
        joinLink: "https://call.whatsapp.com/x",
      },
    },
    chat("📅 Feira\n2027-01-15 08:00 UTC\nNa praça\nSé\nCentro\nhttps://call.whatsapp.com/x"),
  ],
  [
    "an event called off",
    { eventMessage: { name: "Feira", isCanceled: true } },
    chat("🚫📅 Feira"),
  ],
  [
    "a call to come",
    { scheduledCallCreationMessage: { title: "Reunião", scheduledTimestampMs: 1_800_000_000_000 } },
    chat("📞 Reunião\n2027-01-15 08:00 UTC"),
  ],
  [
    "an order",
    {
      orderMessage: {
        orderTitle: "Padaria",
        itemCount: 2,
        message: "Sem açúcar",
        totalAmount1000: 59_900,
        totalCurrencyCode: "BRL",
      },
    },
    chat("🛒 Padaria\n2 ×\nSem açúcar\nBRL 59.90"),
  ],
  [
    "an order that says nothing",
    { orderMessage: { orderId: "1", token: "t" } },
    unsupported("orderMessage"),
  ],
  [
    "a product",
    {
      productMessage: {
        product: {
          title: "Bolo",
          description: "De cenoura",
          priceAmount1000: 30_000,
          salePriceAmount1000: 25_500,
          currencyCode: "BRL",
          url: "https://p.example",
        },
        body: "Fresco",
      },
    },
    chat("🛍️ Bolo\nDe cenoura\nBRL 25.50\nhttps://p.example\nFresco"),
  ],
  [
    "an invitation",
    { groupInviteMessage: { groupName: "Clientes", inviteCode: "AbC-1", caption: "Entre" } },
    chat("👥 Clientes\nEntre\nhttps://chat.whatsapp.com/AbC-1"),
  ],
  [
    "an invitation to elsewhere",
    { groupInviteMessage: { groupName: "Clientes", inviteCode: "../../evil" } },
    chat("👥 Clientes"),
  ],
  [
    "an invitation to a newsletter",
    { newsletterAdminInviteMessage: { newsletterName: "Novidades", caption: "Siga" } },
    chat("📢 Novidades\nSiga"),
  ],
  [
    "a payment asked for",
    { requestPaymentMessage: { noteMessage: { conversation: "Pague" } } },
    unsupported("requestPaymentMessage"),
  ],
  ["a payment", { sendPaymentMessage: {} }, unsupported("sendPaymentMessage")],
  [
    "a pack of stickers",
    { stickerPackMessage: { name: "Gatos" } },
    unsupported("stickerPackMessage"),
  ],
  ["what only phones show", { placeholderMessage: { type: 0 } }, unsupported("placeholderMessage")],
  [
    "an edit that only phones can open",
    { secretEncryptedMessage: { secretEncType: 2 } },
    unsupported("secretEncryptedMessage"),
  ],
  ["an empty poll", { pollCreationMessage: {} }, unsupported("pollCreationMessage")],
  ["a kind that nobody knows yet", {}, unsupported("unknown")],
  [
    "a kind that nobody knows yet, beside what keys tell each other",
    { messageContextInfo: { messageSecret: wave } },
    unsupported("unknown"),
  ],
  [
    "a kind that nobody knows yet in a vanishing chat",
    wrapped("ephemeralMessage", {}),
    unsupported("unknown"),
  ],
];

test.each(cases)("heard: %s", (_, message, expected) => {
  expect(content(message)).toEqual(expected as never);
});

const key = { remoteJid: bia, fromMe: false, id: "3A00" };
const silent: [string, Record<string, unknown>][] = [
  ["an empty text", { conversation: "" }],
  ["an empty text with a style", { extendedTextMessage: { font: 1 } }],
  ["a key of a group", { senderKeyDistributionMessage: { groupId: group } }],
  ["an empty wrapper", { ephemeralMessage: {} }],
  [
    "history",
    {
      protocolMessage: {
        type: type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: { syncType: 0 },
      },
    },
  ],
  [
    "keys of the phone's state",
    { protocolMessage: { type: type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: {} } },
  ],
  [
    "a chat set to vanish",
    wrapped("ephemeralMessage", {
      protocolMessage: { type: type.EPHEMERAL_SETTING, ephemeralExpiration: 86_400 },
    }),
  ],
  [
    "a mention in a status",
    wrapped("statusMentionMessage", { protocolMessage: { type: type.STATUS_MENTION_MESSAGE } }),
  ],
  ["a message kept", { keepInChatMessage: { key, keepType: 1 } }],
  ["a message pinned", { pinInChatMessage: { key, type: 1 } }],
  ["a vote for nothing", { pollUpdateMessage: { pollCreationMessageKey: key } }],
  ["an answer to an event", { encEventResponseMessage: {} }],
  ["a reaction that only phones can open", { encReactionMessage: {} }],
  ["an album before its photos", { albumMessage: { expectedImageCount: 3 } }],
  ["history of a group", { messageHistoryNotice: {} }],
  ["a key of a group that is renewed", { fastRatchetKeySenderKeyDistributionMessage: {} }],
  ["stickers told again", { stickerSyncRmrMessage: {} }],
  ["a bundle of history", { messageHistoryBundle: {} }],
  ["a broadcast call", { bcallMessage: {} }],
  ["an answer to a status", { statusQuestionAnswerMessage: { text: "Oi" } }],
  ["a status quoted", { statusQuotedMessage: { text: "Oi" } }],
  ["a status shared", { statusNotificationMessage: {} }],
  ["a sticker on a status", { statusStickerInteractionMessage: {} }],
  ["a call", { call: { callKey: wave } }],
  ["a call in the log", { callLogMesssage: { isVideo: true } }],
  ["a deletion of nothing", { protocolMessage: { type: type.REVOKE } }],
  ["a deletion of a nameless message", { protocolMessage: { type: type.REVOKE, key: { id: "" } } }],
  ["a protocol message of no type", { protocolMessage: { key } }],
  [
    "an edit of nothing",
    { protocolMessage: { type: type.MESSAGE_EDIT, editedMessage: { conversation: "Novo" } } },
  ],
  ["an edit into nothing", { protocolMessage: { type: type.MESSAGE_EDIT, key } }],
  [
    "an edit into a place",
    {
      protocolMessage: {
        type: type.MESSAGE_EDIT,
        key,
        editedMessage: { locationMessage: { degreesLatitude: 1, degreesLongitude: 1 } },
      },
    },
  ],
  ["a reaction to nothing", { reactionMessage: { text: "👍" } }],
];

test.each(silent)("says nothing: %s", (_, message) => {
  expect(decode(from(wired(message)))).toEqual([]);
});

const done: [string, Record<string, unknown>, object][] = [
  [
    "a message deleted",
    { protocolMessage: { type: type.REVOKE, key } },
    { what: "deletion", to: "3A00" },
  ],
  [
    "a message deleted in a vanishing chat",
    wrapped("ephemeralMessage", { protocolMessage: { type: type.REVOKE, key } }),
    { what: "deletion", to: "3A00" },
  ],
  [
    "a text edited",
    wrapped("editedMessage", {
      protocolMessage: { type: type.MESSAGE_EDIT, key, editedMessage: { conversation: "Novo" } },
    }),
    { what: "edit", to: "3A00", body: "Novo" },
  ],
  [
    "a text edited, without a wrapper",
    {
      protocolMessage: {
        type: type.MESSAGE_EDIT,
        key,
        editedMessage: { extendedTextMessage: { text: "Novo" } },
      },
    },
    { what: "edit", to: "3A00", body: "Novo" },
  ],
  [
    "a caption edited",
    wrapped("editedMessage", {
      protocolMessage: {
        type: type.MESSAGE_EDIT,
        key,
        editedMessage: { imageMessage: { caption: "Bolo" } },
      },
    }),
    { what: "edit", to: "3A00", body: "Bolo" },
  ],
  [
    "a caption taken away",
    {
      protocolMessage: {
        type: type.MESSAGE_EDIT,
        key,
        editedMessage: wrapped("documentWithCaptionMessage", { documentMessage: pdf }),
      },
    },
    { what: "edit", to: "3A00", body: "" },
  ],
  [
    "a text in the place of itself",
    wrapped("editedMessage", { conversation: "Novo" }),
    { what: "edit", to: "3A01", body: "Novo" },
  ],
  [
    "a reaction",
    { reactionMessage: { key, text: "👍🏽", senderTimestampMs: 1 } },
    { what: "reaction", to: "3A00", emoji: "👍🏽" },
  ],
  [
    "a reaction taken back",
    { reactionMessage: { key, text: "" } },
    { what: "reaction", to: "3A00", emoji: "" },
  ],
  [
    "a reaction without a text",
    wrapped("ephemeralMessage", { reactionMessage: { key } }),
    { what: "reaction", to: "3A00", emoji: "" },
  ],
];

test.each(done)("heard: %s", (_, message, expected) => {
  const person = { ids: [biaPhone], name: "Bia" };
  expect(decode(from(wired(message)))).toEqual([
    { ...expected, chat: person, from: person, at: 1_700_000_000_000 } as never,
  ]);
});

test.each([
  ["a text", { extendedTextMessage: { text: "Sim", contextInfo: { stanzaId: "Q1" } } }],
  ["a photo", { imageMessage: { ...cake, contextInfo: { stanzaId: "Q1" } } }],
  ["a contact", { contactMessage: { vcard: card, contextInfo: { stanzaId: "Q1" } } }],
  [
    "a button",
    { buttonsResponseMessage: { selectedDisplayText: "Sim", contextInfo: { stanzaId: "Q1" } } },
  ],
  [
    "a voice note in a vanishing chat",
    wrapped("ephemeralMessage", { audioMessage: { ptt: true, contextInfo: { stanzaId: "Q1" } } }),
  ],
  [
    "a template",
    {
      templateMessage: {
        hydratedTemplate: { hydratedContentText: "Oi" },
        contextInfo: { stanzaId: "Q1" },
      },
    },
  ],
  [
    "a flow in a template",
    {
      templateMessage: {
        interactiveMessageTemplate: { body: { text: "Oi" }, contextInfo: { stanzaId: "Q1" } },
      },
    },
  ],
  ["what is unsupported", { stickerPackMessage: { contextInfo: { stanzaId: "Q1" } } }],
] as [string, Record<string, unknown>][])("%s quotes", (_, message) => {
  expect(decode(from(wired(message)))).toMatchObject([{ what: "message", quotedId: "Q1" }]);
});

test("a message that quotes nothing has no quote", () => {
  expect(
    decode(
      from(
        wired({
          extendedTextMessage: { text: "Oi", contextInfo: { stanzaId: "", isForwarded: true } },
        }),
      ),
    )[0],
  ).not.toHaveProperty("quotedId");
});

const ad = {
  title: "Broa por R$ 5",
  body: "Só hoje",
  sourceType: "ad",
  sourceId: "1202",
  sourceUrl: "https://fb.me/broa",
  ctwaClid: "ARAk",
  thumbnail: Uint8Array.of(0xff, 0xd8, 0xff),
};
const read = (contextInfo: object, text = "") => {
  const [only] = decode(
    from(proto.Message.fromObject({ extendedTextMessage: { text, contextInfo } })),
    undefined,
    shop,
  );
  return only?.what === "message" ? only : undefined;
};

test("a customer who comes from an ad is received, with words and without", () => {
  const referral = {
    sourceId: "1202",
    sourceUrl: "https://fb.me/broa",
    title: "Broa por R$ 5",
    text: "Só hoje",
    clickId: "ARAk",
    thumbnail: Uint8Array.of(0xff, 0xd8, 0xff),
  };
  for (const words of ["", "Quero uma"])
    expect(read({ externalAdReply: ad }, words)).toMatchObject({ content: chat(words), referral });
  expect(read({ externalAdReply: { sourceId: "1202" } })?.referral).toEqual({
    sourceId: "1202",
    sourceUrl: "",
    title: "",
    text: "",
    clickId: "",
  });
});

test("a card of a bot is no ad, and a link that is no web address is left out", () => {
  const { title, body, sourceUrl } = ad;
  expect(read({ externalAdReply: { title, body, sourceUrl } })).toBeUndefined();
  expect(read({ externalAdReply: { title } }, "Oi")).not.toHaveProperty("referral");
  for (const unsafe of ["javascript:alert(1)", "file:///etc/passwd", "https://a b"])
    expect(read({ externalAdReply: { ...ad, sourceUrl: unsafe } })?.referral?.sourceUrl).toBe("");
});

test("what a message replies to is read: who, what, and whether it was a status", () => {
  const cakeOfShop = { imageMessage: { ...cake, caption: "Bolo", jpegThumbnail: wave } };
  expect(
    read(
      {
        stanzaId: "Q1",
        remoteJid: "status@broadcast",
        participant: shop[0],
        quotedMessage: cakeOfShop,
      },
      "Quanto?",
    ),
  ).toMatchObject({
    quotedId: "Q1",
    quote: { who: null, kind: "image", body: "Bolo", thumbnail: wave, isStatus: true },
  });
  expect(
    read(
      { stanzaId: "Q1", participant: bia, quotedMessage: { conversation: "ã".repeat(201) } },
      "?",
    )?.quote,
  ).toEqual({
    who: { ids: [biaPhone as never], name: "" },
    kind: "chat",
    body: "ã".repeat(200),
    isStatus: false,
  });
  expect(read({ stanzaId: "Q1" }, "?")).not.toHaveProperty("quote");
});

test.each([
  [{ isForwarded: true, forwardingScore: 1 }, "once"],
  [{ isForwarded: true, forwardingScore: 4 }, "once"],
  [{ isForwarded: true, forwardingScore: 5 }, "many"],
  [{ isForwarded: true }, "once"],
  [{ forwardingScore: 0 }, undefined],
] as const)("a message that was forwarded says how often: %j", (context, forwarded) => {
  expect(read(context, "Oi")?.forwarded).toBe(forwarded as never);
});

const oi = wired({ conversation: "Oi" });
const decoded = (key: object, more: object = {}, group?: { subject: string }) =>
  decode(from(oi, { key: { id: "3A01", fromMe: false, ...key }, ...more }), group, shop)[0];

test.each([
  ["by phone, with the lid beside it", { remoteJid: bia, remoteJidAlt: biaLid }],
  ["by lid, with the phone beside it", { remoteJid: biaLid, remoteJidAlt: bia, participant: "" }],
  [
    "by a device of hers",
    { remoteJid: "123456789012345:3@lid", remoteJidAlt: "5511988880001:3@s.whatsapp.net" },
  ],
])("a customer is known %s", (_, key) => {
  const person = { ids: [biaPhone, biaHidden], name: "Bia" };
  expect(decoded(key)).toMatchObject({
    id: "3A01",
    chat: person,
    from: person,
    at: 1_700_000_000_000,
  });
});

test("a customer has one phone: what claims to be another is left out", () => {
  expect(decoded({ remoteJid: bia, remoteJidAlt: "5511900000000@s.whatsapp.net" })).toMatchObject({
    chat: { ids: [biaPhone] },
  });
  expect(decoded({ remoteJid: bia, remoteJidAlt: group })).toMatchObject({
    chat: { ids: [biaPhone] },
  });
});

test("what the shop wrote on its phone is from nobody, and its name is not the customer's", () => {
  expect(
    decoded({ remoteJid: biaLid, remoteJidAlt: bia, fromMe: true }, { pushName: "Padaria" }),
  ).toMatchObject({ chat: { ids: [biaPhone, biaHidden], name: "" }, from: null });
});

test("our own number beside a customer's lid does not become hers", () => {
  expect(
    decoded({ remoteJid: biaLid, remoteJidAlt: "5511977770000@s.whatsapp.net", fromMe: true }),
  ).toMatchObject({ chat: { ids: [biaHidden] } });
});

test("what the shop writes to itself keeps both its names", () => {
  expect(
    decoded({
      remoteJid: "987654321098765@lid",
      remoteJidAlt: "5511977770000@s.whatsapp.net",
      fromMe: true,
    }),
  ).toMatchObject({ chat: { ids: [{ type: "phone" }, { type: "lid" }] }, from: null });
});

test("in a group the chat has the subject and the author the name", () => {
  const key = { remoteJid: group, participant: "123456789012345:2@lid", participantAlt: bia };
  const chat = { ids: [{ type: "group", value: "120363021234567890" }], name: "Família" };
  expect(decoded(key, {}, { subject: "Família" })).toMatchObject({
    chat,
    from: { ids: [biaPhone, biaHidden], name: "Bia" },
  });
  expect(decoded(key)).toMatchObject({ chat: { ...chat, name: "" } });
  expect(decoded({ ...key, fromMe: true }, {}, { subject: "Família" })).toMatchObject({
    chat,
    from: null,
  });
  expect(decoded({ remoteJid: group, participant: "", fromMe: true })).toMatchObject({
    from: null,
  });
  expect(decoded({ remoteJid: group }, { participant: bia })).toMatchObject({
    from: { ids: [biaPhone] },
  });
});

test("a group's message that nobody wrote is none", () => {
  expect(decoded({ remoteJid: group, participant: "" })).toBeUndefined();
});

test("an admin's deletion is from the admin", () => {
  const message = from(
    wired({ protocolMessage: { type: type.REVOKE, key: { id: "3A00", participant: bia } } }),
    { key: { remoteJid: group, participant: "5511955550000@s.whatsapp.net", id: "3A02" } },
  );
  expect(decode(message)).toMatchObject([
    { what: "deletion", to: "3A00", from: { ids: [{ value: "5511955550000" }] } },
  ]);
});

test("what comes by somebody's broadcast list is theirs alone", () => {
  const list = { remoteJid: "1600000000@broadcast", remoteJidAlt: biaLid, participant: bia };
  expect(decoded(list)).toMatchObject({
    chat: { ids: [biaPhone, biaHidden], name: "Bia" },
    from: { ids: [biaPhone, biaHidden] },
  });
  expect([
    decoded({ ...list, fromMe: true }),
    decoded({ ...list, participant: undefined }),
  ]).toEqual([undefined, undefined]);
});

test.each([
  "status@broadcast",
  "120363021234567890@newsletter",
  "718584497008509@bot",
  "",
  undefined,
])("nothing is heard from %p", (remoteJid) => {
  expect(decoded({ remoteJid, participant: bia })).toBeUndefined();
});

test("a business without a name of its own is called by the one that was verified", () => {
  expect(
    decoded({ remoteJid: bia }, { pushName: undefined, verifiedBizName: "Moinho Ltda." }),
  ).toMatchObject({ chat: { name: "Moinho Ltda." } });
  expect(
    decoded({ remoteJid: bia }, { pushName: "Moinho", verifiedBizName: "Moinho Ltda." }),
  ).toMatchObject({ chat: { name: "Moinho" } });
});

test.each([
  ["a number", 1_700_000_000, 1_700_000_000_000],
  ["a text", "1700000000", 1_700_000_000_000],
  [
    "a Long",
    proto.WebMessageInfo.decode(
      proto.WebMessageInfo.encode({ key: {}, messageTimestamp: 5_000_000_000 }).finish(),
    ).messageTimestamp,
    5_000_000_000_000,
  ],
  ["a Long that was JSON", { low: 705_032_704, high: 1, unsigned: true }, 5_000_000_000_000],
  ["nothing", undefined, 0],
  ["no number", "ontem", 0],
  ["Not a Number", Number.NaN, 0],
  ["beyond all dates", 9e12, 0],
  ["before all dates", -5, 0],
] as const)("the time comes as %s", (_, messageTimestamp, at) => {
  expect(decoded({ remoteJid: bia }, { messageTimestamp })).toMatchObject({ at });
});

test("a size comes as a Long", () => {
  expect(content({ documentMessage: { ...pdf, fileLength: "5000000000" } })).toMatchObject({
    file: { size: 5_000_000_000 },
  });
});

test("texts are cut, and rid of what can't be kept", () => {
  expect(content({ conversation: "á".repeat(100_000) })).toEqual(chat("á".repeat(65_536)));
  expect(decode(from({ conversation: "a\0b\ud800c" }))).toMatchObject([{ content: chat("abc") }]);
  expect(content({ imageMessage: { caption: "x".repeat(70_000) } })).toMatchObject({
    body: "x".repeat(65_536),
  });
  for (const odd of ["", "x"]) {
    const rows = Array(500).fill({ title: "😀".repeat(500) });
    const { body } = content({
      listMessage: { title: "x".repeat(30_000) + odd, sections: [{ rows }] },
    }) as { body: string };
    expect([body.length > 65_000, body.length <= 65_536, body.isWellFormed()]).toEqual([
      true,
      true,
      true,
    ]);
  }
});

test("a file's name is one line, and one made from an id leaves no folder", () => {
  expect(
    content({ documentMessage: { ...pdf, fileName: `${"n".repeat(400)}.pdf` } }),
  ).toMatchObject({ file: { name: "n".repeat(255) } });
  expect(content({ documentMessage: { ...pdf, fileName: `${"n".repeat(254)}😀` } })).toMatchObject({
    file: { name: "n".repeat(254) },
  });
  expect(
    decode(from({ imageMessage: cake }, { key: { remoteJid: bia, id: "../../etc/x" } })),
  ).toMatchObject([{ content: { file: { name: "etcx.jpg" } } }]);
});

test("what could not be opened is not heard, but known for it", () => {
  const closed = from(undefined, {
    messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT,
    messageStubParameters: ["Bad MAC"],
  });
  expect([decode(closed), isUndecrypted(closed)]).toEqual([[], true]);
  const half = from(wired({ senderKeyDistributionMessage: {} }), {
    messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT,
  });
  expect([decode(half), isUndecrypted(half)]).toEqual([[], true]);
  expect(isUndecrypted(from(oi))).toBe(false);
});

test("a photo for one look that never came is told of", () => {
  expect(
    decode(from(undefined, { key: { remoteJid: bia, id: "3A01", isViewOnce: true } })),
  ).toMatchObject([{ what: "message", content: unsupported("viewOnceMessage") }]);
});

test("news of a group are no message", () => {
  expect(
    decode(
      from(undefined, {
        key: { remoteJid: group, id: "1", participant: bia },
        messageStubType: proto.WebMessageInfo.StubType.GROUP_PARTICIPANT_ADD,
        messageStubParameters: [bia],
      }),
    ),
  ).toEqual([]);
});

test.each([
  ["imageMessage", "image"],
  ["videoMessage", "video"],
  ["ptvMessage", "video"],
  ["audioMessage", "audio"],
  ["documentMessage", "document"],
  ["stickerMessage", "sticker"],
])("the file of %s is fetched as %s", (name, kind) => {
  const message = wired(wrapped("ephemeralMessage", wrapped("viewOnceMessage", { [name]: cake })));
  expect(mediaOf(message)).toMatchObject({
    part: { directPath: "/v/cake", mediaKey: expect.any(Uint8Array) },
    type: kind as never,
  });
});

test("the file above buttons is fetched, and a text has none", () => {
  expect(
    mediaOf(wired({ templateMessage: { hydratedFourRowTemplate: { documentMessage: pdf } } })),
  ).toMatchObject({ part: { directPath: "/v/pdf" }, type: "document" });
  expect(mediaOf(wired({ interactiveMessage: { header: { videoMessage: cake } } }))).toMatchObject({
    type: "video",
  });
  expect([
    mediaOf(oi),
    mediaOf(null),
    mediaOf(wired(nested(30, { imageMessage: cake }) as Record<string, unknown>)),
  ]).toEqual([undefined, undefined, undefined]);
});

const fields = Object.keys(proto.Message.prototype).filter(
  (name) => typeof proto.Message.prototype[name as never] !== "function",
);
const hostile = [
  null,
  undefined,
  0,
  -1,
  7,
  Number.NaN,
  Infinity,
  "",
  "x",
  true,
  {},
  [],
  [null],
  [[]],
  [7, "x", {}],
  { low: 1 },
  { message: 3 },
  { message: { conversation: 3 } },
  new Uint8Array(3),
  () => 1,
  Symbol("x"),
];

function stays(message: unknown) {
  for (const each of decode(message as WAMessage, { subject: "x" }, shop)) {
    if (each.what === "message")
      expect([
        "chat",
        "image",
        "video",
        "audio",
        "application",
        "sticker",
        "locationMessage",
        "vcard",
        "unsupported",
      ]).toContain(each.content.kind);
  }
  mediaOf((message as WAMessage | null)?.message);
}

const innerFields = (name: string) => {
  const inner: unknown = proto.Message.fromObject({ [name]: {} })[name as keyof proto.Message];
  return typeof inner === "object" && inner !== null
    ? Object.keys(Object.getPrototypeOf(inner) as object)
    : [];
};

test("every wrapper that WhatsApp knows is opened", () => {
  const wrappers = fields.filter(
    (name) => innerFields(name).includes("message") && name !== "orderMessage",
  );
  expect(wrappers.length).toBeGreaterThan(20);
  const bodies = wrappers.map(
    (name) => decode(from(wired(wrapped(name, { conversation: "Dentro" }))))[0],
  );
  expect(
    bodies.map((each) =>
      each?.what === "message" && each.content.kind === "chat"
        ? each.content.body
        : each?.what === "edit" && each.body,
    ),
  ).toEqual(wrappers.map(() => "Dentro"));
});

test("every field of a message, of whatever shape, is borne", () => {
  expect(fields.length).toBeGreaterThan(90);
  for (const name of fields) {
    for (const value of hostile) {
      stays(from({ [name]: value }));
      stays(from(wrapped("viewOnceMessage", { [name]: value })));
      stays(
        from({
          protocolMessage: { type: type.MESSAGE_EDIT, key, editedMessage: { [name]: value } },
        }),
      );
      for (const inner of innerFields(name)) stays(from({ [name]: { [inner]: value } }));
    }
  }
});

test("every message loses each of its parts, or has it replaced, without harm", () => {
  for (const [, message] of [
    ...cases,
    ...done,
    ...silent.map(([name, each]) => [name, each, {}] as const),
  ]) {
    const whole = {
      key: { remoteJid: group, participant: biaLid, participantAlt: bia, id: "1" },
      message,
      messageTimestamp: 1,
      pushName: "Bia",
      verifiedBizName: "B",
    };
    for (const path of pathsOf(whole))
      for (const value of [...hostile, gone]) stays(without(whole, path, value));
  }
});

test("what is no message at all is not heard", () => {
  for (const message of hostile) {
    expect(decode(message as never)).toEqual([]);
    expect(decode({ key: message, message: oi } as never)).toEqual([]);
    stays(from(message));
  }
});

test("a message that contains itself is left in time", () => {
  const round: Record<string, unknown> = {};
  round.ephemeralMessage = { message: round };
  expect(decode(from(round))).toMatchObject([{ content: unsupported("ephemeralMessage") }]);
  const template: Record<string, unknown> = {};
  template.fourRowTemplate = { content: { hydratedHsm: template, params: ["fim"] } };
  expect(decode(from({ templateMessage: template }))).toMatchObject([{ content: chat("fim") }]);
  const cards: Record<string, unknown> = { body: { text: "a" } };
  cards.carouselMessage = { cards: [cards] };
  expect(decode(from({ interactiveMessage: cards }))).toMatchObject([{ content: chat("a\na") }]);
});

test("names of a proto are no messages", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty", "toJSON"])
    expect(decode(from({ [name]: { text: "x" } }))).toMatchObject([{ content: unsupported(name) }]);
});

const gone = Symbol("gone");

/** Where an object's parts lie, a list's first two items only. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [path];
  const names = Object.keys(value).slice(0, Array.isArray(value) ? 2 : undefined);
  return [
    ...(path.length > 0 ? [path] : []),
    ...names.flatMap((name) => pathsOf((value as Record<string, unknown>)[name], [...path, name])),
  ];
}

function without(value: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length > 0) copy[name!] = without(copy[name!], rest, replacement);
  else if (replacement === gone) delete copy[name!];
  else copy[name!] = replacement;
  return copy;
}
