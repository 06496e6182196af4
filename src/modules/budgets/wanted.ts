import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { instantOf } from "../../kit/http/moment.ts";
import { hoursAt } from "../../shared/hours.ts";
import { couriers } from "../couriers/table.ts";
import * as hours from "../hours/hours.ts";
import { stores } from "../stores/table.ts";

/** When a sale is wanted, and who brings it. */
type Choices = { wantedAt: Date | null; courierId: number | null };

type Asked = { wantedAt?: string | null; courierId?: number | null };

/** A time so long ago (ms) is still taken for now. */
const tolerance = 60_000;

/** A time is at most so far ahead (ms). */
const farthest = 366 * 24 * 3_600_000;

/**
 * The wanted time and the courier of a sale after a change; what was chosen before stays valid.
 * Throws invalid for a time that is not between now and a year from now, or at which the store is
 * closed or full. Throws invalid for an unknown courier too. rules.md#wanted-times
 */
export function choicesOf(
  tx: Tx,
  { wantedAt, courierId }: Asked,
  sale: { storeId: number; orderId?: number },
  before: Choices = { wantedAt: null, courierId: null },
): Choices {
  const at = wantedAt === undefined ? before.wantedAt : momentOf(tx, wantedAt);
  if (at && at.getTime() !== before.wantedAt?.getTime()) refuseTime(tx, at, sale);
  const courier = courierId === undefined ? before.courierId : courierId;
  if (courier !== null && courier !== before.courierId) refuseUnknownCourier(tx, courier);
  return { wantedAt: at, courierId: courier };
}

const momentOf = (tx: Tx, text: string | null) =>
  text === null ? null : new Date(instantOf(tx, text));

/** Refuses a time at which the store cannot serve one more order. */
export function refuseTime(
  tx: Tx,
  at: Date,
  { storeId, orderId = 0 }: { storeId: number; orderId?: number },
) {
  if (at.getTime() < tx.now() - tolerance) throw refused("past", "Este horário já passou");
  if (at.getTime() > tx.now() + farthest) throw refused("far", "No máximo um ano à frente");
  const store = tx.select().from(stores).where(eq(stores.id, storeId)).get();
  if (!store) return;
  const { timezone } = tx.about();
  const company = hours.closing(tx);
  const week = store.schedules.length > 0 ? store.schedules : company.schedules;
  const { holidays } = company;
  const isTimed = week.length > 0 || holidays.length > 0;
  if (isTimed && !hoursAt({ week, holidays, timezone }, at.getTime()).open)
    throw refused("closed", "A loja está fechada neste horário");
  if (store.slotLimit === null) return;
  const [from, until] = slotOf(at, store.slotMinutes, timezone);
  // Orders stand on budgets, so their table is named in SQL here.
  const [{ taken } = { taken: 0 }] = tx.all<{ taken: number }>(
    sql`SELECT count(*) AS taken FROM orders WHERE storeId = ${storeId} AND id <> ${orderId}
      AND wantedAt >= ${from} AND wantedAt < ${until} AND cancelledAt IS NULL`,
  );
  if (taken >= store.slotLimit) throw refused("full", "Este horário já está cheio");
}

/** The slot of a time: slots begin at the company's midnight. */
function slotOf(at: Date, minutes: number, timezone: string): [number, number] {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const midnight = local.startOfDay().epochMilliseconds;
  const length = minutes * 60_000;
  const from = midnight + Math.floor((at.getTime() - midnight) / length) * length;
  return [from, from + length];
}

function refuseUnknownCourier(tx: Tx, id: number) {
  const courier = tx
    .select({ isActive: couriers.isActive })
    .from(couriers)
    .where(eq(couriers.id, id))
    .get();
  if (!courier?.isActive) throw invalidFields({ courierId: "invalid" });
}

const refused = (reason: "past" | "far" | "closed" | "full", message: string) =>
  new Fault("invalid", "ERR_VALIDATION", { message, fields: { wantedAt: reason } });
