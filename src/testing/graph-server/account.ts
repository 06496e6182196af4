import { createHash, createHmac } from "node:crypto";
import type { Customer } from "./customer.ts";
import type { Template } from "./templates.ts";

/** An app with its WhatsApp Business Account, and the callback that its webhooks go to. */
export class Account {
  readonly appId: string;
  readonly appSecret: string;
  readonly wabaId: string;
  /** Tokens that are valid now; a test deletes one to end it. */
  readonly tokens = new Set<string>();
  readonly numbers: BusinessNumber[] = [];
  /** The callback in the app's settings, and the one that overrides it for this account. */
  callback: Callback | undefined;
  override: Callback | undefined;
  /** Without a subscription no webhook comes. */
  subscribed = false;
  /** How sends fail with 131042 while the account is not paid. */
  unpaid: "answer" | "status" | undefined;
  /** Whether each send fails with 131031. */
  locked = false;
  /** Templates by id. */
  readonly templates = new Map<string, Template>();
  /** Names of deleted templates, and the time until which they are blocked. */
  readonly deletedNames = new Map<string, number>();
  tier = "TIER_250";

  constructor(index: number) {
    this.appId = String(300_000_000_000_000 + index);
    this.wabaId = String(200_000_000_000_000 + index);
    this.appSecret = createHash("md5").update(`secret ${index}`).digest("hex");
    this.tokens.add(
      `EAA${createHash("sha256").update(`token ${index}`).digest("base64url")}ZD${index}`,
    );
  }

  /** The first token. Throws when it has ended. */
  get token(): string {
    const [token] = this.tokens;
    if (!token) throw new Error("this account has no token");
    return token;
  }

  /** The token ends; a new one is made when `renew` is set. */
  endToken(renew = false): void {
    const before = this.token;
    this.tokens.clear();
    if (renew) this.tokens.add(`${before}n`);
  }

  sign(bytes: Uint8Array): string {
    return `sha256=${createHmac("sha256", this.appSecret).update(bytes).digest("hex")}`;
  }

  /** The proof that a caller has the app's secret beside a token. */
  proof(token: string): string {
    return createHmac("sha256", this.appSecret).update(token).digest("hex");
  }

  /** The user id of a person, which each portfolio sees as another one. */
  userIdOf(customer: Customer): string {
    const digest = createHash("sha256").update(`${customer.key} ${this.appId}`).digest("hex");
    return `BR.${BigInt(`0x${digest.slice(0, 16)}`)}`;
  }
}

export type Callback = { url: string; verifyToken: string };

/** A phone number of a business. */
export class BusinessNumber {
  readonly id: string;
  registered = true;
  quality: "GREEN" | "YELLOW" | "RED" = "GREEN";
  /** Whether the number is also on the Business app of a phone. */
  coexistence = false;
  readonly blocked = new Set<Customer>();
  /** The synchronizations that were asked for. */
  readonly syncs: string[] = [];
  profile: Record<string, unknown> = {};
  /** The service messages of each month, of which the first thousand are free. */
  readonly serviceMessages = new Map<string, number>();

  constructor(
    readonly account: Account,
    index: number,
    /** The digits, with the country's code. */
    readonly digits: string,
    readonly verifiedName: string,
  ) {
    this.id = String(100_000_000_000_000 + index);
    account.numbers.push(this);
  }

  get display(): string {
    const [, country, area, first, last] = /^(55)(\d\d)(\d{4,5})(\d{4})$/.exec(this.digits) ?? [];
    return country ? `+${country} ${area} ${first}-${last}` : `+${this.digits}`;
  }

  get metadata(): { display_phone_number: string; phone_number_id: string } {
    return { display_phone_number: this.display, phone_number_id: this.id };
  }
}
