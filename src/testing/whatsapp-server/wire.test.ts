import { expect, test } from "bun:test";
import {
  Curve,
  encodeBinaryNode,
  makeNoiseHandler,
  NOISE_WA_HEADER,
  proto,
  WA_CERT_DETAILS,
  type BinaryNode,
} from "@whiskeysockets/baileys";
import { authority, type Opened } from "./noise.ts";
import { node } from "./nodes.ts";
import { Wire } from "./wire.ts";

test("a client that is routed greets, says who it is, and stanzas pass", async () => {
  const { client, stanzas, opened, wire } = await met(Buffer.from("gru"));
  expect([
    Number(opened.payload.username),
    Buffer.from(opened.static).equals(Buffer.from(client.key.public)),
  ]).toEqual([5511, true]);
  client.says(node("iq", { id: "1" }));
  wire.send(node("success"));
  await client.heard;
  expect(stanzas.map(({ tag, attrs }) => [tag, attrs.id])).toEqual([["iq", "1"]]);
  expect(client.frames.map((frame) => (frame as BinaryNode).tag)).toEqual(["success"]);
});

test("bytes may come one by one", async () => {
  const { client, stanzas } = await met();
  client.says(node("iq", { id: "1" }), 1);
  client.says(node("iq", { id: "2" }), 1);
  expect(stanzas.map(({ attrs }) => attrs.id)).toEqual(["1", "2"]);
});

test("a broken frame can't be opened", async () => {
  const { client, wire } = await met();
  wire.corrupt();
  expect(
    await client.heard.then(
      () => "opened",
      () => "broken",
    ),
  ).toBe("broken");
});

test("a deaf wire neither hears nor answers", async () => {
  const { client, stanzas, wire } = await met();
  wire.deaden();
  client.says(node("iq", { id: "1" }));
  wire.send(node("success"));
  await client.heard;
  expect([stanzas, client.frames]).toEqual([[], []]);
});

const silent = {
  level: "silent",
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
function nothing() {}

/** A wire and Baileys' own noise handler after their greeting. */
async function met(routingInfo?: Buffer) {
  const who = authority();
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(who.root.public);
  const stanzas: BinaryNode[] = [];
  const answers: Uint8Array[] = [];
  let opened!: Omit<Opened, "cipher">;
  const frames: unknown[] = [];
  let pending = Promise.resolve();
  let greeted = false;

  const ephemeral = Curve.generateKeyPair();
  const key = Curve.generateKeyPair();
  const noise = makeNoiseHandler({
    keyPair: ephemeral,
    NOISE_HEADER: NOISE_WA_HEADER,
    logger: silent,
    routingInfo,
  });
  const hears = (bytes: Uint8Array) => {
    if (greeted)
      pending = pending.then(() => noise.decodeFrame(bytes, (frame) => frames.push(frame)));
    else answers.push(bytes);
  };
  const wire = new Wire(
    { send: hears, close: nothing, terminate: nothing },
    { hello: () => who, opened: (one) => (opened = one), stanza: (stanza) => stanzas.push(stanza) },
  );

  wire.receive(
    noise.encodeFrame(
      proto.HandshakeMessage.encode({ clientHello: { ephemeral: ephemeral.public } }).finish(),
    ),
  );
  const sealed = noise.processHandshake(
    proto.HandshakeMessage.decode(answers[0]!.subarray(3)),
    key,
  );
  const payload = noise.encrypt(proto.ClientPayload.encode({ username: 5511 }).finish());
  wire.receive(
    noise.encodeFrame(
      proto.HandshakeMessage.encode({ clientFinish: { static: sealed, payload } }).finish(),
    ),
  );
  await noise.finishInit();
  greeted = true;

  const send = (stanza: BinaryNode, step = Infinity) => {
    const frame = noise.encodeFrame(encodeBinaryNode(stanza));
    for (let from = 0; from < frame.length; from += step)
      wire.receive(frame.subarray(from, from + step));
  };
  return {
    wire,
    stanzas,
    get opened() {
      return opened;
    },
    client: {
      key,
      frames,
      says: send,
      get heard() {
        return pending;
      },
    },
  };
}
