import { createApp, type AppServices } from "../app.ts";
import { breaker } from "../bots/breaker.ts";
import { CampaignRunner } from "../connections/campaign-runner.ts";
import { RunningConnections } from "../connections/running-connections.ts";
import { readEnv } from "../env.ts";
import { BoxHealth } from "../health/box-health.ts";
import { jobHandlers } from "../jobs/handlers.ts";
import { JobRunner } from "../jobs/job-runner.ts";
import { MailRunner } from "../jobs/mail-runner.ts";
import { PushRunner } from "../jobs/push-runner.ts";
import { WebhookRunner } from "../jobs/webhook-runner.ts";
import { createHttpClient } from "../kit/net/http-client.ts";
import { listenOn } from "../kit/http/listen.ts";
import { proxies } from "../kit/http/proxies.ts";
import { seals } from "../kit/files/seal.ts";
import { createSmtpClient } from "../kit/net/smtp.ts";
import { Hub } from "../live/hub.ts";
import { createAuthenticator, type Tokens } from "../modules/auth/authenticator.ts";
import { sessionEndings } from "../modules/auth/session-endings.ts";
import { BackupRunner } from "../modules/backups/backup-runner.ts";
import { pushKeys } from "../modules/push/keys.ts";
import { SafeMode } from "../modules/backups/safe-mode.ts";
import type { Outside } from "../modules/box/box.ts";
import { CompanyFiles } from "../modules/company-files/company-files.ts";
import type { BotServices } from "../modules/tickets/attendance/ask-bot.ts";
import type { World } from "./world.ts";

type AppOptions = {
  key: Uint8Array;
  metricsToken: string;
  cepUrl: string;
  heartbeat: number;
  publicUrl: string | undefined;
  outside: Outside;
  /** A stand-in for Meta's Graph. */
  graphUrl: string | undefined;
};

/** The real app over a world in memory, on a port of its own. */
export async function appOf(
  { dbs, control, clock, home }: World,
  { key, metricsToken, cepUrl, heartbeat, publicUrl, outside, graphUrl }: AppOptions,
) {
  const hub = new Hub(dbs, sessionEndings(dbs.control));
  const tokens = signer(key, clock.now);
  const authenticator = createAuthenticator(dbs, tokens);
  const connectionManager = new RunningConnections(
    dbs,
    hub,
    { folder: home, key, graphUrl },
    clock.now,
  );
  const state = { ready: true };
  const disk = { low: false };
  const botServices: BotServices = {
    httpClient: createHttpClient({ allow: ["127.0.0.0/8"] }),
    breaker: breaker(clock.now),
  };
  const jobRunner = new JobRunner(
    dbs,
    jobHandlers(botServices, connectionManager, (...args) => hub.sendTransient(...args)),
  );
  const campaignRunner = new CampaignRunner(dbs, connectionManager, (...args) =>
    hub.sendTransient(...args),
  );
  const webhookRunner = new WebhookRunner(dbs, botServices.httpClient);
  const companyFiles = new CompanyFiles({
    dbs,
    connectionManager,
    hub,
    broadcast: (say) => hub.broadcast(say),
    key: new Uint8Array(32),
    reseal: () => {},
  });
  const backups = new BackupRunner(control, home, (say) => hub.broadcast(say), {
    isHeld: () => false,
    allow: [],
  });
  const boxSeals = seals(key, new Uint8Array(), "identities");
  const settings: AppServices["box"] = { control, outside, seals: boxSeals };
  const smtp = createSmtpClient({ allow: ["127.0.0.0/8"] });
  const mailRunner = new MailRunner(settings, smtp);
  const keys = pushKeys(key);
  const pushRunner = new PushRunner(dbs, authenticator, {
    box: settings,
    http: botServices.httpClient,
    keys,
  });
  const health = new BoxHealth(
    dbs,
    readEnv({ data: home, metricsToken }, {}),
    (say) => hub.broadcast(say),
    settings,
    () => false,
  );
  const { app, addRest } = await createApp({
    dbs,
    hub,
    authenticator,
    tokens,
    seals: boxSeals,
    origin: proxies([]),
    publicUrl,
    box: settings,
    tls: { mode: "off", port: 0, plainAddress: "", authority: () => undefined },
    connectionManager,
    practice: connectionManager,
    officialChannel: connectionManager.cloud,
    backups,
    companyFiles,
    safeMode: new SafeMode(dbs, false, () => Promise.resolve()),
    httpClient: botServices.httpClient,
    smtp,
    pushKeys: keys,
    health,
    disk,
    cepUrl,
    heartbeat,
    ready: () => state.ready,
  });
  await addRest();
  const door = listenOn(app, { hostname: "127.0.0.1", port: 0 });

  return {
    app,
    hub,
    tokens,
    seals: boxSeals,
    httpClient: botServices.httpClient,
    authenticator,
    connectionManager,
    jobRunner,
    campaignRunner,
    webhookRunner,
    mailRunner,
    pushRunner,
    health,
    state,
    disk,
    url: `http://127.0.0.1:${door.port}`,
    async stop() {
      hub.closeAll();
      await door.stop();
      await jobRunner.stop();
      await campaignRunner.stop();
      await webhookRunner.stop();
      await backups.stop();
      await companyFiles.stop();
      await mailRunner.stop();
      await pushRunner.stop();
      await connectionManager.closeAll();
    },
  };
}

// Unlike the box's own, it reads the world's clock.
function signer(key: Uint8Array, now: () => number): Tokens {
  const seal = (text: string) =>
    new Bun.CryptoHasher("sha256", key).update(text).digest("base64url");
  return {
    sign: async (claims) => {
      const text = Buffer.from(
        JSON.stringify({ ...claims, exp: Math.floor(now() / 1000) + 900 }),
      ).toString("base64url");
      return `${text}.${seal(text)}`;
    },
    verify: async (token) => {
      const [text = "", sign] = token.split(".");
      return (
        sign === seal(text) && (JSON.parse(Buffer.from(text, "base64url").toString()) as unknown)
      );
    },
  };
}
