import { Fault } from "../../kit/fault.ts";
import { MailFailed, type SmtpClient, type SmtpServer } from "../../kit/net/smtp.ts";
import type { Language } from "../../shared/languages.ts";
import { readBox, type Box } from "../box/box.ts";
import { contentOf } from "./letters.ts";
import type { MailOutcome } from "./table.ts";

/** The box's mail server and the sender of its mail; undefined where there is none. */
export function mailServer(
  box: Box,
): { server: SmtpServer; from: { name: string; address: string } } | undefined {
  const {
    boxName,
    smtpHost: host,
    smtpPort: port,
    smtpSecurity: security,
    smtpUser: user,
    smtpPassword: password,
    mailName,
    mailFrom,
  } = readBox(box);
  return host !== null && mailFrom !== null
    ? {
        server: { host, port, security, user, password },
        from: { name: mailName ?? boxName, address: mailFrom },
      }
    : undefined;
}

/**
 * Sends a mail at once, to see whether the settings work. Throws a conflict where there are none.
 */
export async function testMail(
  box: Box,
  smtp: SmtpClient,
  to: string,
  language: Language,
): Promise<MailOutcome> {
  const mail = mailServer(box);
  if (!mail)
    throw new Fault("conflict", "ERR_NO_MAIL", {
      message: "Este servidor ainda não envia e-mails",
    });
  try {
    const content = contentOf("test", language, { box: readBox(box).boxName });
    return {
      error: null,
      answer: await smtp.send(mail.server, { from: mail.from, to, ...content }),
    };
  } catch (thrown) {
    if (!(thrown instanceof MailFailed)) throw thrown;
    return { error: thrown.reason, answer: thrown.answer };
  }
}
