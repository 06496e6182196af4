import { join } from "node:path";
import type { Channel, Ears, Heard, Lines } from "./channel/channel.ts";
import { Refused, Unreachable } from "./channel/channel.ts";
import { Network } from "./channel/practice/network.ts";
import { Practice } from "./channel/practice/practice.ts";
import type { Hub } from "./hub.ts";
import type { Clock } from "./kit/clock.ts";
import type { Companies } from "./kit/companies.ts";
import { privateFolder } from "./kit/files.ts";
import { log, trace } from "./kit/log.ts";
import { NewerFile } from "./kit/migrate.ts";
import type { Store, Told } from "./kit/store.ts";
import { link, linked } from "./modules/companies/companies.ts";
import { list, note } from "./modules/connections/connections.ts";
import { next, providerIdOf, sending } from "./modules/messages/outbox.ts";
import type { Message } from "./modules/messages/table.ts";
import type { PracticeBox } from "./modules/practice/routes.ts";
import { acknowledge, failed, sent } from "./modules/tickets/acknowledge.ts";
import { receive } from "./modules/tickets/receive.ts";

type Running = { channel: Channel; release: () => void; flow: Promise<void>; again: boolean };

/** Joins channels with companies: what a channel hears becomes verbs, what waits in an outbox goes to its channel. */
export class Switchboard implements Lines, PracticeBox {
  readonly #running = new Map<string, Running>();
  readonly #turns = new Map<string, Promise<void>>();
  readonly #networks = new Map<number, Network>();

  constructor(private readonly companies: Companies, private readonly hub: Hub, private readonly folder: string, private readonly now: Clock) {
    companies.listen((told, store) => this.#wake(told, store));
  }

  /** Brings every company's connections up. A damaged file is its own company's trouble; one that is ahead of this executable is everyone's. */
  async open() {
    for (const { id } of linked(this.companies.control)) {
      try {
        for (const connection of list(this.companies.open(id))) await this.start(id, connection.id);
      } catch (thrown) {
        if (thrown instanceof NewerFile) throw thrown;
        log("error", "company", { company: id, ...trace(thrown) });
      }
    }
  }

  start(company: number, connection: number) {
    return this.#inTurn(company, connection, () => this.#start(company, connection));
  }

  forget(company: number, connection: number) {
    return this.#inTurn(company, connection, async () => {
      await this.#stop(company, connection);
      this.network(company).forget(connection);
    });
  }

  async #start(company: number, connection: number) {
    await this.#stop(company, connection);
    link(this.companies.control, company);
    const store = this.companies.open(company);
    const channel = new Practice(connection, this.network(company), this.#ears(store, connection), (message) =>
      this.hub.whisper(company, { event: "practice", action: "message", whatsappId: connection, message }, { to: "admins" }),
    );
    this.#running.set(key(company, connection), { channel, release: this.companies.hold(company), flow: Promise.resolve(), again: false });
    await channel.start();
    this.#flow(store, connection);
  }

  async logout(company: number, connection: number) {
    await this.channel(company, connection)?.logout();
  }

  channel(company: number, connection: number) {
    return this.#running.get(key(company, connection))?.channel;
  }

  network(company: number): Network {
    const known = this.#networks.get(company) ?? new Network(join(privateFolder(join(this.folder, "practice")), `${company}.sqlite`), this.now);
    this.#networks.set(company, known);
    return known;
  }

  async closeAll() {
    for (const name of [...this.#running.keys()]) {
      const [company, connection] = name.split("/").map(Number);
      await this.#inTurn(company!, connection!, () => this.#stop(company!, connection!));
    }
    for (const network of this.#networks.values()) network.close();
    this.#networks.clear();
  }

  // Two who start the same connection at once would leave one of the two running alone.
  #inTurn(company: number, connection: number, work: () => Promise<void>): Promise<void> {
    const name = key(company, connection);
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => {});
    this.#turns.set(name, settled);
    void settled.then(() => this.#turns.get(name) === settled && this.#turns.delete(name));
    return turn;
  }

  async #stop(company: number, connection: number) {
    const running = this.#running.get(key(company, connection));
    if (!running) return;
    this.#running.delete(key(company, connection));
    await running.channel.stop();
    await running.flow;
    running.release();
  }

  #ears(store: Store, connection: number): Ears {
    return {
      line: (line) => {
        note(store, connection, line);
        if (line.status === "CONNECTED") this.#flow(store, connection);
      },
      message: async (heard: Heard) => {
        const file = heard.media && (await store.files.keep(heard.media.bytes, heard.media.name));
        receive(store, connection, heard, file);
      },
      ack: (id, level) => acknowledge(store, connection, id, level),
    };
  }

  #wake(told: Told[], store: Store) {
    const waiting = told.filter(({ event }) => event === "appMessage").map(({ payload }) => (payload as { message: Message }).message).filter(({ fromMe, ack }) => fromMe && ack === 0);
    for (const connection of new Set(waiting.map(({ whatsappId }) => whatsappId))) if (connection !== null) this.#flow(store, connection);
  }

  // One sender a connection. Woken while it runs, it looks once more before it rests.
  #flow(store: Store, connection: number) {
    const running = this.#running.get(key(store.company, connection));
    if (!running) return;
    if (running.again) return;
    running.again = true;
    running.flow = running.flow.then(() => {
      running.again = false;
      return this.#drain(store, connection, running);
    }).catch((thrown) => log("error", "sender", { company: store.company, connection, ...trace(thrown) }));
  }

  async #drain(store: Store, connection: number, { channel }: Running) {
    while (this.channel(store.company, connection) === channel) {
      const waiting = next(store, connection);
      if (!waiting) return;
      const { message, file, to } = waiting;
      if (!to) {
        failed(store, message.id, "ERR_WAPP_INVALID_CONTACT");
        continue;
      }
      sending(store, message.id);
      try {
        await channel.send({
          id: message.providerId,
          to,
          body: message.body,
          media: file ? { path: store.files.path(file.sha256), type: file.type, name: file.name } : undefined,
          quotedId: message.quotedMsgId === null ? undefined : providerIdOf(store, message.quotedMsgId),
        });
        sent(store, message.id);
      } catch (thrown) {
        // It stays in line, and goes when the line is up again.
        if (thrown instanceof Unreachable) return;
        if (!(thrown instanceof Refused)) log("error", "send", { company: store.company, connection, message: message.id, ...trace(thrown) });
        failed(store, message.id, thrown instanceof Refused ? thrown.message : "ERR_SENDING_WAPP_MSG");
      }
    }
  }
}

const key = (company: number, connection: number) => `${company}/${connection}`;
