import {
  cleanMessage,
  decodeMessageNode,
  decryptMessageNode,
  jidDecode,
  proto,
  type BinaryNode,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
  type WAMessage,
} from "@whiskeysockets/baileys";
import { makeLibSignalRepository } from "@whiskeysockets/baileys/lib/Signal/libsignal.js";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { isUndecrypted } from "./decode.ts";
import { logger } from "./log-filter.ts";
import "./ratchet.ts";
import type { Opened } from "./vault-file.ts";
import type { Vault } from "./vault.ts";

type Make = SocketConfig["makeSignalRepository"];
type LookUp = NonNullable<Parameters<Make>[2]>;
type Work<T> = () => Promise<T>;
type Turn = <T>(work: Work<T>) => Promise<T>;

/** At most so many steps per commit, with a turn of the event loop before the next. */
const batchLimit = 32;
/** How long an unknown number is not looked up again, in ms. */
const patience = 60_000;

/**
 * Runs outside of Baileys' current transaction, which is rolled back when the stanza can't be sent.
 */
const outside = AsyncLocalStorage.snapshot();
/**
 * One step at a time per session, over all its sockets. Not per address: one person has several.
 */
const turns = new WeakMap<Vault, Turn>();
/** The stanza of each ciphertext. Baileys passes the very same bytes object on. */
const stanzas = new WeakMap<Uint8Array, BinaryNode>();

/**
 * Remembers the stanza of a message before it is decrypted. Call it with each `message` stanza,
 * before Baileys gets it.
 */
export function rememberStanza(node: BinaryNode) {
  if (!Array.isArray(node.content)) return;
  for (const { tag, content } of node.content)
    if (tag === "enc" && content instanceof Uint8Array) stanzas.set(content, node);
}

/**
 * Wraps Baileys' cryptography, so that no message is lost and no counter is used twice. Each step
 * of a ratchet is committed before its result is returned, together with the decrypted text.
 * Baileys acknowledges a message to the network before it emits it.
 */
export function journaledRepository(vault: Vault, make: Make = makeLibSignalRepository): Make {
  return (auth, logger, lookUp) => {
    const keys = auth.keys as SignalKeyStoreWithTransaction;
    const inner = make(auth, logger, lookUp && patient(lookUp));
    const turn = turnsOf(vault);
    // A key of its own: with Baileys' keys (an address, our number) two tasks could wait for each
    // other.
    // oxlint-disable-next-line no-restricted-properties -- not SQLite's: the vault makes one write of it
    const commit: Turn = (work) => keys.transaction(work, "ratchet");
    const together = batches(turn, commit);

    // Outside the lock: this may ask the network, and others must not wait for that.
    const met = async (jid: string) =>
      kindOf(jid) === "phone" && void (await inner.lidMapping.getLIDForPN(jid).catch(() => null));
    const step = <T>(work: Work<T>) => outside(() => turn(() => commit(work)));
    const open = async (
      author: string,
      kind: string,
      ciphertext: Uint8Array,
      decrypt: Work<Uint8Array>,
    ) => {
      // Yields to the event loop between two of a thousand messages.
      await new Promise(setImmediate);
      return step(() => opened(author, kind, ciphertext, decrypt));
    };
    const opened = async (
      author: string,
      kind: string,
      ciphertext: Uint8Array,
      decrypt: Work<Uint8Array>,
    ) => {
      const hashes = namesOf(vault, author).map((name) => hashOf(name, kind, ciphertext));
      const plaintext = vault.opened(hashes);
      if (plaintext) return plaintext;
      const plain = await decrypt();
      const node = stanzas.get(ciphertext);
      const entry: Opened = { id: node?.attrs.id ?? "", plain, node };
      await keys.set({ opened: { [hashes[0]!]: entry } } as never);
      return plain;
    };

    return {
      ...inner,
      decryptMessage: (message) =>
        outside(async () => {
          await met(message.jid);
          return open(message.jid, message.type, message.ciphertext, () =>
            inner.decryptMessage(message),
          );
        }),
      decryptGroupMessage: (message) =>
        open(message.authorJid, message.group, message.msg, () =>
          inner.decryptGroupMessage(message),
        ),
      encryptMessage: (message) =>
        outside(async () => {
          await met(message.jid);
          return together(() => inner.encryptMessage(message));
        }),
      injectE2ESession: (bundle) =>
        outside(async () => {
          await met(bundle.jid);
          return together(() => inner.injectE2ESession(bundle));
        }),
      encryptGroupMessage: (message) => step(() => inner.encryptGroupMessage(message)),
      getSenderKeyDistributionMessage: (whose) =>
        step(() => inner.getSenderKeyDistributionMessage(whose)),
      processSenderKeyDistributionMessage: (message) =>
        step(() => inner.processSenderKeyDistributionMessage(message)),
      migrateSession: (from, to) => step(() => inner.migrateSession(from, to)),
      deleteSession: (jids) => step(() => inner.deleteSession(jids)),
      // Baileys' transaction would return values that it cached before the last step.
      hasSenderKey: (whose) => outside(() => inner.hasSenderKey(whose)),
      getSessionInfo: (jid) => outside(() => inner.getSessionInfo(jid)),
      validateSession: (jid) => outside(() => inner.validateSession(jid)),
    };
  };
}

/**
 * The message in a stanza, from its parts that were decrypted before. Undefined when Baileys still
 * has to decrypt some.
 */
export async function reopenedMessage(
  vault: Vault,
  node: BinaryNode,
): Promise<WAMessage | undefined> {
  const { id, lid = "" } = vault.creds.me!;
  const opened = async (author: string, kind: string, ciphertext: Uint8Array) => {
    const plain = vault.opened(
      namesOf(vault, author).map((name) => hashOf(name, kind, ciphertext)),
    );
    if (!plain) throw new Error("not opened before");
    return plain;
  };
  const nothing = async () => null;
  const repository = {
    decryptMessage: ({ jid, type, ciphertext }: Direct) => opened(jid, type, ciphertext),
    decryptGroupMessage: ({ authorJid, group, msg }: InGroup) => opened(authorJid, group, msg),
    processSenderKeyDistributionMessage: nothing,
    migrateSession: nothing,
    lidMapping: { getLIDForPN: nothing, storeLIDPNMappings: nothing },
  } satisfies Partial<Record<keyof SignalRepositoryWithLIDStore, unknown>>;
  const { fullMessage, decrypt } = decryptMessageNode(
    node,
    id,
    lid,
    repository as unknown as SignalRepositoryWithLIDStore,
    silent,
  );
  await decrypt();
  cleanMessage(fullMessage, id, lid);
  return isUndecrypted(fullMessage) ? undefined : fullMessage;
}

type Direct = Parameters<SignalRepositoryWithLIDStore["decryptMessage"]>[0];
type InGroup = Parameters<SignalRepositoryWithLIDStore["decryptGroupMessage"]>[0];

const silent = logger(() => {});

/**
 * Looks a number up once in a while, not several times per message, and ignores answers about other
 * numbers.
 */
function patient(lookUp: LookUp): LookUp {
  const unknown = new Map<string, number>();
  return async (jids) => {
    for (const [jid, until] of unknown) if (until <= performance.now()) unknown.delete(jid);
    const pending = jids.filter((jid) => !unknown.has(jid));
    if (pending.length === 0) return [];
    let mappings: Awaited<ReturnType<LookUp>> = [];
    try {
      mappings = (await lookUp(pending))?.filter(({ pn }) => pending.includes(pn)) ?? [];
      return mappings;
    } finally {
      for (const jid of pending)
        if (!mappings.some(({ pn }) => pn === jid)) unknown.set(jid, performance.now() + patience);
    }
  };
}

function turnsOf(vault: Vault): Turn {
  const existing = turns.get(vault);
  if (existing) return existing;
  let last: Promise<unknown> = Promise.resolve();
  const turn: Turn = (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  turns.set(vault, turn);
  return turn;
}

/**
 * Commits waiting steps together: a message is encrypted for each device of its readers, and a
 * commit waits for the disk.
 */
function batches(turn: Turn, commit: Turn): Turn {
  const waiting: {
    work: Work<unknown>;
    resolve: (value: never) => void;
    reject: (thrown: unknown) => void;
  }[] = [];
  const next = async () => {
    const batch = waiting.splice(0, batchLimit);
    if (batch.length === 0) return;
    try {
      const results = await commit(() => eachOf(batch.map(({ work }) => work)));
      for (const [index, result] of results.entries()) {
        if (result.status === "fulfilled") batch[index]!.resolve(result.value as never);
        else batch[index]!.reject(result.reason);
      }
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
    if (waiting.length > 0) await new Promise(setImmediate);
  };
  return (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    waiting.push({ work, resolve, reject });
    void turn(next);
    return promise;
  };
}

async function eachOf(works: Work<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
  const results: PromiseSettledResult<unknown>[] = [];
  for (const work of works) results.push(...(await Promise.allSettled([work()])));
  return results;
}

/**
 * All identifiers of an author, the one that was used first in front: the second time it may be
 * another.
 */
function namesOf(vault: Vault, jid: string): string[] {
  const kind = kindOf(jid);
  const { user = "", device = 0 } = jidDecode(jid) ?? {};
  if (!kind || !user) return [jid];
  const id = kind === "phone" ? user : `${user}_reverse`;
  const { [id]: other } = vault.keys.get("lid-mapping", [id]) as Record<string, string>;
  const name = (which: string, value: string) => `${which} ${value}:${device}`;
  return [name(kind, user), ...(other ? [name(kind === "phone" ? "lid" : "phone", other)] : [])];
}

function kindOf(jid: string): "phone" | "lid" | undefined {
  const server = jid.slice(jid.indexOf("@") + 1);
  if (server === "s.whatsapp.net" || server === "hosted") return "phone";
  return server === "lid" || server === "hosted.lid" ? "lid" : undefined;
}

function hashOf(author: string, kind: string, ciphertext: Uint8Array): string {
  return createHash("sha256")
    .update(JSON.stringify([author, kind]))
    .update(ciphertext)
    .digest("base64");
}

/** The message of a stanza whose content WhatsApp keeps from this device. */
export function withheldMessage(
  node: BinaryNode,
  absent: "hosted_unavailable_fanout" | "view_once_unavailable_fanout",
  [id = "", lid = ""]: string[],
): WAMessage {
  const { fullMessage } = decodeMessageNode(node, id, lid);
  if (absent === "view_once_unavailable_fanout") fullMessage.key.isViewOnce = true;
  else fullMessage.messageStubType = proto.WebMessageInfo.StubType.CIPHERTEXT;
  return fullMessage;
}
