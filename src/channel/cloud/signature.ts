import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether Meta signed these bytes with the app's secret. The bytes must be those of the wire: a
 * body that was parsed and written again has other escapes.
 */
export function isSigned(body: Uint8Array, header: string | null, appSecret: string): boolean {
  const [, hex = ""] = form.exec(header ?? "") ?? [];
  if (hex === "" || appSecret === "") return false;
  const ours = createHmac("sha256", appSecret).update(body).digest();
  return timingSafeEqual(ours, Buffer.from(hex, "hex"));
}

/** Whether a header has the form of a signature. */
export const isSignature = (header: string | null) => form.test(header ?? "");

const form = /^sha256=([0-9a-f]{64})$/i;

/** Whether two texts are equal, in a time that does not tell how much of them is. */
export function isSameText(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((text) =>
    createHmac("sha256", "same").update(text).digest(),
  );
  return timingSafeEqual(ours!, theirs!);
}
