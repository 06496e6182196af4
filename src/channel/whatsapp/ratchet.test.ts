import { initAuthCreds, type AuthenticationCreds } from "@whiskeysockets/baileys";
import { afterAll, expect, setSystemTime, test } from "bun:test";
import {
  ProtocolAddress,
  SessionBuilder,
  SessionCipher,
  SessionRecord,
  type SignalStorage,
} from "libsignal";
import { AsyncLocalStorage } from "node:async_hooks";
import "./log-filter.ts";

type Cipher = {
  doDecryptWhisperMessage: unknown;
  queueJob: (
    this: { storage: object; addr: object },
    job: () => Promise<unknown>,
  ) => Promise<unknown>;
};
const cipher = SessionCipher.prototype as unknown as Cipher;
const stock = { decrypt: cipher.doDecryptWhisperMessage, queue: cipher.queueJob };
await import("./ratchet.ts");
const mended = { decrypt: cipher.doDecryptWhisperMessage, queue: cipher.queueJob };

const typed = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key]);

afterAll(() => void setSystemTime());

/** One end of a conversation, with its sessions as they are stored. */
function party(name: string) {
  const creds = initAuthCreds();
  const sessions = new Map<string, string>();
  const storage = {
    loadSession: async (id) =>
      sessions.has(id) ? SessionRecord.deserialize(JSON.parse(sessions.get(id)!)) : undefined,
    storeSession: async (id, record) => void sessions.set(id, JSON.stringify(record.serialize())),
    isTrustedIdentity: () => true,
    loadPreKey: async () => undefined,
    removePreKey: () => {},
    loadSignedPreKey: () => ({
      privKey: Buffer.from(creds.signedPreKey.keyPair.private),
      pubKey: Buffer.from(creds.signedPreKey.keyPair.public),
    }),
    getOurRegistrationId: () => creds.registrationId,
    getOurIdentity: () => ({
      privKey: Buffer.from(creds.signedIdentityKey.private),
      pubKey: typed(creds.signedIdentityKey.public),
    }),
  } satisfies SignalStorage;
  return { name, creds, storage };
}
type Party = ReturnType<typeof party>;

const bundleOf = ({
  registrationId,
  signedIdentityKey,
  signedPreKey: { keyId, keyPair, signature },
}: AuthenticationCreds) =>
  ({
    registrationId,
    identityKey: typed(signedIdentityKey.public),
    signedPreKey: { keyId, publicKey: typed(keyPair.public), signature },
  }) as unknown as Parameters<SessionBuilder["initOutgoing"]>[0];
const at = ({ name }: Party) => new ProtocolAddress(name, 0);
const meets = (one: Party, other: Party) =>
  new SessionBuilder(one.storage, at(other)).initOutgoing(bundleOf(other.creds));
const encrypt = (one: Party, other: Party, text: string) =>
  new SessionCipher(one.storage, at(other)).encrypt(Buffer.from(text));
async function hears(
  one: Party,
  other: Party,
  { type, body }: Awaited<ReturnType<typeof encrypt>>,
): Promise<string> {
  const by = new SessionCipher(one.storage, at(other));
  const plain =
    type === 3
      ? by.decryptPreKeyWhisperMessage(Buffer.from(body))
      : by.decryptWhisperMessage(Buffer.from(body));
  return plain.then(String, ({ message }: Error) => message);
}

/**
 * The shop renews its session while Bia's answers to the old one are on their way, as after a
 * restart. Returns the texts that each received.
 */
async function renewal(): Promise<string[]> {
  const [shop, bia] = [party("shop"), party("bia")];
  const texts: string[] = [];
  // The session that was used last is tried first.
  let now = 0;
  const pass = () => void setSystemTime(new Date((now += 1000)));
  const talks = async (round: string) => {
    pass();
    texts.push(
      await hears(bia, shop, await encrypt(shop, bia, `Olá ${round}`)),
      await hears(shop, bia, await encrypt(bia, shop, `Oi ${round}`)),
    );
  };
  await meets(shop, bia);
  await talks("1");
  await talks("2");
  const late = [await encrypt(bia, shop, "Tem pão?"), await encrypt(bia, shop, "Quente?")];
  pass();
  await meets(shop, bia);
  const renewed = await encrypt(shop, bia, "Bom dia");
  for (const message of late) texts.push(await hears(shop, bia, message));
  texts.push(await hears(bia, shop, renewed));
  await talks("3");
  await talks("4");
  return texts;
}

test("a session that is renewed while messages are on their way still reads all that comes", async () => {
  const all = [
    "Olá 1",
    "Oi 1",
    "Olá 2",
    "Oi 2",
    "Tem pão?",
    "Quente?",
    "Bom dia",
    "Olá 3",
    "Oi 3",
    "Olá 4",
    "Oi 4",
  ];
  cipher.doDecryptWhisperMessage = stock.decrypt;
  const bare = await renewal();
  expect([bare.slice(0, 7), bare.slice(7)]).toEqual([
    all.slice(0, 7),
    [
      "Bad MAC",
      "No matching sessions found for message",
      "Bad MAC",
      "No matching sessions found for message",
    ],
  ]);
  cipher.doDecryptWhisperMessage = mended.decrypt;
  expect(await renewal()).toEqual(all);
});

test("a message that nobody could have meant changes nothing", async () => {
  const [shop, bia] = [party("shop"), party("bia")];
  await meets(shop, bia);
  await hears(bia, shop, await encrypt(shop, bia, "Olá"));
  await hears(shop, bia, await encrypt(bia, shop, "Oi"));
  const message = await encrypt(bia, shop, "Tem pão?");
  const broken = Buffer.from(message.body);
  broken[broken.length - 1]! ^= 1;
  expect(await hears(shop, bia, { ...message, body: broken as never })).toBe(
    "No matching sessions found for message",
  );
  expect(await hears(shop, bia, message)).toBe("Tem pão?");
});

test("two connections of one process don't wait for each other, nor work in each other's name", async () => {
  const who = new AsyncLocalStorage<string>();
  const [first, second] = [
    { storage: {}, addr: at(party("bia")) },
    { storage: {}, addr: at(party("bia")) },
  ];
  const asTwo = async (queue: Cipher["queueJob"]) => {
    const slow = Promise.withResolvers<void>();
    const one = who.run("first", () => queue.call(first, () => slow.promise));
    const other = who.run("second", () => queue.call(second, async () => who.getStore()));
    const settled = await Promise.race([
      other,
      new Promise((done) => setImmediate(done)).then(() => "waits"),
    ]);
    slow.resolve();
    await one;
    return [settled, await other];
  };
  expect(await asTwo(stock.queue)).toEqual(["waits", "first"]);
  expect(await asTwo(mended.queue)).toEqual(["second", "second"]);
});

test("within a connection one job comes after the other, and a failure stops none", async () => {
  const of = { storage: {}, addr: at(party("bia")) };
  const order: string[] = [];
  const jobs = ["a", "b", "c"].map((name) =>
    mended.queue.call(of, async () => {
      order.push(name);
      await Promise.resolve();
      order.push(name);
      if (name === "b") throw new Error(name);
    }),
  );
  await Promise.allSettled(jobs);
  expect(jobs[1]!).rejects.toThrow("b");
  expect(order).toEqual(["a", "a", "b", "b", "c", "c"]);
});
