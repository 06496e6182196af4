import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type BinaryNode,
  type KeyPair,
  type proto,
} from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import { Companion } from "./companion.ts";
import { messageId } from "./handset.ts";
import { Recording } from "./recording.ts";
import { bytes, child, node, seconds, service, unbig } from "./nodes.ts";
import { signDevice, isDeviceSigned } from "./device-identity.ts";
import { jid, type Person } from "./people.ts";
import type { Network } from "./network.ts";
import type { Wire } from "./wire.ts";

const firstDevice = 10;
const soon = 5000;

/** A client that is not linked yet: it shows a QR code, or asks for a pairing code. */
export class Newcomer {
  readonly refs: string[];
  /** Its answers and queries while it pairs. An empty node with the tag "closed" is its end. */
  readonly said = new Recording<BinaryNode>();
  /** Has to make a new secret and has not finished: until then no scan links. */
  stale = false;

  constructor(
    readonly wire: Wire,
    readonly noise: Buffer,
    readonly registration: proto.ClientPayload.IDevicePairingRegistrationData,
    codes: number,
  ) {
    this.refs = Array.from({ length: codes }, () => randomBytes(24).toString("base64"));
  }

  get identity(): Buffer {
    return Buffer.from(this.registration.eIdent!);
  }

  /** Offers the refs for its QR codes. */
  welcome(refreshes: boolean): void {
    this.wire.send(
      node("iq", { from: service, type: "set", id: messageId(), xmlns: "md" }, [
        node(
          "pair-device",
          {},
          this.refs.map((ref) => node("ref", {}, ref)),
        ),
      ]),
    );
    if (!refreshes) return;
    this.stale = true;
    this.wire.send(
      node("notification", {
        from: service,
        type: "companion_reg_refresh",
        id: messageId(),
        t: seconds(),
      }),
    );
  }

  hear(stanza: BinaryNode): void {
    if (stanza.tag === "ack" && stanza.attrs.class === "notification") this.stale = false;
    this.said.add(stanza);
    if (stanza.tag === "iq" && stanza.attrs.type !== "result") this.wire.send(answer(stanza));
  }
}

/**
 * A phone's part of linking by QR code. Rejects when the code is unknown, the keys don't fit, or
 * the client doesn't sign.
 */
export async function scan(
  net: Network,
  account: Account,
  qr: string,
): Promise<Companion | undefined> {
  const [ref, noise, identity, secret] = qr
    .replace(/^https:\/\/wa\.me\/settings\/linked_devices#/, "")
    .split(",");
  const newcomer = [...net.newcomers].find((one) => one.refs.includes(ref!));
  if (!newcomer || !noise || !identity || !secret)
    throw new Error("the phone says: this QR code is not valid");
  if (
    !newcomer.noise.equals(Buffer.from(noise, "base64")) ||
    !newcomer.identity.equals(Buffer.from(identity, "base64"))
  )
    throw new Error("the phone says: the keys of this QR code are another device's");
  if (newcomer.stale) throw new Error("the phone says: couldn't link device");
  return link(net, account, newcomer, Buffer.from(secret, "base64"));
}

/** A client's request to link by a code, with a phone of this name. It is good for one attempt. */
export type Hello = { newcomer: Newcomer; jid: string; wrapped: Buffer; tried: boolean };

export function helloOf(newcomer: Newcomer, stanza: BinaryNode): Hello | undefined {
  const hello = stageOf(stanza);
  if (hello?.attrs.stage !== "companion_hello") return undefined;
  return {
    newcomer,
    jid: hello.attrs.jid ?? "",
    wrapped: bytes(child(hello, "link_code_pairing_wrapped_companion_ephemeral_pub")),
    tried: false,
  };
}

/**
 * A phone's part of linking by the code that the client shows. Rejects when no client asks within
 * `patience` ms, or the code is wrong.
 */
export async function enter(
  net: Network,
  account: Account,
  code: string,
  patience: number,
): Promise<Companion | undefined> {
  const plain = code.replaceAll("-", "").toUpperCase();
  const open = (hello: Hello) =>
    hello.jid === jid(account.person, "pn") && !hello.tried && net.newcomers.has(hello.newcomer);
  const hello = await net.hellos.until(
    open,
    patience,
    () => `no client asks for a code for ${account.person.number}`,
  );
  hello.tried = true;
  const { newcomer, wrapped } = hello;
  const theirs = aesDecryptCTR(
    wrapped.subarray(48),
    await derivePairingCodeKey(plain, wrapped.subarray(0, 32)),
    wrapped.subarray(32, 48),
  );

  const mine = Curve.generateKeyPair();
  const [salt, iv, ref] = [randomBytes(32), randomBytes(16), randomBytes(16)];
  const sealed = Buffer.concat([
    salt,
    iv,
    aesEncryptCTR(mine.public, await derivePairingCodeKey(plain, salt), iv),
  ]);
  newcomer.wire.send(
    node(
      "notification",
      { from: service, type: "link_code_companion_reg", id: messageId(), t: seconds() },
      [
        node("link_code_companion_reg", { stage: "primary_hello" }, [
          node("link_code_pairing_wrapped_primary_ephemeral_pub", {}, sealed),
          node("primary_identity_pub", {}, account.key.public),
          node("link_code_pairing_ref", {}, ref),
        ]),
      ],
    ),
  );

  const finishes = (one: BinaryNode) =>
    stageOf(one)?.attrs.stage === "companion_finish" &&
    bytes(child(stageOf(one), "link_code_pairing_ref")).equals(ref);
  const finish = await newcomer.said.until(
    (one) => finishes(one) || ended(one),
    soon,
    () => "the client does not finish its pairing code",
  );
  if (!finishes(finish)) throw new Error("the client left while it paired");
  const bundle = bytes(child(stageOf(finish), "link_code_pairing_wrapped_key_bundle"));
  const shared = Curve.sharedKey(mine.private, theirs);
  const key = hkdf(shared, 32, {
    salt: bundle.subarray(0, 32),
    info: "link_code_pairing_key_bundle_encryption_key",
  });
  const [identity, random] = unbundled(bundle, Buffer.from(key));
  const secret = hkdf(
    Buffer.concat([shared, Curve.sharedKey(account.key.private, identity), random]),
    32,
    { info: "adv_secret" },
  );
  return link(net, account, newcomer, Buffer.from(secret));
}

/** The fields of the phone that pairing uses. */
export type Account = { person: Person; key: KeyPair };

async function link(
  net: Network,
  { person, key }: Account,
  newcomer: Newcomer,
  secret: Buffer,
): Promise<Companion | undefined> {
  const { registration, identity, noise, wire, said } = newcomer;
  if (net.faults.passkeys) {
    const type = "passkey_prologue_request";
    void said
      .until(
        ({ tag, attrs }) => tag === "ack" && attrs.type === type,
        soon,
        () => "the client never acknowledges the passkey",
      )
      .then(
        () => (net.faults.passkeyAcks += 1),
        () => {},
      );
    wire.send(
      node("notification", {
        from: service,
        type,
        id: messageId(),
        t: seconds(),
      }),
    );
    return undefined;
  }
  const index = (person.links += 1);
  const device = firstDevice + index - 1;
  const request = messageId();
  wire.send(
    node("iq", { from: service, type: "set", id: request, t: seconds(), xmlns: "md" }, [
      node("pair-success", {}, [
        node("device-identity", {}, signDevice(key, identity, secret, index).sealed),
        node("biz", { name: person.name }),
        node("device", { jid: jid(person, "pn", device), lid: jid(person, "lid", device) }),
        node("platform", { name: "android" }),
      ]),
    ]),
  );

  const reply = await said.until(
    (one) => (one.tag === "iq" && one.attrs.id === request) || ended(one),
    soon,
    () => "the client does not sign its papers",
  );
  const papers = bytes(child(child(reply, "pair-device-sign"), "device-identity"));
  if (!papers.length) throw new Error("the client refuses what the phone vouches for");
  if (!isDeviceSigned(papers, key.public, identity))
    throw new Error("the client's signature is wrong");
  const companion = new Companion(
    person,
    device,
    {
      noise,
      identity,
      registration: unbig(Buffer.from(registration.eRegid!)),
      signed: signedKey(registration),
      keyIndex: index,
    },
    net.faults.gate,
  );
  wire.send(node("stream:error", { code: 515 }));
  wire.close();
  return companion;
}

const signedKey = ({
  eSkeyId,
  eSkeyVal,
  eSkeySig,
}: proto.ClientPayload.IDevicePairingRegistrationData) => ({
  id: unbig(Buffer.from(eSkeyId!)),
  key: Buffer.from(eSkeyVal!),
  signature: Buffer.from(eSkeySig!),
});

function unbundled(bundle: Buffer, key: Buffer): [identity: Buffer, random: Buffer] {
  try {
    const plain = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
    return [plain.subarray(0, 32), plain.subarray(64)];
  } catch {
    throw new Error("the phone says: this code is wrong");
  }
}

const ended = ({ tag }: BinaryNode) => tag === "closed";
const stageOf = (stanza: BinaryNode) => child(stanza, "link_code_companion_reg");

function answer(stanza: BinaryNode): BinaryNode {
  const hello = stageOf(stanza)?.attrs.stage === "companion_hello";
  return node(
    "iq",
    { from: service, type: "result", id: stanza.attrs.id },
    hello
      ? [
          node("link_code_companion_reg", { stage: "companion_hello" }, [
            node("link_code_pairing_ref", {}, randomBytes(16)),
          ]),
        ]
      : undefined,
  );
}
