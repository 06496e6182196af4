import { expect, test } from "bun:test";
import { statusOf } from "./statuses.ts";

const status = (more: object = {}) =>
  statusOf({
    id: "wamid.A",
    status: "delivered",
    timestamp: "1764000000",
    recipient_id: "551188880001",
    recipient_user_id: "BR.1349",
    biz_opaque_callback_data: "B1",
    ...more,
  });

test("a status has the level, our own id and the receiver", () => {
  expect(status() as unknown).toEqual({
    id: "wamid.A",
    level: 2,
    at: 1_764_000_000_000,
    ours: "B1",
    receiver: [
      { type: "phone", value: "551188880001" },
      { type: "bsuid", value: "BR.1349" },
    ],
  });
  const levels = ["sent", "delivered", "read", "played", "failed"].map(
    (name) => status({ status: name })?.level,
  );
  expect(levels).toEqual([1, 2, 3, 4, -1]);
});

test("a failed one has the code, and a billed one its price class", () => {
  expect(
    status({
      status: "failed",
      errors: [{ code: 131047, title: "Re-engagement", error_data: { details: "24 hours" } }],
    })?.error,
  ).toEqual({ code: 131047, details: "24 hours", trace: "" });
  expect(
    status({ pricing: { billable: true, type: "regular", category: "marketing" } })?.pricing,
  ).toEqual({ category: "marketing", type: "regular", billable: true });
});

test("a status of an unknown kind or without an id is none, and a group is no person", () => {
  expect(status({ status: "deleted" })).toBeUndefined();
  expect(status({ status: "constructor" })).toBeUndefined();
  expect(status({ id: 5 })).toBeUndefined();
  expect(status({ recipient_type: "group" })?.receiver).toEqual([]);
  for (const value of [null, 1, "x", [], {}, [null], true])
    for (const field of ["errors", "pricing", "timestamp", "recipient_id", "status"])
      status({ [field]: value });
});
