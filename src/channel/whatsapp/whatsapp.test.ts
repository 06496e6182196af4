import { heapStats } from "bun:jsc";
import { expect } from "bun:test";
import { whatsappConnection } from "../../testing/whatsapp/connection.ts";
import { test } from "../../testing/world.ts";

test("a hundred reconnections leave its memory as it was", async () => {
  const limits = shortLimits();
  const { channel, reconnects } = await (await whatsappConnection()).start();

  for (let count = 0; count < 20; count++) await reconnects();
  await limits.over();
  const early = objects();
  for (let count = 0; count < 100; count++) await reconnects();
  // A socket that ended lives on in its time limits, a minute at most. It is a thousand objects.
  await limits.over();
  // On a busy machine the last sockets end a moment later. What leaks never goes.
  for (let tries = 0; tries < 50 && objects() >= early + 7000; tries++) await Bun.sleep(100);
  expect(objects()).toBeLessThan(early + 7000);
  await channel.stop();
  limits.restore();
}, 120_000);

/** Things that are alive. */
function objects() {
  Bun.gc(true);
  return heapStats().objectCount;
}

/**
 * Runs timers of up to a minute at once when `over` is called; that resolves when none waits any
 * more.
 */
function shortLimits() {
  const { setTimeout, clearTimeout } = globalThis;
  const waiting = new Map<unknown, () => void>();
  const set = (work: (...more: unknown[]) => void, ms = 0, ...more: unknown[]) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      work(...more);
    }, ms);
    if (ms > 10_000 && ms <= 60_000) waiting.set(timer, () => work(...more));
    return timer;
  };
  const clear = (timer?: Timer) => {
    waiting.delete(timer);
    clearTimeout(timer);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  return {
    async over() {
      while (waiting.size > 0) {
        for (const [timer, work] of [...waiting]) {
          clear(timer as Timer);
          work();
        }
        await Bun.sleep(0);
      }
    },
    restore: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}
