import {
  encodeBase64EncodedStringForUpload,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  MEDIA_PATH_MAP,
  S_WHATSAPP_NET,
  type WAMediaUploadFunction,
  type WASocket,
} from "@whiskeysockets/baileys";
import { Refused, Unreachable } from "../channel.ts";
import { headers, stillness, type Asking, type Hosts } from "./media.ts";

/** Where files may be brought: to these hosts, with this ticket. */
export type UploadHosts = { auth: string; hosts: { hostname: string }[] };

/**
 * Asks the network for upload hosts, and remembers them as long as the network allows. A refusal is
 * not remembered: Baileys would give it to every caller until the next socket. The returned
 * function throws Unreachable.
 */
export function uploadHosts({
  query,
}: Pick<WASocket, "query">): (force: boolean) => Promise<UploadHosts> {
  let cached: (UploadHosts & { until: number }) | undefined;
  let request: Promise<UploadHosts> | undefined;
  const ask = async () => {
    const answer = await query({
      tag: "iq",
      attrs: { type: "set", xmlns: "w:m", to: S_WHATSAPP_NET },
      content: [{ tag: "media_conn", attrs: {} }],
    }).catch((cause: unknown) => {
      throw new Unreachable("nobody said where to", { cause });
    });
    const connection = getBinaryNodeChild(answer, "media_conn");
    const hosts = getBinaryNodeChildren(connection, "host").map(({ attrs }) => ({
      hostname: attrs.hostname ?? "",
    }));
    if (!connection?.attrs.auth || hosts.length === 0)
      throw new Unreachable("nobody said where to");
    cached = {
      auth: connection.attrs.auth,
      hosts,
      until: performance.now() + Number(connection.attrs.ttl ?? 0) * 1000,
    };
    return cached;
  };
  return async (force) => {
    if (cached && !force && cached.until > performance.now()) return cached;
    request ??= ask().finally(() => (request = undefined));
    return request;
  };
}

/**
 * Baileys' `upload`: sends an encrypted file, with its length announced, to the first allowed host
 * of `where` that accepts it. When none does, it tries once more with a fresh ticket. The returned
 * function throws Unreachable, or Refused when a host rejects the file's size or type.
 * rules.md#file-retries
 */
export function uploader(
  where: (force: boolean) => Promise<UploadHosts>,
  allowed: Hosts,
  { fetch: ask = fetch, patience = stillness }: Asking = {},
): WAMediaUploadFunction {
  return async (path, { fileEncSha256B64, mediaType }) => {
    const folder = MEDIA_PATH_MAP[mediaType];
    if (folder === undefined) throw new Refused("ERR_SENDING_WAPP_MSG");
    const token = encodeBase64EncodedStringForUpload(fileEncSha256B64);
    const file = Bun.file(path);
    const timeout = patience + file.size / slowest;
    const init = {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/octet-stream",
        "content-length": String(file.size),
      },
      redirect: "manual",
    } as const;

    for (const force of [false, true]) {
      const { auth, hosts } = await where(force);
      for (const { hostname } of hosts.filter((host) => allowed.allows(host.hostname))) {
        const url = new URL(
          `https://${hostname}${folder}/${token}?auth=${encodeURIComponent(auth)}&token=${token}`,
        );
        const impatient = new AbortController();
        const timer = setTimeout(() => impatient.abort(), patience);
        // Given as a file it would be read into memory whole.
        const body = watched(file.stream(), () => timer.refresh());
        const answer = await ask(url, {
          ...init,
          body,
          signal: AbortSignal.any([impatient.signal, AbortSignal.timeout(timeout)]),
        })
          .then(answered)
          .catch(unlessRefused);
        clearTimeout(timer);
        if (answer) return answer;
      }
    }
    throw new Unreachable("no host took the file");
  };
}

// Bytes per ms.
const slowest = 16;
const mostGarbage = 8 * 1024 * 1024;

/** The same stream, with a report each time that more of it is requested. */
function watched(
  stream: ReadableStream<Uint8Array>,
  onPull: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let garbage = 0;
  return new ReadableStream({
    async pull(controller) {
      onPull();
      const { done, value } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value);
      // Sent chunks stay in memory until the garbage collector runs, which is late on a busy
      // machine.
      garbage += value.length;
      if (garbage < mostGarbage) return;
      garbage = 0;
      Bun.gc(true);
    },
    cancel: () => reader.cancel(),
  });
}

const refusals = new Map([
  [413, "ERR_TOO_LARGE"],
  [415, "ERR_MEDIA_TYPE"],
]);

function unlessRefused(thrown: unknown): undefined {
  if (thrown instanceof Refused) throw thrown;
}

async function answered(response: Response) {
  const refusal = refusals.get(response.status);
  if (refusal) throw new Refused(refusal);
  const {
    url,
    direct_path: directPath,
    ...more
  } = (await response.json()) as {
    url?: string;
    direct_path?: string;
    meta_hmac?: string;
    fbid?: number;
    ts?: number;
  };
  return url && directPath ? { mediaUrl: url, directPath, ...more } : undefined;
}
