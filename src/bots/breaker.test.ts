import { expect, test } from "bun:test";
import { RequestFailed } from "../kit/net/http-reply.ts";
import { silence } from "../testing/bots/turns.ts";
import { breaker } from "./breaker.ts";

const fails = () => Promise.reject(new RequestFailed("timeout"));
const works = () => Promise.resolve("ok");

function testBreaker() {
  let now = 0;
  const { run } = breaker(() => now);
  return {
    run,
    pass: (ms: number) => void (now += ms),
    fail: async (times: number, key = "a") => {
      for (let time = 0; time < times; time++) await silence(run(key, fails));
    },
  };
}

test("five failures in a row open it for a minute, each key by itself", async () => {
  const { run, pass, fail } = testBreaker();
  await fail(4);
  expect(await run("a", works)).toBe("ok");
  await fail(5);
  let isCalled = false;
  expect(await silence(run("a", async () => (isCalled = true)))).toBe("open");
  expect(isCalled).toBe(false);
  expect(await run("b", works)).toBe("ok");
  pass(59_999);
  expect(await silence(run("a", works))).toBe("open");
  pass(1);
  expect(await run("a", works)).toBe("ok");
  await fail(4);
  expect(await run("a", works)).toBe("ok");
});

test("then one try decides, and nobody else goes meanwhile", async () => {
  const { run, pass, fail } = testBreaker();
  await fail(5);
  pass(60_000);
  const { promise, reject } = Promise.withResolvers<string>();
  const trial = silence(run("a", () => promise));
  expect(await silence(run("a", works))).toBe("open");
  reject(new RequestFailed("unreachable"));
  expect(await trial).toBe("unreachable");
  expect(await silence(run("a", works))).toBe("open");
  pass(60_000);
  expect(await run("a", works)).toBe("ok");
});

test("that we hung up is nobody's failure", async () => {
  const { run, pass, fail } = testBreaker();
  const hangUp = () => run("a", () => Promise.reject(new RequestFailed("cancelled")));
  for (let time = 0; time < 9; time++) expect(await silence(hangUp())).toBe("cancelled");
  await fail(5);
  pass(60_000);
  expect(await silence(hangUp())).toBe("cancelled");
  expect(await run("a", works)).toBe("ok");
});

test("what is refused for what was said opens it for nobody", async () => {
  const { run } = breaker(() => 0);
  for (let time = 0; time < 9; time++)
    await run("ia", async () => {
      throw new RequestFailed("status", 400);
    }).catch(() => undefined);
  expect(await run("ia", async () => "Oi")).toBe("Oi");
});

test("sixteen ask one bot at once, and wait for nobody of another", async () => {
  const { run } = breaker(() => 0);
  const open = Promise.withResolvers<void>();
  let calls = 0;
  const all = Array.from({ length: 20 }, () =>
    run("slow", async () => ((calls += 1), open.promise)),
  );
  expect(await run("quick", async () => "Oi")).toBe("Oi");
  expect(calls).toBe(16);
  open.resolve();
  await Promise.all(all);
  expect(calls).toBe(20);
});
