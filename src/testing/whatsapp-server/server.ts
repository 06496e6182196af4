import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Server } from "bun";
import { Account } from "./account.ts";
import { Connection } from "./connection.ts";
import type { Faults } from "./faults.ts";
import { Group } from "./group.ts";
import { createGroup } from "./group-notifications.ts";
import type { HandsetOptions } from "./handset.ts";
import { certificate, MediaHost } from "./media-host.ts";
import { Network } from "./network.ts";
import type { Addressing, Person } from "./people.ts";
import { Phone } from "./phone.ts";

type Someone = HandsetOptions & {
  number?: string;
  lid?: true | string;
  hidden?: boolean;
  username?: string;
  addressing?: Addressing;
  aliases?: string[];
};

/**
 * A WhatsApp on loopback: the chat server, the media host, and all phones. End it with `stop()`.
 */
export async function whatsapp(): Promise<WhatsAppServer> {
  return new WhatsAppServer();
}

type Socket = { connection?: Connection };

export class WhatsAppServer {
  readonly media = new MediaHost();
  private readonly net = new Network(this.media);
  private server: Server<Socket>;
  private accounts: Account[] = [];
  private port = 0;

  constructor() {
    this.server = this.listen(0);
  }

  /** The environment in which the product meets this WhatsApp and not the real one. */
  get env() {
    return {
      BALCAO_WA_URL: `ws://127.0.0.1:${this.server.port}/ws/chat`,
      BALCAO_WA_ROOT: Buffer.from(this.net.authority.root.public).toString("hex"),
      BALCAO_WA_MEDIA_HOST: this.media.host,
      NODE_EXTRA_CA_CERTS: certificate,
    };
  }

  get faults(): Faults {
    return this.net.faults;
  }

  /** The protocol versions of the clients' logins. */
  get versions(): string[] {
    return this.net.versions;
  }

  /** Queries of clients without an answer in this server. */
  get unknown(): BinaryNode[] {
    return this.net.unknown;
  }

  /** A phone that devices link with. Its default is the next number. */
  account({
    number,
    name = "Pão Quente",
    ...someone
  }: Partial<Someone> & { name?: string } = {}): Account {
    const account = new Account(
      this.net,
      this.person(
        name,
        { number, ...someone },
        (count) => `551199999${String(count).padStart(4, "0")}`,
      ),
      someone,
    );
    this.accounts.push(account);
    return account;
  }

  /** A customer's phone, which writes to the only account by default. */
  phone(name: string, someone: Someone = {}): Phone {
    return new Phone(
      this.net,
      this.person(name, someone, (count) => `551198888${String(count).padStart(4, "0")}`),
      () => this.only(),
      someone,
    );
  }

  /** A group that its first member founded. Naming the shop puts it in the group. */
  group(
    subject: string,
    members: Phone[],
    { shop, addressing = "lid" }: { shop?: Account; addressing?: Addressing } = {},
  ): Group {
    const people = [...members, ...(shop ? [shop] : [])].map(({ person }) => person);
    const state = this.net.groups.found(subject, people, addressing);
    createGroup(this.net, state, people[0]!);
    return new Group(this.net, state);
  }

  /** Disconnects an account's linked devices. They may come back. */
  kick(account: Account): void {
    this.faults.closeSocket(account);
  }

  /** Stops listening: connections end, and the machine refuses new ones. */
  async goesDown(): Promise<void> {
    // A stopped server has no port any more.
    this.port = this.server.port!;
    this.faults.closeSocket();
    await this.server.stop(true);
  }

  /** Listens again at the same address. */
  comesBack(): void {
    this.server = this.listen(this.port);
  }

  async stop(): Promise<void> {
    await Promise.all([this.server.stop(true), this.media.stop()]);
  }

  private listen(port: number): Server<Socket> {
    return Bun.serve<Socket>({
      hostname: "127.0.0.1",
      port,
      fetch: (request, server) => {
        const refusal = this.faults.refusal();
        if (refusal) return new Response("", { status: refusal });
        return server.upgrade(request, { data: {} })
          ? undefined
          : new Response("", { status: 400 });
      },
      websocket: {
        idleTimeout: 0,
        maxPayloadLength: 2 ** 26,
        open: (socket) => {
          socket.data.connection = new Connection(this.net, {
            send: (bytes) => socket.send(bytes),
            close: () => socket.close(),
            terminate: () => socket.terminate(),
          });
        },
        message: (socket, data) =>
          socket.data.connection?.wire.receive(Buffer.from(data as Buffer)),
        close: (socket) => socket.data.connection?.closed(),
      },
    });
  }

  private person(
    name: string,
    { number, lid, hidden, username, addressing = hidden ? "lid" : "pn", aliases = [] }: Someone,
    numbered: (count: number) => string,
  ): Person {
    return this.net.people.join(
      {
        name,
        addressing,
        aliases,
        username,
        ...(typeof lid === "string" ? { lid } : {}),
        ...(hidden ? { number: undefined } : number ? { number } : {}),
      },
      numbered,
    );
  }

  private only(): Account {
    const [account, ...others] = this.accounts;
    if (!account || others.length)
      throw new Error(`say whom it is for: there are ${this.accounts.length} accounts`);
    return account;
  }
}
