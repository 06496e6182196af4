import { proto } from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { Group } from "./group.ts";
import { messageId } from "./handset.ts";
import { seconds } from "./nodes.ts";
import { jid, type Person } from "./people.ts";
import type { Phone } from "./phone.ts";

/** An earlier chat from a test: oldest message first. */
export type Past = {
  chat: Phone | Group;
  messages: { text: string; from?: Phone; fromMe?: boolean; id?: string; at?: Date }[];
};

/**
 * The history that a phone sends to a newly linked device: the earlier chats, and people's names.
 */
export function historyOf(owner: Person, past: Past[]): proto.IMessage[] {
  const people = past.flatMap(({ chat, messages }) => [
    ...(chat instanceof Group ? [] : [chat.person]),
    ...messages.flatMap(({ from }) => from?.person ?? []),
  ]);
  const { INITIAL_BOOTSTRAP, PUSH_NAME } = proto.HistorySync.HistorySyncType;
  return [
    notified({
      syncType: INITIAL_BOOTSTRAP,
      conversations: past.map((one) => conversation(owner, one)),
      phoneNumberToLidMappings: [owner, ...people].flatMap((person) =>
        person.number ? [{ pnJid: jid(person, "pn"), lidJid: jid(person, "lid") }] : [],
      ),
    }),
    notified({
      syncType: PUSH_NAME,
      pushnames: people.map((person) => ({ id: jid(person), pushname: person.name })),
    }),
  ];
}

/** The key under which an account's devices encrypt their shared state. */
export function appStateKey(): proto.IMessage {
  const keyData = {
    keyData: randomBytes(32),
    fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
    timestamp: Date.now(),
  };
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [{ keyId: { keyId: randomBytes(6) }, keyData }] },
    },
  };
}

function conversation(owner: Person, { chat, messages }: Past): proto.IConversation {
  const id = chat.jid;
  const infos = messages.map(
    ({ text, from, fromMe = false, id: given = messageId(), at = new Date() }) => {
      const writer = fromMe
        ? owner
        : (from?.person ?? (chat instanceof Group ? owner : chat.person));
      const key = {
        remoteJid: id,
        id: given,
        fromMe,
        participant: chat instanceof Group ? jid(writer, "lid") : undefined,
      };
      return {
        message: {
          key,
          message: { conversation: text },
          messageTimestamp: Math.floor(at.getTime() / 1000),
          pushName: writer.name,
          participant: key.participant,
        },
      };
    },
  );
  const names =
    chat instanceof Group
      ? { name: chat.subject }
      : { displayName: chat.name, pnJid: chat.number && jid(chat.person, "pn"), lidJid: chat.lid };
  return {
    id,
    ...names,
    messages: infos.toReversed(),
    conversationTimestamp: infos.at(-1)?.message.messageTimestamp ?? seconds(),
  };
}

function notified(history: proto.IHistorySync): proto.IMessage {
  const initialHistBootstrapInlinePayload = deflateSync(
    proto.HistorySync.encode(proto.HistorySync.fromObject(history)).finish(),
  );
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: history.syncType as number,
        chunkOrder: 1,
        progress: 100,
        initialHistBootstrapInlinePayload,
      },
    },
  };
}
