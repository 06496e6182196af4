import { createHash } from "node:crypto";
import type { BusinessNumber } from "./account.ts";
import type { Kind, SendCall } from "./bodies.ts";
import { seconds } from "./clock.ts";
import type { Customer } from "./customer.ts";
import { GraphError, statusError } from "./errors.ts";
import type { Fault } from "./faults.ts";
import type { GraphWorld } from "./graph-world.ts";
import { unsendable } from "./media.ts";
import { priceOf } from "./prices.ts";
import type { TemplateUse } from "./template-bodies.ts";
import { usedTemplate, type Template } from "./templates.ts";

export type Status = "sent" | "delivered" | "read" | "played" | "failed";

/** A message that the network accepted from a business. */
export type SentMessage = {
  id: string;
  at: number;
  from: BusinessNumber;
  /** Undefined when nobody has this number. */
  to: Customer | undefined;
  recipient: string;
  type: Kind;
  payload: Record<string, unknown>;
  /** The text that a phone shows. */
  text: string;
  context?: string;
  ours?: string;
  template?: Template;
  statuses: Status[];
};

/** Takes the messages of businesses, and reports their statuses. */
export class Messages {
  /** All accepted messages, in order. */
  readonly sent: SentMessage[] = [];
  private readonly received = new Map<string, { number: BusinessNumber; customer: Customer }>();

  constructor(private readonly world: GraphWorld) {}

  /** Notes a message of a customer, which the business may mark as read. */
  note(id: string, number: BusinessNumber, customer: Customer): void {
    this.received.set(id, { number, customer });
  }

  read(number: BusinessNumber, id: string, typing: boolean): object {
    const inbound = this.received.get(id);
    if (inbound?.number !== number)
      throw new GraphError(131009, "Param message_id: there is no such received message");
    inbound.customer.readByShop.add(id);
    if (typing) inbound.customer.typingUnder.push(id);
    return { success: true };
  }

  /** Takes a message; `settle` reports what becomes of it. Throws as Meta refuses it. */
  take(
    number: BusinessNumber,
    call: SendCall,
    fault?: Fault,
  ): { answer: object; settle: () => Promise<void> } {
    const { account } = number;
    if (account.locked) throw new GraphError(131031, "The business account is locked");
    if (!number.registered) throw new GraphError(133010, "The phone number is not registered");
    if (account.unpaid === "answer") throw new GraphError(131042, "There is no payment method");
    const to = this.recipientOf(number, call);
    const digits = call.to?.replace(/\D/g, "");
    if (digits === number.digits) throw new GraphError(131021, "Recipient is the sender");
    const template = call.type === "template" ? this.templateOf(number, call, to) : undefined;
    this.checkReferences(number, call, to);
    if (this.world.windowErrors === "answer" && this.isLate(number, call, to))
      throw new GraphError(131047, "More than 24 hours have passed since the last message");
    const message: SentMessage = {
      id: this.world.newId(),
      at: this.world.clock.now(),
      from: number,
      to,
      recipient: to?.hasNumber ? to.waId! : (digits ?? call.recipient!),
      type: call.type,
      payload: call.payload,
      text: textOf(call, template),
      context: call.context,
      ours: call.ours,
      template,
      statuses: [],
    };
    this.sent.push(message);
    const error = this.failureOf(message, fault);
    return {
      answer: {
        messaging_product: "whatsapp",
        contacts: [
          {
            input: call.to ?? call.recipient,
            ...(call.to && { wa_id: to?.waId ?? digits }),
            ...(to && { user_id: account.userIdOf(to) }),
          },
        ],
        messages: [
          {
            id: message.id,
            ...(template && {
              message_status:
                fault?.kind === "assessed" ? "held_for_quality_assessment" : "accepted",
            }),
          },
        ],
      },
      settle: () => this.settle(message, error),
    };
  }

  /** Reports a status of a message, whether or not it makes sense. */
  async report(message: SentMessage, status: Status, error?: object): Promise<void> {
    message.statuses.push(status);
    const { from, to } = message;
    await this.world.webhooks.push(from.account, {
      field: "messages",
      value: {
        messaging_product: "whatsapp",
        metadata: from.metadata,
        ...(to && { contacts: [to.contactFor(from)] }),
        statuses: [
          {
            id: message.id,
            status,
            timestamp: seconds(this.world.clock.now()),
            ...((!to || to.hasNumber) && { recipient_id: message.recipient }),
            ...(to && { recipient_user_id: from.account.userIdOf(to) }),
            ...(message.ours !== undefined && { biz_opaque_callback_data: message.ours }),
            ...(status !== "failed" && this.conversationOf(message, status)),
            ...(error && { errors: [error] }),
          },
        ],
      },
    });
  }

  /** The phone takes its message. */
  async deliver(message: SentMessage): Promise<void> {
    const { to } = message;
    if (!to || to.received.includes(message)) return;
    to.received.push(message);
    await Promise.all([
      this.report(message, "delivered"),
      to.readsAtOnce ? this.report(message, "read") : undefined,
    ]);
  }

  /** The message with this id. Throws when nobody sent it. */
  find(id: string): SentMessage {
    const message = this.sent.find((one) => one.id === id);
    if (!message) throw new Error(`nobody sent ${id}`);
    return message;
  }

  private async settle(
    message: SentMessage,
    error: { code: number; details: string } | undefined,
  ): Promise<void> {
    if (error) return this.report(message, "failed", statusError(error.code, error.details));
    this.world.windows.answered(message.from, message.to!);
    await Promise.all([
      this.report(message, "sent"),
      message.to!.online ? this.deliver(message) : undefined,
    ]);
  }

  private failureOf(
    { from, to, type, payload, template }: SentMessage,
    fault?: Fault,
  ): { code: number; details: string } | undefined {
    if (fault?.kind === "status") return { code: fault.code, details: fault.details ?? "" };
    if (from.account.unpaid) return { code: 131042, details: "There is no payment method" };
    if (!to) return { code: 131026, details: "Message Undeliverable." };
    if (this.isLate(from, { type }, to))
      return {
        code: 131047,
        details:
          "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
      };
    if (to.stoppedMarketing && template?.category === "MARKETING")
      return { code: 131050, details: "The user has stopped marketing messages" };
    const file = (payload as { id?: string }).id;
    const wrong =
      file !== undefined &&
      unsendable(type, this.world.media.find(from.account, file), payload.voice === true);
    return wrong ? { code: 131053, details: wrong } : undefined;
  }

  private isLate(
    number: BusinessNumber,
    { type }: { type: Kind },
    to: Customer | undefined,
  ): boolean {
    return type !== "template" && !!to && !this.world.windows.isOpen(number, to);
  }

  /** The customer behind `to`, which wins, or `recipient`. */
  private recipientOf(number: BusinessNumber, { to, recipient }: SendCall): Customer | undefined {
    if (to) return this.world.customers.find((one) => one.answersTo(to.replace(/\D/g, "")));
    const customer = this.world.customers.find(
      (one) => number.account.userIdOf(one) === recipient || one.parentUserId === recipient,
    );
    if (!customer) throw new GraphError(131009, "Param recipient: there is no such user id");
    return customer;
  }

  private templateOf(number: BusinessNumber, call: SendCall, to: Customer | undefined): Template {
    const template = usedTemplate(number.account, call.payload as unknown as TemplateUse);
    if (template.category === "AUTHENTICATION" && !call.to && !to?.hasNumber)
      throw new GraphError(131062, "An authentication template needs a phone number");
    return template;
  }

  private checkReferences(
    number: BusinessNumber,
    { type, payload, context }: SendCall,
    to: Customer | undefined,
  ): void {
    const file = (payload as { id?: string }).id;
    if (file !== undefined) this.world.media.find(number.account, file);
    const id = type === "reaction" ? (payload.message_id as string) : context;
    if (id === undefined) return;
    const inbound = this.received.get(id);
    const sent = this.sent.find((one) => one.id === id);
    const belongs =
      (inbound?.number === number && (!to || inbound.customer === to)) ||
      (sent?.from === number && (!to || sent.to === to));
    if (!belongs) throw new GraphError(131009, "Param message_id: there is no such message");
  }

  private conversationOf(message: SentMessage, status: Status): object {
    const pricing = priceOf(message, this.world);
    if (!pricing || status === "read") return {};
    const key = `${message.from.id} ${message.recipient} ${pricing.category}`;
    return {
      conversation: {
        id: createHash("md5").update(key).digest("hex"),
        ...(status === "sent" && {
          expiration_timestamp: seconds(this.world.clock.now() + 86_400_000),
        }),
        origin: { type: pricing.category },
      },
      pricing,
    };
  }
}

function textOf({ type, payload }: SendCall, template: Template | undefined): string {
  if (template) return template.render(payload as unknown as TemplateUse);
  const { body, caption, emoji } = payload as Record<string, unknown>;
  if (type === "text") return body as string;
  if (type === "interactive") return (body as { text: string } | undefined)?.text ?? "";
  return ((caption ?? emoji) as string | undefined) ?? "";
}
