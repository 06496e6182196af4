import { Cron } from "croner";
import type { AnyElysia } from "elysia";
import type { Env } from "../env.ts";
import { Misconfigured } from "../misconfigured.ts";
import { listenOn, type Listener } from "../kit/http/listen.ts";
import { log, trace } from "../kit/process/log.ts";
import type { BoxTls } from "../modules/trust/table.ts";
import { certificates } from "./certificates.ts";
import { addedNames, addressOf, outsidePort, plainAddress, speaksTls, tlsMode } from "./mode.ts";
import { read, type Pair } from "./pair.ts";

/** The interval at which the machine's names and the files of certificates are checked. */
const lookEvery = "*/3 * * * * *";

export type Doors = { url: string; port: number; stop(): Promise<void> };

/** The way in which browsers reach a box, before it listens. */
export function boxTls(env: Env, now: () => number): BoxTls & { current(): Promise<Pair> } {
  const certs = certificates(env.data, addedNames(env), now);
  return {
    mode: tlsMode(env),
    port: outsidePort(env),
    plainAddress: plainAddress(env),
    authority() {
      const pair = this.mode === "local" ? certs.authority() : undefined;
      return pair && { ...read(pair), pem: pair.cert };
    },
    async current() {
      // A command may have imported a certificate meanwhile, or restored the box's own.
      this.mode = tlsMode(env);
      if (this.mode === "local") return certs.current();
      const imported = certs.imported();
      if (!imported)
        throw new Misconfigured(
          `${certs.at("imported")} is missing: \`balcao tls import\` puts a certificate there`,
        );
      return imported;
    },
  };
}

/**
 * Listens in plain http alone, or by https with a plain door beside it. A new certificate is shown
 * at once, and closes no connection. Throws Misconfigured.
 */
export async function openDoors(
  app: AnyElysia,
  env: Env,
  tls: ReturnType<typeof boxTls>,
): Promise<Doors> {
  const safe = speaksTls(tls.mode) ? await openSafe(app, env, tls) : undefined;
  if (safe) tls.port = outsidePort({ ...env, tlsPort: safe.port });
  const plain = await listening(app, env.host, env.port).catch(async (thrown: unknown) => {
    await safe?.stop();
    throw thrown;
  });
  tls.plainAddress = plainAddress({ ...env, port: plain.port });
  return {
    url: addressOf({ ...env, port: plain.port, tlsPort: tls.port }),
    port: plain.port,
    async stop() {
      await Promise.all([safe?.stop(), plain.stop()]);
    },
  };
}

async function openSafe(
  app: AnyElysia,
  env: Env,
  tls: ReturnType<typeof boxTls>,
): Promise<Listener> {
  let served = await tls.current();
  const door = await listening(app, env.host, env.tlsPort, served);
  const looking = new Cron(
    lookEvery,
    { protect: true, catch: (thrown) => log("error", "certificate", trace(thrown)) },
    async () => {
      const current = await tls.current();
      if (current.cert === served.cert) return;
      await door.showCertificate(current);
      served = current;
      log("info", "newCertificate", { until: new Date(read(current).until).toISOString() });
    },
  );
  return {
    ...door,
    async stop() {
      looking.stop();
      await door.stop();
    },
  };
}

async function listening(
  app: AnyElysia,
  hostname: string,
  port: number,
  tls?: Pair,
): Promise<Listener> {
  try {
    return listenOn(app, { hostname, port, tls });
  } catch (thrown) {
    throw new Misconfigured(
      `cannot listen on ${hostname}:${port}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}
