import type { HttpClient } from "../kit/net/http-client.ts";
import { RequestFailed } from "../kit/net/http-reply.ts";
import type { BotReply } from "./bot.ts";

/** The largest file that a bot may send, and the most of one turn, in bytes. */
const maxFileSize = 10 * 1024 * 1024;
const maxTotal = 2 * maxFileSize;
/** For all files of one turn, in ms. */
const timeLimit = 30_000;

/**
 * Fetches the files of one turn, one after the other. A file that doesn't arrive, or is too large,
 * becomes a link. A file at a forbidden address is left out, but its text stays. Throws
 * RequestFailed only when aborted.
 */
export function fileFetcher(http: HttpClient, signal?: AbortSignal) {
  let left = maxTotal;
  const until = performance.now() + timeLimit;
  return async (url: string, text: string, later: number): Promise<BotReply[]> => {
    const timeout = Math.min(15_000, until - performance.now());
    if (left <= 0 || timeout <= 0) return asLink(url, text, later);
    try {
      const { status, headers, bytes } = await http.request(url, {
        timeout,
        limit: Math.min(maxFileSize, left),
        ...(signal ? { signal } : {}),
      });
      if (status !== 200 || bytes.length === 0) return asLink(url, text, later);
      left -= bytes.length;
      return [{ file: { bytes, name: nameOf(url, headers) }, text, later }];
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed) || thrown.reason === "cancelled") throw thrown;
      return asLink(thrown.reason === "refused" ? "" : url, text, later);
    }
  };
}

function asLink(url: string, text: string, later: number): BotReply[] {
  const link = /^https?:\/\/\S{1,2000}$/.test(url) ? url : "";
  const words = [text, link].filter((part) => part !== "").join("\n");
  return words === "" ? [] : [{ text: words, later }];
}

/** The file name in an address, with an ending by its type when it has none. */
function nameOf(url: string, headers: Headers): string {
  const last = decoded(new URL(url).pathname.split("/").at(-1) ?? "") || "arquivo";
  const ending = endings[headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? ""];
  return /\.[a-z0-9]{2,5}$/i.test(last) || !ending ? last : `${last}.${ending}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const endings: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "application/pdf": "pdf",
};
