import { ack } from "../../shared/states.ts";
import type { Identifier } from "../channel.ts";
import { instant, isId, isObject, list, plain } from "../wire-values.ts";
import { graphErrorOf, type GraphError } from "./errors.ts";
import { identifiersIn } from "./people.ts";

type Raw = Record<string, unknown>;

/** The price class of a message, as the network bills it. */
export type Pricing = { category: string; type: string; billable: boolean };

/** The state of a message of ours. `ours` is our own id, which Meta returns with each status. */
export type Status = {
  id: string;
  level: number;
  at: number;
  ours?: string;
  receiver: Identifier[];
  error?: GraphError;
  pricing?: Pricing;
};

/** A status of a webhook; undefined for one of an unknown kind. It never throws. */
export function statusOf(status: Raw): Status | undefined {
  const { id, status: name, timestamp, biz_opaque_callback_data: ours } = status;
  if (!isId(id) || id.length > 512 || typeof name !== "string" || !Object.hasOwn(levels, name))
    return undefined;
  const receiver = identifiersIn({
    phone: status.recipient_id,
    userId: status.recipient_user_id,
    parentId: status.recipient_parent_user_id,
  });
  const [error] = list(status.errors);
  const pricing = pricingOf(status.pricing);
  return {
    id,
    level: levels[name as keyof typeof levels],
    at: instant(timestamp),
    ...(isId(ours) && ours.length <= 512 && { ours }),
    // A group's status names the group.
    receiver: status.recipient_type === "group" ? [] : receiver,
    ...(error && { error: graphErrorOf(error) }),
    ...(pricing && { pricing }),
  };
}

const levels = {
  sent: ack.sent,
  delivered: ack.delivered,
  read: ack.read,
  played: ack.played,
  failed: ack.failed,
} as const;

function pricingOf(pricing: unknown): Pricing | undefined {
  if (!isObject(pricing)) return undefined;
  const category = plain(pricing.category, 60);
  return category === ""
    ? undefined
    : { category, type: plain(pricing.type, 60), billable: pricing.billable === true };
}
