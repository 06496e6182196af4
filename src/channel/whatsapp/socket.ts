import "./log-filter.ts";
import "./ratchet.ts";
import "./verify-signature.ts";
import makeWASocket, {
  Browsers,
  proto,
  WA_CERT_DETAILS,
  type WASocket,
  type WAVersion,
} from "@whiskeysockets/baileys";
import { Cache } from "./cache.ts";
import { readInTurns } from "./frames.ts";
import { ignored } from "./identifiers.ts";
import { journaledRepository } from "./journal.ts";
import { Devices, ignoreDevicesWithoutKeys } from "./devices-without-keys.ts";
import { logger } from "./log-filter.ts";
import type { Vault } from "./vault.ts";

/**
 * Where WhatsApp is: itself, or a stand-in on loopback with a root key (hex) and a media host of
 * its own, and how long (ms) it is given where that is not the usual.
 */
export type Servers = {
  url?: string;
  root?: string;
  mediaHost?: string;
  /** The version of the protocol that the owner of the box set, such as 2.3000.1043857760. */
  version?: () => string | null;
} & Limits;

/**
 * How long a socket may take to be greeted, a message to be taken, a backlog to be over, how long a
 * QR code lives, and how long it waits after a first failure.
 */
type Limits = {
  greetingLimit?: number;
  answerLimit?: number;
  backlogLimit?: number;
  codeLife?: number;
  firstRetry?: number;
};

/** What a line's log is told. Never a body, a number or a key. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  more?: Record<string, unknown>,
) => void;

/**
 * What one connection remembers from socket to socket. Forgotten device lists would renew sessions
 * that are in use.
 */
export const memory = () => ({
  devices: new Devices(24 * hour, 5000),
  retries: new Cache(hour, 5000),
  placeholders: new Cache(hour, 1000),
  calls: new Cache(5 * minute, 200),
  numbers: new Cache(24 * hour, 5000),
});
export type Memory = ReturnType<typeof memory>;

const minute = 60_000;
const hour = 60 * minute;

/** A socket that is on its way up. */
export function open(
  vault: Vault,
  { url, root, mediaHost, greetingLimit, codeLife }: Servers,
  version: WAVersion,
  { devices, retries, placeholders, calls }: Memory,
  tell: Log,
): WASocket {
  if (root) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(root, "hex");
  const socket = makeWASocket({
    ...(url && { waWebSocketUrl: url }),
    ...(greetingLimit && { connectTimeoutMs: greetingLimit }),
    ...(codeLife && { qrTimeout: codeLife }),
    version,
    auth: { creds: vault.creds, keys: vault.keys },
    makeSignalRepository: journaledRepository(vault),
    // A name of our own here is refused in silence.
    browser: Browsers.ubuntu("Chrome"),
    logger: logger(tell),
    // What we send is ours already; the phone keeps its notifications.
    emitOwnEvents: false,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: (notice) => wanted(notice, mediaHost !== undefined),
    shouldIgnoreJid: ignored,
    userDevicesCache: devices,
    msgRetryCounterCache: retries,
    placeholderResendCache: placeholders,
    callOfferCache: calls,
    getMessage: async ({ id, remoteJid }) =>
      id && remoteJid ? vault.said(id, remoteJid) : undefined,
    cachedGroupMetadata: async (id) => vault.group(id),
    defaultQueryTimeoutMs: 30_000,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 100 },
  });
  readInTurns(socket.ws);
  ignoreDevicesWithoutKeys(socket, devices, vault);
  return socket;
}

const { INITIAL_BOOTSTRAP, PUSH_NAME, NON_BLOCKING_DATA } = proto.HistorySync.HistorySyncType;

// Names and ids are worth having, old messages are not. What must be fetched comes from WhatsApp's
// own host or not at all.
function wanted(
  {
    syncType,
    initialHistBootstrapInlinePayload,
    directPath,
  }: proto.Message.IHistorySyncNotification,
  standIn: boolean,
): boolean {
  if (syncType !== INITIAL_BOOTSTRAP && syncType !== PUSH_NAME && syncType !== NON_BLOCKING_DATA)
    return false;
  // Asked without a notice, Baileys only wants to know whether this kind is read at all.
  const inline = initialHistBootstrapInlinePayload?.length || directPath === undefined;
  return Boolean(inline) || (!standIn && /^\/[^/\\@]/.test(directPath ?? ""));
}
