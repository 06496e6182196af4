import { type ReactNode, useState } from "react";
import { ack, notOpened } from "../../../../src/shared/states.ts";
import { Bubble } from "./Bubble.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { messageSelection } from "./message-selection.ts";
import { Composer } from "../write/Composer.tsx";
import { draftOf } from "../../../inbox/draft.ts";
import { EmojiPanel } from "../../../parts/writing/EmojiPanel.tsx";
import { TypingIndicator } from "./CustomerTyping.tsx";
import { FileRows } from "../../../parts/writing/FileRows.tsx";
import { FindBar } from "./FindBar.tsx";
import { findResults, findText } from "../../../inbox/find-in-conversation.ts";
import { HighlightWords } from "../../../messages/Formatted.tsx";
import { ScrollToEnd } from "../../../parts/talk/Separators.tsx";
import { SuggestionList } from "../../../parts/writing/SuggestionList.tsx";
import type { FileToSend } from "../../../parts/writing/files-to-send.ts";
import { levels, recordings, seconds, activeRecording } from "../../../parts/writing/recorder.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import type { Ticket } from "../../../types.ts";
import { undoable } from "../write/undo.ts";
import { Progress } from "./Uploading.tsx";
import { VersionList } from "./Versions.tsx";

/** Every kind of message, and the composer, for the gallery. */
export const conversationStories = (ticket: Ticket): { name: string; show: () => ReactNode }[] => [
  { name: "bubbles", show: () => <Talk ticket={ticket} all={words} /> },
  { name: "bubbles with pictures", show: () => <Talk ticket={ticket} all={pictures()} /> },
  { name: "bubbles with sounds", show: () => <Talk ticket={ticket} all={sounds()} /> },
  { name: "bubbles with documents", show: () => <Talk ticket={ticket} all={documents} /> },
  { name: "bubbles with places and contacts", show: () => <Talk ticket={ticket} all={places} /> },
  { name: "bubbles that wait or failed", show: () => <Talk ticket={ticket} all={troubles} /> },
  {
    name: "bubbles from ads, statuses and other talks",
    show: () => <Talk ticket={ticket} all={sources} />,
  },
  { name: "bubbles with quotes", show: () => <Talk ticket={ticket} all={quotes} /> },
  {
    name: "bubbles of a group",
    show: () => <Talk ticket={{ ...ticket, isGroup: true }} all={group} />,
  },
  {
    name: "bubble being edited",
    show: () => <Talk ticket={ticket} all={words.slice(2, 3)} edited />,
  },
  {
    name: "bubbles that were searched for, with words found",
    show: () => (
      <HighlightWords value={["pao", "queijo"]}>
        <Talk ticket={ticket} all={words.slice(0, 4)} isTarget={1} />
      </HighlightWords>
    ),
  },
  {
    name: "bubbles being chosen",
    show: () => <Talk ticket={ticket} all={words.slice(0, 6)} chosen={[1, 3]} />,
  },
  { name: "choice of messages", show: () => <Chosen ticketId={903} /> },
  {
    name: "customer writes or speaks",
    show: () => (
      <ol className="bg-thread rounded-card flex flex-col p-4">
        <TypingIndicator state="composing" name="Bia Nogueira" />
        <TypingIndicator state="recording" name="Bia Nogueira" />
      </ol>
    ),
  },
  {
    name: "way to the end",
    show: () => (
      <div className="bg-thread rounded-card relative h-16">
        <ScrollToEnd news={0} run={() => {}} />
        <ScrollToEnd news={12} run={() => {}} />
      </div>
    ),
  },
  { name: "find in conversation", show: () => <Find ticket={ticket} /> },
  {
    name: "message versions",
    show: () => (
      <div className="max-w-md">
        <VersionList bubble={words[2]!} all={versions} />
      </div>
    ),
  },
  { name: "composer with a way back", show: () => <Taken ticket={{ ...ticket, id: 903 }} /> },
  { name: "composer with a file", show: () => <Enclosing ticket={{ ...ticket, id: 904 }} /> },
  {
    name: "offers",
    show: () => (
      <div className="relative mt-40">
        <SuggestionList
          label="Sugestões"
          at={1}
          onChoose={() => {}}
          suggestions={[
            { key: "name", label: "Nome", text: "Bia Nogueira" },
            { key: "queue", label: "Fila", text: "Atendimento" },
            { key: "❤️", label: "❤️", text: "coração vermelho" },
          ]}
        />
      </div>
    ),
  },
  {
    name: "emojis",
    show: () => (
      <div className="card-quiet h-96 w-79 p-1.5">
        <EmojiPanel onChoose={() => {}} />
      </div>
    ),
  },
  {
    name: "file on its way up",
    show: () => (
      <div className="w-72">
        <Progress part={0.4} onCancel={() => {}} />
      </div>
    ),
  },
  { name: "files to send", show: () => <Files /> },
  { name: "voice being recorded", show: () => <Recording ticket={{ ...ticket, id: 901 }} /> },
  { name: "voice to send", show: () => <Recorded ticket={{ ...ticket, id: 902 }} /> },
];

type TalkProps = {
  ticket: Ticket;
  all: MessageBubble[];
  edited?: boolean;
  isTarget?: number;
  chosen?: number[];
};

const Talk = ({ ticket, all, edited = false, isTarget, chosen }: TalkProps) => (
  <ol className="bg-thread rounded-card flex flex-col p-4">
    {all.map((bubble, index) => (
      <Bubble
        key={bubble.key}
        bubble={bubble}
        first={all[index - 1]?.mine !== bubble.mine || all[index - 1]?.name !== bubble.name}
        ticket={ticket}
        onJump={() => {}}
        onZoom={() => {}}
        onErase={() => {}}
        fixed={false}
        edited={edited}
        isTarget={index === isTarget}
        chosen={chosen?.includes(index) ?? null}
      />
    ))}
  </ol>
);

function Chosen({ ticketId }: { ticketId: number }) {
  useState(
    () =>
      void (messageSelection.value = {
        ticketId,
        ids: words.slice(0, 2).flatMap(({ id }) => id ?? []),
      }),
  );
  return <SelectionBar ticketId={ticketId} all={words} />;
}

function Find({ ticket }: { ticket: Ticket }) {
  useState(() => {
    findText.value = "pão";
    findResults.value = {
      hits: words
        .slice(0, 2)
        .map(({ id, at, body }) => ({ id: id ?? 0, sentAt: at, fromMe: false, text: body })),
      hasMore: true,
    };
  });
  return <FindBar ticket={ticket} />;
}

let count = 0;
const bubble = (body: string, change: Partial<MessageBubble> = {}): MessageBubble => {
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
const file = (
  type: string,
  size: number,
  change: Partial<NonNullable<MessageBubble["media"]>> = {},
) => ({ type, size, seconds: null, voice: false, waveform: null, reason: null, ...change });
const reaction = (emoji: string, name: string | null) => ({
  emoji,
  fromMe: name === null,
  contactId: name ? 1 : 0,
  name,
});
const ours = { mine: true, ack: ack.read };

const words = [
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

const versions = ["Temos! Acabou de sar.", "Temos!"].map((body, index) => ({
  id: index,
  body,
  createdAt: new Date(Date.now() - (3 - index) * 60_000).toISOString(),
  place: null,
  contacts: [],
  mediaUrl: null,
  mediaName: null,
}));

const pictures = () => [
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

const wave = Array.from({ length: 64 }, (_, index) =>
  Math.round(50 + 45 * Math.sin(index * 0.9) * Math.cos(index * 0.17)),
);
const sounds = () => [
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

const documents = [
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

// A grey dot, as a phone sends a map.
const map =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOorKz8DwAFNAJRWTqB8QAAAABJRU5ErkJggg==";
const bakery = {
  latitude: -23.55052,
  longitude: -46.63331,
  name: "",
  address: "",
  thumbnail: null,
};
const places = [
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
const troubles = [
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
const quotes = [
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

const adPicture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1H0z" fill="#b45309"/></svg>')}`;
const sources = [
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

const group = [
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

function Files() {
  const [files] = useState(() => [
    picked("bolo de cenoura com cobertura de chocolate.png", "image/png", "image", 48_000),
    picked("cardapio.pdf", "application/pdf", "application", 1_250_000),
    picked("forno.mp4", "video/mp4", "video", 8_900_000),
  ]);
  return (
    <div className="max-w-md">
      <FileRows
        files={files}
        large={files[0]}
        captionOf={(picked) => (picked === files[1] ? "O cardápio de hoje" : "")}
        onShow={() => {}}
        onRemove={() => {}}
      />
    </div>
  );
}

const picked = (
  name: string,
  type: string,
  kind: FileToSend["kind"],
  size: number,
): FileToSend => ({
  file: { name, type, size } as File,
  kind,
  url: `/public/icon-512.png#${name}`,
});

function Taken({ ticket }: { ticket: Ticket }) {
  const nothing = { text: "", quotedMsg: null, enclosure: null };
  useState(
    () =>
      void (undoable.value = [
        {
          clientId: "gallery",
          ticketId: ticket.id,
          draft: nothing,
          until: Date.now() + 5 * 60_000,
        },
      ]),
  );
  return <Composer ticket={ticket} />;
}

function Enclosing({ ticket }: { ticket: Ticket }) {
  const enclosure = {
    id: 1,
    name: "tabela de preços.png",
    url: "/public/icon-512.png?",
    type: "image/png",
    size: 48_000,
  };
  useState(
    () =>
      void (draftOf(ticket.id).value = {
        text: "Segue a tabela de hoje.",
        quotedMsg: null,
        enclosure,
      }),
  );
  return <Composer ticket={ticket} />;
}

function Recording({ ticket }: { ticket: Ticket }) {
  useState(() => {
    activeRecording.value = { ticketId: ticket.id, phase: "recording" };
    seconds.value = 12;
    levels.value = wave.slice(0, 48).map((level) => level / 100);
  });
  return <Composer ticket={ticket} />;
}

function Recorded({ ticket }: { ticket: Ticket }) {
  useState(
    () =>
      void (recordings.value = new Map([
        [ticket.id, { file: new File([], "voz.webm"), url: beep(), seconds: 2, waveform: wave }],
      ])),
  );
  return <Composer ticket={ticket} />;
}

/** Two seconds of a bell. */
function beep(): string {
  const rate = 8000;
  const samples = Uint8Array.from(
    { length: rate * 2 },
    (_, at) => 128 + 60 * Math.sin((at * 2 * Math.PI * 440) / rate) * Math.exp(-at / rate),
  );
  const head = new DataView(new ArrayBuffer(44));
  [..."RIFF    WAVEfmt "].forEach((letter, at) => head.setUint8(at, letter.charCodeAt(0)));
  [..."data"].forEach((letter, at) => head.setUint8(36 + at, letter.charCodeAt(0)));
  for (const [at, number] of [
    [4, 36 + samples.length],
    [16, 16],
    [24, rate],
    [28, rate],
    [40, samples.length],
  ] as const)
    head.setUint32(at, number, true);
  for (const [at, number] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.setUint16(at, number, true);
  return URL.createObjectURL(new Blob([head, samples], { type: "audio/wav" }));
}

/** A loaf that moves for half a second. */
const film = () =>
  URL.createObjectURL(
    new Blob([Uint8Array.from(atob(loaf), (letter) => letter.charCodeAt(0))], {
      type: "video/webm",
    }),
  );

const loaf =
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAJKEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCAjjsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYRD+dDlTYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh8DvdWXRydGDgQFV7oEBhoVWX1ZQOOCdsIFAuoEwU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAAVjngQCg9aHGgQAAANADAJ0BKkAAMAAKhwiFhYiZhIg4AgAJkHUlNtZovq9c4vEqgsa88kD+xO/9JdLkN/gy22CYJF2ER/re3XvVdPVAAHWhqqao7oEBpaOwAgCdASpAADAACocIhYWImYSIOAIABo5PzMeb8VgA/uuuAKDLoaqBAGMAkQIAKhHAABgMsssa+zuQCGxj/hE4myD+xO/SXS5DeDLbYNQgIAB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4EAoMahpYEBKwBRAgAqEcAAGAAaPf/0AAVxGXOKvsD+xO/SXS5DeDLbYIB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4FjoMehpYEB8wBRAgAqEcAAGAAaPf/0AAVxGXOKvsD+xO/SXS5DeDLbYIB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4IBKxxTu2uNu4uzgQC3hveBAfGB1A==";
