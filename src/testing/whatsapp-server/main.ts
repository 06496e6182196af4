import { z } from "zod";
import type { Account } from "./account.ts";
import type { Phone } from "./phone.ts";
import { whatsapp } from "./server.ts";

// A WhatsApp for another process, or for use by hand. It prints the settings for the product, then
// runs commands from lines of JSON on stdin, and answers each with a line:
//   {"account": "5511999990001", "name": "Pão Quente"}
//   {"phone": "Bia", "number": "5511988880001"}
//   {"scan": "<text of the QR code>", "number": "5511999990001"}
//   {"pair": "ABCD1234", "number": "5511999990001"}
//   {"say": "Oi", "from": "Bia", "to": "5511999990001"}
// It prints each message that a phone receives as {"received": …}. It ends with its stdin.

const command = z.union([
  z.object({ account: z.string(), name: z.string().optional() }),
  z.object({ phone: z.string(), number: z.string().optional() }),
  z.object({ scan: z.string(), number: z.string() }),
  z.object({ pair: z.string(), number: z.string() }),
  z.object({ say: z.string(), from: z.string(), to: z.string() }),
]);

const wa = await whatsapp();
const accounts = new Map<string, Account>();
const phones = new Map<string, Phone>();
print(wa.env);

for await (const line of console) {
  if (!line.trim()) continue;
  // A command does not wait for the one before: phones are many, and scanning takes time.
  void obey(line).then(print, (error: Error) => print({ error: error.message, line }));
}
await wa.stop();

async function obey(line: string): Promise<object> {
  const { data: request } = command.safeParse(JSON.parse(line));
  if (!request) throw new Error("no such command");
  if ("account" in request) {
    accounts.set(request.account, wa.account({ number: request.account, name: request.name }));
    return { account: request.account };
  }
  if ("phone" in request) {
    const phone = wa.phone(request.phone, { number: request.number });
    phone.handset.received.listener = ({ id, from, text }) =>
      print({ received: { by: request.phone, id, from, text } });
    phones.set(request.phone, phone);
    return { phone: request.phone, jid: phone.jid };
  }
  if ("scan" in request) {
    await named(accounts, request.number).scans(request.scan);
    return { linked: request.number };
  }
  if ("pair" in request) {
    await named(accounts, request.number).pairs(request.pair);
    return { linked: request.number };
  }
  return {
    said: await named(phones, request.from).says(request.say, { to: named(accounts, request.to) }),
  };
}

function named<T>(all: Map<string, T>, name: string): T {
  const one = all.get(name);
  if (!one) throw new Error(`nobody here is ${name}`);
  return one;
}

function print(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
