import { capabilitiesOf } from "../../shared/capabilities.ts";
import { Refused, type ChannelHandlers, type OutboundMessage } from "../channel.ts";
import type { Network } from "./network.ts";
import type { PhoneAction } from "./network-message.ts";
import type { PhoneScreens } from "./phones.ts";
import { Practice } from "./practice.ts";
import { PracticeTemplates } from "./templates.ts";

/** The network's id of a message is ours after this. */
const prefix = "wamid.";

/**
 * The practice network as the official channel. It is up at once without a link, names messages
 * itself, and takes free text only for a while after the customer wrote.
 */
export class PracticeCloud extends Practice {
  override readonly capabilities = capabilitiesOf("practiceCloud");
  readonly templates: PracticeTemplates;

  constructor(
    connection: number,
    network: Network,
    handlers: ChannelHandlers,
    screens: PhoneScreens,
  ) {
    const onAck: ChannelHandlers["onAck"] = (id, level, more) =>
      handlers.onAck(id, level, { ...more, ours: id.slice(prefix.length) });
    super(connection, network, { ...handlers, onAck }, screens);
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
    return super.send({ ...message, id: `${prefix}${id}` });
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
