import { isPractice } from "../../../src/shared/capabilities.ts";
import type { Connection } from "../../types.ts";

/**
 * A connection for users who may link a phone. Their session event has the expiry (ISO 8601) of its
 * QR code.
 */
export type LinkableConnection = Connection & { qrUntil?: string | null };

/** Whether a stopped connection has no link that a new QR code would remove. */
export const isUnlinked = ({ reason }: LinkableConnection) =>
  !reason || ["loggedOut", "qrExpired", "passkey", "downgraded"].includes(reason);

/**
 * Whether a phone is linked, so that the connection returns by itself, without a QR code. A
 * practice phone has no number.
 */
export const isLinked = (connection: LinkableConnection) =>
  connection.status !== "qrcode" &&
  !(connection.status === "DISCONNECTED" && isUnlinked(connection)) &&
  (isPractice(connection.provider) || connection.number !== "" || !connection.capabilities.pairing);
