import { readFileSync, rmSync } from "node:fs";
import { certificates } from "../tls/certificates.ts";
import { addedNames } from "../tls/mode.ts";
import { pairIn, read, type Pair } from "../tls/pair.ts";
import { envOfExisting, print, refuseUnasked, text, Usage, type Flags } from "./command.ts";

/**
 * Makes the box's own authority, or a new one in place of the old; an imported certificate is not
 * used any more.
 */
export async function initTls(flags: Flags) {
  const certs = boxOf(flags);
  if (certs.authority())
    refuseUnasked(
      flags,
      "Every device has to trust the new authority before it opens the box again. Go on?",
    );
  await certs.makeAuthority();
  const own = await certs.issue();
  rmSync(certs.at("imported"), { force: true });
  tell(
    flags,
    certs.at("authority"),
    certs.authority()!,
    `the box has an authority of its own, and a certificate for ${read(own).names.join(", ")}`,
  );
}

export async function showAuthority(flags: Flags) {
  const certs = boxOf(flags);
  const authority = certs.authority();
  if (!authority) throw new Error("this box has no authority: `balcao tls init` makes one");
  tell(flags, certs.at("authority"), authority, authority.cert.trim());
}

export async function renewCertificate(flags: Flags) {
  const certs = boxOf(flags);
  const own = await certs.issue();
  tell(flags, certs.at("own"), own, `a new certificate for ${read(own).names.join(", ")}`);
}

export async function importCertificate(flags: Flags) {
  const [cert, key] = ["cert", "key"].map((name) => text(flags, name));
  if (!cert || !key)
    throw new Usage(
      "--cert and --key are needed: files in PEM, the certificate's with those that lead to its authority",
    );
  const pair = pairIn([cert, key].map((path) => readFileSync(path, "utf8")).join("\n"));
  if (read(pair).until < Date.now()) throw new Error("the certificate has expired");
  const certs = boxOf(flags);
  certs.keepImported(pair);
  tell(
    flags,
    certs.at("imported"),
    pair,
    `from now on the box shows this certificate for ${read(pair).names.join(", ")}`,
  );
}

function boxOf(flags: Flags) {
  const env = envOfExisting(flags);
  return certificates(env.data, addedNames(env));
}

function tell(flags: Flags, path: string, pair: Pair, words: string) {
  const { names, fingerprint, until } = read(pair);
  const valid = new Date(until).toISOString();
  print(
    flags,
    { path, cert: pair.cert, fingerprint, names, until: valid },
    `${words}\n  fingerprint: ${fingerprint}\n  valid until: ${valid.slice(0, 10)}\n  kept in:     ${path}`,
  );
}
