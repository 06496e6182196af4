import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pairIn } from "./pair.ts";

const folder = join(import.meta.dir, "../testing/whatsapp-server");
const cert = readFileSync(join(folder, "cert.pem"), "utf8").trim();
const key = readFileSync(join(folder, "key.pem"), "utf8").trim();
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const otherKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

test("a certificate and its key are a pair, in either order and among other text", () => {
  const pair = { cert: `${cert}\n`, key: `${key}\n` };
  expect(pairIn(`${cert}\n${key}`)).toEqual(pair);
  expect(pairIn(`Key:\n${key}\nCertificate:\n${cert}\n`)).toEqual(pair);
});

test("a key of another certificate makes no pair, nor does one of them alone", () => {
  expect(() => pairIn(`${cert}\n${otherKey}`)).toThrow("the key is not the certificate's");
  expect(() => pairIn(cert)).toThrow("there is no private key");
  expect(() => pairIn(key)).toThrow("there is no certificate");
});
