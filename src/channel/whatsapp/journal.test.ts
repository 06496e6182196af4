import {
  addTransactionCapability,
  decryptMessageNode,
  initAuthCreds,
  proto,
  writeRandomPadMax16,
  type AuthenticationCreds,
  type BinaryNode,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from "@whiskeysockets/baileys";
import { makeLibSignalRepository } from "@whiskeysockets/baileys/lib/Signal/libsignal.js";
import { getNextPreKeys } from "@whiskeysockets/baileys/lib/Utils/signal.js";
import { expect, test } from "bun:test";
import { journaledRepository, rememberStanza, reopenedMessage } from "./journal.ts";
import { logger } from "./log-filter.ts";
import { vaultFile } from "../../testing/whatsapp/vault-file.ts";
import { migrated } from "../../testing/migrated.ts";
import { OwnershipLost } from "./vault-file.ts";
import { Vault } from "./vault.ts";

const log = logger(() => {});
const me = "5511999990001:10@s.whatsapp.net";
const shopLid = "900001:10@lid";
const bia = "900002@lid";
const biaPhone = "5511988880001@s.whatsapp.net";
const group = "120363000000000001@g.us";

type Make = ReturnType<typeof journaledRepository>;
/** Baileys as it comes. */
const stock = () => makeLibSignalRepository;

/** A company's file with two connections. */
function file() {
  const sqlite = migrated("company");
  for (const id of [1, 2])
    sqlite.run(
      "INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (?, ?, 'beta', 0, 0)",
      [id, `Linha ${id}`],
    );
  return (connection = 1) => {
    const vault = new Vault(vaultFile(sqlite), connection, new Uint8Array(32).fill(7), () => 0);
    vault.claim();
    return vault;
  };
}

/**
 * The cryptography of one socket, as Baileys builds it. `sets` holds the contents of each write to
 * the store.
 */
function socket(
  creds: AuthenticationCreds,
  store: SignalKeyStore,
  make: Make,
  lookUp?: Parameters<Make>[2],
) {
  const sets: SignalDataSet[] = [];
  const watched: SignalKeyStore = {
    get: (type, ids) => store.get(type, ids),
    set: async (data) => {
      await store.set(data);
      sets.push(data);
    },
  };
  const keys = addTransactionCapability(watched, log, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  });
  return { creds, keys, sets, ...make({ creds, keys }, log, lookUp) };
}

/** Our side. Creds are saved, so that another socket is the same device. */
function shop(
  vault: Vault,
  make: (vault: Vault) => Make = journaledRepository,
  lookUp?: Parameters<Make>[2],
) {
  if (!vault.linked) {
    Object.assign(vault.creds, { me: { id: me, lid: shopLid }, account: {} });
    vault.saveCreds();
  }
  return socket(vault.creds, vault.keys, make(vault), lookUp);
}
type Shop = ReturnType<typeof shop>;
type Message = { type: "pkmsg" | "msg"; ciphertext: Uint8Array };

/** A customer's phone, as libsignal alone has it. */
function phone() {
  const stored = new Map<string, unknown>();
  const store: SignalKeyStore = {
    get: <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) =>
      Object.fromEntries(
        ids.flatMap((id) =>
          stored.has(`${type} ${id}`)
            ? [[id, stored.get(`${type} ${id}`) as SignalDataTypeMap[Type]]]
            : [],
        ),
      ),
    set: (data) => {
      for (const [type, entries] of Object.entries(data))
        for (const [id, value] of Object.entries(entries!))
          void (value === null
            ? stored.delete(`${type} ${id}`)
            : stored.set(`${type} ${id}`, value));
    },
  };
  return socket(initAuthCreds(), store, makeLibSignalRepository);
}

/** The keys that WhatsApp gives to a sender who writes to a device for the first time. */
async function bundle({ creds, keys }: { creds: AuthenticationCreds; keys: SignalKeyStore }) {
  const { update, preKeys } = await getNextPreKeys({ creds, keys }, 1);
  Object.assign(creds, update);
  const [[id, preKey]] = Object.entries(preKeys) as [[string, (typeof preKeys)[number]]];
  const typed = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key]);
  const { signedPreKey, signedIdentityKey, registrationId } = creds;
  return {
    registrationId,
    identityKey: typed(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: typed(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
    preKey: { keyId: Number(id), publicKey: typed(preKey.public) },
  };
}

/** A customer who has fetched the shop's keys and writes to it. */
async function customer(to: Shop, at = shopLid) {
  const from = phone();
  await from.injectE2ESession({ jid: at, session: await bundle(to) });
  const encrypts = (what: string | Uint8Array) =>
    from.encryptMessage({ jid: at, data: Buffer.from(what as string) });
  const reads = async (message: Message) =>
    String(await from.decryptMessage({ jid: at, ...message }));
  return { ...from, encrypts, reads };
}

const opens = async (by: Shop, message: Message, jid = bia) =>
  String(await by.decryptMessage({ jid, ...message }));
const answers = (by: Shop, text: string, jid = bia) =>
  by.encryptMessage({ jid, data: Buffer.from(text) });

test("a message that was opened before the box fell is opened once more", async () => {
  const vault = file();
  const first = shop(vault());
  const { encrypts } = await customer(first);
  const [oi, more] = [await encrypts("Oi"), await encrypts("Tem pão?")];
  expect([await opens(first, oi), await opens(first, more)]).toEqual(["Oi", "Tem pão?"]);

  const bare = shop(vault(), stock);
  expect(opens(bare, more)).rejects.toThrow();
  const next = shop(vault());
  expect([
    await opens(next, more),
    await opens(next, oi),
    await opens(next, await encrypts("Quente?")),
  ]).toEqual(["Tem pão?", "Oi", "Quente?"]);
});

test("what was opened is stored in one write with the ratchet, the identity and the spent key", async () => {
  const here = shop(file()());
  const { encrypts } = await customer(here);
  here.sets.length = 0;
  await opens(here, await encrypts("Oi"));
  expect(here.sets.map((set) => Object.keys(set).sort())).toEqual([
    ["identity-key", "opened", "pre-key", "session"],
  ]);
});

test("what could not be stored was not opened", async () => {
  const vault = file();
  const first = shop(vault());
  const { encrypts } = await customer(first);
  const oi = await encrypts("Oi");
  const next = shop(vault());
  expect(opens(first, oi)).rejects.toThrow(OwnershipLost);
  expect(await opens(next, oi)).toBe("Oi");
});

test("a message is known again by its writer's other name", async () => {
  const here = shop(file()());
  const byPhone = await (await customer(here)).encrypts("Oi");
  const byLid = await (await customer(here)).encrypts("Olá");
  await opens(here, byPhone, biaPhone);
  await opens(here, byLid, "900003:2@lid");
  await here.lidMapping.storeLIDPNMappings([
    { lid: bia, pn: biaPhone },
    { lid: "900003@lid", pn: "5511988880003@s.whatsapp.net" },
  ]);
  expect([
    await opens(here, byPhone, bia),
    await opens(here, byLid, "5511988880003:2@s.whatsapp.net"),
  ]).toEqual(["Oi", "Olá"]);
  expect(opens(here, byLid, "5511988880003:4@s.whatsapp.net")).rejects.toThrow();
});

test("nobody can pass another's message off as their own", async () => {
  const here = shop(file()());
  const oi = await (await customer(here)).encrypts("Oi");
  await opens(here, oi);
  expect(opens(here, oi, "900099@lid")).rejects.toThrow();
  expect(opens(here, { ...oi, type: "msg" })).rejects.toThrow();
});

test("an answer that left before the box fell is not followed by one with the same counter", async () => {
  const twoAnswers = async (make: (vault: Vault) => Make) => {
    const vault = file();
    const first = shop(vault(), make);
    const { encrypts, reads } = await customer(first);
    await opens(first, await encrypts("Oi"));
    const left: Message[] = [];
    // As Baileys sends: the stanza leaves inside the transaction, and the box falls before its end.
    const fallen = first.keys.transaction(async () => {
      left.push(await answers(first, "Olá"));
      throw new Error("the box fell");
    }, me);
    expect(fallen).rejects.toThrow("the box fell");
    left.push(await answers(shop(vault(), make), "Tem sim"));
    return Promise.all(
      left.map((message) => reads(message).catch(({ message: why }: Error) => why)),
    );
  };
  expect(await twoAnswers(stock)).toEqual(["Olá", "No matching sessions found for message"]);
  expect(await twoAnswers(journaledRepository)).toEqual(["Olá", "Tem sim"]);
});

test("the same holds in a group", async () => {
  const twoAnswers = async (make: (vault: Vault) => Make) => {
    const vault = file();
    const first = shop(vault(), make);
    const member = phone();
    const left: Uint8Array[] = [];
    const encrypts = async (by: Shop, text: string) => {
      const { ciphertext, senderKeyDistributionMessage } = await by.encryptGroupMessage({
        group,
        meId: shopLid,
        data: Buffer.from(text),
      });
      if (left.length === 0)
        await member.processSenderKeyDistributionMessage({
          authorJid: shopLid,
          item: {
            groupId: group,
            axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
          },
        });
      left.push(ciphertext);
    };
    await encrypts(first, "Bom dia");
    expect(
      first.keys.transaction(
        () =>
          encrypts(first, "Fornada às 9h").then(() => Promise.reject(new Error("the box fell"))),
        me,
      ),
    ).rejects.toThrow("the box fell");
    await encrypts(shop(vault(), make), "Saiu do forno");
    const texts: string[] = [];
    for (const msg of left)
      texts.push(
        await member
          .decryptGroupMessage({ group, authorJid: shopLid, msg })
          .then(String, ({ message }: Error) => message),
      );
    return texts;
  };
  expect(await twoAnswers(stock)).toEqual([
    "Bom dia",
    "Fornada às 9h",
    expect.stringContaining("old counter"),
  ]);
  expect(await twoAnswers(journaledRepository)).toEqual([
    "Bom dia",
    "Fornada às 9h",
    "Saiu do forno",
  ]);
});

test("a group's message that was opened is opened once more", async () => {
  const vault = file();
  const first = shop(vault());
  const member = phone();
  const { ciphertext: msg, senderKeyDistributionMessage } = await member.encryptGroupMessage({
    group,
    meId: bia,
    data: Buffer.from("Oi, gente"),
  });
  const item = {
    groupId: group,
    axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
  };
  await first.processSenderKeyDistributionMessage({ authorJid: bia, item });
  const next = shop(vault());
  expect(String(await next.decryptGroupMessage({ group, authorJid: bia, msg }))).toBe("Oi, gente");
  expect(shop(vault(), stock).decryptGroupMessage({ group, authorJid: bia, msg })).rejects.toThrow(
    "old counter",
  );
  expect(String(await shop(vault()).decryptGroupMessage({ group, authorJid: bia, msg }))).toBe(
    "Oi, gente",
  );
  expect(
    shop(vault()).decryptGroupMessage({ group: "120363000000000002@g.us", authorJid: bia, msg }),
  ).rejects.toThrow();
});

test("what a transaction of Baileys has read does not undo what came meanwhile", async () => {
  const here = shop(file()());
  const { encrypts, reads } = await customer(here);
  const renewed = await customer(here);
  await opens(here, await encrypts("Oi"));
  const left = await here.keys.transaction(async () => {
    await here.keys.get("session", ["900002_1.0"]);
    expect(await here.validateSession(bia)).toEqual({ exists: true });
    await opens(here, await encrypts("Tem pão?"));
    await here.deleteSession([bia]);
    expect(await here.validateSession(bia)).toEqual({ exists: false, reason: "no session" });
    await here.injectE2ESession({ jid: bia, session: await bundle(phone()) });
    await here.deleteSession([bia]);
    await opens(here, await renewed.encrypts("Sou eu, de outro telefone"));
    return answers(here, "Certo");
  }, me);
  expect(await renewed.reads(left)).toBe("Certo");
  expect(reads(left)).rejects.toThrow("No matching sessions");
  expect([
    await opens(here, await renewed.encrypts("Obrigada")),
    await renewed.reads(await answers(here, "De nada")),
  ]).toEqual(["Obrigada", "De nada"]);
});

test("nobody waits for whoever waits for them", async () => {
  const here = shop(file()());
  const { encrypts, reads } = await customer(here);
  await opens(here, await encrypts("Oi"));
  const texts = [];
  const read = [];
  const locks = [bia, me, group, "upload-pre-keys"];
  for (const lock of locks) {
    texts.push(encrypts(`para ${lock}`).then((message) => opens(here, message)));
    read.push(here.keys.transaction(async () => answers(here, lock), lock).then(reads));
    texts.push(
      encrypts(`de ${lock}`).then((message) =>
        here.keys.transaction(() => opens(here, message), lock),
      ),
    );
  }
  expect((await Promise.all(texts)).sort()).toEqual(
    locks.flatMap((lock) => [`de ${lock}`, `para ${lock}`]).sort(),
  );
  expect((await Promise.all(read)).sort()).toEqual(locks.toSorted());
});

test("the old socket and the new one take turns", async () => {
  const vault = file()();
  const [old, next] = [shop(vault), shop(vault)];
  const { encrypts, reads } = await customer(old);
  await opens(old, await encrypts("Oi"));
  const member = phone();
  const first = await old.encryptGroupMessage({
    group,
    meId: shopLid,
    data: Buffer.from("Bom dia"),
  });
  await member.processSenderKeyDistributionMessage({
    authorJid: shopLid,
    item: {
      groupId: group,
      axolotlSenderKeyDistributionMessage: first.senderKeyDistributionMessage,
    },
  });
  const texts = ["1", "2", "3", "4", "5", "6"];
  const sockets = (index: number) => (index % 2 ? old : next);
  const left = texts.map(async (text, index) => reads(await answers(sockets(index), text)));
  const leftInGroup = texts.map(async (text, index) =>
    member.decryptGroupMessage({
      group,
      authorJid: shopLid,
      msg: (
        await sockets(index).encryptGroupMessage({ group, meId: shopLid, data: Buffer.from(text) })
      ).ciphertext,
    }),
  );
  const came = texts.map(async (text, index) => opens(sockets(index), await encrypts(text)));
  expect([
    await Promise.all(left),
    (await Promise.all(leftInGroup)).map(String),
    await Promise.all(came),
  ]).toEqual([texts, texts, texts]);
});

test("a customer who writes to two connections at once is heard whole on both", async () => {
  const vault = file();
  const lines = [shop(vault(1)), shop(vault(2))];
  const messages = await Promise.all(
    lines.map(async (line) => (await customer(line)).encrypts("Oi")),
  );
  for (const line of lines) line.sets.length = 0;
  await Promise.all(lines.map((line, index) => opens(line, messages[index]!)));
  for (const line of lines)
    expect(line.sets.map((set) => Object.keys(set).sort())).toEqual([
      ["identity-key", "opened", "pre-key", "session"],
    ]);
});

test("a message for many phones is stored in few writes, and one that can't be written to holds up none", async () => {
  const here = shop(file()());
  const friends = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => ({ jid: `90010${index}@lid`, ...phone() })),
  );
  for (const { jid, ...friend } of friends)
    await here.injectE2ESession({ jid, session: await bundle(friend) });
  here.sets.length = 0;
  const written = await Promise.allSettled(
    ["900999@lid", ...friends.map(({ jid }) => jid)].map((jid) =>
      answers(here, "Fornada às 9h", jid),
    ),
  );
  expect(here.sets.length).toBeLessThan(5);
  expect(written.map(({ status }) => status)).toEqual([
    "rejected",
    ...friends.map(() => "fulfilled" as const),
  ]);
  const [last] = written.slice(-1) as PromiseFulfilledResult<Message>[];
  expect(String(await friends.at(-1)!.decryptMessage({ jid: shopLid, ...last!.value }))).toBe(
    "Fornada às 9h",
  );
});

test("the network is asked once who a number is, while nobody waits, and what wasn't asked is not believed", async () => {
  const requests: string[][] = [];
  const answer = Promise.withResolvers<{ pn: string; lid: string }[]>();
  const here = shop(file()(), journaledRepository, (jids) => {
    requests.push(jids);
    return answer.promise;
  });
  const { encrypts, reads } = await customer(here);
  const slow = opens(here, await (await customer(here)).encrypts("Oi"), biaPhone);
  expect(await opens(here, await encrypts("Olá"))).toBe("Olá");
  answer.resolve([{ pn: "5511900000000@s.whatsapp.net", lid: bia }]);
  expect(await slow).toBe("Oi");
  await answers(here, "Diga", biaPhone);
  expect(requests).toEqual([[biaPhone]]);
  expect(await here.lidMapping.getPNForLID(bia)).toBeNull();
  expect(await reads(await answers(here, "Bom dia"))).toBe("Bom dia");
});

test("a stanza that was opened is there to be read again until the box has it", async () => {
  const vault = file();
  const first = shop(vault());
  const { encrypts } = await customer(first);
  const read = async (by: Shop, node: BinaryNode) => {
    rememberStanza(node);
    const { fullMessage, decrypt } = decryptMessageNode(node, me, shopLid, by, log);
    await decrypt();
    return fullMessage.message?.conversation ?? fullMessage.messageStubParameters;
  };
  const sealed = async (id: string, text: string): Promise<BinaryNode> => {
    const { type, ciphertext } = await encrypts(
      writeRandomPadMax16(proto.Message.encode({ conversation: text }).finish()),
    );
    return {
      tag: "message",
      attrs: { id, from: bia, t: "1700000000", type: "text", notify: "@" },
      content: [{ tag: "enc", attrs: { v: "2", type }, content: ciphertext }],
    };
  };
  const [oi, more] = [await sealed("A", "Oi"), await sealed("B", "Tem pão?")];
  expect([await read(first, oi), await read(first, more)]).toEqual(["Oi", "Tem pão?"]);
  vault().done("A");

  const again = vault();
  const waiting = again.waiting().map((row) => again.attempt(row, [])!);
  expect(waiting).toEqual([more]);
  const next = shop(again);
  expect(await read(next, waiting[0]!)).toBe("Tem pão?");
  expect((await reopenedMessage(again, waiting[0]!))?.message?.conversation).toBe("Tem pão?");
  expect(await reopenedMessage(again, await sealed("C", "Ainda fechada"))).toBeUndefined();
  again.done("B");
  expect(again.waiting()).toEqual([]);
  // The network did not hear that we have them, and delivers them again.
  expect([
    await read(next, { ...oi, attrs: { ...oi.attrs, offline: "1" } }),
    await read(next, more),
    again.waiting(),
  ]).toEqual(["Oi", "Tem pão?", []]);
  const forgetful = shop(vault(), stock);
  expect(await read(forgetful, more)).toEqual([expect.any(String)]);
});
