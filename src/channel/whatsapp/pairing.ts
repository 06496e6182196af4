import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";

/**
 * The text of a QR code with the secret that counts now: WhatsApp may ask for a new one while a
 * code is shown.
 */
export function withSecret(qr: string, secret: string): string {
  const [link = "", ...more] = qr.split("#");
  const parts = (more.length > 0 ? more.join("#") : link).split(",");
  parts[3] = secret;
  return more.length > 0 ? `${link}#${parts.join(",")}` : parts.join(",");
}

/**
 * Answers WhatsApp's wish for a new registration while a QR code is shown: Baileys doesn't, and the
 * phone then says that it could not link.
 * `renewed` is called when the code must be drawn anew.
 */
export function refreshes(socket: WASocket, renewed: () => void) {
  socket.ws.on("CB:notification,type:companion_reg_refresh", (node: BinaryNode) => {
    if (socket.authState.creds.account) return;
    socket.ev.emit("creds.update", { advSecretKey: randomBytes(32).toString("base64") });
    void socket
      .sendNode({
        tag: "ack",
        attrs: {
          id: node.attrs.id!,
          class: "notification",
          type: "companion_reg_refresh",
          to: node.attrs.from!,
        },
      })
      .catch(() => {});
    renewed();
  });
}
