import { createHash } from "node:crypto";
import type { BusinessNumber } from "./account.ts";
import { seconds } from "./clock.ts";
import type { Customer } from "./customer.ts";
import type { GraphWorld } from "./graph-world.ts";

type Fields = Record<string, unknown>;

/** One message of a history; `ours` when the shop wrote it. A file comes later under its id. */
export type PastMessage = {
  id?: string;
  ours?: boolean;
  at: number;
  body?: string;
  file?: boolean;
  status?: "READ" | "DELIVERED" | "SENT" | "ERROR";
};

/**
 * The acts of a shop on the Business app of its phone, beside the API. Each act resolves once the
 * callback has answered 200.
 */
export class ShopPhone {
  constructor(private readonly world: GraphWorld) {}

  /** The shop writes on its phone; returns the id. */
  async writes(
    number: BusinessNumber,
    customer: Customer,
    type: string,
    content: Fields,
  ): Promise<string> {
    const id = this.world.newId();
    await this.echo(number, customer, { id, type, ...content });
    return id;
  }

  writesText(number: BusinessNumber, customer: Customer, body: string): Promise<string> {
    return this.writes(number, customer, "text", { text: { body } });
  }

  sendsPicture(
    number: BusinessNumber,
    customer: Customer,
    bytes: Uint8Array,
    caption = "",
  ): Promise<string> {
    const image = this.file(number, bytes, "image/jpeg", caption);
    return this.writes(number, customer, "image", { image });
  }

  edits(number: BusinessNumber, customer: Customer, id: string, body: string): Promise<string> {
    return this.writes(number, customer, "edit", {
      edit: { original_message_id: id, message: { type: "text", text: { body } } },
    });
  }

  revokes(number: BusinessNumber, customer: Customer, id: string): Promise<string> {
    return this.writes(number, customer, "revoke", { revoke: { original_message_id: id } });
  }

  /** The history in three phases, in chunks; returns the ids of files, which come later. */
  async sharesHistory(
    number: BusinessNumber,
    threads: { customer: Customer; messages: PastMessage[] }[],
    perChunk = 500,
  ): Promise<string[]> {
    const files: string[] = [];
    const all = threads.flatMap(({ customer, messages }) =>
      messages.map((message) => ({ customer, message })),
    );
    const chunks = Array.from({ length: Math.ceil(all.length / perChunk) }, (_, index) =>
      all.slice(index * perChunk, (index + 1) * perChunk),
    );
    for (const [index, chunk] of chunks.entries()) {
      const byCustomer = Map.groupBy(chunk, ({ customer }) => customer);
      await this.push(number, "history", {
        history: [
          {
            metadata: {
              phase: Math.min(2, Math.floor((index * 3) / chunks.length)),
              chunk_order: index + 1,
              progress: Math.floor(((index + 1) * 100) / chunks.length),
            },
            threads: [...byCustomer].map(([customer, entries]) => ({
              id: customer.waId,
              context: { wa_id: customer.waId, user_id: number.account.userIdOf(customer) },
              messages: entries.map(({ message }) => this.past(number, customer, message, files)),
            })),
          },
        ],
      });
    }
    return files;
  }

  /** A file of the history comes after all, as a message under `history`. */
  async sharesPastFile(
    number: BusinessNumber,
    customer: Customer,
    id: string,
    bytes: Uint8Array,
  ): Promise<void> {
    await this.push(number, "history", {
      contacts: [customer.contactFor(number)],
      messages: [
        {
          ...customer.senderFor(number),
          id,
          timestamp: seconds(this.world.clock.now()),
          type: "image",
          image: this.file(number, bytes, "image/jpeg", ""),
        },
      ],
    });
  }

  async declinesHistory(number: BusinessNumber): Promise<void> {
    const error = {
      code: 2593109,
      title: "History sync is turned off by the business from the WhatsApp Business App",
      message: "History sync is turned off by the business from the WhatsApp Business App",
      error_data: { details: "History sharing is turned off" },
    };
    await this.push(number, "history", { history: [{ errors: [error] }] });
  }

  /** Adds a person to the phone's book, or removes them. */
  async syncsContact(
    number: BusinessNumber,
    customer: Customer,
    action: "add" | "remove",
  ): Promise<void> {
    await this.push(number, "smb_app_state_sync", {
      state_sync: [
        {
          type: "contact",
          contact: {
            ...(action === "add" && {
              full_name: customer.name,
              first_name: customer.name.split(" ")[0],
            }),
            phone_number: customer.phone,
            user_id: number.account.userIdOf(customer),
            ...(customer.username && { username: customer.username }),
          },
          action,
          metadata: { timestamp: seconds(this.world.clock.now()) },
        },
      ],
    });
  }

  /** The shop disconnects the API on its phone. */
  async removesPartner(number: BusinessNumber): Promise<void> {
    number.registered = false;
    await this.world.webhooks.push(number.account, {
      field: "account_update",
      value: { event: "PARTNER_REMOVED", phone_number: number.digits },
    });
  }

  private async echo(number: BusinessNumber, customer: Customer, message: Fields) {
    await this.push(number, "smb_message_echoes", {
      message_echoes: [
        {
          from: number.digits,
          ...(customer.hasNumber && { to: customer.waId }),
          to_user_id: number.account.userIdOf(customer),
          timestamp: seconds(this.world.clock.now()),
          ...message,
        },
      ],
    });
  }

  private past(
    number: BusinessNumber,
    customer: Customer,
    { id = this.world.newId(), ours = false, at, body = "", file, status = "READ" }: PastMessage,
    files: string[],
  ): Fields {
    if (file) files.push(id);
    return {
      from: ours ? number.digits : customer.waId,
      ...(ours && { to: customer.waId }),
      id,
      timestamp: seconds(at),
      ...(file ? { type: "media_placeholder" } : { type: "text", text: { body } }),
      history_context: { status },
    };
  }

  private file(number: BusinessNumber, bytes: Uint8Array, type: string, caption: string): Fields {
    const { id } = this.world.media.receive(number.account, bytes, type);
    return {
      ...(caption && { caption }),
      mime_type: type,
      sha256: createHash("sha256").update(bytes).digest("base64"),
      id,
    };
  }

  private push(number: BusinessNumber, field: string, value: Fields): Promise<void> {
    return this.world.webhooks.push(number.account, {
      field,
      value: { messaging_product: "whatsapp", metadata: number.metadata, ...value },
    });
  }
}
