import type { CountedList } from "../../../src/modules/dashboard/table.ts";
import type { Filter } from "./figures-of.ts";

/** Narrows the list behind a figure. 0 is nobody, or no queue. */
export type ListPart = Filter & {
  userId?: number;
  /** Only what somebody holds. */
  assigned?: boolean;
  queueId?: number;
  hour?: number;
  weekday?: number;
  rate?: number;
  /** Of sales; 0 is no courier, or no category. */
  storeId?: number;
  courierId?: number;
  categoryId?: number;
  productId?: number;
  paymentId?: number;
};

/** The address of the list that a figure counts. */
export const listHref = (of: CountedList, part: ListPart = {}) =>
  `/dashboard/list?${new URLSearchParams([
    ["of", of],
    ...Object.entries(part).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ])}`;
