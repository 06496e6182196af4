import type { BusinessNumber } from "./account.ts";
import type { SentMessage } from "./messages.ts";

/** A customer with a phone. Each business number sees them by the ids that they let it see. */
export class Customer {
  /** Messages that reached the phone, in order. */
  readonly received: SentMessage[] = [];
  /** Messages of theirs that the shop marked as read, and those under which it seemed to write. */
  readonly readByShop = new Set<string>();
  readonly typingUnder: string[] = [];
  /** An offline phone receives nothing until it comes back. */
  online = true;
  /** Whether the phone reads each message as it comes. */
  readsAtOnce = false;
  /** Whether the number hides behind the user id. */
  hidden = false;
  /** Whether they stopped marketing of all businesses. */
  stoppedMarketing = false;
  username: string | undefined;
  parentUserId: string | undefined;

  constructor(
    /** The identity behind the user ids; a new number gets another one. */
    public key: string,
    public name: string,
    /** The digits that people dial; undefined for a person without a visible number. */
    public phone: string | undefined,
    /** The digits under which the network knows them, in Brazil often without the ninth digit. */
    public waId: string | undefined,
  ) {}

  get hasNumber(): boolean {
    return this.waId !== undefined && !this.hidden;
  }

  /** Whether these digits are theirs. */
  answersTo(digits: string): boolean {
    return digits === this.phone || digits === this.waId;
  }

  /** The entry of `contacts` in a webhook. */
  contactFor(number: BusinessNumber): Record<string, unknown> {
    return {
      profile: { name: this.name, ...(this.username && { username: this.username }) },
      ...(this.hasNumber && { wa_id: this.waId }),
      user_id: number.account.userIdOf(this),
      ...(this.parentUserId && { parent_user_id: this.parentUserId }),
    };
  }

  /** The sender's fields of a message. */
  senderFor(number: BusinessNumber): Record<string, unknown> {
    return {
      ...(this.hasNumber && { from: this.waId }),
      from_user_id: number.account.userIdOf(this),
      ...(this.parentUserId && { from_parent_user_id: this.parentUserId }),
    };
  }

  /** The text that the phone shows of the last message. */
  get lastText(): string | undefined {
    return this.received.at(-1)?.text;
  }
}
