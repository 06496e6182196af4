import jwt from "@elysiajs/jwt";
import { Elysia } from "elysia";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { breaker } from "./bots/breaker.ts";
import { reseal } from "./reseal.ts";
import type { Servers } from "./channel/whatsapp/socket.ts";
import { lock, openCompanyDbs, secret } from "./data-folder.ts";
import type { Env } from "./env.ts";
import { DiskGuard } from "./jobs/disk-guard.ts";
import { logError, sweepIncoming } from "./jobs/housekeeping.ts";
import { BoxHealth } from "./health/box-health.ts";
import { Hub } from "./live/hub.ts";
import { checkpoint } from "./kit/db/checkpoint.ts";
import type { Clock } from "./kit/process/clock.ts";
import type { CompanyDbs } from "./kit/db/company-dbs.ts";
import { noteWorkIn } from "./kit/process/current-work.ts";
import { compileAsUsual, onlyInterpret } from "./kit/process/jit.ts";
import { keepLog, log, logLevel } from "./kit/process/log.ts";
import { LogFiles, logFolder } from "./kit/files/log-files.ts";
import { createHttpClient, heldBack } from "./kit/net/http-client.ts";
import { createSmtpClient } from "./kit/net/smtp.ts";
import { trustedClock } from "./kit/process/trusted-clock.ts";
import { watchLoop } from "./kit/process/watchdog.ts";
import { proxies } from "./kit/http/proxies.ts";
import { seals } from "./kit/files/seal.ts";
import { BackupRunner } from "./modules/backups/backup-runner.ts";
import { everyOf } from "./modules/backups/changed.ts";
import { copyBeforeMigrations } from "./modules/backups/before-migrations.ts";
import { takeRollback } from "./modules/backups/rolled-back.ts";
import { CompanyFiles } from "./modules/company-files/company-files.ts";
import { removeCutOff } from "./modules/company-files/unfinished.ts";
import { SafeMode } from "./modules/backups/safe-mode.ts";
import { undoSwap } from "./modules/backups/swap.ts";
import { readBox, type Box } from "./modules/box/box.ts";
import { createAuthenticator, type Tokens } from "./modules/auth/authenticator.ts";
import { sessionEndings } from "./modules/auth/session-endings.ts";
import type { BotServices } from "./modules/tickets/attendance/ask-bot.ts";
import { RunningConnections } from "./connections/running-connections.ts";
import { noteLastEnd } from "./modules/stalls/stalls.ts";
import { pushKeys } from "./modules/push/keys.ts";
import { takeProvision } from "./modules/setup/provision.ts";
import { boxTls, openDoors } from "./tls/doors.ts";
import { noteServed } from "./tls/served.ts";
import { Misconfigured } from "./misconfigured.ts";
import { version } from "./version.ts";
import type { Work } from "./work.ts";

/** How long an access token is valid, in ms. */
const accessFor = 15 * 60_000;

export type RunningBox = {
  url: string;
  port: number;
  dbs: CompanyDbs;
  connectionManager: RunningConnections;
  stop(): Promise<void>;
};

/** `watchdog`: so many seconds of a blocked loop end the process. Without it nothing does. */
type StartOptions = { safeMode: boolean; watchdog?: number };

/**
 * Starts the box; with `safeMode` nothing leaves it. Throws Misconfigured when the folder is
 * another process's, or newer than this executable.
 */
export async function serve(
  env: Env,
  now: Clock = trustedClock(() => Date.now() + env.clockAhead),
  options: StartOptions = { safeMode: false },
): Promise<RunningBox> {
  logLevel(env.logLevel);
  const unlock = lock(env.data);
  const endLog = keepLog(new LogFiles(logFolder(env.data)));
  await undoSwap(env.data);
  await copyBeforeMigrations(env.data, version.version);
  const dbs = openCompanyDbs(env, now);
  noteLastEnd(dbs.control, noteWorkIn(join(env.data, "current-work")));
  try {
    takeProvision(dbs.control, env.data);
  } catch (thrown) {
    throw new Misconfigured(thrown instanceof Error ? thrown.message : String(thrown));
  }
  takeRollback(dbs);
  const hub = new Hub(dbs, sessionEndings(dbs.control));
  const tokens = signer(secret(env.data, "session"), now);
  const authenticator = createAuthenticator(dbs, tokens);
  const connectionManager = new RunningConnections(
    dbs,
    hub,
    {
      folder: env.data,
      key: secret(env.data, "vault"),
      servers: { ...serversOf(env), version: () => readBox(box).whatsappVersion },
      graphUrl: env.graphUrl,
      refuseHeld: () => safeMode.refuse(),
    },
    now,
  );
  const botServices: BotServices = {
    httpClient: heldBack(
      createHttpClient({ allow: env.outboundAllow }),
      () => safeMode.state !== null,
    ),
    breaker: breaker(now),
  };
  const backups = new BackupRunner(dbs.control, env.data, (say) => hub.broadcast(say), {
    isHeld: () => safeMode.state !== null,
    allow: env.outboundAllow,
    every: everyOf(env.backupEvery),
  });
  const companyFiles = new CompanyFiles({
    dbs,
    connectionManager,
    hub,
    broadcast: (say) => hub.broadcast(say),
    key: secret(env.data, "vault"),
    reseal,
  });
  const disk = new DiskGuard(env.data);
  const state: { ready: boolean; work?: Work } = { ready: false };

  await removeCutOff(dbs).catch(logError);
  await sweepIncoming(dbs).catch(logError);
  const tls = boxTls(env, now);
  const boxSeals = seals(secret(env.data, "vault"), new Uint8Array(), "identities");
  const box: Box = {
    control: dbs.control,
    outside: { values: env, places: env.places },
    seals: boxSeals,
  };
  const health = new BoxHealth(
    dbs,
    env,
    (say) => hub.broadcast(say),
    box,
    () => safeMode.state !== null,
  );
  const smtp = createSmtpClient({ allow: env.outboundAllow });
  const keys = pushKeys(secret(env.data, "vault"));
  const begin = async () => {
    const { startWork } = await import("./work.ts");
    state.work = await startWork({
      dbs,
      hub,
      connectionManager,
      botServices,
      seals: boxSeals,
      backups,
      companyFiles,
      disk,
      box,
      smtp,
      pushKeys: keys,
      authenticator,
      clockEvery: env.clockEvery,
    });
  };
  const safeMode = new SafeMode(dbs, options.safeMode, begin);
  const { app, addRest } = await createApp({
    dbs,
    hub,
    authenticator,
    tokens,
    seals: boxSeals,
    origin: proxies(env.trustedProxies),
    publicUrl: env.publicUrl,
    box,
    tls,
    hostNames: env.tlsNames.map((name) => name.toLowerCase()),
    connectionManager: connectionManager,
    practice: connectionManager,
    officialChannel: connectionManager.cloud,
    backups,
    companyFiles,
    safeMode,
    httpClient: botServices.httpClient,
    smtp,
    pushKeys: keys,
    health,
    disk,
    metricsToken: env.metricsToken,
    cepUrl: env.cepUrl,
    ready: () => state.ready && writable(dbs),
  });
  // Before requests and connections: a received message may block the box while it starts.
  if (options.watchdog) watchLoop(options.watchdog);
  const doors = await openDoors(app, env, tls);
  try {
    // An owner who leaves safe mode while the rest loads starts the work that way.
    const isHeld = safeMode.state !== null;
    if (isHeld) log("warn", "safeMode");
    else connectionManager.refuseNewer();
    noteServed(dbs.control.sqlite, {
      host: env.host,
      port: doors.port,
      tls: tls.mode,
      tlsPort: tls.port,
      publicUrl: env.publicUrl,
    });
    // The box answers screens while connections come up, one company after the other.
    // rules.md#start
    state.ready = true;
    onlyInterpret();
    await addRest();
    // Loaded here, too, before it begins.
    await import("./work.ts");
    compileAsUsual();
    if (!isHeld) await begin();
  } catch (thrown) {
    state.ready = false;
    await doors.stop();
    throw thrown;
  }
  const stopHealth = health.watch();
  const stopDisk = disk.watch();
  log("info", "serving", { url: doors.url, port: doors.port, data: env.data });

  return {
    url: doors.url,
    port: doors.port,
    dbs,
    connectionManager,
    async stop() {
      state.ready = false;
      state.work?.stopClocks();
      stopHealth();
      stopDisk();
      hub.closeAll();
      await doors.stop();
      await Promise.all([state.work?.stop(), backups.stop(), companyFiles.stop()]);
      await connectionManager.closeAll();
      dbs.closeAll();
      checkpoint(dbs.control.sqlite);
      dbs.control.sqlite.close();
      endLog();
      unlock();
    },
  };
}

const serversOf = ({
  waUrl,
  waRoot,
  waMediaHost,
  waGreetingLimit,
  waAnswerLimit,
  waBacklogLimit,
  waCodeLife,
  waFirstRetry,
}: Env): Servers => ({
  url: waUrl,
  root: waRoot,
  mediaHost: waMediaHost,
  greetingLimit: waGreetingLimit,
  answerLimit: waAnswerLimit,
  backlogLimit: waBacklogLimit,
  codeLife: waCodeLife,
  firstRetry: waFirstRetry,
});

function signer(key: Uint8Array, now: Clock): Tokens {
  const { jwt: tokens } = new Elysia().use(
    jwt({ name: "jwt", secret: Buffer.from(key).toString("base64url") }),
  ).decorator;
  return {
    // The library reads the machine's clock, the authenticator the box's: in the demo that one is
    // hours behind and catches up within a minute.
    sign: (claims) =>
      tokens.sign({ ...claims, exp: Math.floor((Math.max(Date.now(), now()) + accessFor) / 1000) }),
    verify: (token) => tokens.verify(token),
  };
}

// Monitoring asks every few seconds, so this writes nothing and waits for no lock.
function writable({ control, folder }: CompanyDbs): boolean {
  try {
    control.sqlite.query("SELECT 1 FROM instance LIMIT 1").get();
    accessSync(join(folder, "control.sqlite"), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
