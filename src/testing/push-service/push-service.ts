import { verify, createPublicKey } from "node:crypto";
import { browserKeys, opened, type BrowserKeys } from "./opened.ts";

type Installation = { keys: BrowserKeys; boxKey: string; got: unknown[]; isGone: boolean };

/**
 * A push service as RFC 8030, 8291 and 8292 describe it. It refuses what a strict one refuses, and
 * opens each message with the keys of the browser.
 */
export function pushService() {
  const installations = new Map<string, Installation>();
  const answers: number[] = [];
  const refusals: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const installation = installations.get(new URL(request.url).pathname.slice(1));
      if (!installation || installation.isGone) return new Response("", { status: 410 });
      const status = answers.shift();
      if (status) return new Response("", { status });
      const bytes = new Uint8Array(await request.arrayBuffer());
      const trouble = troubleOf(request, bytes, installation.boxKey, server.url.origin);
      if (trouble) {
        refusals.push(trouble);
        return new Response(trouble, { status: 400 });
      }
      installation.got.push(JSON.parse(await opened(installation.keys, bytes)));
      return new Response("", { status: 201 });
    },
  });
  return {
    /** The statuses of the next answers, in place of taking the message. */
    answers,
    refusals,
    stop: () => server.stop(true),
    /** A browser that subscribes to the box's messages, by the box's key. */
    async subscribes(boxKey: string) {
      const keys = await browserKeys();
      const name = crypto.randomUUID();
      const installation: Installation = { keys, boxKey, got: [], isGone: false };
      installations.set(name, installation);
      return {
        endpoint: `${server.url.origin}/${name}`,
        keys: { p256dh: keys.p256dh, auth: keys.auth },
        got: installation.got,
        uninstall: () => void (installation.isGone = true),
      };
    },
  };
}

/** Why a strict push service refuses a request. */
function troubleOf(
  { method, headers }: Request,
  bytes: Uint8Array,
  boxKey: string,
  audience: string,
): string | undefined {
  if (method !== "POST") return "no POST";
  if (headers.get("content-encoding") !== "aes128gcm") return "not sealed";
  if (bytes.length > 4096) return "larger than 4096 bytes";
  if (!/^\d+$/.test(headers.get("ttl") ?? "")) return "no TTL";
  const topic = headers.get("topic");
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return "a topic of other characters";
  const [, token = "", key] =
    /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.get("authorization") ?? "") ?? [];
  if (key !== boxKey) return "another key than the browser subscribed to";
  const [head = "", claims = "", signature = ""] = token.split(".");
  const raw = Buffer.from(boxKey, "base64url");
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({
        format: "jwk",
        key: {
          kty: "EC",
          crv: "P-256",
          x: raw.subarray(1, 33).toString("base64url"),
          y: raw.subarray(33).toString("base64url"),
        },
      }),
      dsaEncoding: "ieee-p1363",
    },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "a wrong signature";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  const now = Date.now() / 1000;
  if (aud !== audience) return `for ${aud}`;
  if (exp < now || exp > now + 86_400) return "not within a day";
  return /^(mailto:[^@]+@[^@]+\.\w+|https:\/\/.+)$/.test(sub) ? undefined : "no contact";
}
