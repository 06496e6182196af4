import { capabilitiesOf } from "../../shared/capabilities.ts";
import { countryOf } from "../../shared/channel-costs.ts";
import { Cache } from "../cache.ts";
import { Refused, type ChannelHandlers, type OutboundMessage } from "../channel.ts";
import type { MessageBilling } from "../message-billing.ts";
import type { Faults } from "./faults.ts";
import { makeOlder } from "./network-window.ts";
import type { Network } from "./network.ts";
import type { PhoneAction } from "./network-message.ts";
import type { PhoneScreens } from "./phones.ts";
import { Practice } from "./practice.ts";
import { PracticeTemplates } from "./templates.ts";

type SentPrice = Omit<MessageBilling, "at">;

/** The network's id of a message is ours after this. */
const prefix = "wamid.";

/**
 * The practice network as the official channel. It is up at once without a link, names messages
 * itself, and takes free text only for a while after the customer wrote.
 */
export class PracticeCloud extends Practice {
  override readonly capabilities = capabilitiesOf("practiceCloud");
  readonly templates: PracticeTemplates;
  /** The prices that reports of the latest messages name. */
  readonly #prices: Cache;

  constructor(
    connection: number,
    network: Network,
    handlers: ChannelHandlers,
    screens: PhoneScreens,
  ) {
    const prices = new Cache(86_400_000, 2000);
    const onAck: ChannelHandlers["onAck"] = (id, level, more) =>
      handlers.onAck(id, level, {
        ...more,
        ours: id.slice(prefix.length),
        billing: { at: network.now(), ...prices.get<SentPrice>(id) },
      });
    super(connection, network, { ...handlers, onAck }, screens);
    this.#prices = prices;
    this.templates = new PracticeTemplates(network.sqlite, connection, handlers.onTemplate);
  }

  override async start() {
    this.network.link(this.connection, true);
    await super.start();
  }

  override async send(message: OutboundMessage) {
    const { id, to, content } = message;
    const number = to.find(({ type }) => type === "phone")?.value;
    if (number === undefined) throw new Refused("ERR_NOT_ON_THIS_NETWORK");
    if (content.kind !== "template" && !this.network.isWindowOpen(this.connection, number))
      throw new Refused("ERR_WINDOW_CLOSED");
    this.#prices.set(`${prefix}${id}`, await this.#priceOf(number, content));
    return super.send({ ...message, id: `${prefix}${id}` });
  }

  /** A template is billed, and free text is not: the first 1,000 of a month are free at Meta. */
  async #priceOf(number: string, content: OutboundMessage["content"]): Promise<SentPrice> {
    const country = countryOf(number);
    if (content.kind !== "template")
      return {
        country,
        pricing: { category: "service", type: "free_customer_service", billable: false },
      };
    const { name, language } = content.template;
    const all = await this.templates.list();
    const template = all.find((one) => one.name === name && one.language === language);
    const category = template?.category.toLowerCase() ?? "utility";
    return { country, pricing: { category, type: "regular", billable: true } };
  }

  override async fault({ dayPassed, ...faults }: Faults) {
    if (dayPassed) makeOlder(this.network.sqlite, this.connection, dayPassed);
    await super.fault(faults);
  }

  // The shop learns neither of the customer's changes nor that they type.
  override async do(number: string, action: PhoneAction) {
    return action.does === "reacts" ? super.do(number, action) : undefined;
  }

  override type() {}

  override pairingCode = notHere;
  override edit = notHere;
  override delete = notHere;
  override check = notHere;
  override picture = notHere;
  override group = notHere;
}

async function notHere(): Promise<never> {
  throw new Refused("ERR_NOT_ON_THIS_NETWORK");
}
