import { expect } from "bun:test";
import type { Connection } from "../../modules/connections/table.ts";
import type { Message } from "../../modules/messages/table.ts";
import type { Ticket } from "../../modules/tickets/table.ts";
import type { Frame } from "../../shared/wire.ts";
import { claimedFolder } from "../claimed.ts";
import { owner, startBox } from "../running.ts";
import { whatsapp, type WhatsAppServer } from "../whatsapp-server/server.ts";
import { afterwards, listen, until, type Caller } from "../world.ts";

export type Account = ReturnType<WhatsAppServer["account"]>;

/** A WhatsApp on loopback, which ends with its test. */
export async function network() {
  const wa = await whatsapp();
  afterwards(() => wa.stop());
  return wa;
}

/** A box beside that WhatsApp, with its owner signed in, and with settings of its own. */
export async function shop(wa: WhatsAppServer, settings: Record<string, string> = {}) {
  const data = await claimedFolder();
  const env = { ...wa.env, ...nowhereElse(), ...settings };
  let box = await startBox(data, { env });
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  let rui: Caller = box.as(token);
  const listeners: WebSocket[] = [];
  afterwards(() => listeners.forEach((listener) => listener.close()));

  const it = {
    wa,
    data,
    get rui() {
      return rui;
    },
    get box() {
      return box;
    },
    /** A socket of the owner's, from its first frame on. */
    async listener() {
      const socket = new WebSocket(`${box.url.replace("http", "ws")}/ws`);
      listeners.push(socket);
      const listener = listen(socket, token);
      await listener.ready();
      return listener;
    },
    async line(name = "Balcão") {
      const { status, body } = await rui.post<Connection>("/whatsapp", { name, provider: "beta" });
      if (status !== 201) throw new Error(`no connection: ${JSON.stringify(body)}`);
      return body.id;
    },
    seen: async (line: number) => (await rui.get<Connection>(`/whatsapp/${line}`)).body,
    /** Waits until a connection is in a state, and answers it. */
    is: (line: number, status: Connection["status"], patience = 10_000) =>
      until(async () => {
        const seen = await it.seen(line);
        return seen.status === status && seen;
      }, patience),
    code: (line: number) => until(async () => (await it.seen(line)).qrcode, 10_000),
    /** Links a connection to a phone by QR code. */
    async linked(account: Account, name?: string) {
      const line = await it.line(name);
      await account.scans(await it.code(line));
      await it.is(line, "CONNECTED");
      return line;
    },
    tickets: async (status = "pending") =>
      (await rui.get<{ tickets: Ticket[] }>(`/tickets?status=${status}&showAll=true`)).body.tickets,
    /** The ticket of a customer who wrote, which the owner takes. */
    async taken(name: string) {
      const ticket = await until(async () =>
        (await it.tickets()).find(({ contact }) => contact.name === name),
      );
      await rui.put(`/tickets/${ticket.id}`, { status: "open" });
      return ticket.id;
    },
    /** A whole conversation, oldest first. */
    async conversation(ticket: number): Promise<Message[]> {
      const all: Message[] = [];
      for (let beforeId: number | undefined, more = true; more; beforeId = all[0]?.id) {
        const { messages, hasMore } = (
          await rui.get<{ messages: Message[]; hasMore: boolean }>(
            `/messages/${ticket}${beforeId ? `?beforeId=${beforeId}` : ""}`,
          )
        ).body;
        all.unshift(...messages);
        more = hasMore;
      }
      return all;
    },
    /** Waits for a message of a conversation. */
    message: (ticket: number, matches: (message: Message) => unknown, patience = 8000) =>
      until(async () => (await it.conversation(ticket)).find(matches), patience),
    says: async (ticket: number, body: string, more: object = {}) =>
      (await rui.post<Message[]>(`/messages/${ticket}`, { body, ...more })).body[0]!,
    /** Kills and restarts the box, as a power cut does. */
    async killed() {
      await box.kill();
      box = await startBox(data, { env });
      rui = box.as(token);
    },
    async restarted() {
      await box.stop();
      box = await startBox(data, { env });
      rui = box.as(token);
    },
  };
  return it;
}
export type Shop = Awaited<ReturnType<typeof shop>>;

/**
 * A linked shop for all tests of a file, made outside of them. Each test starts without faults, and
 * with another customer Bia, whose ticket the owner has taken.
 */
export async function openShop(settings: Record<string, string> = {}) {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa, settings);
  const line = await bakery.linked(account);
  let customers = 0;
  return async (addressing: "pn" | "lid" = "pn") => {
    wa.faults.none();
    const bia = wa.phone("Bia", {
      number: `55119777700${String((customers += 1)).padStart(2, "0")}`,
      addressing,
    });
    await bia.says("Oi");
    const ticket = await bakery.taken("Bia");
    const logged = bakery.box.said.out.length;
    /** Returns the lines that the box has written into its log since then. */
    const log = () => bakery.box.said.out.slice(logged);
    return { ...bakery, wa, account, line, bia, ticket, log };
  };
}

/** An environment in which a request to anywhere but loopback reaches this test, and fails it. */
function nowhereElse() {
  const hosts: string[] = [];
  const trap = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket, bytes) => void (hosts.push(bytes.toString().split("\r\n")[0]!), socket.end()),
    },
  });
  afterwards(() => {
    trap.stop(true);
    expect(hosts).toEqual([]);
  });
  const url = `http://127.0.0.1:${trap.port}`;
  return { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "127.0.0.1,localhost" };
}

/** Whether a frame is a connection's session in this state. */
export const sessionIs = (status: string) => (frame: Frame) =>
  frame.event === "whatsappSession" && (frame.session as { status: string }).status === status;
