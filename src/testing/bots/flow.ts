import { createHmac } from "node:crypto";
import { z } from "zod";
import { must, stand } from "./stand.ts";

const envelope = z.strictObject({
  event: z.enum(["start", "message", "test"]),
  ticket: z.looseObject({ id: z.number() }),
  contact: z.looseObject({}),
  message: z.looseObject({ id: z.union([z.string(), z.number()]), body: z.string() }),
  connection: z.looseObject({}),
  company: z.looseObject({ id: z.number() }),
  raw: z.looseObject({}).nullable(),
});

/**
 * A stand-in for n8n, or any receiver of webhooks. `now` is in epoch ms: a post must not be older
 * than five minutes.
 */
export function flowStand(secret: string, now: () => number) {
  return stand(
    async (request) => {
      must(request.method === "POST", `a ${request.method}`);
      must(request.headers.get("content-type") === "application/json", "no JSON");
      const body = await request.text();
      const timestamp = request.headers.get("x-balcao-timestamp") ?? "";
      must(
        /^\d{10}$/.test(timestamp) && Math.abs(now() / 1000 - Number(timestamp)) < 300,
        `timestamp ${timestamp}`,
      );
      must(
        request.headers.get("x-balcao-signature") ===
          `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
        "signature",
      );
      const key = request.headers.get("idempotency-key") ?? "";
      must(/^[0-9a-f]{32}$/.test(key), `idempotency key ${key}`);
      return { path: new URL(request.url).pathname, key, body: envelope.parse(JSON.parse(body)) };
    },
    () => new Response(null, { status: 204 }),
  );
}
