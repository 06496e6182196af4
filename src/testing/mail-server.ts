import { afterAll } from "bun:test";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { repository } from "../build/repository.ts";
import { eventually } from "./browser/eventually.ts";

/** A mail as the server receives it. */
export type GotMail = { from: string; to: string[]; secure: boolean; head: string; text: string };

const pathOf = (name: string) => join(repository, "src/testing/whatsapp-server", name);
const pem = (name: string) => readFileSync(pathOf(name));

/** The environment in which a box reaches the server. */
export const reachesMail = {
  BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8",
  NODE_EXTRA_CA_CERTS: pathOf("cert.pem"),
};

/** The account of the mail server. */
export const mailbox = { user: "balcao@correio.test", password: "carta-selada-1" };

/**
 * A real mail server on loopback, with a certificate of 127.0.0.1. It accepts and stores mail of a
 * signed-in client. It closes after the test that started it.
 */
export async function startMailServer({ secure = true, port = 0 } = {}) {
  const mails: GotMail[] = [];
  const server = new SMTPServer({
    secure,
    key: pem("key.pem"),
    cert: pem("cert.pem"),
    logger: false,
    onAuth: ({ username, password }, _session, answer) =>
      username === mailbox.user && password === mailbox.password
        ? answer(null, { user: username })
        : answer(
            Object.assign(new Error("5.7.8 Username and Password not accepted"), {
              responseCode: 535,
            }),
          ),
    onRcptTo: ({ address }, _session, answer) =>
      address.startsWith("ninguem@")
        ? answer(Object.assign(new Error("5.1.1 No such user here"), { responseCode: 550 }))
        : answer(),
    onData: (stream, { envelope, secure }, answer) => {
      void new Response(stream as unknown as ReadableStream).text().then((raw) => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          secure,
          ...parts(raw),
        });
        answer(null);
      });
    },
  });
  // A client that does not trust the certificate hangs up.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  afterAll(stop);
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    stop,
    /** The only mail of an address; fails where there are more. */
    async mailTo(address: string): Promise<GotMail> {
      const [mail, ...more] = await eventually(() => {
        const all = mails.filter(({ to }) => to.includes(address));
        return all.length > 0 ? all : undefined;
      }, `a mail to ${address}`);
      if (more.length > 0) throw new Error(`${address} has ${more.length + 1} mails`);
      return mail!;
    },
  };
}

/** The link in a mail. The token behind its # opens an account. */
export const linkIn = ({ text }: GotMail): string => /https?:\/\/\S+/.exec(text)![0];
export const tokenIn = (mail: GotMail): string => linkIn(mail).split("#")[1]!;

// Of a mail in two forms it reads the plain text.
function parts(raw: string): Pick<GotMail, "head" | "text"> {
  const [head = ""] = raw.split("\r\n\r\n");
  const part = raw.slice(raw.indexOf("Content-Type: text/plain"));
  const end = part.indexOf("\r\n\r\n");
  const body = part.slice(end + 4).split(/\r\n--/)[0]!;
  return {
    head: head.replace(/\r\n\s+/g, " "),
    text: decoded(body, /transfer-encoding: *(\S+)/i.exec(part.slice(0, end))?.[1] ?? "7bit"),
  };
}

function decoded(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
