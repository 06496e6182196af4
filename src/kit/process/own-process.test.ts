import { expect } from "bun:test";
import { join } from "node:path";
import { folder, test } from "../../testing/world.ts";
import { startOwn } from "./own-process.ts";

test("a command that reads what comes from elsewhere is killed at its limits", async () => {
  const words = ["company", "look", join(folder(), "missing.balcao"), "--data", folder()];
  const reason = "ERR_NOT_A_COMPANY_FILE";
  const run = async (limits: { time: number; memory: number }) =>
    (await startOwn(words, { limits: { ...limits, reason } }).ended).failed;
  const plenty = { time: 20_000, memory: 1024 * 1024 * 1024 };
  expect((await run(plenty))?.message).not.toContain("takes too much");
  expect(await run({ ...plenty, time: 1 })).toEqual({ reason, message: "it takes too much time" });
  expect(await run({ ...plenty, memory: 1024 })).toEqual({
    reason,
    message: "it takes too much memory",
  });
});
