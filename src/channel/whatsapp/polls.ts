import { decryptPollVote, proto, type WAMessage } from "@whiskeysockets/baileys";
import { createHash } from "node:crypto";
import { coreOf } from "./unwrap.ts";
import { isId, isObject, lines, list } from "../wire-values.ts";
import type { Vault } from "./vault.ts";

/** A vote as a conversation shows it: the poll's id, its question and the options chosen now. */
export type PollVote = { pollId: string; body: string };

/** Whether a message is a poll whose votes can be read later. */
export const isOpenPoll = ({ message }: WAMessage): boolean =>
  pollIn(message) !== undefined && secretIn(message) !== undefined;

/** Whether a message is a vote, readable or not. */
export const isVote = ({ message }: WAMessage): boolean => isObject(voteIn(message)?.vote);

/**
 * A person's vote, if the poll came while we were linked. Only a holder of the poll's secret can
 * read its votes. `me` are our own jids.
 */
export function pollVoteOf(
  vault: Pick<Vault, "content" | "key">,
  message: WAMessage,
  me: string[],
): PollVote | undefined {
  const update = voteIn(message.message);
  const pollId = update?.pollCreationMessageKey?.id;
  if (!update?.vote || !isId(pollId)) return undefined;
  const [content, key] = [vault.content(pollId), vault.key(pollId)];
  const [poll, secret] = [pollIn(content), secretIn(content)];
  if (!poll || !secret || !key) return undefined;
  const names = list(poll.options).map(({ optionName }) => optionName);
  for (const pollCreatorJid of authorsOf(key, me))
    for (const voterJid of authorsOf(message.key, me))
      try {
        const { selectedOptions } = decryptPollVote(update.vote, {
          pollCreatorJid,
          pollMsgId: pollId,
          pollEncKey: secret,
          voterJid,
        });
        const chosen = new Set(list(selectedOptions).map((hash) => hexOf(hash as Uint8Array)));
        const votes = names.filter((name) => isId(name) && chosen.has(sha256(name)));
        return {
          pollId,
          // Emojis instead of words: a channel knows no language. Without any, the vote is undone.
          body: lines(
            `📊 ${poll.name ?? ""}`,
            ...votes.map((name) => `✅ ${name}`),
            votes.length === 0 && "↩️",
          ),
        };
      } catch {
        // It was voted under another of their names.
      }
  return undefined;
}

/** Someone's names without a device: the vote was sealed under one of them. */
const authorsOf = (key: WAMessage["key"], me: string[]): string[] =>
  (key.fromMe
    ? me
    : [key.participant || key.remoteJid, key.participantAlt || key.remoteJidAlt]
  ).flatMap((jid) => (isId(jid) ? [jid.replace(/(_\d+)?(:\d+)?@/, "@")] : []));

const polls = [
  "pollCreationMessage",
  "pollCreationMessageV2",
  "pollCreationMessageV3",
  "pollCreationMessageV5",
];

function pollIn(message: unknown): proto.Message.IPollCreationMessage | undefined {
  const core = coreOf(message);
  return core && polls.includes(core.key) && isObject(core.value) ? core.value : undefined;
}

const deepest = 16;

function voteIn(message: unknown): proto.Message.IPollUpdateMessage | undefined {
  return fieldIn(message, "pollUpdateMessage") as proto.Message.IPollUpdateMessage | undefined;
}

function secretIn(message: unknown): Uint8Array | undefined {
  const context = fieldIn(message, "messageContextInfo") as proto.IMessageContextInfo | undefined;
  const secret = context?.messageSecret;
  return secret instanceof Uint8Array && secret.length > 0 ? secret : undefined;
}

/** A field of a message or of one that it wraps. */
function fieldIn(message: unknown, field: string): Record<string, unknown> | undefined {
  let inner = message;
  for (let depth = 0; isObject(inner) && depth < deepest; depth += 1) {
    const value = inner[field];
    if (isObject(value)) return value;
    const holder: unknown = Object.values(inner).find(
      (each) => isObject(each) && "message" in each,
    );
    inner = isObject(holder) ? holder.message : undefined;
  }
  return undefined;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
