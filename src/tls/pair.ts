import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";

/** A certificate with its chain to the authority, and its key; as PEM. */
export type Pair = { cert: string; key: string };

export const written = (cert: string, key: string): Pair => ({
  cert: `${cert.trim()}\n`,
  key: `${key.trim()}\n`,
});

/**
 * The pair in a text. Throws on an incomplete one, and on a key that belongs to another
 * certificate.
 */
export function pairIn(text: string): Pair {
  const certs = text.match(block("CERTIFICATE")) ?? [];
  const [key] = text.match(block("(?:EC |RSA )?PRIVATE KEY")) ?? [];
  if (certs.length === 0) throw new Error("there is no certificate in it, as PEM");
  if (!key) throw new Error("there is no private key in it, as PEM without a password");
  const pair = written(certs.join("\n"), key);
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
    throw new Error("the key is not the certificate's");
  return pair;
}

const block = (label: string) =>
  new RegExp(`-----BEGIN ${label}-----[\\s\\S]+?-----END ${label}-----`, "g");

/** Reads the fields of a certificate. */
export function read({ cert }: Pick<Pair, "cert">) {
  const parsed = new X509Certificate(cert);
  const names = (parsed.subjectAltName ?? "")
    .split(", ")
    .filter(Boolean)
    .map((each) => each.slice(each.indexOf(":") + 1).toLowerCase());
  return {
    name: parsed.subject.replace(/^CN=/, ""),
    names,
    from: parsed.validFromDate.getTime(),
    until: parsed.validToDate.getTime(),
    fingerprint: parsed.fingerprint256,
    der: parsed.raw,
    /** Whether it is for this name or address. */
    covers: (name: string) =>
      (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined,
    isIssuedBy: (authority: Pick<Pair, "cert">) =>
      parsed.verify(new X509Certificate(authority.cert).publicKey),
  };
}
