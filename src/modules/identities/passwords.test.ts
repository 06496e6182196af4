import { expect, spyOn } from "bun:test";
import { afterwards, test } from "../../testing/world.ts";
import { hash, matches } from "./passwords.ts";

test("a hash is argon2id at its full cost, and matches only its password", async () => {
  const stored = await hash("pao-quente-1");
  expect(stored).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await matches("pao-quente-1", stored)).toBe(true);
  expect(await matches("pao-quente-2", stored)).toBe(false);
});

test("checking an unknown account takes as long as a known one", async () => {
  const verify = spyOn(Bun.password, "verify");
  afterwards(() => verify.mockRestore());
  expect(await matches("pao-quente-1", undefined)).toBe(false);
  expect(verify).toHaveBeenCalledTimes(1);
  expect(verify.mock.calls[0]![1]).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
});

test("two hashes at a time, and everyone gets a turn", async () => {
  let [busy, most] = [0, 0];
  const verify = spyOn(Bun.password, "verify").mockImplementation(async (password) => {
    most = Math.max(most, (busy += 1));
    await Bun.sleep(2);
    busy -= 1;
    if (password === "breaks") throw new Error("broken hash");
    return true;
  });
  afterwards(() => verify.mockRestore());
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => matches(index % 4 === 0 ? "breaks" : "right", "hash")),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
  expect([most, busy]).toEqual([2, 0]);
  expect(await matches("right", "hash")).toBe(true);
});
