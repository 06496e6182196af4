import {
  DEFAULT_CONNECTION_CONFIG,
  fetchLatestWaWebVersion,
  type WAVersion,
} from "@whiskeysockets/baileys";
import type { Servers } from "./socket.ts";

const fresh = 24 * 3_600_000;
const patience = 5000;

let cached: { version: WAVersion; at: number } | undefined;

/**
 * The version of WhatsApp's web client that we announce: the one that WhatsApp serves today, asked
 * at most once a day or when `stale`. The built-in version is the fallback.
 */
async function version(stale: boolean): Promise<WAVersion> {
  if (cached && !stale && Date.now() - cached.at < fresh) return cached.version;
  const { version: latest, isLatest } = await fetchLatestWaWebVersion({
    signal: AbortSignal.timeout(patience),
  });
  if (isLatest) cached = { version: latest, at: Date.now() };
  return cached?.version ?? builtIn;
}

/** The one that was set by hand wins: the look-up may fail. rules.md#protocol-version */
export async function versionFor(servers: Servers, stale: boolean): Promise<WAVersion> {
  const set = parsedVersion(servers.version?.());
  return set ?? (servers.url ? builtIn : version(stale));
}

/** The version for a stand-in of WhatsApp's servers: nothing outside is asked. */
export const builtIn = DEFAULT_CONNECTION_CONFIG.version;

/** The parts of a written version; undefined for any other text. */
export function parsedVersion(text: string | null | undefined): WAVersion | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/
    .exec(text ?? "")
    ?.slice(1)
    .map(Number);
  return parts as WAVersion | undefined;
}
