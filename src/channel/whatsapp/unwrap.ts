import type { proto } from "@whiskeysockets/baileys";
import { isObject } from "../wire-values.ts";

/** How deep wrappers are unwrapped: senders may nest them without end. */
const deepest = 16;

/**
 * A message without its wrappers: one field of `proto.Message`. `edit` when it replaces an earlier
 * message.
 */
export type Core = { key: string; value: unknown; edit: boolean };

/** A message without its wrappers; undefined when it shows nothing by itself. */
export function coreOf(message: unknown): Core | undefined {
  let [inner, wrapper, edit] = [message, "", false];
  for (let depth = 0; ; depth += 1) {
    const fields = isObject(inner) ? inner : {};
    const names = Object.keys(fields).filter(
      (name) => fields[name] !== null && fields[name] !== undefined,
    );
    const key = names.find((name) => !silentFields.has(name));
    if (!key) {
      // View-once media come to the phone alone: here the wrapper is empty.
      if (wrapper.startsWith("viewOnce") && !isObject(inner))
        return { key: wrapper, value: undefined, edit };
      // Fields that Baileys does not know are dropped when it decodes.
      return isObject(inner) && names.every((name) => name === "messageContextInfo")
        ? { key: unknownKind, value: undefined, edit }
        : undefined;
    }
    const value = fields[key];
    if (!wrappers.has(key) || depth === deepest) return { key, value, edit };
    edit ||= key === "editedMessage";
    [inner, wrapper] = [isObject(value) ? value.message : undefined, key];
  }
}

/** Stands for a field of proto.Message that is newer than ours. */
export const unknownKind = "unknown";

// Every field of proto.Message that holds a whole message.
const wrappers = new Set<string>([
  "ephemeralMessage",
  "viewOnceMessage",
  "viewOnceMessageV2",
  "viewOnceMessageV2Extension",
  "documentWithCaptionMessage",
  "deviceSentMessage",
  "editedMessage",
  "groupMentionedMessage",
  "lottieStickerMessage",
  "botInvokeMessage",
  "botTaskMessage",
  "botForwardedMessage",
  "associatedChildMessage",
  "commentMessage",
  "eventCoverImage",
  "pollCreationMessageV4",
  "pollCreationOptionImageMessage",
  "questionMessage",
  "questionReplyMessage",
  "limitSharingMessage",
  "statusAddYours",
  "statusMentionMessage",
  "groupStatusMessage",
  "groupStatusMessageV2",
  "groupStatusMentionMessage",
] satisfies (keyof proto.IMessage)[]);

// Messages between phones, and additions to a message that show nothing by themselves. Calls are
// reported as they ring; an album's photos come by themselves.
const silentFields = new Set<string>([
  "messageContextInfo",
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  "keepInChatMessage",
  "pinInChatMessage",
  "pollUpdateMessage",
  "encReactionMessage",
  "encEventResponseMessage",
  "stickerSyncRmrMessage",
  "messageHistoryBundle",
  "messageHistoryNotice",
  "albumMessage",
  "call",
  "callLogMesssage",
  "bcallMessage",
  "chat",
  "statusNotificationMessage",
  "statusQuotedMessage",
  "statusQuestionAnswerMessage",
  "statusStickerInteractionMessage",
] satisfies (keyof proto.IMessage)[]);
