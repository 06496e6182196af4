import { randomBytes } from "node:crypto";
import { Account, BusinessNumber } from "./account.ts";
import { Clock } from "./clock.ts";
import { Customer } from "./customer.ts";
import { CustomerActs } from "./customer-acts.ts";
import { Faults } from "./faults.ts";
import { MediaStore } from "./media.ts";
import { Messages } from "./messages.ts";
import { MetaActs } from "./meta-acts.ts";
import { ShopPhone } from "./shop-phone.ts";
import { Webhooks } from "./webhooks.ts";
import { Windows } from "./window.ts";

/** Everything behind the Graph server: accounts, people, messages, and the network's clock. */
export class GraphWorld {
  readonly clock = new Clock();
  readonly faults = new Faults();
  readonly webhooks = new Webhooks(() => this.clock.now());
  readonly windows = new Windows(this.clock);
  readonly messages = new Messages(this);
  readonly accounts: Account[] = [];
  readonly customers: Customer[] = [];
  readonly media: MediaStore;
  readonly acts = new CustomerActs(this);
  readonly meta = new MetaActs(this);
  readonly shopPhone = new ShopPhone(this);
  /** How a message outside the window fails. */
  windowErrors: "answer" | "status" = "status";
  /** Whether the statuses of a message come before the answer to its call. */
  statusesFirst = false;
  /** Whether templates are approved as they are made. */
  approvesAtOnce = false;
  private count = 0;

  constructor(base: () => string) {
    this.media = new MediaStore(this.clock, base);
  }

  account(): Account {
    const account = new Account((this.count += 1));
    this.accounts.push(account);
    return account;
  }

  /** A number of a business, in an account of its own unless one is given. */
  number(digits: string, { account = this.account(), name = "Padaria Pão Quente" } = {}) {
    return new BusinessNumber(account, (this.count += 1), digits, name);
  }

  /** A person with a phone. `waId` differs from `phone` where the network drops a digit. */
  customer(
    name: string,
    phone?: string,
    { waId = phone, username }: { waId?: string; username?: string } = {},
  ): Customer {
    const customer = new Customer(`person ${(this.count += 1)}`, name, phone, waId);
    customer.username = username;
    this.customers.push(customer);
    return customer;
  }

  numberById(id: string): BusinessNumber | undefined {
    return this.accounts.flatMap(({ numbers }) => numbers).find((one) => one.id === id);
  }

  newId(): string {
    return `wamid.${Buffer.concat([Buffer.from([28, 13]), randomBytes(30)]).toString("base64")}`;
  }

  newNumber(): string {
    return String(900_000_000_000_000 + (this.count += 1));
  }

  /** Sets the app's callback after the handshake. Throws when the address does not answer it. */
  async setCallback(account: Account, url: string, verifyToken: string): Promise<void> {
    await verify(url, verifyToken);
    account.callback = { url, verifyToken };
  }
}

/** Asks a callback to prove itself. Throws when it does not. */
export async function verify(url: string, verifyToken: string): Promise<void> {
  const challenge = String(Math.floor(Math.random() * 1e9));
  const address = new URL(url);
  address.searchParams.set("hub.mode", "subscribe");
  address.searchParams.set("hub.challenge", challenge);
  address.searchParams.set("hub.verify_token", verifyToken);
  const response = await fetch(address, { redirect: "manual" }).catch(() => undefined);
  const answer = await response?.text();
  if (response?.status !== 200 || answer !== challenge)
    throw new Error(
      `the callback answered ${response?.status ?? "nothing"}: ${answer?.slice(0, 100) ?? ""}`,
    );
}
