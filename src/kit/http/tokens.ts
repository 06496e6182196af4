/** 32 random bytes, as text for a URL. */
export const newToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

/** The stored form of a token. */
export const hashed = (token: string): string =>
  new Bun.CryptoHasher("sha256").update(token).digest("hex");
