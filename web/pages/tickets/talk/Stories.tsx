import { type ReactNode, useState } from "react";
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
import {
  words,
  versions,
  pictures,
  sounds,
  documents,
  places,
  troubles,
  quotes,
  sources,
  group,
} from "./sample-bubbles.ts";
import { wave, beep } from "./sample-parts.ts";

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
