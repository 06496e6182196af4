import type { BusinessNumber } from "./account.ts";
import { HOUR, type Clock } from "./clock.ts";
import type { Customer } from "./customer.ts";

type Talk = { at: number; byAd: boolean; answered: boolean };

/** The windows in which a business may write freely, by number and customer. */
export class Windows {
  private readonly talks = new Map<BusinessNumber, Map<Customer, Talk>>();

  constructor(private readonly clock: Clock) {}

  /** The customer wrote. An ad opens the longer window once the shop answers within a day. */
  opened(number: BusinessNumber, customer: Customer, byAd: boolean): void {
    const now = this.clock.now();
    const before = this.talks.get(number)?.get(customer);
    const entry = before?.byAd && before.answered && now < before.at + 72 * HOUR;
    const talks = this.talks.get(number) ?? new Map<Customer, Talk>();
    this.talks.set(number, talks);
    if (entry && !byAd) talks.set(customer, { ...before, at: before.at });
    else talks.set(customer, { at: now, byAd, answered: false });
    this.last.set(`${number.id} ${customer.key}`, now);
  }

  answered(number: BusinessNumber, customer: Customer): void {
    const talk = this.talks.get(number)?.get(customer);
    if (talk && this.clock.now() - talk.at <= 24 * HOUR) talk.answered = true;
  }

  /** The end of the window in epoch ms, itself inside it; undefined when it never was open. */
  until(number: BusinessNumber, customer: Customer): number | undefined {
    const talk = this.talks.get(number)?.get(customer);
    const last = this.last.get(`${number.id} ${customer.key}`);
    if (!talk || last === undefined) return undefined;
    const entry = talk.byAd && talk.answered ? talk.at + 72 * HOUR : 0;
    return Math.max(last + 24 * HOUR, entry);
  }

  isOpen(number: BusinessNumber, customer: Customer): boolean {
    return (this.until(number, customer) ?? -1) >= this.clock.now();
  }

  /** Whether the free entry point of an ad is open. */
  isFreeEntry(number: BusinessNumber, customer: Customer): boolean {
    const talk = this.talks.get(number)?.get(customer);
    return !!talk?.byAd && talk.answered && this.clock.now() <= talk.at + 72 * HOUR;
  }

  private readonly last = new Map<string, number>();
}
