import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
  type KeyPair,
} from "@whiskeysockets/baileys";

/** The server's identity: its static key, and the chain that vouches for it. */
export type Authority = { root: KeyPair; station: KeyPair; chain: Uint8Array };

/** A root of trust with one intermediate and one leaf, like WhatsApp's. */
export function authority(): Authority {
  const [root, intermediate, station] = [
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
  ];
  const certificate = (serial: number, issuerSerial: number, key: Uint8Array, signer: KeyPair) => {
    const details = proto.CertChain.NoiseCertificate.Details.encode({
      serial,
      issuerSerial,
      key,
      notBefore: 0,
      notAfter: 4_000_000_000,
    }).finish();
    return { details, signature: Curve.sign(signer.private, details) };
  };
  const chain = proto.CertChain.encode({
    intermediate: certificate(1, 0, intermediate.public, root),
    leaf: certificate(2, 1, station.public, intermediate),
  }).finish();
  return { root, station, chain };
}

export type Cipher = {
  encrypt: (plain: Uint8Array) => Buffer;
  decrypt: (sealed: Uint8Array) => Buffer;
};
export type Opened = { static: Buffer; payload: proto.ClientPayload; cipher: Cipher };

/**
 * The server's side of Noise_XX_25519_AESGCM_SHA256: answers a hello, then decrypts the client's
 * last message.
 */
export function respond(
  hello: Uint8Array,
  { station, chain }: Authority,
): { answer: Uint8Array; finish: (frame: Uint8Array) => Opened } {
  const ephemeral = Curve.generateKeyPair();
  const start = Buffer.from(NOISE_MODE);
  let hash: Buffer = start;
  let salt: Buffer = start;
  let key: Buffer = start;
  let counter = 0;

  const mixHash = (data: Uint8Array) => void (hash = sha256(Buffer.concat([hash, data])));
  const mixKey = (secret: Uint8Array) => {
    [salt, key] = split(secret, salt);
    counter = 0;
  };
  const encrypt = (plain: Uint8Array) => {
    const sealed = aesEncryptGCM(plain, key, nonce(counter++), hash);
    mixHash(sealed);
    return sealed;
  };
  const decrypt = (sealed: Uint8Array) => {
    const plain = aesDecryptGCM(sealed, key, nonce(counter++), hash);
    mixHash(sealed);
    return plain;
  };

  const theirs = proto.HandshakeMessage.decode(hello).clientHello!.ephemeral!;
  mixHash(NOISE_WA_HEADER);
  mixHash(theirs);
  mixHash(ephemeral.public);
  mixKey(Curve.sharedKey(ephemeral.private, theirs));
  const sealedStatic = encrypt(station.public);
  mixKey(Curve.sharedKey(station.private, theirs));
  const answer = proto.HandshakeMessage.encode({
    serverHello: { ephemeral: ephemeral.public, static: sealedStatic, payload: encrypt(chain) },
  }).finish();

  const finish = (frame: Uint8Array): Opened => {
    const { static: sealed, payload } = proto.HandshakeMessage.decode(frame).clientFinish!;
    const who = decrypt(sealed!);
    mixKey(Curve.sharedKey(ephemeral.private, who));
    const clientPayload = proto.ClientPayload.decode(decrypt(payload!));
    const [read, write] = split(Buffer.alloc(0), salt);
    return { static: who, payload: clientPayload, cipher: transport(read, write) };
  };
  return { answer, finish };
}

function transport(read: Buffer, write: Buffer): Cipher {
  const none = Buffer.alloc(0);
  let [reads, writes] = [0, 0];
  return {
    encrypt: (plain) => aesEncryptGCM(plain, write, nonce(writes++), none),
    decrypt: (sealed) => aesDecryptGCM(sealed, read, nonce(reads++), none),
  };
}

function split(secret: Uint8Array, salt: Buffer): [Buffer, Buffer] {
  const both = Buffer.from(hkdf(secret, 64, { salt, info: "" }));
  return [both.subarray(0, 32), both.subarray(32)];
}

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
}
