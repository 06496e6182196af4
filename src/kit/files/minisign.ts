import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";

/**
 * Signatures as `minisign` makes and checks them: Ed25519 over the BLAKE2b hash of a file, and over
 * a trusted comment.
 */

const [plainKey, hashed] = ["Ed", "ED"];
// The prefix of a raw Ed25519 key in the usual form.
const spki = Buffer.from("302a300506032b6570032100", "hex");

const digest = (file: Uint8Array) => createHash("blake2b512").update(file).digest();

const raw = (key: KeyObject) =>
  createPublicKey(key).export({ format: "der", type: "spki" }).subarray(spki.length);
/** A key's own name: the beginning of its hash. */
const idOf = (key: Buffer) => digest(key).subarray(0, 8);

/** The line of a public key in its file. */
export const publicLine = (pem: string): string => {
  const key = raw(createPrivateKey(pem));
  return Buffer.concat([Buffer.from(plainKey), idOf(key), key]).toString("base64");
};

/** The text of `FILE.minisig`. */
export function signFile(file: Uint8Array, pem: string, trusted: string): string {
  const key = createPrivateKey(pem);
  const signature = sign(null, digest(file), key);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(trusted)]), key);
  const line = Buffer.concat([Buffer.from(hashed), idOf(raw(key)), signature]).toString("base64");
  return `untrusted comment: signature of Balcão\n${line}\ntrusted comment: ${trusted}\n${whole.toString("base64")}\n`;
}

/** The trusted comment, if one of these keys signed this file; undefined otherwise. */
export function trustedComment(
  file: Uint8Array,
  minisig: string,
  publicLines: readonly string[],
): string | undefined {
  const [, line = "", comment = "", whole = ""] = minisig.split(/\r?\n/);
  const [given, trusted] = [Buffer.from(line, "base64"), comment.replace(/^trusted comment: /, "")];
  if (given.length !== 74 || given.subarray(0, 2).toString() !== hashed) return undefined;
  for (const publicKey of publicLines.map((each) => Buffer.from(each, "base64"))) {
    if (!publicKey.subarray(2, 10).equals(given.subarray(2, 10))) continue;
    const key = createPublicKey({
      key: Buffer.concat([spki, publicKey.subarray(10)]),
      format: "der",
      type: "spki",
    });
    const signature = given.subarray(10);
    const isSigned =
      verify(null, digest(file), key, signature) &&
      verify(
        null,
        Buffer.concat([signature, Buffer.from(trusted)]),
        key,
        Buffer.from(whole, "base64"),
      );
    if (isSigned) return trusted;
  }
  return undefined;
}
