import { ack } from "../../../src/shared/states.ts";
import { addTexts } from "../../kit/translations.ts";
import type { MessageBubble } from "../../messages/bubble.ts";
import type { Chat, ChatHit } from "../../parts/chats/chats.ts";
import type { Story } from "../../parts/story.ts";
import { ChatBubble } from "./ChatBubble.tsx";
import { ChatRow, Hits } from "./ChatList.tsx";
import texts from "./texts.json";

addTexts(texts);

const at = "2026-11-20T12:00:00Z";

const bubble = (id: number, body: string, more: Partial<MessageBubble> = {}): MessageBubble => ({
  key: `story-${id}`,
  id,
  clientId: null,
  mine: false,
  kind: "chat",
  body,
  at,
  cameAt: at,
  ack: ack.sent,
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
  name: "Ana",
  byId: 2,
  unsent: false,
  ...more,
});

const bubbles = [
  bubble(1, "Bom dia! A fornada das 9h30 atrasa dez minutos."),
  bubble(2, "Avisem os clientes, *por favor*."),
  bubble(3, "Avisado.", { mine: true, name: "Caio" }),
  bubble(4, "Um texto que ainda não saiu", { mine: true, unsent: true, ack: ack.queued }),
  bubble(5, "Um que não saiu", {
    mine: true,
    unsent: true,
    ack: ack.failed,
    reason: "ERR_NETWORK",
  }),
];

const chat = (id: number, title: string, more: Partial<Chat> = {}): Chat => ({
  id,
  uuid: `0000000${id}`,
  title,
  ownerId: 2,
  lastMessage: "Ana: Bom dia!",
  createdAt: at,
  updatedAt: at,
  users: [{ userId: 2, unreads: 0, mentions: 0, user: { id: 2, name: "Ana" } }],
  ...more,
});

const hits: ChatHit[] = [
  {
    messageId: 1,
    chatId: 1,
    uuid: "00000001",
    title: "Equipe do balcão",
    sender: "Ana",
    createdAt: at,
    text: "A fornada das 9h30 \u0002atrasa\u0003 dez minutos",
  },
];

/** The team's chats: messages, list, and search hits. */
export const chatStories: Story[] = [
  {
    name: "a team's messages",
    show: () => (
      <ul className="bg-thread rounded-card flex flex-col p-3">
        {bubbles.map((one, index) => (
          <ChatBubble
            key={one.key}
            bubble={one}
            first={index !== 1}
            isTarget={index === 2}
            onZoom={() => {}}
          />
        ))}
      </ul>
    ),
  },
  {
    name: "a team's chats",
    show: () => (
      <div className="max-w-80">
        {[
          chat(1, "Equipe do balcão"),
          chat(2, "Um título muito comprido que não cabe na lista", { lastMessage: "" }),
        ].map((one, index) => (
          <ChatRow key={one.id} chat={one} isOpen={index === 1} search="balc" />
        ))}
      </div>
    ),
  },
  {
    name: "what a search finds in chats",
    show: () => (
      <div className="max-w-80">
        <Hits hits={hits} />
      </div>
    ),
  },
];
