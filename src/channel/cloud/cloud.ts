import { capabilitiesOf } from "../../shared/capabilities.ts";
import type { StatusReason } from "../../shared/states.ts";
import {
  Refused,
  Unreachable,
  type Channel,
  type ChannelHandlers,
  type ConnectionStatus,
  type Identifier,
  type MessageRef,
  type OutboundMessage,
} from "../channel.ts";
import { line } from "../wire-values.ts";
import { accountReportOf, limitOf, numberFields, preferenceOf } from "./account-reports.ts";
import type { CloudStore } from "./cloud-store.ts";
import type { WebhookPart } from "./envelope.ts";
import { remedyFor, type GraphError } from "./errors.ts";
import { type CloudAccount, Graph, GraphRefusal } from "./graph.ts";
import { CloudInbound } from "./inbound.ts";
import { download, type FetchFile } from "./media.ts";
import { CloudOutbound } from "./outbound.ts";
import type { CloudRegistry } from "./registry.ts";
import { retryPause } from "./retry-pause.ts";
import { Silence } from "./silence.ts";
import { CloudTemplates, templateReportOf } from "./templates.ts";

export type CloudServices = {
  store: CloudStore;
  handlers: ChannelHandlers;
  /** The address of Graph, without a version. */
  base: string;
  fetchFile: FetchFile;
  now: () => number;
  tell: (level: "info" | "warn" | "error", event: string, more: object) => void;
  /** Has this channel while it takes webhooks. */
  registry: CloudRegistry<Cloud>;
};

/** The account is looked at so often (ms): a token may end in the night. */
const lookEvery = 600_000;

/** One number on the official WhatsApp Cloud API. It is up while its credentials are valid. */
export class Cloud implements Channel {
  readonly capabilities = capabilitiesOf("cloud");
  readonly resendAfter = 60_000;
  readonly templates = new CloudTemplates(
    () => this.account.wabaId,
    (work) => this.#whileUp(() => work(this.#graph)),
  );
  #up = false;
  #wanted = false;
  #retries = 0;
  #number = "";
  #account: CloudAccount | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = new AbortController();
  #graph: Graph;
  readonly #inbound: CloudInbound;
  readonly #outbound: CloudOutbound;
  readonly #silence: Silence;

  constructor(private readonly services: CloudServices) {
    const { store, handlers, now, tell } = services;
    this.#graph = this.#graphFor();
    this.#silence = new Silence(now);
    this.#inbound = new CloudInbound(
      store,
      handlers,
      {
        onError: (error) => this.#errorReported(error),
        onAccount: (part) => this.#accountReported(part),
        onWritten: (who, id) => this.#outbound.written(who, id),
      },
      () => this.#number,
      (event, more) => tell("error", event, more),
    );
    this.#outbound = new CloudOutbound(
      () => this.#graph,
      () => this.account.phoneNumberId,
      (ids) => this.#inbound.learn(ids),
    );
  }

  get linked() {
    return this.services.store.account()?.isLinked === true;
  }

  get up() {
    return this.#up;
  }

  /** The credentials since the start. Throws Unreachable where there are none. */
  get account(): CloudAccount {
    if (!this.#account) throw new Unreachable("no credentials");
    return this.#account;
  }

  /** Another connection has proved that the number is its own. */
  yield = () => this.#down("replaced");

  /** The connection's number (digits), once Graph has given it. */
  get number() {
    return this.#number;
  }

  async start() {
    await this.stop();
    this.#account = this.services.store.account();
    if (!this.#account) return this.#line({ status: "DISCONNECTED" });
    this.services.store.setLinked(true);
    this.services.store.forgetOldMedia();
    this.#wanted = true;
    this.#ended = new AbortController();
    this.#graph = this.#graphFor();
    if (!this.services.registry.add(this)) return this.#down("replaced");
    this.#line({ status: "OPENING" });
    await this.#inbound.retry(false);
    void this.#connect();
  }

  async stop() {
    this.#wanted = false;
    this.#up = false;
    clearTimeout(this.#timer);
    this.#ended.abort();
    this.services.registry.remove(this);
    await this.#outbound.settled();
  }

  async logout() {
    await this.stop();
    this.services.store.setLinked(false);
    this.#line({ status: "DISCONNECTED" });
  }

  /** Stores the parts of a webhook that are for this number. Throws when they can't be written. */
  async receive(parts: WebhookPart[]) {
    if (this.#silence.heard()) this.#showUp();
    if (this.#silence.isDueToNote()) this.services.store.heard();
    await this.#inbound.receive(parts);
  }

  /** A webhook came with a wrong signature. */
  forged = () => this.services.store.forged();

  async send(message: OutboundMessage): Promise<string> {
    return this.#whileUp(async () => {
      const id = await this.#outbound.send(message);
      this.#silence.sent();
      return id;
    });
  }

  react = (target: MessageRef, emoji: string) =>
    this.#whileUp(() => this.#outbound.react(target, emoji));

  read = (targets: MessageRef[]) => this.#whileUp(() => this.#outbound.read(targets));

  block = (who: Identifier[], blocked: boolean) =>
    this.#whileUp(() => this.#outbound.block(who, blocked));

  async typing(who: Identifier[], typing: boolean) {
    if (this.#up && typing) await this.#outbound.typing(who).catch(() => {});
  }

  async *fetch(id: string) {
    if (!this.#up) throw new Unreachable();
    const media = this.services.store.media(id);
    if (!media) throw new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
    try {
      yield* download(this.#graph, media, this.services.fetchFile);
    } catch (thrown) {
      throw thrown instanceof GraphRefusal ? this.#judged(thrown.error) : thrown;
    }
  }

  /** The network tells only while a message is sent whether a number has an account. */
  async check(numbers: string[]) {
    return new Map(numbers.map((value) => [value, [{ type: "phone" as const, value }]]));
  }

  setAside = async () => this.#inbound.waiting();
  retrySetAside = () => this.#inbound.retry(true);

  async watch() {}
  picture = async () => undefined;
  people = async () => [];
  pairingCode = async (): Promise<string> => notHere();
  edit = async (): Promise<void> => notHere();
  delete = async (): Promise<void> => notHere();
  group = async (): Promise<{ subject: string; people: [] }> => notHere();

  #graphFor = () => new Graph(this.services.base, () => this.account, this.#ended.signal);

  /** Looks at the account now, as it does every ten minutes. */
  look = () => this.#connect();

  async #connect() {
    try {
      await this.#look();
      this.#retries = 0;
      this.#showUp();
    } catch (thrown) {
      this.#failed(thrown);
    }
    if (!this.#wanted) return;
    const pause = this.#retries > 0 ? retryPause(this.#retries) : lookEvery;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), pause);
  }

  /** Asks Graph for the number, and has it send webhooks. */
  async #look() {
    const { phoneNumberId, wabaId } = this.account;
    const about = await this.#graph.get(`${phoneNumberId}?fields=${numberFields}`);
    this.#number = line(about.display_phone_number).replace(/\D/g, "");
    const { data } = await this.#graph.get(`${wabaId}/subscribed_apps`);
    if (!Array.isArray(data) || data.length === 0)
      await this.#graph.post(`${wabaId}/subscribed_apps`, {});
    if (!this.#wanted) throw new Unreachable("stopped");
    if (!this.services.registry.confirm(this)) return this.yield();
    this.#up = true;
    this.#line({ status: "CONNECTED", ...this.#silence.warning(), limit: limitOf(about) });
    await this.#inbound.retry(false);
  }

  #failed(thrown: unknown) {
    if (!this.#wanted) return;
    if (thrown instanceof GraphRefusal) {
      const remedy = remedyFor(thrown.error);
      this.#note(thrown.error);
      if (remedy.does === "stop") return this.#down(remedy.reason);
    }
    this.#retries += 1;
    this.#up = false;
    this.#line({ status: "DISCONNECTED", reason: "network", retries: this.#retries });
  }

  #showUp = () => this.#up && this.#line({ status: "CONNECTED", ...this.#silence.warning() });

  #down(reason: StatusReason) {
    this.#up = false;
    if (this.#wanted) this.#line({ status: "DISCONNECTED", reason });
  }

  #line(status: Omit<ConnectionStatus, "qrcode">) {
    const number = this.#number && { number: this.#number };
    this.services.handlers.onStatus({ qrcode: "", ...number, ...status });
  }

  async #whileUp<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.#up) throw new Unreachable();
    try {
      return await work();
    } catch (thrown) {
      throw thrown instanceof GraphRefusal ? this.#judged(thrown.error) : thrown;
    }
  }

  /** The error that a caller gets; one of the account takes the connection down. */
  #judged(error: GraphError): Error {
    this.#note(error);
    const remedy = remedyFor(error);
    if (remedy.does === "refuse") return new Refused(remedy.text);
    if (remedy.does === "stop") this.#down(remedy.reason);
    else this.#outbound.slowDown(remedy);
    return new Unreachable(`code ${error.code}`);
  }

  #note({ code, details, trace }: GraphError) {
    this.services.tell("warn", "graph refused", { code, details, trace });
  }

  #errorReported(error: GraphError) {
    this.#note(error);
    const remedy = remedyFor(error);
    if (remedy.does === "stop") this.#down(remedy.reason);
  }

  #accountReported({ kind, item }: WebhookPart) {
    const { handlers } = this.services;
    const preference = kind === "preference" && preferenceOf(item);
    if (preference) handlers.onMarketing(preference.who, preference.takesMarketing);
    const template = templateReportOf(kind, item);
    if (template) handlers.onTemplate(template);
    if (kind === "phone_number_quality_update" || kind === "business_capability_update")
      void this.#connect();
    if (kind !== "account_update") return;
    const report = accountReportOf(item);
    if (report?.what === "restriction") handlers.onRestriction(report.restriction);
    if (report?.what === "down") this.#down(report.reason);
    if (report?.what === "back") void this.#connect();
  }
}

const notHere = (): never => {
  throw new Refused("ERR_NOT_ON_THIS_NETWORK");
};
