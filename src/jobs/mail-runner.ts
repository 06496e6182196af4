import { log, trace } from "../kit/process/log.ts";
import type { SmtpClient } from "../kit/net/smtp.ts";
import type { Box } from "../modules/box/box.ts";
import { nextMail, sendMail } from "../modules/mail/outbox.ts";

/**
 * How long `stop` waits for a mail that is being handed over, in ms: one that is not is due again
 * at the next start.
 */
const stopTimeout = 5000;

/** Sends the box's mail, one after the other: all of it leaves by one server. rules.md#mail */
export class MailRunner {
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly box: Box,
    private readonly smtp: SmtpClient,
  ) {}

  /** Sends due mails, unless it already does. Resolves when no mail is due any more. */
  runDue(): Promise<void> {
    return (this.#running ??= this.#run().finally(() => (this.#running = undefined)));
  }

  async stop() {
    this.#stopped = true;
    await Promise.race([this.#running, Bun.sleep(stopTimeout)]);
  }

  async #run() {
    try {
      for (
        let mail = nextMail(this.box.control);
        mail && !this.#stopped;
        mail = nextMail(this.box.control)
      )
        await sendMail(this.box, this.smtp, mail);
    } catch (thrown) {
      if (!this.#stopped) log("error", "mail", trace(thrown));
      // A mail whose result could not be stored (a full disk) must not go out again at once.
      await Bun.sleep(1000);
    }
  }
}
