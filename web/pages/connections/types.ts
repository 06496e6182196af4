import type { Connection } from "../tickets/types.ts";

/** A connection as those see it who may link a phone: the session event tells until when (ISO 8601) its QR code is good. */
export type Line = Connection & { qrUntil?: string | null };

/** Whether a stopped line has no link left that a new QR code would undo. */
export const unlinked = ({ reason }: Line) => !reason || ["loggedOut", "qrExpired", "passkey", "downgraded"].includes(reason);

/** Whether a phone is linked: the line comes back by itself, without a QR code. A practice phone has no number. */
export const isLinked = (line: Line) => line.status !== "qrcode" && !(line.status === "DISCONNECTED" && unlinked(line)) && (line.provider === "practice" || line.number !== "");
