import {
  createDecipheriv,
  createHash,
  createHmac,
  timingSafeEqual,
  type Decipheriv,
} from "node:crypto";
import { DEFAULT_ORIGIN, getMediaKeys, type MediaType, type proto } from "@whiskeysockets/baileys";
import { Refused, Unreachable } from "../channel.ts";

/** A message's data about its file. The sender chooses `url`, so it is never requested. */
export type Part = Pick<
  proto.Message.IImageMessage,
  "directPath" | "mediaKey" | "fileSha256" | "fileEncSha256" | "fileLength"
>;

/** The network no longer has the file. The sender's phone may upload it again. */
export class MediaGone extends Refused {}

/** Hosts that hold media: where to download from, and which others are allowed. */
export type Hosts = { download: string; allows(host: string): boolean };

export type Fetch = (url: URL, init: BunFetchRequestInit) => Promise<Response>;

/** `patience`: how long (ms) a request may make no progress. */
export type Asking = { fetch?: Fetch; patience?: number; signal?: AbortSignal };

/** WhatsApp's own hosts, or only the stand-in (`host:port` on loopback). */
export function hosts(standIn?: string): Hosts {
  if (standIn) return { download: standIn, allows: (host) => host === standIn };
  return {
    download: "mmg.whatsapp.net",
    allows: (host) => /^([a-z0-9-]+\.)+whatsapp\.net$/i.test(host),
  };
}

/**
 * Downloads and decrypts the file of a message, from `host` alone. The file is authentic only after
 * its last bytes. `limit` in bytes. Throws Refused with ERR_MEDIA_TOO_LARGE, or with
 * ERR_WAPP_DOWNLOAD_MEDIA when it is not the promised file. Throws MediaGone before the first byte,
 * or Unreachable.
 */
export async function* download(
  part: Part,
  type: MediaType,
  { host, limit, ...asking }: { host: string; limit: number } & Asking,
): AsyncGenerator<Uint8Array> {
  const url = placeOf(part.directPath, host);
  if (!url || part.mediaKey?.length !== 32) throw corrupt();
  if (Number(part.fileLength ?? 0) > limit) throw tooLarge();

  const { iv, cipherKey, macKey } = await getMediaKeys(part.mediaKey, type);
  const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
  const mac = createHmac("sha256", macKey!).update(iv);
  const encrypted = createHash("sha256");
  const plain = createHash("sha256");
  let size = 0;
  const hashed = (bytes: Buffer) => {
    plain.update(bytes);
    size += bytes.length;
    if (size > limit) throw tooLarge();
    return bytes;
  };

  // The last bytes may be the MAC, and are held back.
  const held = Buffer.allocUnsafe(macLength + slice);
  let tail = 0;
  for await (const bytes of received(url, limit + overhead, asking)) {
    encrypted.update(bytes);
    held.set(bytes, tail);
    const end = Math.max(0, tail + bytes.length - macLength);
    mac.update(held.subarray(0, end));
    yield hashed(decipher.update(held.subarray(0, end)));
    held.copyWithin(0, end, tail + bytes.length);
    tail += bytes.length - end;
  }

  if (
    !same(mac.digest().subarray(0, macLength), held.subarray(0, tail)) ||
    !isPromised(part.fileEncSha256, encrypted.digest())
  )
    throw corrupt();
  yield hashed(lastOf(decipher));
  if (!isPromised(part.fileSha256, plain.digest())) throw corrupt();
}

/**
 * A profile picture from the address that the network gives. Undefined when the host is foreign or
 * unreachable, or the file is above 2 MB or no picture. Never throws.
 */
export async function picture(
  address: string,
  allowed: Hosts,
  asking: Asking = {},
): Promise<Uint8Array | undefined> {
  const url = address.length > longestUrl ? null : URL.parse(address);
  if (url?.protocol !== "https:" || url.username || url.password || !allowed.allows(url.host))
    return undefined;
  const parts: Uint8Array[] = [];
  try {
    for await (const slice of received(url, 2 * mebibyte, asking)) parts.push(slice);
  } catch {
    return undefined;
  }
  const bytes = Buffer.concat(parts);
  return isPicture(bytes) ? bytes : undefined;
}

const mebibyte = 1024 * 1024;
const slice = mebibyte / 4;
export const stillness = 30_000;
const macLength = 10;
// Bytes that padding and MAC add to a file.
const overhead = 16 + macLength;
export const headers = { origin: DEFAULT_ORIGIN, "accept-encoding": "identity" };

const corrupt = () => new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
const tooLarge = () => new Refused("ERR_MEDIA_TOO_LARGE");

/**
 * Characters of an address. Reading a name in other letters takes as long as its length squared.
 */
const longestUrl = 4096;

// Resolved as a browser would, `//evil`, `/\evil` and `https://evil` lead elsewhere.
function placeOf(directPath: string | null | undefined, host: string): URL | undefined {
  if (!directPath || directPath.length > longestUrl || !/^\/(?![/\\])/.test(directPath))
    return undefined;
  const origin = `https://${host}`;
  const url = URL.parse(directPath, origin);
  return url?.origin === new URL(origin).origin ? url : undefined;
}

/**
 * What `url` returns, in slices with a turn of the event loop after each, at most `maxBytes` bytes.
 * Aborted when less than one slice arrives within `patience`.
 */
async function* received(
  url: URL,
  maxBytes: number,
  { fetch: ask = fetch, patience = stillness, signal }: Asking,
): AsyncGenerator<Uint8Array> {
  const impatient = new AbortController();
  const timer = setTimeout(() => impatient.abort(), patience);
  try {
    const response = await ask(url, {
      headers,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, impatient.signal]) : impatient.signal,
    });
    // 403: the signed path has expired.
    if ([403, 404, 410].includes(response.status)) throw new MediaGone("ERR_WAPP_DOWNLOAD_MEDIA");
    if (response.status >= 500 || response.status === 429)
      throw new Unreachable(`answered ${response.status}`);
    if (response.status !== 200 || !response.body) throw corrupt();
    if (Number(response.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();

    let size = 0;
    for await (const chunk of response.body) {
      if (Math.floor((size + chunk.length) / slice) > Math.floor(size / slice)) timer.refresh();
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      for (let at = 0; at < chunk.length; at += slice) {
        yield chunk.subarray(at, at + slice);
        await new Promise(setImmediate);
      }
    }
  } catch (thrown) {
    if (thrown instanceof Refused || thrown instanceof Unreachable) throw thrown;
    throw new Unreachable(thrown instanceof Error ? thrown.message : String(thrown), {
      cause: thrown,
    });
  } finally {
    clearTimeout(timer);
    impatient.abort();
  }
}

const same = (ours: Uint8Array, theirs: Uint8Array) =>
  ours.length === theirs.length && timingSafeEqual(ours, theirs);
const isPromised = (promised: Uint8Array | null | undefined, actual: Uint8Array) =>
  !promised?.length || same(actual, promised);

function lastOf(decipher: Decipheriv): Buffer {
  try {
    return decipher.final();
  } catch {
    throw corrupt();
  }
}

// jpeg, png, webp
const isPicture = (bytes: Buffer) =>
  /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(bytes.subarray(0, 12).toString("hex"));
