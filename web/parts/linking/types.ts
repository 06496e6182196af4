import type { Connection } from "../../types.ts";

/**
 * A connection as those see it who may link a phone: the session event tells until when (ISO 8601)
 * its QR code is good.
 */
export type LinkableConnection = Connection & { qrUntil?: string | null };

/** Whether a stopped connection has no link left that a new QR code would undo. */
export const isUnlinked = ({ reason }: LinkableConnection) =>
  !reason || ["loggedOut", "qrExpired", "passkey", "downgraded"].includes(reason);

/**
 * Whether a phone is linked: the connection comes back by itself, without a QR code. A practice
 * phone has no number.
 */
export const isLinked = (connection: LinkableConnection) =>
  connection.status !== "qrcode" &&
  !(connection.status === "DISCONNECTED" && isUnlinked(connection)) &&
  (connection.provider === "practice" || connection.number !== "");
