import type { GraphWorld } from "./graph-world.ts";
import type { SentMessage } from "./messages.ts";

export type Pricing = {
  billable: boolean;
  pricing_model: "PMP";
  type: "regular" | "free_customer_service" | "free_entry_point";
  category: string;
};

/** From this day Meta charges free text, and utility templates within the window too. */
const serviceCostsFrom = Date.UTC(2026, 9, 1);
/** Service messages that are free, by number and month. */
const freeService = 1000;

const prices = new WeakMap<SentMessage, Pricing>();

/** The price that the statuses of a message carry; the same in each. */
export function priceOf(message: SentMessage, world: GraphWorld): Pricing | undefined {
  if (!message.to) return undefined;
  const pricing = prices.get(message) ?? decide(message, world);
  prices.set(message, pricing);
  return pricing;
}

function decide({ from, to, template, at }: SentMessage, { windows }: GraphWorld): Pricing {
  const pricing_model = "PMP" as const;
  if (windows.isFreeEntry(from, to!))
    return {
      billable: false,
      pricing_model,
      type: "free_entry_point",
      category: "referral_conversion",
    };
  const category = template?.category.toLowerCase() ?? "service";
  const free = { billable: false, pricing_model, type: "free_customer_service", category } as const;
  const regular = { billable: true, pricing_model, type: "regular", category } as const;
  if (category === "marketing" || category === "authentication") return regular;
  const open = windows.isOpen(from, to!);
  if (at < serviceCostsFrom) return open ? free : regular;
  if (category === "utility") return regular;
  const month = new Date(at).toISOString().slice(0, 7);
  const count = (from.serviceMessages.get(month) ?? 0) + 1;
  from.serviceMessages.set(month, count);
  return count <= freeService ? free : regular;
}
