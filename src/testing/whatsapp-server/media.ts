import {
  aesEncryptGCM,
  getMediaKeys,
  hkdf,
  hmacSign,
  proto,
  sha256,
  type BinaryNode,
  type MediaType,
} from "@whiskeysockets/baileys";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { MediaHost } from "./media-host.ts";
import { node, seconds } from "./nodes.ts";

/** The fields that all messages with a file share. */
export type FileInfo = {
  url: string;
  directPath: string;
  mediaKey: Buffer;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
  mediaKeyTimestamp: number;
};

/** Encrypts a file and uploads it to the host, as a phone does before it sends it. */
export async function upload(
  host: MediaHost,
  file: Uint8Array,
  type: MediaType,
): Promise<FileInfo> {
  const mediaKey = randomBytes(32);
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type);
  const aes = createCipheriv("aes-256-cbc", cipherKey, iv);
  const body = Buffer.concat([aes.update(file), aes.final()]);
  const sealed = Buffer.concat([
    body,
    hmacSign(Buffer.concat([iv, body]), macKey!).subarray(0, 10),
  ]);
  const directPath = host.store(sealed);
  return {
    url: `https://${host.host}${directPath}&mms3=true`,
    directPath,
    mediaKey,
    fileSha256: sha256(Buffer.from(file)),
    fileEncSha256: sha256(sealed),
    fileLength: file.length,
    mediaKeyTimestamp: seconds(),
  };
}

/**
 * The file of a message: fetched, checked and decrypted. Throws when a hash or the MAC is wrong.
 */
export async function download(host: MediaHost, message: proto.IMessage): Promise<Buffer> {
  const { file, type } = fileOf(message);
  const sealed = host.read(file.directPath!);
  if (!sha256(sealed).equals(Buffer.from(file.fileEncSha256!)))
    throw new Error("the encrypted file is another one");
  const { cipherKey, iv, macKey } = await getMediaKeys(file.mediaKey, type);
  const body = sealed.subarray(0, -10);
  if (
    !hmacSign(Buffer.concat([iv, body]), macKey!)
      .subarray(0, 10)
      .equals(sealed.subarray(-10))
  )
    throw new Error("the file's MAC is wrong");
  const aes = createDecipheriv("aes-256-cbc", cipherKey, iv);
  const plain = Buffer.concat([aes.update(body), aes.final()]);
  if (!sha256(plain).equals(Buffer.from(file.fileSha256!)))
    throw new Error("the file is another one");
  if (plain.length !== Number(file.fileLength))
    throw new Error(
      `the file has ${plain.length} bytes, the message says ${Number(file.fileLength)}`,
    );
  return plain;
}

/**
 * A phone's answer to a linked device that finds a file gone: its new path, or null when the phone
 * has lost it too.
 */
export function reuploaded(
  receipt: BinaryNode,
  retry: BinaryNode,
  from: string,
  mediaKey: Uint8Array,
  directPath: string | null,
): BinaryNode {
  const { id = "" } = receipt.attrs;
  if (directPath === null)
    return node("notification", { from, type: "mediaretry", id, t: seconds() }, [
      retry,
      node("error", { code: proto.MediaRetryNotification.ResultType.NOT_FOUND }),
    ]);
  const notification = proto.MediaRetryNotification.encode({
    stanzaId: id,
    directPath,
    result: proto.MediaRetryNotification.ResultType.SUCCESS,
  }).finish();
  const iv = randomBytes(12);
  const key = Buffer.from(
    hkdf(Buffer.from(mediaKey), 32, { info: "WhatsApp Media Retry Notification" }),
  );
  const sealed = aesEncryptGCM(notification, key, iv, Buffer.from(id));
  return node("notification", { from, type: "mediaretry", id, t: seconds() }, [
    node("encrypt", {}, [node("enc_p", {}, sealed), node("enc_iv", {}, iv)]),
    retry,
  ]);
}

/** The part of a message that describes its file. Throws when it has none. */
export function fileOf(message: proto.IMessage): { file: FileFields; type: MediaType } {
  const {
    imageMessage,
    videoMessage,
    audioMessage,
    documentMessage,
    stickerMessage,
    documentWithCaptionMessage,
  } = message;
  if (documentWithCaptionMessage?.message) return fileOf(documentWithCaptionMessage.message);
  if (imageMessage) return { file: imageMessage, type: "image" };
  if (videoMessage) return { file: videoMessage, type: "video" };
  if (audioMessage) return { file: audioMessage, type: "audio" };
  if (documentMessage) return { file: documentMessage, type: "document" };
  if (stickerMessage) return { file: stickerMessage, type: "sticker" };
  throw new Error("the message has no file");
}

type FileFields = Pick<
  proto.Message.IImageMessage,
  "directPath" | "mediaKey" | "fileSha256" | "fileEncSha256" | "fileLength"
>;
