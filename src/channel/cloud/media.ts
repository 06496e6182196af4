import { createHash } from "node:crypto";
import { downloadLimit } from "../../shared/limits.ts";
import { Refused, Unreachable, type Attachment } from "../channel.ts";
import { amount, line } from "../wire-values.ts";
import type { MediaRef } from "./content.ts";
import { type Graph, GraphRefusal } from "./graph.ts";
import type { CloudFile } from "./files.ts";

/** Slices of a download that yield to the event loop. */
const slice = 256 * 1024;
/** A download that brings nothing for so many ms ends. */
const stillness = 30_000;

/** Asks for a file; undefined where nobody may ask its address. A redirection is not followed. */
export type FetchFile = (
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<{ status: number; body: AsyncIterable<Uint8Array> } | undefined>;

/** Uploads a file, and returns the id under which messages name it. */
export async function upload(
  graph: Graph,
  phoneNumberId: string,
  { mime }: CloudFile,
  file: Attachment & { path: string },
): Promise<string> {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", mime);
  form.set("file", new File([Bun.file(file.path)], file.name, { type: mime }));
  const { id } = await graph.upload(`${phoneNumberId}/media`, form);
  const mediaId = line(id);
  if (mediaId === "") throw new Unreachable("Graph answered an upload without an id");
  return mediaId;
}

/**
 * The file of a received message. Its address holds for five minutes, so it is asked for each time.
 * Throws Refused when it is gone, too large or not the promised one, or Unreachable.
 */
export async function* download(
  graph: Graph,
  media: MediaRef,
  fetchFile: FetchFile,
): AsyncGenerator<Uint8Array> {
  const { url, sha256 } = await addressOf(graph, media);
  const impatient = new AbortController();
  const timer = setTimeout(() => impatient.abort(), stillness);
  try {
    const response = await fetchFile(url, graph.fileHeaders(url), impatient.signal);
    if (!response || [404, 410].includes(response.status)) throw gone();
    // The address may have expired meanwhile: the next try asks for another.
    if (response.status !== 200)
      throw new Unreachable(`the file's host answered ${response.status}`);
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of response.body) {
      timer.refresh();
      size += chunk.length;
      if (size > downloadLimit) throw new Refused("ERR_MEDIA_TOO_LARGE");
      hash.update(chunk);
      for (let at = 0; at < chunk.length; at += slice) {
        yield chunk.subarray(at, at + slice);
        await new Promise(setImmediate);
      }
    }
    const actual = hash.digest();
    for (const promised of [sha256, media.sha256])
      if (promised !== "" && !isHash(promised, actual)) throw gone();
  } catch (thrown) {
    if (thrown instanceof Refused || thrown instanceof Unreachable) throw thrown;
    throw new Unreachable(thrown instanceof Error ? thrown.message : "no file", { cause: thrown });
  } finally {
    clearTimeout(timer);
    impatient.abort();
  }
}

async function addressOf(graph: Graph, { mediaId }: MediaRef) {
  const answer = await graph.get(mediaId).catch((thrown: unknown) => {
    // Ids of webhooks are forgotten after seven days.
    if (thrown instanceof GraphRefusal && isGone(thrown)) throw gone();
    throw thrown;
  });
  if (amount(answer.file_size) > downloadLimit) throw new Refused("ERR_MEDIA_TOO_LARGE");
  const url = URL.parse(line(answer.url));
  if (!url || !graph.mayFetch(url)) throw gone();
  return { url, sha256: line(answer.sha256) };
}

const isGone = ({ status, error }: GraphRefusal) =>
  [404, 410].includes(status) || [100, 131052].includes(error.code);

/** Meta writes a hash as base64 in webhooks, and as hexadecimal digits elsewhere. */
const isHash = (text: string, actual: Buffer) =>
  text === actual.toString("base64") || text.toLowerCase() === actual.toString("hex");

const gone = () => new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
