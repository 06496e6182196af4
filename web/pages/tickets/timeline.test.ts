import { expect, test } from "bun:test";
import { timeline } from "./timeline.ts";
import type { Parcel } from "./parcels.ts";
import type { Message } from "./types.ts";

test("days part the talk, and what one says in one breath stands together", () => {
  const items = timeline([said(1, "2026-11-20T10:00:00"), said(2, "2026-11-20T10:01:00"), said(3, "2026-11-20T10:20:00"), said(4, "2026-11-20T10:21:00", { fromMe: true }), said(5, "2026-11-21T09:00:00", { fromMe: true })], [], null);
  expect(items.map((item) => (item.kind === "said" ? `${item.key}${item.first ? " first" : ""}` : item.kind))).toEqual(["day", "m1 first", "m2", "m3 first", "m4 first", "day", "m5 first"]);
});

test("the mark stands before the first new message, which begins a group", () => {
  const items = timeline([said(1, "2026-11-20T10:00:00"), said(2, "2026-11-20T10:01:00")], [], 2);
  expect(items.map(({ kind }) => kind)).toEqual(["day", "said", "unread", "said"]);
  expect(items.at(-1)).toMatchObject({ first: true });
});

test("what waits comes last, keeps its key when it is taken, and is not shown twice", () => {
  const waiting = [parcel("a"), parcel("b")];
  const before = timeline([said(1, "2026-11-20T10:00:00")], waiting, null);
  const after = timeline([said(1, "2026-11-20T10:00:00"), said(2, "2026-11-20T10:02:00", { fromMe: true, clientId: "a", ack: 1 })], waiting, null);
  expect(before.map(({ key }) => key).slice(1)).toEqual(["m1", "a", "b"]);
  expect(after.map(({ key }) => key).slice(1)).toEqual(["m1", "a", "b"]);
  expect(after[2]).toMatchObject({ said: { ack: 1, unsent: false } });
});

test("a refused one has failed, and says why", () => {
  expect(timeline([], [{ ...parcel("a"), refused: "ERR_TICKET_NOT_OPEN" }], null)[1]).toMatchObject({ said: { ack: -1, reason: "ERR_TICKET_NOT_OPEN", unsent: true } });
});

function said(id: number, createdAt: string, change: Partial<Message> = {}): Message {
  return {
    id, ticketId: 1, contactId: 1, whatsappId: 1, providerId: `p${id}`, clientId: null, origin: "contact", userId: null, fromMe: false, read: false, ack: 2, reason: null, body: "Oi", mediaType: "chat",
    mediaUrl: null, mediaName: null, quotedMsgId: null, quotedMsg: null, isDeleted: false, isEdited: false, createdAt, updatedAt: createdAt, contact: { id: 1, name: "Bia", profilePicUrl: "" }, ...change,
  };
}

function parcel(clientId: string): Parcel {
  return { clientId, ticketId: 1, body: "Já vai", quotedMsg: null, image: null, at: "2026-11-20T10:02:00", refused: null };
}
