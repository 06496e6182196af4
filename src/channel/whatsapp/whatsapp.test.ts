import { heapStats } from "bun:jsc";
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate, migrationsFor } from "../../kit/migrate.ts";
import { Recording } from "../../testing/whatsapp-server/recording.ts";
import { whatsapp } from "../../testing/whatsapp-server/server.ts";
import type { ChannelHandlers, ConnectionStatus } from "../channel.ts";
import { Vault } from "./vault.ts";
import { WhatsApp } from "./whatsapp.ts";

test("a hundred reconnections leave its memory as it was", async () => {
  const limits = shortLimits();
  const wa = await whatsapp();
  const account = wa.account();
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrationsFor("company"));
  sqlite.run("INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (1, 'Balcão', 'beta', 0, 0)");
  const lines = new Recording<ConnectionStatus>();
  const deaf = () => undefined;
  const handlers: ChannelHandlers = { onStatus: (status) => lines.add(status), onMessage: async () => {}, onReaction: deaf, onEdit: deaf, onDelete: deaf, onCall: deaf, onAck: deaf, onSetAside: deaf, onPerson: deaf, onRead: deaf, onTyping: deaf };
  const { BALCAO_WA_URL: url, BALCAO_WA_ROOT: root } = wa.env;
  const line = new WhatsApp(new Vault(sqlite, 1, new Uint8Array(32).fill(7), Date.now), { url, root }, handlers, deaf);
  const is = (wanted: (status: ConnectionStatus) => boolean) => lines.until(wanted, 10_000, () => "the line never gets there");
  await line.start();
  await account.scans((await is(({ qrcode }) => qrcode !== "")).qrcode);
  await is(({ status }) => status === "CONNECTED");
  const ups = () => lines.all.filter(({ status }) => status === "CONNECTED").length;
  const again = async () => {
    const before = ups();
    wa.faults.streamError(515);
    await is(() => ups() > before);
  };

  for (let count = 0; count < 20; count++) await again();
  await limits.over();
  const early = objects();
  for (let count = 0; count < 100; count++) await again();
  // A socket that ended lives on in its time limits, a minute at most. It is a thousand objects.
  await limits.over();
  expect(objects()).toBeLessThan(early + 7000);
  await line.stop();
  await wa.stop();
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
