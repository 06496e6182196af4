import type { WASocket } from "@whiskeysockets/baileys";
import { handlePairing, withSecret } from "./pairing.ts";
import type { Servers } from "./socket.ts";
import type { Vault } from "./vault.ts";

/** How long a QR code is good, in ms: the first of a socket, and each after it. */
const firstCode = 60_000;
const nextCode = 20_000;

/** The codes by which a phone links with a socket. */
export class Linking {
  /** The QR code on screen; empty without one. */
  code = "";
  #codes = 0;
  #typed = false;

  constructor(
    private readonly vault: Vault,
    private readonly servers: Servers,
    private readonly show: (qrcode: string, until: number) => void,
  ) {}

  begin() {
    this.code = "";
    this.#codes = 0;
    this.#typed = false;
  }

  /** WhatsApp sent a QR code. */
  arrived(qr: string) {
    this.#codes += 1;
    this.code = qr;
    this.#draw(this.#codes === 1 ? firstCode : nextCode);
  }

  handle(socket: WASocket, isCurrent: () => boolean, needsPasskey: () => void) {
    handlePairing(socket, {
      renewed: () => void (isCurrent() && this.code && this.#draw(nextCode)),
      typed: () => void (this.#typed ||= isCurrent()),
      passkey: () => void (isCurrent() && needsPasskey()),
    });
  }

  /** No code was used. After a typed one the phone's account may demand a passkey. */
  get reasonOfEnd() {
    return this.#typed ? "passkey" : "qrExpired";
  }

  #draw(life: number) {
    this.show(
      withSecret(this.code, this.vault.creds.advSecretKey),
      Date.now() + (this.servers.codeLife ?? life),
    );
  }
}
