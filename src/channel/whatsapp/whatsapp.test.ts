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
  expect(objects()).toBeLessThan(early + 7000);
  await channel.stop();
  limits.restore();
}, 120_000);

/** Things that are alive. */
function objects() {
  Bun.gc(true);
  return heapStats().objectCount;
}

/** Ends within three seconds what else waits for up to a minute. `over` resolves when none waits any more. */
function shortLimits() {
  const { setTimeout, clearTimeout } = globalThis;
  const waiting = new Map<unknown, PromiseWithResolvers<void>>();
  const end = (timer: unknown) => {
    waiting.get(timer)?.resolve();
    waiting.delete(timer);
  };
  const set = (work: (...more: unknown[]) => void, ms = 0, ...more: unknown[]) => {
    if (ms <= 10_000 || ms > 60_000) return setTimeout(work, ms, ...more);
    const timer = setTimeout(() => {
      end(timer);
      work(...more);
    }, 3000);
    waiting.set(timer, Promise.withResolvers());
    return timer;
  };
  const clear = (timer?: Timer) => {
    end(timer);
    clearTimeout(timer);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  return {
    async over() {
      while (waiting.size > 0) await Promise.all([...waiting.values()].map(({ promise }) => promise));
    },
    restore: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}
