import { isIP } from "node:net";
import { hostname } from "node:os";
import { AsnConvert } from "@peculiar/asn1-schema";
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from "@peculiar/asn1-x509";
import * as x509 from "@peculiar/x509";
import { networks } from "../kit/net/ip-addresses.ts";
import { privateSuffixes } from "./names.ts";
import { written, type Pair } from "./pair.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const day = 24 * 3_600_000;
/** The lifetime of a certificate, and how much earlier it begins, for devices whose clock lags. */
const leafDays = 90;
const early = day;
const authorityYears = 10;

/**
 * The names and networks of shops' boxes. An authority signs for no others, so a thief of it can't
 * pretend to be a bank.
 */
const privateNetworks = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
];

const nameConstraints = "2.5.29.30";

/**
 * A box's own authority, limited to private addresses and to these names besides.
 * rules.md#own-authority
 */
export async function createAuthority(names: string[], now: number): Promise<Pair> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [
      { CN: [`Balcão · ${hostname().slice(0, 40)} · ${new Date(now).toISOString().slice(0, 10)}`] },
    ],
    notBefore: new Date(now - early),
    notAfter: new Date(now + authorityYears * 365 * day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      constraintsTo([...privateSuffixes, ...names]),
    ],
  });
  return written(cert.toString("pem"), await pemOf(keys.privateKey));
}

/** A certificate for those of these names and addresses that the authority may sign for. */
export async function issue(authority: Pair, names: string[], now: number): Promise<Pair> {
  const issuer = new x509.X509Certificate(authority.cert);
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const cert = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [names[0]?.slice(0, 60) ?? "Balcão"] }],
    issuer: issuer.subjectName,
    notBefore: new Date(now - early),
    notAfter: new Date(now - early + leafDays * day),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await privateKeyOf(authority),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names
          .filter(permittedBy(issuer))
          .map((name) => ({ type: isIP(name) ? "ip" : "dns", value: name }) as const),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return written(cert.toString("pem"), await pemOf(keys.privateKey));
}

/** The names that an authority may sign for. */
export function permitted(authority: Pair): (name: string) => boolean {
  return permittedBy(new x509.X509Certificate(authority.cert));
}

function permittedBy(issuer: x509.X509Certificate): (name: string) => boolean {
  const constraints = issuer.getExtension(nameConstraints);
  if (!constraints) return () => true;
  const bases = [
    ...(AsnConvert.parse(constraints.value, NameConstraints).permittedSubtrees ?? []),
  ].map(({ base }) => base);
  const inNetwork = networks(bases.flatMap(({ iPAddress }) => iPAddress ?? []));
  const domains = bases.flatMap(({ dNSName }) => dNSName ?? []);
  return (name) =>
    isIP(name)
      ? inNetwork(name)
      : domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

function constraintsTo(names: string[]): x509.Extension {
  const addresses = names
    .filter((name) => isIP(name) !== 0 && !networks(privateNetworks)(name))
    .map((address) => `${address}/${isIP(address) === 6 ? 128 : 32}`);
  const domains = [...new Set(names.filter((name) => isIP(name) === 0))];
  const bases = [
    ...domains.map((dNSName) => ({ dNSName })),
    ...[...privateNetworks, ...addresses].map((iPAddress) => ({ iPAddress })),
  ];
  const permittedSubtrees = new GeneralSubtrees(
    bases.map((base) => new GeneralSubtree({ base: new GeneralName(base) })),
  );
  return new x509.Extension(
    nameConstraints,
    true,
    AsnConvert.serialize(new NameConstraints({ permittedSubtrees })),
  );
}

const privateKeyOf = ({ key }: Pair) =>
  crypto.subtle.importKey("pkcs8", x509.PemConverter.decodeFirst(key), algorithm, false, ["sign"]);

const pemOf = async (key: CryptoKey) =>
  x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
