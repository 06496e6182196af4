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
import { Cache } from "../cache.ts";
import { readInTurns } from "./frames.ts";
import { ignored } from "./identifiers.ts";
import { journaledRepository } from "./journal.ts";
import { Devices, ignoreDevicesWithoutKeys } from "./devices-without-keys.ts";
import { logger } from "./log-filter.ts";
import type { Vault } from "./vault.ts";

/**
 * WhatsApp's address: the real one, or a stand-in on loopback with its own root key (hex) and media
 * host. Limits (ms) replace the usual ones where they are set.
 */
export type Servers = {
  url?: string;
  root?: string;
  mediaHost?: string;
  /** The version of the protocol that the owner of the box set, such as 2.3000.1043857760. */
  version?: () => string | null;
} & Limits;

/**
 * Time limits (ms): for the greeting, for the answer to a sent message, for the backlog, for a QR
 * code, and before the first retry.
 */
type Limits = {
  greetingLimit?: number;
  answerLimit?: number;
  backlogLimit?: number;
  codeLife?: number;
  firstRetry?: number;
};

/** A connection's log. It never receives a body, a number or a key. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  more?: Record<string, unknown>,
) => void;

/**
 * A connection's memory from socket to socket. If it forgot device lists, sessions in use would be
 * renewed.
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
    // Our own messages are already stored. Staying offline lets the phone keep its notifications.
    emitOwnEvents: false,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: (notice) => isWantedHistory(notice, mediaHost !== undefined),
    shouldIgnoreJid: ignored,
    userDevicesCache: devices,
    msgRetryCounterCache: retries,
    placeholderResendCache: placeholders,
    callOfferCache: calls,
    getMessage: async ({ id, remoteJid }) =>
      id && remoteJid ? vault.sentMessage(id, remoteJid) : undefined,
    cachedGroupMetadata: async (id) => vault.group(id),
    defaultQueryTimeoutMs: 30_000,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 100 },
  });
  readInTurns(socket.ws);
  ignoreDevicesWithoutKeys(socket, devices, vault);
  return socket;
}

const { INITIAL_BOOTSTRAP, PUSH_NAME, NON_BLOCKING_DATA } = proto.HistorySync.HistorySyncType;

// The history brings useful names and ids; old messages are not wanted. A history file must come
// from WhatsApp's own host.
function isWantedHistory(
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
