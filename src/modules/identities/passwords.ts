import { limitConcurrency } from "../../kit/process/limit-concurrency.ts";

// Each hash takes 19 MiB of memory and a thread: two at a time.
const concurrency = 2;
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

const limited = limitConcurrency(concurrency);

/** An argon2id hash of a password. */
export const hash = (password: string) => limited(() => Bun.password.hash(password, cost));

/**
 * Whether a hash has our own cost. A hash names its cost itself, and a foreign one could take all
 * of the box's memory.
 */
export const isOwnHash = (text: string) =>
  new RegExp(
    `^\\$argon2id\\$v=19\\$m=${cost.memoryCost},t=${cost.timeCost},p=1\\$[A-Za-z0-9+/]{43}\\$[A-Za-z0-9+/]{43}$`,
  ).test(text);

/**
 * Whether the password matches the hash. Without a hash it takes the same time and returns false.
 */
export const matches = (password: string, passwordHash: string | undefined) =>
  limited(async () => {
    const isMatch = await Bun.password.verify(password, passwordHash ?? (await dummyHash()));
    return isMatch && passwordHash !== undefined;
  });

let cachedDummyHash: Promise<string> | undefined;
const dummyHash = () => (cachedDummyHash ??= Bun.password.hash(crypto.randomUUID(), cost));
