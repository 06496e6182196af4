import { createHash } from "node:crypto";
import type { BusinessNumber } from "./account.ts";
import { seconds } from "./clock.ts";
import type { Customer } from "./customer.ts";
import type { GraphWorld } from "./graph-world.ts";

type Fields = Record<string, unknown>;
/** A file that a customer sends. */
export type CustomerFile = { bytes: Uint8Array; type: string; caption?: string; filename?: string };

/** How a message differs from a plain one. */
export type Extras = {
  /** The id of the quoted message. */
  quoting?: string;
  forwarded?: "once" | "often";
  referral?: Fields;
  /** More fields of the message, such as `errors` or `identity`. */
  more?: Fields;
  /** An id that came before: the same message again. */
  id?: string;
};

/** The acts of customers on their phones. Each act resolves once the callback has answered 200. */
export class CustomerActs {
  constructor(private readonly world: GraphWorld) {}

  says(customer: Customer, number: BusinessNumber, body: string, extras: Extras = {}) {
    return this.send(customer, number, "text", { text: { body } }, extras);
  }

  /** Sends an image, video, audio, document or sticker. */
  async sendsFile(
    customer: Customer,
    number: BusinessNumber,
    kind: "image" | "video" | "audio" | "document" | "sticker",
    { bytes, type, caption, filename }: CustomerFile,
    extras: Extras & { voice?: boolean; withUrl?: boolean } = {},
  ): Promise<string> {
    const file = this.world.media.receive(number.account, bytes, type);
    return this.send(
      customer,
      number,
      kind,
      {
        [kind]: {
          ...(caption !== undefined && { caption }),
          ...(filename !== undefined && { filename }),
          mime_type: type,
          sha256: createHash("sha256").update(bytes).digest("base64"),
          id: file.id,
          ...(extras.withUrl && { url: this.world.media.urlOf(file) }),
          ...(kind === "audio" && { voice: extras.voice ?? false }),
          ...(kind === "sticker" && { animated: false }),
        },
      },
      extras,
    );
  }

  shares(
    customer: Customer,
    number: BusinessNumber,
    location: { latitude: number; longitude: number; name?: string; address?: string },
  ) {
    return this.send(customer, number, "location", { location });
  }

  sendsContacts(customer: Customer, number: BusinessNumber, contacts: object[]) {
    return this.send(customer, number, "contacts", { contacts });
  }

  /** An empty emoji takes the reaction back; the field is then absent. */
  reacts(customer: Customer, number: BusinessNumber, id: string, emoji: string) {
    const reaction = { message_id: id, ...(emoji && { emoji }) };
    return this.send(customer, number, "reaction", { reaction }, {}, false);
  }

  orders(
    customer: Customer,
    number: BusinessNumber,
    items: { product_retailer_id: string; quantity: number; item_price: number }[],
    text = "",
  ) {
    const product_items = items.map((one) => ({ ...one, currency: "BRL" }));
    return this.send(customer, number, "order", {
      order: { catalog_id: "700000000000001", text, product_items },
    });
  }

  /** Presses a button or a row of a message that the phone received. Throws without it. */
  presses(customer: Customer, number: BusinessNumber, title: string, id?: string) {
    const message = customer.received.findLast((one) => !id || one.id === id);
    const context = { from: number.digits, id: message?.id };
    const more = { context };
    const interactive = message?.payload as
      | {
          action?: {
            buttons?: { reply: { id: string; title: string } }[];
            sections?: { rows: { id: string; title: string; description?: string }[] }[];
          };
        }
      | undefined;
    const button = interactive?.action?.buttons?.find(({ reply }) => reply.title === title);
    if (button)
      return this.send(
        customer,
        number,
        "interactive",
        { interactive: { type: "button_reply", button_reply: button.reply } },
        { more },
      );
    const row = interactive?.action?.sections
      ?.flatMap(({ rows }) => rows)
      .find((one) => one.title === title);
    if (row)
      return this.send(
        customer,
        number,
        "interactive",
        { interactive: { type: "list_reply", list_reply: row } },
        { more },
      );
    const buttons = message?.template?.components.find((one) => one.type === "BUTTONS");
    if (!buttons?.buttons.some((one) => one.type === "QUICK_REPLY" && one.text === title))
      throw new Error(`the phone shows no button ${title}`);
    return this.send(
      customer,
      number,
      "button",
      { button: { payload: title, text: title } },
      { more },
    );
  }

  /** Answers a flow, an address form or a payment: `response_json` is a text. */
  answersForm(customer: Customer, number: BusinessNumber, name: string, response: object) {
    return this.send(customer, number, "interactive", {
      interactive: {
        type: "nfm_reply",
        nfm_reply: { name, body: "Sent", response_json: JSON.stringify(response) },
      },
    });
  }

  edits(customer: Customer, number: BusinessNumber, id: string, message: Fields) {
    return this.send(
      customer,
      number,
      "edit",
      { edit: { original_message_id: id, message } },
      {},
      false,
    );
  }

  revokes(customer: Customer, number: BusinessNumber, id: string) {
    return this.send(
      customer,
      number,
      "revoke",
      { revoke: { original_message_id: id } },
      {},
      false,
    );
  }

  /** Opens the chat for the first time, by an ad perhaps. */
  opensChat(customer: Customer, number: BusinessNumber, extras: Extras = {}) {
    return this.send(customer, number, "request_welcome", {}, extras, false);
  }

  sendsUnsupported(customer: Customer, number: BusinessNumber, kind = "poll_creation") {
    const errors = [
      {
        code: 131051,
        title: "Message type unknown",
        message: "Message type unknown",
        error_data: { details: "Message type is currently not supported." },
      },
    ];
    return this.send(customer, number, "unsupported", { errors, unsupported: { type: kind } });
  }

  /** Reads all that the phone received from this number. */
  async reads(customer: Customer, number: BusinessNumber): Promise<void> {
    const unread = customer.received.filter(
      (one) => one.from === number && !one.statuses.includes("read"),
    );
    await Promise.all(unread.map((one) => this.world.messages.report(one, "read")));
  }

  /** The phone comes back, and takes what waits. */
  async comesOnline(customer: Customer): Promise<void> {
    customer.online = true;
    const waiting = this.world.messages.sent.filter(
      (one) => one.to === customer && one.statuses.includes("sent"),
    );
    await Promise.all(waiting.map((one) => this.world.messages.deliver(one)));
  }

  /** Gets another number, and with it another user id. Each business they wrote to hears of it. */
  async changesNumber(customer: Customer, number: BusinessNumber, phone: string): Promise<void> {
    const before = customer.waId;
    customer.phone = phone;
    customer.waId = phone;
    customer.key = `${customer.key}+`;
    await this.system(number, {
      ...(before && { from: before }),
      system: {
        type: "user_changed_number",
        body: `User ${customer.name} changed from ${before} to ${phone}`,
        wa_id: phone,
        user_id: number.account.userIdOf(customer),
      },
    });
  }

  /** Gets another user id; the webhook carries no number. */
  async changesUserId(customer: Customer, number: BusinessNumber): Promise<void> {
    const before = number.account.userIdOf(customer);
    customer.key = `${customer.key}+`;
    const user_id = number.account.userIdOf(customer);
    await this.system(number, {
      from_user_id: before,
      system: { type: "user_changed_user_id", body: "User ID changed", user_id },
    });
    await this.world.webhooks.push(number.account, {
      field: "user_id_update",
      value: {
        messaging_product: "whatsapp",
        metadata: number.metadata,
        user_id_update: [{ user_id: { previous: before, current: user_id } }],
      },
    });
  }

  /** Stops, resumes or asks for marketing messages. */
  async prefersMarketing(
    customer: Customer,
    number: BusinessNumber,
    value: "stop" | "resume" | "signup",
  ): Promise<void> {
    customer.stoppedMarketing = value === "stop";
    await this.world.webhooks.push(number.account, {
      field: "user_preferences",
      value: {
        messaging_product: "whatsapp",
        metadata: number.metadata,
        contacts: [customer.contactFor(number)],
        user_preferences: [
          {
            ...(customer.hasNumber && { wa_id: customer.waId }),
            user_id: number.account.userIdOf(customer),
            detail: `User requested to ${value} marketing messages`,
            category: "marketing_messages",
            value,
            ...(value === "signup" && { signup_id: this.world.newNumber() }),
            timestamp: Math.floor(this.world.clock.now() / 1000),
          },
        ],
      },
    });
  }

  /** Sends a message of any type; returns its id after the 200. */
  async send(
    customer: Customer,
    number: BusinessNumber,
    type: string,
    content: Fields,
    { quoting, forwarded, referral, more, id = this.world.newId() }: Extras = {},
    opensWindow = true,
  ): Promise<string> {
    if (number.blocked.has(customer)) return id;
    this.world.messages.note(id, number, customer);
    if (opensWindow) this.world.windows.opened(number, customer, referral !== undefined);
    const context = {
      ...(quoting && { from: number.digits, id: quoting }),
      ...(forwarded === "once" && { forwarded: true }),
      ...(forwarded === "often" && { frequently_forwarded: true }),
    };
    await this.world.webhooks.push(number.account, {
      field: "messages",
      value: {
        messaging_product: "whatsapp",
        metadata: number.metadata,
        contacts: [customer.contactFor(number)],
        messages: [
          {
            ...(Object.keys(context).length && { context }),
            ...customer.senderFor(number),
            id,
            timestamp: seconds(this.world.clock.now()),
            type,
            ...content,
            ...(referral && { referral }),
            ...more,
          },
        ],
      },
    });
    return id;
  }

  /** A message of the system has no contacts. */
  private async system(number: BusinessNumber, fields: Fields): Promise<void> {
    await this.world.webhooks.push(number.account, {
      field: "messages",
      value: {
        messaging_product: "whatsapp",
        metadata: number.metadata,
        messages: [
          {
            id: this.world.newId(),
            timestamp: seconds(this.world.clock.now()),
            type: "system",
            ...fields,
          },
        ],
      },
    });
  }
}
