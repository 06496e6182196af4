import { ack, notOpened } from "../../../../src/shared/states.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import { wave, map, bakery, adPicture, beep, film, ours, reaction } from "./sample-parts.ts";

let count = 0;

export const bubble = (body: string, change: Partial<MessageBubble> = {}): MessageBubble => {
  count += 1;
  const at = new Date(Date.now() - (60 - count) * 10_000).toISOString();
  return {
    key: `bubble-${count}`,
    id: count,
    clientId: null,
    mine: false,
    kind: "chat",
    body,
    at,
    cameAt: at,
    ack: ack.delivered,
    reason: null,
    mediaUrl: null,
    mediaName: null,
    media: null,
    retryAt: null,
    place: null,
    contacts: [],
    reactions: [],
    quotedMsg: null,
    isDeleted: false,
    isEdited: false,
    bot: false,
    name: change.mine ? "" : "Bia Nogueira",
    byId: null,
    unsent: false,
    ...change,
  };
};

export const file = (
  type: string,
  size: number,
  change: Partial<NonNullable<MessageBubble["media"]>> = {},
) => ({ type, size, seconds: null, voice: false, waveform: null, reason: null, ...change });

export const words = [
  bubble("Oi! Tem *pão de queijo*?"),
  bubble("E broa?", { isEdited: true }),
  bubble("Vocês abrem aos domingos?", { at: new Date(Date.now() - 5 * 3_600_000).toISOString() }),
  bubble("Temos! Acabou de sair.", { ...ours, reactions: [reaction("❤️", "Bia Nogueira")] }),
  bubble("Separo seis?", { mine: true }),
  bubble("Sim, por favor. ".repeat(20), {
    reactions: [reaction("👍", null), reaction("👍", "Davi Prado"), reaction("🙏", "Davi Prado")],
  }),
  bubble("", { isDeleted: true }),
  bubble("Falei errado", { ...ours, isDeleted: true }),
  bubble("Chamada de voz perdida às 09:05", { kind: "call_log" }),
  bubble("Chamada de vídeo perdida às 09:07", { kind: "call_log" }),
  bubble("Bom dia! Já atendemos você.", { mine: true, bot: true, ack: ack.sent }),
  bubble("pollCreationMessage", { kind: "unsupported" }),
  bubble(notOpened, { kind: "unsupported" }),
];

export const versions = ["Temos! Acabou de sar.", "Temos!"].map((body, index) => ({
  id: index,
  body,
  createdAt: new Date(Date.now() - (3 - index) * 60_000).toISOString(),
  place: null,
  contacts: [],
  mediaUrl: null,
  mediaName: null,
}));

export const pictures = () => [
  bubble("Assim", {
    kind: "image",
    mediaUrl: "/public/icon-512.png",
    mediaName: "bolo.png",
    media: file("image/png", 48_000),
  }),
  bubble("", {
    ...ours,
    kind: "image",
    mediaUrl: "/public/icon-512.png",
    mediaName: "bolo.png",
    media: file("image/png", 48_000),
    reactions: [reaction("😍", "Bia Nogueira")],
  }),
  bubble("Olha o forno", {
    kind: "video",
    mediaUrl: film(),
    mediaName: "forno.webm",
    media: file("video/webm", 634),
  }),
  bubble("", {
    kind: "sticker",
    mediaUrl: "/public/favicon.svg",
    media: file("image/webp", 21_000),
    reactions: [reaction("😂", null)],
  }),
  bubble("", {
    ...ours,
    kind: "sticker",
    mediaUrl: "/public/favicon.svg",
    media: file("image/webp", 21_000),
  }),
  bubble("Um formato que não abre", {
    kind: "image",
    mediaUrl: "/none.png",
    mediaName: "foto.heic",
    media: file("image/heic", 2_400_000),
  }),
];

export const sounds = () => [
  bubble("", {
    kind: "audio",
    mediaUrl: beep(),
    mediaName: "PTT.ogg",
    media: file("audio/ogg", 9000, { voice: true, seconds: 2, waveform: wave }),
  }),
  bubble("", {
    ...ours,
    ack: ack.played,
    kind: "audio",
    mediaUrl: beep(),
    mediaName: "voz.ogg",
    media: file("audio/ogg", 9000, { voice: true, seconds: 754, waveform: wave }),
  }),
  bubble("", {
    kind: "audio",
    mediaUrl: beep(),
    mediaName: "jingle da padaria.mp3",
    media: file("audio/mpeg", 900_000),
  }),
  bubble("Escuta isso", {
    ...ours,
    kind: "audio",
    mediaUrl: "/none.png",
    mediaName: "antigo.amr",
    media: file("audio/amr", 12_000, { seconds: 8 }),
  }),
];

export const documents = [
  bubble("", {
    kind: "application",
    mediaName: "cardapio.pdf",
    mediaUrl: "/none.pdf",
    media: file("application/pdf", 1_250_000),
  }),
  bubble("Segue a tabela", {
    ...ours,
    kind: "application",
    mediaName: "Tabela de preços de encomendas para festas e casamentos 2026.xlsx",
    mediaUrl: "/none.xlsx",
    media: file("application/zip", 88_000),
  }),
  bubble("", {
    kind: "application",
    mediaName: "fotos.zip",
    mediaUrl: "/none.zip",
    media: file("application/zip", 9_800_000),
  }),
];

export const places = [
  bubble("", {
    kind: "locationMessage",
    place: { ...bakery, name: "Padaria Pão Quente", address: "Rua das Palmeiras, 120, Centro" },
  }),
  bubble("", { ...ours, kind: "locationMessage", place: { ...bakery, thumbnail: map } }),
  bubble("", {
    kind: "vcard",
    contacts: [
      { name: "João do Forno", number: "5511933334444" },
      { name: "Moinho Santa Clara, atendimento e pedidos", number: "1133334444" },
      { name: "Sem telefone", number: "" },
    ],
  }),
  bubble("", { ...ours, kind: "vcard", contacts: [{ name: "Entregas", number: "5511977776666" }] }),
];

const later = new Date(Date.now() + 16 * 60_000).toISOString();

export const troubles = [
  bubble("", { kind: "image", mediaName: "a.jpg", media: file("image/jpeg", 380_000) }),
  bubble("", { kind: "audio", media: file("audio/ogg", 9000, { voice: true, seconds: 4 }) }),
  bubble("", {
    kind: "video",
    media: file("video/mp4", 92_000_000, { reason: "ERR_MEDIA_TOO_LARGE" }),
  }),
  bubble("", {
    kind: "application",
    mediaName: "contrato.pdf",
    media: file("application/pdf", 540_000, { reason: "ERR_WAPP_DOWNLOAD_MEDIA" }),
  }),
  bubble("", {
    kind: "application",
    mediaName: "contrato.pdf",
    media: file("application/pdf", 540_000),
    retryAt: later,
  }),
  bubble("A tabela de hoje", {
    mine: true,
    ack: ack.queued,
    kind: "application",
    mediaName: "tabela.pdf",
    mediaUrl: "/none.pdf",
    media: file("application/pdf", 88_000),
    retryAt: later,
  }),
  bubble("Ainda a caminho", { mine: true, ack: ack.queued, unsent: true, id: null }),
  bubble("Não chegou", { mine: true, ack: ack.failed, reason: "blocked" }),
  bubble("Recusada aqui", {
    mine: true,
    ack: ack.failed,
    reason: "ERR_TICKET_NOT_OPEN",
    unsent: true,
    id: null,
  }),
  bubble("Olá! Temos novidades na padaria.", {
    mine: true,
    ack: ack.failed,
    reason: "ERR_WAPP_REACHOUT",
  }),
];

const quoted = (mediaType: string, body: string, fromMe = false) => ({
  id: 4,
  body,
  fromMe,
  mediaType,
});

export const quotes = [
  bubble("Isso mesmo", { quotedMsg: quoted("chat", "Separo seis *pães*?", true) }),
  bubble("Este aqui", { ...ours, quotedMsg: quoted("image", "") }),
  bubble("Que voz bonita", { quotedMsg: quoted("audio", "", true) }),
  bubble("Recebi, obrigada", { ...ours, quotedMsg: quoted("application", "") }),
  bubble("É perto do mercado?", { ...ours, quotedMsg: quoted("locationMessage", "Casa da Bia") }),
  bubble("Falo com ele", { ...ours, quotedMsg: quoted("vcard", "João do Forno") }),
  bubble("", {
    quotedMsg: quoted("sticker", "", true),
    kind: "sticker",
    mediaUrl: "/public/favicon.svg",
    media: file("image/webp", 21_000),
  }),
];

export const sources = [
  bubble("", {
    referral: {
      sourceId: "120210000000000001",
      sourceUrl: "https://fb.me/promo",
      title: "Pão de queijo por R$ 19,90",
      text: "Só esta semana, na padaria do bairro.",
      clickId: "ARAk",
      thumbnail: adPicture,
    },
  }),
  bubble("Esse bolo, quanto custa?", {
    quote: {
      fromMe: true,
      contactId: null,
      name: null,
      mediaType: "image",
      body: "Bolo de cenoura de hoje",
      thumbnail: adPicture,
      isStatus: true,
    },
  }),
  bubble("Como combinamos", {
    quote: {
      fromMe: false,
      contactId: 1,
      name: "Bia Nogueira",
      mediaType: "chat",
      body: "Busco às 17 h",
      thumbnail: null,
      isStatus: false,
    },
  }),
  bubble("Receita da vó", { forwarded: "once" }),
  bubble("Corrente da sorte", { forwarded: "many" }),
];

export const group = [
  bubble("Quem leva o bolo?", { name: "Bia Nogueira" }),
  bubble("Eu levo", { name: "Davi Prado", quotedMsg: quoted("chat", "Quem leva o bolo?") }),
  bubble("", {
    name: "Elis",
    kind: "audio",
    mediaUrl: null,
    media: file("audio/ogg", 9000, { voice: true, seconds: 4 }),
  }),
  bubble("Fica pronto às 17 h", ours),
];
