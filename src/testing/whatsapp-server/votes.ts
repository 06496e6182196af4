import { aesEncryptGCM, hmacSign, proto } from "@whiskeysockets/baileys";
import { createHash, randomBytes } from "node:crypto";

/** A phone's poll, with the secret that encrypts its votes. */
export function pollOf(name: string, options: string[]): proto.IMessage {
  return {
    messageContextInfo: { messageSecret: randomBytes(32) },
    pollCreationMessageV3: { name, options: options.map((optionName) => ({ optionName })) },
  };
}

/** Builds the message of a vote. `creator` and `voter` are names on the wire. */
export function voteOf(
  poll: proto.IMessage,
  key: proto.IMessageKey,
  { creator, voter, options }: { creator: string; voter: string; options: string[] },
): proto.IMessage {
  const id = key.id!;
  const plain = proto.Message.PollVoteMessage.encode({
    selectedOptions: options.map((option) => createHash("sha256").update(option).digest()),
  }).finish();
  const secret = poll.messageContextInfo!.messageSecret!;
  const sign = Buffer.concat([
    ...[id, creator, voter, "Poll Vote"].map((part) => Buffer.from(part)),
    Buffer.of(1),
  ]);
  const sealing = hmacSign(sign, hmacSign(secret, new Uint8Array(32), "sha256"), "sha256");
  const encIv = randomBytes(12);
  return {
    pollUpdateMessage: {
      pollCreationMessageKey: key,
      vote: {
        encPayload: aesEncryptGCM(plain, sealing, encIv, Buffer.from(`${id}\u0000${voter}`)),
        encIv,
      },
      senderTimestampMs: Date.now(),
    },
  };
}
