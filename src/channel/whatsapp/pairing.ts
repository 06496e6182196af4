import { getBinaryNodeChild, type BinaryNode, type WASocket } from "@whiskeysockets/baileys";
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
 * `renewed`: WhatsApp wants another secret, so the code must be drawn anew. `typed`: the phone sent
 * the requested code. `passkey`: the phone's account demands a passkey.
 */
type PairingHandlers = { renewed: () => void; typed: () => void; passkey: () => void };

/**
 * Notices by which the server asks a companion for a passkey, because the phone's account demands
 * one.
 */
const passkeyNotices = ["passkey_prologue_request", "crsc_continuation"];

/**
 * Handles WhatsApp's notifications while no phone is linked. Baileys knows only that of a typed
 * code; of the others it can't even acknowledge any, for its acknowledgement names an account.
 * rules.md#passkeys
 */
export function handlePairing(socket: WASocket, { renewed, typed, passkey }: PairingHandlers) {
  const { ws, ev, authState } = socket;
  const library = ws.listeners("CB:notification") as ((node: BinaryNode) => void)[];
  ws.removeAllListeners("CB:notification");
  ws.on("CB:notification", (node: BinaryNode) => {
    const { type = "" } = node.attrs;
    const isLinked = Boolean(authState.creds.account);
    const isTyped = !isLinked && isTypedCode(node);
    if (isTyped) typed();
    if (isLinked || isTyped) return library.forEach((listener) => listener(node));
    const acknowledged = acknowledge(socket, node);
    if (passkeyNotices.includes(type)) return void acknowledged.then(passkey);
    if (type !== "companion_reg_refresh") return;
    ev.emit("creds.update", { advSecretKey: randomBytes(32).toString("base64") });
    renewed();
  });
}

/** Before it asks for a passkey, a phone may send the notice of a typed code without its key. */
function isTypedCode(node: BinaryNode): boolean {
  const code = getBinaryNodeChild(node, "link_code_companion_reg");
  return Boolean(
    code && getBinaryNodeChild(code, "link_code_pairing_wrapped_primary_ephemeral_pub"),
  );
}

const acknowledge = (socket: WASocket, { attrs: { id, from, type } }: BinaryNode) =>
  socket
    .sendNode({
      tag: "ack",
      attrs: { id: id ?? "", class: "notification", to: from ?? "", ...(type && { type }) },
    })
    .catch(() => {});
