import { expect, test } from "bun:test";
import { base32, digitsOf, stepAt, stepOf, uriOf } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

test("the codes are those of RFC 6238, appendix B", () => {
  const printed = [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ] as const;
  expect(printed.map(([at]) => digitsOf(secret, stepAt(at * 1000)))).toEqual(
    printed.map(([, eight]) => eight.slice(2)),
  );
});

test("base32 is that of RFC 4648, §10", () => {
  const printed = {
    "": "",
    f: "MY",
    fo: "MZXQ",
    foo: "MZXW6",
    foob: "MZXW6YQ",
    fooba: "MZXW6YTB",
    foobar: "MZXW6YTBOI",
  };
  for (const [text, letters] of Object.entries(printed))
    expect(base32(Buffer.from(text))).toBe(letters);
});

test("a code of the step before or after is accepted, and no other", () => {
  const now = 1_800_000_000_000;
  const here = stepAt(now);
  expect([-2, -1, 0, 1, 2].map((off) => stepOf(secret, digitsOf(secret, here + off), now))).toEqual(
    [undefined, here - 1, here, here + 1, undefined],
  );
});

test("the URI for apps has the account and the secret", () => {
  const url = new URL(uriOf(secret, "ana+2@paoquente.com.br"));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    "otpauth:",
    "totp",
    "/Balcão:ana+2@paoquente.com.br",
  ]);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    issuer: "Balcão",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(url.href).not.toContain("+");
});
