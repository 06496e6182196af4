import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Channel, ConnectionStatus, ConnectionManager } from "../channel/channel.ts";
import { metaGraph } from "../channel/cloud/graph.ts";
import { Network } from "../channel/practice/network.ts";
import type { Hub } from "../live/hub.ts";
import type { Clock } from "../kit/process/clock.ts";
import type { CommittedEvent } from "../kit/db/committed-event.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { Fault } from "../kit/fault.ts";
import { privateFolder } from "../kit/files/disk.ts";
import { log, trace } from "../kit/process/log.ts";
import { NewerFile } from "../kit/db/migrate.ts";
import type { Control, CompanyDb } from "../kit/db/company-db.ts";
import { markLinked, linkedCompanies } from "../modules/companies/companies.ts";
import { stopFault } from "../modules/companies/standing.ts";
import { list } from "../modules/connections/connections.ts";
import { saveStatus } from "../modules/connections/status.ts";
import type { Message } from "../modules/messages/table.ts";
import type { PracticeNetworks } from "../modules/practice/routes.ts";
import { channelFor, type ChannelConfig } from "./channel-for.ts";
import { CloudWebhooks } from "./cloud-webhooks.ts";
import { MediaFetcher } from "./fetcher.ts";
import { handlersFor } from "./handlers.ts";
import { readTemplates } from "./read-templates.ts";
import { Sender } from "./sender.ts";

type Running = { channel: Channel; sender: Sender; fetcher: MediaFetcher; release: () => void };

/**
 * Runs every company's channels: calls the verbs for received messages, and sends the waiting
 * messages of the outbox.
 */
export class RunningConnections implements ConnectionManager, PracticeNetworks {
  readonly #running = new Map<string, Running>();
  readonly #turns = new Map<string, Promise<void>>();
  readonly #networks = new Map<number, Network>();
  /** The connections of the official channel, to which Meta's webhooks go. */
  readonly cloud: CloudWebhooks;

  constructor(
    private readonly dbs: CompanyDbs,
    private readonly hub: Hub,
    private readonly config: ChannelConfig,
    private readonly now: Clock,
  ) {
    this.cloud = new CloudWebhooks(
      now,
      config.graphUrl?.replace(/\/+$/, "") ?? metaGraph,
      config.refuseHeld,
    );
    dbs.onCommit((events, db) => this.#wake(events, db));
    dbs.onShut(
      ({ company }, isShut) =>
        void (isShut ? this.stopCompany(company) : this.openCompany(company)),
    );
  }

  /**
   * Throws NewerFile when a company with connections has a file that needs a newer executable, as
   * far as its beginning shows.
   */
  refuseNewer() {
    for (const { id } of linkedCompanies(this.dbs.control)) this.dbs.refuseNewer(id);
  }

  /**
   * Starts every company's linked connections. A damaged file stops its own company only; one that
   * needs a newer executable throws NewerFile.
   */
  async open() {
    for (const { id } of linkedCompanies(this.dbs.control)) {
      await this.openCompany(id);
      // Requests that arrive meanwhile get a turn of the event loop.
      await new Promise(setImmediate);
    }
    this.cloud.opened();
  }

  async openCompany(company: number) {
    try {
      const db = this.dbs.open(company);
      if (!db.about().status) return;
      // One that fails, or is deleted meanwhile, keeps no other from coming up.
      for (const { id } of list(db))
        await this.#resume(company, id).catch(
          (thrown: unknown) =>
            thrown instanceof Fault ||
            log("error", "company", { company, connection: id, ...trace(thrown) }),
        );
    } catch (thrown) {
      if (thrown instanceof NewerFile) throw thrown;
      // A company that is shut was logged already.
      if (!(thrown instanceof Fault)) log("error", "company", { company, ...trace(thrown) });
    }
  }

  async stopCompany(company: number) {
    // All in their turns at once, before those that come up meanwhile, since it was let in again.
    const running = [...this.#running.keys()]
      .map((name) => name.split("/").map(Number))
      .filter(([of]) => of === company);
    await Promise.all(
      running.map(([, connection]) =>
        this.#inTurn(company, connection!, () => this.#stop(company, connection!)).catch(
          (thrown: unknown) => log("error", "company", { company, ...trace(thrown) }),
        ),
      ),
    );
  }

  start(company: number, connection: number) {
    return this.#inTurn(company, connection, async () => {
      await (await this.#create(company, connection)).start();
    });
  }

  // Without a linked phone it waits until someone asks for a QR code. A connection that someone
  // started by hand keeps running: its QR code may be on screen.
  #resume(company: number, connection: number) {
    return this.#inTurn(company, connection, async () => {
      if (this.channel(company, connection)) return;
      const channel = await this.#create(company, connection);
      if (channel.linked) await channel.start();
      else
        this.#statusChanged(this.dbs.open(company), connection, {
          status: "DISCONNECTED",
          qrcode: "",
        });
    });
  }

  forget(company: number, connection: number) {
    return this.#inTurn(company, connection, async () => {
      await this.channel(company, connection)?.logout();
      await this.#stop(company, connection);
      this.network(company).forget(connection);
    });
  }

  async #create(company: number, connection: number): Promise<Channel> {
    this.config.refuseHeld?.();
    await this.#stop(company, connection);
    const db = this.dbs.open(company);
    refuseBlocked(this.dbs.control, db);
    markLinked(this.dbs.control, company);
    const channel = await channelFor(
      db,
      connection,
      handlersFor(this.hub, db, connection, (status) =>
        this.#statusChanged(db, connection, status),
      ),
      {
        hub: this.hub,
        config: this.config,
        now: this.now,
        network: (company) => this.network(company),
        webhooks: this.cloud,
      },
    );
    // Checked again: a block in the meantime found no channel to stop.
    refuseBlocked(this.dbs.control, db);
    this.#running.set(key(company, connection), {
      channel,
      sender: new Sender(db, connection, channel),
      fetcher: new MediaFetcher(db, connection, channel),
      release: this.dbs.hold(company),
    });
    return channel;
  }

  logout(company: number, connection: number) {
    // At the start it may not have come up yet: it would come up still linked.
    return this.#inTurn(company, connection, async () =>
      (this.channel(company, connection) ?? (await this.#create(company, connection))).logout(),
    );
  }

  channel(company: number, connection: number) {
    return this.#running.get(key(company, connection))?.channel;
  }

  network(company: number): Network {
    const network =
      this.#networks.get(company) ??
      new Network(
        join(privateFolder(join(this.config.folder, "practice")), `${company}.sqlite`),
        this.now,
      );
    this.#networks.set(company, network);
    return network;
  }

  forgetCompany(company: number) {
    this.#networks.get(company)?.close();
    this.#networks.delete(company);
    for (const suffix of ["", "-wal", "-shm"])
      rmSync(join(this.config.folder, "practice", `${company}.sqlite${suffix}`), { force: true });
  }

  async closeAll() {
    for (const company of new Set([...this.#running.keys()].map((name) => Number.parseInt(name))))
      await this.stopCompany(company);
    for (const network of this.#networks.values()) network.close();
    this.#networks.clear();
  }

  // Two starts of the same connection at once would leave a channel running that nothing stops.
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
    await Promise.all([running.sender.stop(), running.fetcher.stop()]);
    running.release();
  }

  // A QR code is a credential: it is sent to admins as a transient frame, and stored in no event.
  #statusChanged(db: CompanyDb, connection: number, status: ConnectionStatus) {
    const session = saveStatus(db, connection, status);
    if (session)
      this.hub.sendTransient(
        db.company,
        { event: "whatsappSession", action: "update", session },
        { to: "admins" },
      );
    if (status.status !== "CONNECTED") return;
    const running = this.#running.get(key(db.company, connection));
    running?.sender.resume();
    running?.fetcher.resume();
    if (running) void readTemplates(db, connection, running.channel);
  }

  #wake(events: CommittedEvent[], db: CompanyDb) {
    for (const { event, action, payload } of events) {
      if (event === "connectionRestriction") {
        const { connection } = payload as { connection: { id: number } };
        this.#running.get(key(db.company, connection.id))?.sender.wake();
      }
      if (event !== "appMessage" || action === "delete") continue;
      const { whatsappId, fromMe, ack, media, mediaUrl } = (payload as { message: Message })
        .message;
      const running =
        whatsappId === null ? undefined : this.#running.get(key(db.company, whatsappId));
      if (fromMe && ack === 0) running?.sender.wake();
      if (media && !mediaUrl && !media.reason) running?.fetcher.wake();
    }
  }
}

/**
 * A blocked company's connections stay down: it may be another box's by now. rules.md#company-files
 */
function refuseBlocked(control: Control, db: CompanyDb) {
  const about = db.about();
  if (!about.status) throw stopFault(control, "blocked", about);
}

const key = (company: number, connection: number) => `${company}/${connection}`;
