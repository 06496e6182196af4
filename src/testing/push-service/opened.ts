/** The keys of a browser, as it makes them for a subscription. */
export type BrowserKeys = { pair: CryptoKeyPair; p256dh: string; auth: string };

export async function browserKeys(): Promise<BrowserKeys> {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]);
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  return {
    pair,
    p256dh: Buffer.from(raw).toString("base64url"),
    auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url"),
  };
}

/** The text of a sealed push, as RFC 8291 and RFC 8188 open it. Throws on any other. */
export async function opened({ pair, p256dh, auth }: BrowserKeys, sealed: Uint8Array<ArrayBuffer>) {
  const salt = sealed.slice(0, 16);
  const keyLength = sealed[20]!;
  const sender = sealed.slice(21, 21 + keyLength);
  const shared = await crypto.subtle.deriveBits(
    {
      name: "ECDH",
      public: await crypto.subtle.importKey(
        "raw",
        sender,
        { name: "ECDH", namedCurve: "P-256" },
        false,
        [],
      ),
    },
    pair.privateKey,
    256,
  );
  const info = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    Buffer.from(p256dh, "base64url"),
    sender,
  ]);
  const secret = await hkdf(shared, Buffer.from(auth, "base64url"), info, 32);
  const key = await hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = await hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: nonce },
    await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]),
    sealed.slice(21 + keyLength),
  );
  const text = Buffer.from(plain);
  // The last record ends with a 2, and zeros as padding.
  const end = text.lastIndexOf(2);
  return text.subarray(0, end).toString();
}

async function hkdf(
  secret: BufferSource,
  salt: BufferSource,
  info: BufferSource,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}
