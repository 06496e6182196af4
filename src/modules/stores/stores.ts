import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  cnpj,
  degrees,
  line,
  lineOrNull,
  money,
  orEmpty,
  state,
  zipCode,
} from "../../kit/http/fields.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { pixKey } from "../../pix/pix.ts";
import { weekOrNone } from "../hours/fields.ts";
import { stores } from "./table.ts";

const pauseEnd = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const body = {
  name: line(160, 3),
  document: orEmpty(cnpj),
  fantasy: lineOrNull(60),
  zipCode: orEmpty(zipCode),
  address: lineOrNull(250),
  number: lineOrNull(30),
  complement: lineOrNull(255),
  neighborhood: lineOrNull(150),
  city: lineOrNull(150),
  state: orEmpty(state),
  latitude: degrees(90),
  longitude: degrees(180),
  keyPix: orEmpty(
    line(77)
      .refine((typed) => pixKey(typed) !== undefined, "invalid")
      .transform((typed) => pixKey(typed)!.value),
  ),
  isActive: z.boolean().optional(),
  schedules: weekOrNone.optional(),
  prepMinutes: z.number().int().min(0).max(10_080).optional(),
  slotMinutes: z.number().int().min(5).max(1440).optional(),
  slotLimit: z.number().int().min(1).max(100_000).nullish(),
  windowOpen: z.boolean().optional(),
  windowPausedUntil: pauseEnd.nullish(),
  minimumOrder: money.optional(),
};

/** Whether a gateway reports the payments of the store. */
// Accounts stand on stores, so their table is named in SQL here.
const pixGateway = sql`EXISTS (SELECT 1 FROM pixAccounts a WHERE a.id = ${stores}.id)`.mapWith(
  Boolean,
);

/** The stores of a company. */
export const store = {
  name: "stores",
  event: "store",
  table: stores,
  search: [stores.name, stores.fantasy, stores.document, stores.city],
  body,
  owner: "userId",
  plan: "useSales",
  labels: { pixGateway },
} satisfies Resource;
