import { expect, test } from "bun:test";
import { Curve, type KeyPair } from "@whiskeysockets/baileys";
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord } from "libsignal";
import {
  begin,
  open,
  seal,
  Unreadable,
  type Bundle,
  type Secrets,
  type Session,
} from "./ratchet.ts";

console.info = () => {};
console.warn = () => {};

test("two of ours talk, messages come late and out of order, and none opens twice", () => {
  const [bia, shop] = [someone(), someone()];
  bia.meets(shop);
  const first = bia.writes("Um");
  expect(first.type).toBe("pkmsg");
  expect(shop.opens(first)).toBe("Um");
  expect(bia.opens(shop.writes("Dois"))).toBe("Dois");
  const three = ["Três", "Quatro", "Cinco"].map((text) => bia.writes(text));
  expect(three.map(({ type }) => type)).toEqual(["msg", "msg", "msg"]);
  expect([2, 0, 1].map((place) => shop.opens(three[place]!))).toEqual(["Cinco", "Três", "Quatro"]);
  expect(why(() => shop.opens(three[1]!))).toBe("replay");
  const late = bia.writes("Tarde");
  shop.opens(bia.writes("Antes"));
  bia.opens(shop.writes("Volta"));
  shop.opens(bia.writes("Outra chave"));
  expect(shop.opens(late)).toBe("Tarde");
});

test("a forged message leaves no trace", () => {
  const [bia, shop] = [someone(), someone()];
  bia.meets(shop);
  shop.opens(bia.writes("Um"));
  bia.opens(shop.writes("Dois"));
  const { sealed, type } = bia.writes("Três");
  const forged = Buffer.from(sealed);
  forged[forged.length - 1]! ^= 1;
  expect(why(() => shop.opens({ sealed: forged, type }))).toBe("mac");
  expect(shop.opens({ sealed, type })).toBe("Três");
  expect(why(() => someone().opens({ sealed, type }))).toBe("session");
});

test("both may begin at once", () => {
  const [bia, shop] = [someone(), someone()];
  bia.meets(shop);
  shop.meets(bia);
  const [fromBia, fromShop] = [bia.writes("Oi"), shop.writes("Olá")];
  expect([shop.opens(fromBia), bia.opens(fromShop)]).toEqual(["Oi", "Olá"]);
  for (const text of ["Um", "Dois", "Três"]) {
    expect(shop.opens(bia.writes(text))).toBe(text);
    expect(bia.opens(shop.writes(text))).toBe(text);
  }
});

test("it speaks what libsignal speaks, whoever begins", async () => {
  for (const begins of ["ours", "theirs"] as const) {
    const bia = someone();
    const theirs = libsignal();
    if (begins === "ours") {
      bia.meets(theirs);
      expect(await theirs.opens(bia.writes("Oi"))).toBe("Oi");
    } else {
      await theirs.meets(bia.bundle());
      expect(bia.opens(await theirs.writes("Oi"))).toBe("Oi");
    }
    for (const text of ["Um", "Dois", "Três"]) {
      expect(await theirs.opens(bia.writes(text))).toBe(text);
      expect(bia.opens(await theirs.writes(text))).toBe(text);
      const [one, other] = [await theirs.writes("Antes"), await theirs.writes("Depois")];
      expect([bia.opens(other), bia.opens(one)]).toEqual(["Depois", "Antes"]);
    }
  }
});

type Sealed = { sealed: Buffer; type: string };

function why(attempt: () => unknown) {
  try {
    attempt();
  } catch (error) {
    return (error as Unreadable).why;
  }
}

/** A person with keys, and sessions with one other. */
function someone() {
  const [identity, signed, once] = [
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
  ];
  const mine: Secrets = { identity, registration: 7, signed: () => signed, once: () => once };
  let sessions: Session[] = [];
  return {
    bundle: () => bundle(identity, signed, once),
    meets: (other: { bundle: () => Bundle }) =>
      void (sessions = [begin(mine, other.bundle()), ...sessions]),
    writes: (text: string): Sealed => {
      const { session, type, sealed } = seal(mine, sessions[0]!, Buffer.from(text));
      sessions = [session, ...sessions.slice(1)];
      return { type, sealed };
    },
    opens: ({ type, sealed }: Sealed) => {
      const opened = open(mine, sessions, type, sealed);
      sessions = opened.sessions;
      return opened.plain.toString();
    },
  };
}

/** The same in libsignal. */
function libsignal() {
  const [identity, signed, once] = [
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
  ];
  const pair = (key: KeyPair) => ({ privKey: Buffer.from(key.private), pubKey: prefixed(key) });
  let stored: SessionRecord | undefined;
  const storage = {
    loadSession: async () => stored,
    storeSession: async (_: string, record: SessionRecord) => void (stored = record),
    isTrustedIdentity: () => true,
    loadPreKey: async () => pair(once),
    removePreKey: () => {},
    loadSignedPreKey: () => pair(signed),
    getOurRegistrationId: () => 8,
    getOurIdentity: () => pair(identity),
  };
  const address = new ProtocolAddress("ratchet-test", 1);
  const cipher = new SessionCipher(storage, address);
  return {
    bundle: () => bundle(identity, signed, once),
    meets: ({ identity: key, signed: second, once: third, registration }: Bundle) =>
      new SessionBuilder(storage, address).initOutgoing({
        registrationId: registration,
        identityKey: prefixed({ public: key }),
        signedPreKey: {
          keyId: second.id,
          publicKey: prefixed({ public: second.key }),
          signature: second.signature,
        },
        preKey: { keyId: third!.id, publicKey: prefixed({ public: third!.key }) },
      }),
    writes: async (text: string): Promise<Sealed> => {
      const { type, body } = await cipher.encrypt(Buffer.from(text));
      return { type: type === 3 ? "pkmsg" : "msg", sealed: Buffer.from(body, "binary") };
    },
    opens: async ({ type, sealed }: Sealed) =>
      (type === "pkmsg"
        ? await cipher.decryptPreKeyWhisperMessage(sealed)
        : await cipher.decryptWhisperMessage(sealed)
      ).toString(),
  };
}

const prefixed = ({ public: key }: Pick<KeyPair, "public">) => Buffer.concat([Buffer.of(5), key]);

const bundle = (identity: KeyPair, signed: KeyPair, once: KeyPair): Bundle => ({
  registration: 7,
  identity: Buffer.from(identity.public),
  signed: { id: 1, key: Buffer.from(signed.public), signature: Buffer.alloc(64) },
  once: { id: 1, key: Buffer.from(once.public) },
});
