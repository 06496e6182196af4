import { expect } from "bun:test";
import { refusal, test, world } from "../../testing/world.ts";
import { list, read, write } from "./settings.ts";

test("every setting has a value before anyone chose one", () => {
  const { store } = world();
  expect(Object.fromEntries(list(store).map(({ key, value }) => [key, value]))).toEqual({
    CheckMsgIsGroup: "enabled", call: "enabled", chatBotType: "text", disableBot: "disabled", iaMonthlyLimit: "1000", scheduleType: "disabled", sendGreetingAccepted: "disabled",
    sendGreetingMessageOneQueues: "disabled", sendMsgTransfTicket: "disabled", singleSession: "enabled", userRating: "disabled",
  });
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

test("some take a word of theirs, some a number", async () => {
  const { store } = world();
  const taken = [["scheduleType", "company"], ["scheduleType", "queue"], ["userRating", "enabled"], ["iaMonthlyLimit", "0"], ["iaMonthlyLimit", "1000000"]] as const;
  for (const [key, value] of taken) expect([write(store, key, value), read(store, key)]).toEqual([{ key, value }, value]);
  const refused = [["scheduleType", "enabled"], ["chatBotType", "list"], ["iaMonthlyLimit", "1000001"], ["iaMonthlyLimit", "-1"], ["iaMonthlyLimit", "1.5"], ["iaMonthlyLimit", "007"], ["iaMonthlyLimit", ""], ["iaMonthlyLimit", "disabled"]] as const;
  for (const [key, value] of refused) expect([key, value, await refusal(() => write(store, key, value))]).toMatchObject([key, value, { kind: "invalid", fields: { value: "invalid" } }]);
});
