import { Curve, hkdf, hmacSign, proto, type KeyPair } from "@whiskeysockets/baileys";
import { createCipheriv, createDecipheriv } from "node:crypto";

/** The public keys of a device, with a one-time key as long as there are any. */
export type Bundle = {
  registration: number;
  identity: Buffer;
  signed: { id: number; key: Buffer; signature: Buffer };
  once?: { id: number; key: Buffer };
};

/** The private side of a bundle. */
export type Secrets = {
  identity: KeyPair;
  registration: number;
  signed: (id: number) => KeyPair | undefined;
  once: (id: number) => KeyPair | undefined;
};

type Chain = { key: Buffer; next: number; skipped: Map<number, Buffer> };
/** A Signal session. A step returns a new one, so a failed attempt leaves no trace. */
export type Session = {
  readonly base: string;
  readonly their: Buffer;
  readonly registration: number;
  readonly root: Buffer;
  readonly pair: KeyPair;
  readonly sending?: { key: Buffer; next: number };
  readonly previous: number;
  readonly receiving: ReadonlyMap<string, Chain>;
  readonly last?: string;
  /** Set until they have answered: until then each message has the keys that open the session. */
  readonly pending?: { once?: number; signed: number; base: Buffer };
};

/**
 * The reason why a message can't be opened. No session fits, its MAC is wrong, its key was used
 * before, or the one-time key is gone.
 */
export class Unreadable extends Error {
  constructor(readonly why: "session" | "mac" | "replay" | "key") {
    super(`cannot open the message: ${why}`);
  }
}

const version = 0x33;
const furthest = 2000;

/** Begins a session with a device, from its bundle (X3DH). */
export function begin(mine: Secrets, { identity, signed, once, registration }: Bundle): Session {
  const base = Curve.generateKeyPair();
  const secrets = [
    agree(mine.identity, signed.key),
    agree(base, identity),
    agree(base, signed.key),
    ...(once ? [agree(base, once.key)] : []),
  ];
  const pair = Curve.generateKeyPair();
  const [root, key] = step(meeting(secrets), pair, signed.key);
  return {
    base: prefixed(base.public).toString("hex"),
    their: identity,
    registration,
    root,
    pair,
    sending: { key, next: 0 },
    previous: 0,
    receiving: new Map(),
    pending: { once: once?.id, signed: signed.id, base: prefixed(base.public) },
  };
}

/** Encrypts. Returns the next session, the wire's type and the bytes. */
export function seal(
  mine: Secrets,
  session: Session,
  plain: Uint8Array,
): { session: Session; type: "pkmsg" | "msg"; sealed: Buffer } {
  const { key, next } = session.sending!;
  const { cipher, mac, iv } = messageKeys(hmacSign(Buffer.of(1), key));
  const aes = createCipheriv("aes-256-cbc", cipher, iv);
  const body = proto.SignalMessage.encode({
    ratchetKey: prefixed(session.pair.public),
    counter: next,
    previousCounter: session.previous,
    ciphertext: Buffer.concat([aes.update(plain), aes.final()]),
  }).finish();
  const versioned = Buffer.concat([Buffer.of(version), body]);
  const message = Buffer.concat([
    versioned,
    sign(mac, mine.identity.public, session.their, versioned),
  ]);
  const after = { ...session, sending: { key: hmacSign(Buffer.of(2), key), next: next + 1 } };
  if (!session.pending) return { session: after, type: "msg", sealed: message };

  const { once, signed, base } = session.pending;
  const opening = {
    preKeyId: once,
    signedPreKeyId: signed,
    baseKey: base,
    identityKey: prefixed(mine.identity.public),
    registrationId: mine.registration,
    message,
  };
  return {
    session: after,
    type: "pkmsg",
    sealed: Buffer.concat([Buffer.of(version), proto.PreKeySignalMessage.encode(opening).finish()]),
  };
}

/**
 * Decrypts with the session that fits. Returns the sessions with that one first, and the one-time
 * key that it used up. Throws Unreadable.
 */
export function open(
  mine: Secrets,
  sessions: Session[],
  type: string,
  sealed: Buffer,
): { sessions: Session[]; plain: Buffer; used?: number } {
  if (type !== "pkmsg") {
    const { session, plain } = tryAll(mine, sessions, sealed);
    return { sessions: [session, ...sessions.filter(({ base }) => base !== session.base)], plain };
  }
  const { baseKey, identityKey, message, preKeyId, signedPreKeyId, registrationId } =
    proto.PreKeySignalMessage.decode(sealed.subarray(1));
  const existing = sessions.find(({ base }) => base === Buffer.from(baseKey!).toString("hex"));
  const session =
    existing ??
    accept(
      mine,
      bare(baseKey!),
      bare(identityKey!),
      registrationId ?? 0,
      signedPreKeyId ?? 0,
      preKeyId ?? undefined,
    );
  const opened = turn(mine, session, Buffer.from(message!));
  return {
    sessions: [opened.session, ...sessions.filter(({ base }) => base !== session.base)],
    plain: opened.plain,
    used: existing ? undefined : (preKeyId ?? undefined),
  };
}

/** Returns the identity that a message claims when it opens a session. */
export const claimed = (sealed: Buffer): Buffer =>
  bare(proto.PreKeySignalMessage.decode(sealed.subarray(1)).identityKey!);

function accept(
  mine: Secrets,
  base: Buffer,
  identity: Buffer,
  registration: number,
  signedId: number,
  onceId?: number,
): Session {
  const signed = mine.signed(signedId);
  const once = onceId ? mine.once(onceId) : undefined;
  if (!signed || (onceId && !once)) throw new Unreadable("key");
  const secrets = [
    agree(signed, identity),
    agree(mine.identity, base),
    agree(signed, base),
    ...(once ? [agree(once, base)] : []),
  ];
  return {
    base: prefixed(base).toString("hex"),
    their: identity,
    registration,
    root: meeting(secrets),
    pair: signed,
    previous: 0,
    receiving: new Map(),
  };
}

function tryAll(mine: Secrets, sessions: Session[], sealed: Buffer) {
  let why: Unreadable["why"] = "session";
  for (const session of sessions) {
    try {
      return turn(mine, session, sealed);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (why !== "replay") why = error.why;
    }
  }
  throw new Unreadable(why);
}

/**
 * Opens one message: turns the ratchet when its key is new, then walks its chain to the counter.
 */
function turn(
  mine: Secrets,
  session: Session,
  message: Buffer,
): { session: Session; plain: Buffer } {
  const { ratchetKey, counter, previousCounter, ciphertext } = proto.SignalMessage.decode(
    message.subarray(1, -8),
  );
  const name = Buffer.from(ratchetKey!).toString("hex");
  const turned = session.receiving.has(name)
    ? session
    : ratchet(session, bare(ratchetKey!), name, previousCounter ?? 0);
  const { chain, key } = walk(turned.receiving.get(name)!, counter ?? 0);
  const { cipher, mac, iv } = messageKeys(key);
  if (
    !sign(mac, turned.their, mine.identity.public, message.subarray(0, -8)).equals(
      message.subarray(-8),
    )
  )
    throw new Unreadable("mac");
  const aes = createDecipheriv("aes-256-cbc", cipher, iv);
  const plain = Buffer.concat([aes.update(ciphertext!), aes.final()]);
  return {
    session: {
      ...turned,
      receiving: new Map(turned.receiving).set(name, chain),
      pending: undefined,
    },
    plain,
  };
}

function ratchet(session: Session, key: Buffer, name: string, previous: number): Session {
  const receiving = new Map(session.receiving);
  const before = session.last ? receiving.get(session.last) : undefined;
  if (before && session.last)
    receiving.set(
      session.last,
      before.next > previous ? before : walk(before, previous, true).chain,
    );
  const [middle, incoming] = step(session.root, session.pair, key);
  const pair = Curve.generateKeyPair();
  const [root, outgoing] = step(middle, pair, key);
  receiving.set(name, { key: incoming, next: 0, skipped: new Map() });
  return {
    ...session,
    root,
    pair,
    receiving,
    last: name,
    previous: Math.max((session.sending?.next ?? 0) - 1, 0),
    sending: { key: outgoing, next: 0 },
  };
}

/** The key of one counter, and the chain after it. It stores skipped keys for late messages. */
function walk(chain: Chain, counter: number, keep = false): { chain: Chain; key: Buffer } {
  if (counter < chain.next) {
    const key = chain.skipped.get(counter);
    if (!key) throw new Unreadable("replay");
    const skipped = new Map(chain.skipped);
    skipped.delete(counter);
    return { chain: { ...chain, skipped }, key };
  }
  if (counter - chain.next > furthest) throw new Unreadable("mac");
  const skipped = new Map(chain.skipped);
  let { key, next } = chain;
  for (; next < counter; next += 1) {
    skipped.set(next, hmacSign(Buffer.of(1), key));
    key = hmacSign(Buffer.of(2), key);
  }
  const messageKey = hmacSign(Buffer.of(1), key);
  if (keep) skipped.set(counter, messageKey);
  return {
    chain: { key: hmacSign(Buffer.of(2), key), next: counter + 1, skipped },
    key: messageKey,
  };
}

const agree = (pair: KeyPair, key: Uint8Array) => Curve.sharedKey(pair.private, key);

/** The root that both sides compute when they meet. */
const meeting = (secrets: Buffer[]) =>
  derive(Buffer.concat([Buffer.alloc(32, 0xff), ...secrets]), 32, "WhisperText");

function step(root: Buffer, pair: KeyPair, key: Uint8Array): [Buffer, Buffer] {
  const both = derive(agree(pair, key), 64, "WhisperRatchet", root);
  return [both.subarray(0, 32), both.subarray(32)];
}

function messageKeys(key: Buffer) {
  const all = derive(key, 80, "WhisperMessageKeys");
  return { cipher: all.subarray(0, 32), mac: all.subarray(32, 64), iv: all.subarray(64) };
}

const derive = (secret: Buffer, length: number, info: string, salt: Buffer = Buffer.alloc(32)) =>
  Buffer.from(hkdf(secret, length, { salt, info }));

const sign = (key: Buffer, from: Uint8Array, to: Uint8Array, versioned: Uint8Array) =>
  hmacSign(Buffer.concat([prefixed(from), prefixed(to), versioned]), key).subarray(0, 8);

/** Curve keys have a type byte within Signal, and none elsewhere. */
const prefixed = (key: Uint8Array) =>
  key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.of(5), key]);
const bare = (key: Uint8Array) => Buffer.from(key.length === 33 ? key.subarray(1) : key);
