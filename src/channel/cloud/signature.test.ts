import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { isSameText, isSigned } from "./signature.ts";

const secret = "segredo-do-app";
const signed = (bytes: Uint8Array) =>
  `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;

test("a signature is that of the raw bytes, with their own escapes", () => {
  const raw = Buffer.from('{"body":"P\\u00e3o"}');
  expect(isSigned(raw, signed(raw), secret)).toBe(true);
  const written = Buffer.from(JSON.stringify(JSON.parse(raw.toString())));
  expect(isSigned(written, signed(raw), secret)).toBe(false);
});

test("no other header, secret or body is accepted", () => {
  const raw = Buffer.from("{}");
  const header = signed(raw);
  expect(isSigned(raw, header.toUpperCase().replace("SHA256", "sha256"), secret)).toBe(true);
  const headers = [null, "", "sha256=", header.slice(0, -1), `${header}0`, header.slice(7)];
  for (const wrong of headers) expect(isSigned(raw, wrong, secret)).toBe(false);
  expect(isSigned(raw, header, "outro")).toBe(false);
  expect(isSigned(raw.subarray(1), header, secret)).toBe(false);
  const bySecretless = createHmac("sha256", "x").update(raw).digest("hex");
  expect(isSigned(raw, `sha256=${bySecretless}`, "")).toBe(false);
});

test("texts are compared whole", () => {
  expect(isSameText("abc", "abc")).toBe(true);
  expect(isSameText("abc", "abd")).toBe(false);
  expect(isSameText("abc", "abcd")).toBe(false);
  expect(isSameText("", "")).toBe(true);
});
