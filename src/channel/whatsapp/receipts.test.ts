import type { BinaryNode } from "@whiskeysockets/baileys";
import { expect, test } from "bun:test";
import { ack } from "../../shared/states.ts";
import { identifierOf } from "./identifiers.ts";
import { acksOf, levelOf, readOnOtherDevice, refusalOf, typingOf } from "./receipts.ts";

const bia = "5511988880001@s.whatsapp.net";
const biaLid = "123456789012345@lid";
const shop = ["5511977770000:7@s.whatsapp.net", "987654321098765:7@lid"];
const [biaPhone, biaHidden] = [
  { type: "phone", value: "5511988880001" },
  { type: "lid", value: "123456789012345" },
];
const group = "120363021234567890@g.us";

test.each([
  [undefined, ack.delivered],
  ["", ack.delivered],
  ["inactive", ack.delivered],
  ["read", ack.read],
  ["played", ack.played],
  ["read-self", undefined],
  ["played-self", undefined],
  ["retry", undefined],
  ["server-error", undefined],
  ["sender", undefined],
  ["peer_msg", undefined],
  ["hist_sync", undefined],
  ["constructor", undefined],
] as [string | undefined, number | undefined][])(
  "a receipt of type %p means level %p",
  (kind, level) => {
    expect(levelOf(kind)).toBe(level);
  },
);

const receipt = (attrs: Record<string, string>, content?: BinaryNode["content"]): BinaryNode => ({
  tag: "receipt",
  attrs: { from: bia, id: "3EB01", t: "1700000000", ...attrs },
  content,
});
const items = (...ids: string[]): BinaryNode[] => [
  { tag: "list", attrs: {}, content: ids.map((id) => ({ tag: "item", attrs: { id } })) },
];

test("a receipt tells of one message, or of all in its list", () => {
  expect(acksOf(receipt({}))).toMatchObject({
    ids: ["3EB01"],
    level: ack.delivered,
    from: identifierOf(bia),
  });
  expect(
    acksOf(receipt({ type: "read", from: biaLid }, items("3EB02", "3EB01", "", "3EB03"))),
  ).toMatchObject({
    ids: ["3EB01", "3EB02", "3EB03"],
    level: ack.read,
    from: identifierOf(biaLid),
  });
  expect(acksOf(receipt({ type: "played" }, "x"))).toMatchObject({
    ids: ["3EB01"],
    level: ack.played,
  });
});

test("a receipt that names thousands tells of the last ones", () => {
  const ids = Array.from({ length: 50_000 }, (_, index) => `3EB${index}`);
  expect(acksOf(receipt({ type: "read" }, items(...ids)))!.ids).toEqual(ids.slice(-500));
});

test("a group's bundle of receipts tells of the messages in it", () => {
  const bundle: BinaryNode[] = ["3EB01", "3EB02"].map((key) => ({
    tag: "participants",
    attrs: { key },
    content: [{ tag: "user", attrs: { jid: bia, t: "1" } }],
  }));
  expect(acksOf(receipt({ from: group, id: "99.1", type: "read" }, bundle))).toMatchObject({
    ids: ["3EB01", "3EB02"],
    level: ack.read,
  });
});

test.each([
  ["a retry", receipt({ type: "retry" })],
  ["what we read elsewhere", receipt({ type: "read", recipient: bia, from: shop[0]! })],
  [
    "what we read of a group elsewhere",
    receipt({ type: "read", from: group, participant: shop[1]! }),
  ],
  ["a status", receipt({ from: "status@broadcast", participant: bia })],
  ["a nameless message", receipt({ id: "" })],
  ["no receipt", { ...receipt({}), tag: "ack" }],
])("no message of ours came further by %s", (_, node) => {
  expect(acksOf(node, shop)).toBeUndefined();
});

test.each([
  ["on a phone that tells nobody", receipt({ type: "read-self" }), biaPhone],
  [
    "on a phone that tells",
    receipt({ type: "read", from: shop[0]!, recipient: biaLid }),
    biaHidden,
  ],
  [
    "in a group",
    receipt({ type: "read", from: group, participant: shop[1]! }),
    { type: "group", value: "120363021234567890" },
  ],
  [
    "in a group, told to nobody",
    receipt({ type: "read-self", from: group, participant: bia }),
    { type: "group", value: "120363021234567890" },
  ],
])("a conversation was read elsewhere: %s", (_, node, address) => {
  expect(readOnOtherDevice(node, shop)).toEqual([address as never]);
});

test("what a customer read was not read by us", () => {
  expect([
    readOnOtherDevice(receipt({ type: "read" }), shop),
    readOnOtherDevice(receipt({ recipient: bia }), shop),
    readOnOtherDevice(receipt({ type: "read-self", from: "status@broadcast" }), shop),
  ]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ["message", "463", "ERR_WAPP_REACHOUT"],
  ["message", "479", "ERR_WAPP_STALE_DEVICES"],
  ["message", "406", "ERR_SENDING_WAPP_MSG"],
  ["message", "", undefined],
  ["receipt", "463", undefined],
] as const)("an ack of a %s with error %p refuses by %p", (kind, error, reason) => {
  expect(refusalOf({ tag: "ack", attrs: { class: kind, id: "1", ...(error && { error }) } })).toBe(
    reason,
  );
});

test("who types is known by what their phone shows, and a group's people are not followed", () => {
  const typing = (id: string, lastKnownPresence: string) =>
    typingOf({ id, presences: { [id]: { lastKnownPresence } } } as Parameters<typeof typingOf>[0]);
  expect(
    ["composing", "recording", "paused", "available", "unavailable", "dancing"].map(
      (state) => typing(bia, state)?.state,
    ),
  ).toEqual(["composing", "recording", "paused", "paused", "paused", "paused"]);
  expect(typing(biaLid, "composing")).toEqual({ from: biaHidden as never, state: "composing" });
  expect([
    typing(group, "composing"),
    typing("status@broadcast", "composing"),
    typingOf({ id: bia, presences: {} }),
  ]).toEqual([undefined, undefined, { from: biaPhone as never, state: "paused" }]);
});
