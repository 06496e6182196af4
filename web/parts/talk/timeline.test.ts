import { expect, test } from "bun:test";
import type { PendingMessage } from "../../inbox/pending-storage.ts";
import { groupReactions } from "../../messages/bubble.ts";
import { timeline } from "./timeline.ts";
import type { Message } from "../../types.ts";

test("days part the talk, and what one says in one breath stands together", () => {
  const items = timeline(
    [
      message(1, "2026-11-20T10:00:00"),
      message(2, "2026-11-20T10:01:00"),
      message(3, "2026-11-20T10:20:00"),
      message(4, "2026-11-20T10:21:00", { fromMe: true }),
      message(5, "2026-11-21T09:00:00", { fromMe: true }),
    ],
    [],
    null,
  );
  expect(
    items.map((item) =>
      item.kind === "bubble" ? `${item.key}${item.first ? " first" : ""}` : item.kind,
    ),
  ).toEqual(["day", "m1 first", "m2", "m3 first", "m4 first", "day", "m5 first"]);
});

test("the mark stands before the first new message, which begins a group", () => {
  const items = timeline(
    [message(1, "2026-11-20T10:00:00"), message(2, "2026-11-20T10:01:00")],
    [],
    2,
  );
  expect(items.map(({ kind }) => kind)).toEqual(["day", "bubble", "unread", "bubble"]);
  expect(items.at(-1)).toMatchObject({ first: true });
});

test("what waits comes last, keeps its key when it is taken, and is not shown twice", () => {
  const waiting = [pending("a"), pending("b")];
  const before = timeline([message(1, "2026-11-20T10:00:00")], waiting, null);
  const after = timeline(
    [
      message(1, "2026-11-20T10:00:00"),
      message(2, "2026-11-20T10:02:00", { fromMe: true, clientId: "a", ack: 1 }),
    ],
    waiting,
    null,
  );
  expect(before.map(({ key }) => key).slice(1)).toEqual(["m1", "a", "b"]);
  expect(after.map(({ key }) => key).slice(1)).toEqual(["m1", "a", "b"]);
  expect(after[2]).toMatchObject({ bubble: { ack: 1, unsent: false } });
});

test("a refused one has failed, and says why", () => {
  expect(
    timeline([], [{ ...pending("a"), refused: "ERR_TICKET_NOT_OPEN" }], null)[1],
  ).toMatchObject({ bubble: { ack: -1, reason: "ERR_TICKET_NOT_OPEN", unsent: true } });
});

test("what carries more than words says so before the server has it", () => {
  const file = {
    name: "voz.webm",
    type: "audio/webm",
    size: 900,
    kind: "audio" as const,
    voice: { seconds: 2.5, waveform: [0, 100] },
  };
  const waiting = [
    { ...pending("voice"), body: "", file },
    { ...pending("place"), body: "", place: { latitude: -23.55052, longitude: -46.63331 } },
    { ...pending("card"), body: "", contacts: [{ id: 7, name: "João", number: "551133334444" }] },
  ];
  const bubbles = timeline([], waiting, null).flatMap((item) =>
    item.kind === "bubble" ? [item.bubble] : [],
  );
  expect(bubbles.map(({ kind }) => kind)).toEqual(["audio", "locationMessage", "vcard"]);
  expect(bubbles[0]).toMatchObject({
    mediaName: "voz.webm",
    media: { voice: true, seconds: 2.5, waveform: [0, 100], size: 900, reason: null },
  });
  expect(bubbles[1]!.place).toMatchObject({ latitude: -23.55052, longitude: -46.63331 });
  expect(bubbles[2]!.contacts).toEqual([{ name: "João", number: "551133334444" }]);
});

test("a call is a line that parts what stands around it", () => {
  const items = timeline(
    [
      message(1, "2026-11-20T10:00:00"),
      message(2, "2026-11-20T10:00:30", { mediaType: "call_log" }),
      message(3, "2026-11-20T10:01:00"),
      message(4, "2026-11-20T10:01:30"),
    ],
    [],
    null,
  );
  expect(items.flatMap((item) => (item.kind === "bubble" ? [item.first] : []))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("a message stands at the day and the hour when it was sent, and says when it came", () => {
  const items = timeline(
    [
      message(1, "2026-11-21T08:00:00", { sentAt: "2026-11-20T23:10:00" }),
      message(2, "2026-11-21T08:00:01", { fromMe: true }),
    ],
    [],
    null,
  );
  expect(
    items.map((item) =>
      item.kind === "bubble" ? [item.bubble.at, item.bubble.cameAt] : item.kind,
    ),
  ).toEqual([
    "day",
    ["2026-11-20T23:10:00", "2026-11-21T08:00:00"],
    "day",
    ["2026-11-21T08:00:01", "2026-11-21T08:00:01"],
  ]);
});

test("in a group each author begins anew", () => {
  const davi = { id: 2, name: "Davi", profilePicUrl: "" };
  const items = timeline(
    [
      message(1, "2026-11-20T10:00:00"),
      message(2, "2026-11-20T10:00:30", { contact: davi }),
      message(3, "2026-11-20T10:01:00", { contact: davi }),
    ],
    [],
    null,
  );
  expect(items.flatMap((item) => (item.kind === "bubble" ? [item.first] : []))).toEqual([
    true,
    true,
    false,
  ]);
});

test("reactions stand together by emoji, in the order they came, and know which is ours", () => {
  const by = (emoji: string, name: string | null, fromMe = false) => ({
    emoji,
    name,
    fromMe,
    contactId: fromMe ? 0 : 1,
  });
  expect(
    groupReactions([by("👍", "Bia"), by("❤️", "Davi"), by("👍", null, true), by("👍", null)]),
  ).toEqual([
    { emoji: "👍", count: 3, mine: true, names: ["Bia"] },
    { emoji: "❤️", count: 1, mine: false, names: ["Davi"] },
  ]);
  expect(groupReactions([])).toEqual([]);
});

function message(id: number, createdAt: string, change: Partial<Message> = {}): Message {
  return {
    id,
    ticketId: 1,
    contactId: 1,
    whatsappId: 1,
    providerId: `p${id}`,
    clientId: null,
    origin: "contact",
    userId: null,
    fromMe: false,
    read: false,
    ack: 2,
    reason: null,
    body: "Oi",
    mediaType: "chat",
    mediaUrl: null,
    mediaName: null,
    media: null,
    retryAt: null,
    place: null,
    template: null,
    interactive: null,
    contacts: [],
    reactions: [],
    quotedMsgId: null,
    quote: null,
    referral: null,
    forwarded: null,
    quotedMsg: null,
    isDeleted: false,
    isEdited: false,
    sentAt: createdAt,
    createdAt,
    updatedAt: createdAt,
    contact: { id: 1, name: "Bia", profilePicUrl: "" },
    user: null,
    ...change,
  };
}

function pending(clientId: string): PendingMessage {
  return {
    clientId,
    ticketId: 1,
    body: "Já vai",
    quotedMsg: null,
    file: null,
    place: null,
    contacts: null,
    at: "2026-11-20T10:02:00",
    refused: null,
  };
}
