import { Database } from "bun:sqlite";
import jwt from "@elysiajs/jwt";
import { Cron } from "croner";
import { Elysia } from "elysia";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { breaker } from "./bots/breaker.ts";
import { Clockwork } from "./jobs/clockwork.ts";
import { Misconfigured, type Env } from "./env.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { Hub } from "./live/hub.ts";
import type { Clock } from "./kit/clock.ts";
import { TenantStores } from "./kit/tenant-stores.ts";
import { privateFolder } from "./kit/files.ts";
import { listenOn } from "./kit/listen.ts";
import { log, logLevel, trace } from "./kit/log.ts";
import { NewerFile } from "./kit/migrate.ts";
import { outbound } from "./kit/outbound.ts";
import { proxies } from "./kit/proxies.ts";
import { seals } from "./kit/seal.ts";
import { Control, openFile, type Store } from "./kit/store.ts";
import { doorkeeper, type Tokens } from "./modules/auth/door.ts";
import { files as ownFiles, sweep as sweepAnnounced } from "./modules/announcements/announcements.ts";
import { sweep as forgetDeeds } from "./modules/audit/audit.ts";
import { sweep } from "./modules/identities/sessions.ts";
import { namer } from "./modules/messages/upload.ts";
import type { BotServices } from "./modules/tickets/bot-turn.ts";
import { closeInactive, transferWaiting } from "./modules/tickets/timeouts.ts";
import { Switchboard } from "./connections/switchboard.ts";

const idleAfter = 5 * 60_000;
/** An access token's life. doc 4 §1.32 */
const accessFor = 15 * 60_000;
const eventsKept = 24 * 3_600_000;

export type Served = { url: string; port: number; stores: TenantStores; board: Switchboard; stop(): Promise<void> };

/** Opens the data folder's files. What the commands that need no server share with it. Throws Misconfigured. */
export function openTenantStores(env: Pick<Env, "data">, now: Clock = Date.now): TenantStores {
  try {
    privateFolder(env.data);
    refuseLostControl(env.data);
    const control = new Control(openFile(join(env.data, "control.sqlite"), "control"), now);
    return new TenantStores(control, env.data, secret(env.data, "media"), now);
  } catch (thrown) {
    if (thrown instanceof NewerFile || thrown instanceof Misconfigured) throw thrown;
    throw new Misconfigured(`${env.data} cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

// A control file made anew would have no owner, and who claims the box then would take its first company's people away.
function refuseLostControl(data: string) {
  const path = join(data, "control.sqlite");
  const isThere = existsSync(path) && statSync(path).size > 0;
  const companies = join(data, "companies");
  if (isThere || !existsSync(companies) || !readdirSync(companies).some((name) => name.endsWith(".sqlite"))) return;
  throw new Misconfigured(`${path} is missing or empty, but there are companies: put it back from a backup`);
}

/** Brings the box up. Throws Misconfigured when the folder is another process's, or newer than this executable. */
export async function serve(env: Env, now: Clock = () => Date.now() + env.clockAhead): Promise<Served> {
  logLevel(env.logLevel);
  const unlock = lock(env.data);
  const stores = openTenantStores(env, now);
  const hub = new Hub(stores);
  const tokens = signer(secret(env.data, "session"), now);
  const door = doorkeeper(stores, tokens);
  const board = new Switchboard(stores, hub, { folder: env.data, key: secret(env.data, "vault"), servers: { url: env.waUrl, root: env.waRoot, mediaHost: env.waMediaHost } }, now);
  const outside: BotServices = { outbound: outbound({ allow: env.outboundAllow }), breaker: breaker(now) };
  const clockwork = new Clockwork(stores, jobHandlers(outside, board, (...said) => hub.sendTransient(...said)));
  const state = { ready: false };

  await sweepIncoming(stores).catch(grumble);
  const app = await createApp({ stores, hub, door, tokens, seals: seals(secret(env.data, "vault"), new Uint8Array(), "identities"), origin: proxies(env.trustedProxies), publicUrl: env.publicUrl, lines: board, practice: board, outbound: outside.outbound, cepUrl: env.cepUrl, ready: () => state.ready && writable(stores) });
  try {
    listenOn(app, { hostname: env.host, port: env.port });
  } catch (thrown) {
    throw new Misconfigured(`cannot listen on ${env.host}:${env.port}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const { port } = app.server!;
  const url = env.publicUrl?.replace(/\/$/, "") ?? `http://${shownHost(env.host)}:${port}`;
  try {
    await board.open();
  } catch (thrown) {
    await app.server?.stop(true);
    throw thrown;
  }
  state.ready = true;

  const jobs = [
    new Cron("*/3 * * * * *", { catch: grumble }, () => hub.check()),
    new Cron("* * * * * *", { catch: grumble }, () => clockwork.tick()),
    new Cron("*/10 * * * * *", { catch: grumble }, () => stores.reopenRestored()),
    new Cron("*/10 * * * * *", { catch: grumble }, () => stores.each("clock", keepTime)),
    new Cron("* * * * *", { catch: grumble }, () => stores.closeIdle(idleAfter)),
    new Cron("7 * * * *", { catch: grumble }, () => {
      sweep(stores.control);
      stores.each("housekeeping", (store) => {
        store.dropEvents(eventsKept);
        forgetDeeds(store);
      });
    }),
    new Cron("37 * * * *", { catch: grumble, protect: true }, () => sweepFiles(stores)),
  ];
  log("info", "serving", { url, data: env.data });

  return {
    url,
    port: port!,
    stores,
    board,
    async stop() {
      state.ready = false;
      for (const job of jobs) job.stop();
      hub.closeAll();
      await app.server?.stop(true);
      await clockwork.stop();
      await board.closeAll();
      stores.closeAll();
      stores.control.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
      stores.control.sqlite.close();
      unlock();
    },
  };
}

/** What is due by the clock and by no job: attendances that fell silent, and those that nobody took. */
function keepTime(store: Store) {
  closeInactive(store);
  transferWaiting(store);
}

/** What an earlier life was writing when it ended is of no use to anyone. */
async function sweepIncoming(stores: TenantStores) {
  for (const { id } of stores.control.sqlite.query<{ id: number }, []>("SELECT id FROM companies").all()) await stores.files(id).sweepIncoming();
  await ownFiles(stores).sweepIncoming();
}

/** Takes away files that nothing names. Those of a company whose file can't be read whole stay. rules.md#shut-by-itself */
export async function sweepFiles(stores: TenantStores) {
  await sweepAnnounced(stores);
  for (const store of stores.openStores()) {
    const release = stores.hold(store.company);
    try {
      await store.files.sweep(await namer(store));
    } catch (thrown) {
      log("error", "sweep", { company: store.company, ...trace(thrown) });
      stores.checkDamage(thrown, store.company);
    } finally {
      release();
    }
  }
}

/** A secret of 32 bytes, made at first use, that only this box's user may read. */
function secret(data: string, name: string): Uint8Array {
  const path = join(privateFolder(join(data, "secrets")), `${name}.key`);
  if (!existsSync(path)) {
    writeFileSync(path, crypto.getRandomValues(new Uint8Array(32)), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
  }
  const bytes = new Uint8Array(readFileSync(path));
  if (bytes.length !== 32) throw new Misconfigured(`${path} is damaged: it must hold 32 bytes`);
  return bytes;
}

// SQLite's own lock goes with the process, however it ends.
function lock(data: string): () => void {
  const file = lockFile(data);
  try {
    file.run("PRAGMA locking_mode = EXCLUSIVE");
    file.run("BEGIN EXCLUSIVE");
  } catch {
    throw new Misconfigured(`${data} is in use by another balcao`);
  }
  return () => file.close();
}

function lockFile(data: string): Database {
  try {
    return new Database(join(privateFolder(data), "lock.sqlite"), { create: true });
  } catch (thrown) {
    throw new Misconfigured(`${data} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function signer(key: Uint8Array, now: Clock): Tokens {
  const { jwt: tokens } = new Elysia().use(jwt({ name: "jwt", secret: Buffer.from(key).toString("base64url") })).decorator;
  return {
    // The library reads the machine's clock, the door the box's: the demo's lies behind, and lives hours in a minute.
    sign: (claims) => tokens.sign({ ...claims, exp: Math.floor((Math.max(Date.now(), now()) + accessFor) / 1000) }),
    verify: (token) => tokens.verify(token),
  };
}

function writable(stores: TenantStores): boolean {
  try {
    stores.control.sqlite.run("INSERT INTO instance VALUES ('probe', ?1) ON CONFLICT DO UPDATE SET value = ?1", [String(Date.now())]);
    return true;
  } catch {
    return false;
  }
}

/** The host that people type for an address that is listened on. */
export function shownHost(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return isIP(host) === 6 ? `[${host}]` : host;
  const lan = Object.values(networkInterfaces()).flatMap((each) => each ?? []).find(({ family, internal }) => family === "IPv4" && !internal);
  return lan?.address ?? "localhost";
}

const grumble = (thrown: unknown) => log("error", "housekeeping", trace(thrown));
