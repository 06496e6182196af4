import { z } from "zod";
import type { BusinessNumber } from "./account.ts";
import type { Customer } from "./customer.ts";
import { GraphServer } from "./server.ts";

// A Graph API for trying by hand. It prints its address and the fields of a connection's form, and
// each message that a phone receives. It takes the commands below as lines of JSON on stdin. Its
// first argument is the port.

const command = z.union([
  z.object({ callback: z.url(), verifyToken: z.string() }),
  z.object({ say: z.string(), from: z.string(), phone: z.string().optional() }),
  z.object({ decide: z.string(), state: z.enum(["APPROVED", "REJECTED", "PAUSED", "DISABLED"]) }),
  z.object({ advance: z.number() }),
  z.object({ endToken: z.literal(true) }),
]);

const graph = await new GraphServer().start(Number(process.argv[2] ?? 0));
const shop = graph.number("5511999990001");
const { account } = shop;
print({
  BALCAO_GRAPH_URL: graph.url,
  phoneNumberId: shop.id,
  wabaId: account.wabaId,
  accessToken: account.token,
  appSecret: account.appSecret,
});

const printed = new Set<string>();
const timer = setInterval(printReceived, 200);
for await (const line of console)
  if (line.trim())
    await obey(line, shop).then(print, (error: Error) => print({ error: error.message }));
clearInterval(timer);
await graph.stop();

async function obey(line: string, number: BusinessNumber): Promise<object> {
  const request = command.parse(JSON.parse(line));
  if ("callback" in request) {
    await graph.setCallback(account, request.callback, request.verifyToken);
    return { callback: request.callback };
  }
  if ("say" in request)
    return {
      id: await graph.acts.says(personOf(request.from, request.phone), number, request.say),
    };
  if ("decide" in request) {
    const template = [...account.templates.values()].find(({ name }) => name === request.decide);
    if (!template) throw new Error(`there is no template ${request.decide}`);
    await graph.meta.decides(account, template, request.state);
    return { decided: request.decide };
  }
  if ("advance" in request) graph.clock.advance(request.advance);
  else account.endToken();
  return { now: new Date(graph.clock.now()).toISOString() };
}

function personOf(name: string, phone?: string): Customer {
  return graph.customers.find((one) => one.name === name) ?? graph.customer(name, phone);
}

function printReceived() {
  for (const { id, to, text, type } of graph.messages.sent)
    if (to && !printed.has(id)) {
      printed.add(id);
      print({ received: { by: to.name, id, type, text } });
    }
}

function print(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
