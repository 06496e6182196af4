import { expect, test } from "bun:test";
import { deleteWindow, editWindow } from "../../src/shared/limits.ts";
import { ack } from "../../src/shared/states.ts";
import { mayEdit, mayErase } from "./message-rules.ts";

const at = "2026-11-20T12:00:00Z";
const bubble = {
  id: 1,
  mine: true,
  kind: "chat" as const,
  body: "Oi",
  ack: ack.read as number,
  at,
  isDeleted: false,
};
const after = (ms: number) => Date.parse(at) + ms;

test("one's own words can be changed for a quarter of an hour, and taken back for two days", () => {
  expect([mayEdit(bubble, after(editWindow - 1)), mayEdit(bubble, after(editWindow))]).toEqual([
    true,
    false,
  ]);
  expect([
    mayErase(bubble, after(deleteWindow - 1)),
    mayErase(bubble, after(deleteWindow)),
  ]).toEqual([true, false]);
});

test("nobody changes what another bubble, what is gone, or what the server does not have", () => {
  for (const change of [{ mine: false }, { isDeleted: true }, { id: null }])
    expect([
      mayEdit({ ...bubble, ...change }, after(0)),
      mayErase({ ...bubble, ...change }, after(0)),
    ]).toEqual([false, false]);
});

test("only words can be changed: a caption can, a voice and a place can't", () => {
  const kinds = [
    "chat",
    "image",
    "video",
    "application",
    "audio",
    "sticker",
    "locationMessage",
    "vcard",
  ] as const;
  expect(kinds.filter((kind) => mayEdit({ ...bubble, kind }, after(0)))).toEqual([
    "chat",
    "image",
    "video",
    "application",
  ]);
  expect(mayEdit({ ...bubble, kind: "image", body: "" }, after(0))).toBe(false);
});

test("what failed is not changed, but thrown away at any time", () => {
  const failed = { ...bubble, ack: ack.failed };
  expect([mayEdit(failed, after(0)), mayErase(failed, after(deleteWindow * 9))]).toEqual([
    false,
    true,
  ]);
});
