import { expect } from "bun:test";
import { mailbox, startMailServer } from "../../testing/mail-server.ts";
import { test } from "../../testing/world.ts";
import { createSmtpClient, MailFailed, type SmtpServer } from "./smtp.ts";

const letter = {
  from: { name: "Balcão", address: "oi@balcao.test" },
  to: "bia@correio.test",
  subject: "Oi",
  text: "Oi",
  html: "<p>Oi</p>",
};

async function sent(server: SmtpServer, allow: string[], addresses = ["127.0.0.1"]) {
  const client = createSmtpClient({ allow, resolve: async () => addresses });
  return client.send(server, letter).then(
    () => "sent",
    (thrown: MailFailed) => thrown.reason,
  );
}

test("a server is believed by its name alone, and asked only where mail is taken or the operator says", async () => {
  const { port, mails } = await startMailServer();
  const server = { host: "localhost", port, security: "tls", ...mailbox } as const;
  expect(await sent(server, ["127.0.0.0/8"])).toBe("sent");
  expect(await sent(server, [`localhost:${port}`])).toBe("sent");
  expect(mails).toHaveLength(2);
  expect(await sent({ ...server, host: "correio.evil.test" }, ["127.0.0.0/8"])).toBe("insecure");
  expect(await sent(server, [])).toBe("refused");
  expect(await sent({ ...server, port: 587 }, [], ["93.184.215.14", "10.0.0.1"])).toBe("refused");
  expect(await sent({ ...server, port: 8080 }, [], ["93.184.215.14"])).toBe("refused");
  expect(await sent(server, [], [])).toBe("unreachable");
  expect(mails).toHaveLength(2);
});
