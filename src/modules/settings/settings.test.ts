import { expect } from "bun:test";
import { refusal, test, world } from "../../testing/world.ts";
import { list, read, write } from "./settings.ts";

test("every setting has a value before anyone chose one", () => {
  const { store } = world();
  expect(list(store)).toEqual([{ key: "CheckMsgIsGroup", value: "enabled" }, { key: "call", value: "enabled" }, { key: "sendGreetingAccepted", value: "disabled" }, { key: "sendMsgTransfTicket", value: "disabled" }, { key: "singleSession", value: "enabled" }]);
  expect(read(store, "CheckMsgIsGroup")).toBe("enabled");
});

test("a chosen value stays, and everyone hears it", () => {
  const { store, told } = world();
  write(store, "CheckMsgIsGroup", "disabled");
  write(store, "CheckMsgIsGroup", "disabled");
  expect(read(store, "CheckMsgIsGroup")).toBe("disabled");
  expect(list(store)).toContainEqual({ key: "CheckMsgIsGroup", value: "disabled" });
  expect(told[0]).toMatchObject({ event: "settings", action: "update", payload: { setting: { key: "CheckMsgIsGroup", value: "disabled" } }, sight: { to: "everyone" } });
});

test("there are no other settings and no other values", async () => {
  const { store } = world();
  for (const key of ["unknown", "__proto__", "toString"]) expect(await refusal(() => write(store, key, "enabled"))).toEqual({ kind: "missing", reason: "ERR_NO_SETTING_FOUND" });
  expect(await refusal(() => write(store, "singleSession", "maybe"))).toEqual({ kind: "invalid", reason: "ERR_VALIDATION", fields: { value: "invalid" } });
});
