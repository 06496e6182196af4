import { isIP } from "node:net";
import type { MailFailure, SmtpSecurity } from "../../shared/mail.ts";
import { nameOf, outboundGuard, type Resolve } from "./outbound.ts";
import { readable } from "../../shared/text.ts";

export type SmtpServer = {
  host: string;
  port: number;
  security: SmtpSecurity;
  user: string | null;
  password: string | null;
};
export type Letter = {
  from: { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  messageId?: string;
};

/** A mail did not leave. `answer`: the server's own, where it sent one. */
export class MailFailed extends Error {
  constructor(
    readonly reason: MailFailure,
    readonly answer = "",
  ) {
    super(`not sent: ${reason}`);
  }
}

export type SmtpClient = {
  /** Hands a letter to a server; resolves with its answer. Throws MailFailed. */
  send(server: SmtpServer, letter: Letter): Promise<string>;
};

/** The ports of mail servers. */
const ports = [25, 465, 587, 2525];

/**
 * In ms. A server may take long to answer a letter; a client that hangs up meanwhile sends it twice
 * (RFC 5321, 4.5.3.2.6).
 */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 15_000,
  socketTimeout: 120_000,
  dnsTimeout: 5000,
};

/** The most characters of a server's answer that are stored. */
const answerLength = 300;

/**
 * For servers that a user typed: those of the public internet, and places that the operator opens
 * besides. rules.md#outbound-requests
 */
export function createSmtpClient({
  allow,
  resolve,
}: {
  allow: string[];
  resolve?: Resolve;
}): SmtpClient {
  const guard = outboundGuard(allow, ports, resolve);
  return {
    async send(server, letter) {
      const addresses = await guard(server.host, server.port);
      if (typeof addresses === "string") throw new MailFailed(addresses);
      const transport = await transportTo(server, addresses[0]!);
      try {
        return readableAnswer((await transport.sendMail(letter)).response);
      } catch (thrown) {
        throw failureOf(thrown);
      } finally {
        transport.close();
      }
    },
  };
}

/**
 * It connects to the checked address: the name is not resolved again, so that it can't change in
 * between.
 */
async function transportTo({ host, port, security, user, password }: SmtpServer, address: string) {
  // Most boxes send no mail, so the library is loaded here.
  const { createTransport } = await import("nodemailer");
  const name = nameOf(host);
  return createTransport({
    ...patience,
    host: address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: { minVersion: "TLSv1.2", ...(isIP(name) === 0 && { servername: name }) },
    ...(user !== null && { auth: { user, pass: password ?? "" } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

type Refused = Error & { code?: string; response?: string; responseCode?: number };

function failureOf(thrown: unknown): MailFailed {
  const { code = "", response = "", responseCode = 0, message } = thrown as Refused;
  const answer = readableAnswer(response);
  if (code === "ETIMEDOUT") return new MailFailed("timeout");
  if (code === "ETLS" || /certificate|altname|self.signed|SSL|TLS/i.test(`${code} ${message}`))
    return new MailFailed("insecure", answer);
  if (code === "EAUTH" || code === "ENOAUTH") return new MailFailed("signIn", answer);
  if (responseCode >= 500 && /^(EENVELOPE|EMESSAGE)$/.test(code))
    return new MailFailed("rejected", answer);
  return responseCode > 0 ? new MailFailed("later", answer) : new MailFailed("unreachable");
}

const readableAnswer = (response: string) => readable(response).slice(0, answerLength);
