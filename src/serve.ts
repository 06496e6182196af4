import jwt from "@elysiajs/jwt";
import { Cron } from "croner";
import { Elysia } from "elysia";
import { createApp } from "./app.ts";
import { breaker } from "./bots/breaker.ts";
import type { Servers } from "./channel/whatsapp/socket.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { lock, openTenantStores, secret } from "./data-folder.ts";
import { Misconfigured, type Env } from "./env.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { logError, startHousekeeping, sweepIncoming } from "./jobs/housekeeping.ts";
import { Hub } from "./live/hub.ts";
import type { Clock } from "./kit/clock.ts";
import type { TenantStores } from "./kit/tenant-stores.ts";
import { shownHost } from "./kit/lan.ts";
import { listenOn } from "./kit/listen.ts";
import { log, logLevel } from "./kit/log.ts";
import { createHttpClient } from "./kit/http-client.ts";
import { proxies } from "./kit/proxies.ts";
import { seals } from "./kit/seal.ts";
import { createAuthenticator, type Tokens } from "./modules/auth/authenticator.ts";
import type { BotServices } from "./modules/tickets/attendance/bot-turn.ts";
import { RunningConnections } from "./connections/running-connections.ts";

/** How long an access token is good, in ms. */
const accessFor = 15 * 60_000;

export type RunningBox = { url: string; port: number; stores: TenantStores; connectionManager: RunningConnections; stop(): Promise<void> };

/** Starts the box. Throws Misconfigured when the folder is another process's, or newer than this executable. */
export async function serve(env: Env, now: Clock = () => Date.now() + env.clockAhead): Promise<RunningBox> {
  logLevel(env.logLevel);
  const unlock = lock(env.data);
  const stores = openTenantStores(env, now);
  const hub = new Hub(stores);
  const tokens = signer(secret(env.data, "session"), now);
  const authenticator = createAuthenticator(stores, tokens);
  const connectionManager = new RunningConnections(stores, hub, { folder: env.data, key: secret(env.data, "vault"), servers: serversOf(env) }, now);
  const botServices: BotServices = { httpClient: createHttpClient({ allow: env.outboundAllow }), breaker: breaker(now) };
  const jobRunner = new JobRunner(stores, jobHandlers(botServices, connectionManager, (...said) => hub.sendTransient(...said)));
  const state = { ready: false };

  await sweepIncoming(stores).catch(logError);
  const app = await createApp({ stores, hub, authenticator, tokens, seals: seals(secret(env.data, "vault"), new Uint8Array(), "identities"), origin: proxies(env.trustedProxies), publicUrl: env.publicUrl, connectionManager: connectionManager, practice: connectionManager, httpClient: botServices.httpClient, cepUrl: env.cepUrl, ready: () => state.ready && writable(stores) });
  try {
    listenOn(app, { hostname: env.host, port: env.port });
  } catch (thrown) {
    throw new Misconfigured(`cannot listen on ${env.host}:${env.port}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const { port } = app.server!;
  const url = env.publicUrl?.replace(/\/$/, "") ?? `http://${shownHost(env.host)}:${port}`;
  try {
    await connectionManager.open();
  } catch (thrown) {
    await app.server?.stop(true);
    throw thrown;
  }
  state.ready = true;

  const stopHousekeeping = startHousekeeping(stores, hub, env.clockEvery);
  const ticking = new Cron("* * * * * *", { catch: logError }, () => jobRunner.runAllDue());
  log("info", "serving", { url, data: env.data });

  return {
    url,
    port: port!,
    stores,
    connectionManager,
    async stop() {
      state.ready = false;
      ticking.stop();
      stopHousekeeping();
      hub.closeAll();
      await app.server?.stop(true);
      await jobRunner.stop();
      await connectionManager.closeAll();
      stores.closeAll();
      stores.control.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
      stores.control.sqlite.close();
      unlock();
    },
  };
}

const serversOf = ({ waUrl, waRoot, waMediaHost, waGreetingLimit, waAnswerLimit, waBacklogLimit, waCodeLife }: Env): Servers =>
  ({ url: waUrl, root: waRoot, mediaHost: waMediaHost, greetingLimit: waGreetingLimit, answerLimit: waAnswerLimit, backlogLimit: waBacklogLimit, codeLife: waCodeLife });

function signer(key: Uint8Array, now: Clock): Tokens {
  const { jwt: tokens } = new Elysia().use(jwt({ name: "jwt", secret: Buffer.from(key).toString("base64url") })).decorator;
  return {
    // The library reads the machine's clock, the authenticator the box's: in the demo that one is hours behind and catches up within a minute.
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
