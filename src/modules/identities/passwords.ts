import { turns } from "../../kit/turns.ts";

// Each hash takes 19 MiB: two at a time bound the memory and leave the event loop its threads.
const lanes = 2;
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

const inLane = turns(lanes);

/** An argon2id hash of a password. */
export const hash = (password: string) => inLane(() => Bun.password.hash(password, cost));

/** Whether the password fits the hash. Without a hash it takes the same time and says no. */
export const matches = (password: string, passwordHash: string | undefined) =>
  inLane(async () => {
    const fits = await Bun.password.verify(password, passwordHash ?? (await nobody()));
    return fits && passwordHash !== undefined;
  });

let nobodysHash: Promise<string> | undefined;
const nobody = () => (nobodysHash ??= Bun.password.hash(crypto.randomUUID(), cost));
