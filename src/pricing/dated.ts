import type { DatedPrice, Moment, Price } from "./terms.ts";

/** Whether a price holds at a moment. rules.md#dated-prices */
export const isInForce = (
  { startDate, endDate, weekdays, startTime, endTime }: Omit<DatedPrice, "price">,
  { day, weekday, time }: Moment,
) =>
  startDate <= day &&
  day <= endDate &&
  (weekdays.length === 0 || weekdays.includes(weekday)) &&
  (startTime === null || startTime <= time) &&
  (endTime === null || time < endTime);

/** The lowest price that holds, in cents. A price of 0 is none. */
export function lowestPrice(
  { sellingPrice, promotionPrice, promotions = [] }: Price,
  at: Moment | undefined,
): number {
  const dated = at ? promotions.filter((each) => isInForce(each, at)) : [];
  const offered = [promotionPrice, ...dated.map(({ price }) => price)].filter((price) => price > 0);
  return Math.min(sellingPrice, ...offered);
}
