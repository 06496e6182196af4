import { desc } from "drizzle-orm";
import { z } from "zod";
import { create, remove, update } from "../../kit/http/crud.ts";
import { bounded, date, idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { find, list } from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import {
  amountOfMicros,
  microsOf,
  rateCategories,
  rateCountries,
  rateCurrencies,
} from "../../shared/channel-costs.ts";
import { channelRates } from "./table.ts";

/** To six decimals, and never as a float: prices are fractions of a cent. */
const amount = z
  .union([z.number(), bounded(20)])
  .transform((value) => String(value).trim())
  .refine((text) => /^\d{1,6}(\.\d{1,6})?$/.test(text), "invalid")
  .transform((text) => amountOfMicros(microsOf(text)));

const body = z.object({
  category: z.enum(rateCategories),
  country: z.enum(rateCountries),
  currency: z.enum(rateCurrencies),
  amount,
  validFrom: date,
});

const rate: Resource = {
  name: "channel-rates",
  event: "channelRate",
  table: channelRates,
  body: body.shape,
  search: [channelRates.category, channelRates.country, channelRates.currency],
  order: [desc(channelRates.validFrom), channelRates.country, channelRates.category],
};

const read = { can: "channel-rates.read" } as const;
const write = { can: "channel-rates.write" } as const;

/** A category of a country has one price from a day on: the table's UNIQUE says so. */
export default routes("/channel-rates")
  .get("/", ({ db, query }) => list(db, rate, query), { ...read, query: listQuery })
  .get("/:id", ({ db, params }) => find(db, rate, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, rate, body);
    },
    { ...write, body },
  )
  .put("/:id", ({ db, params, body }) => update(db, rate, params.id, body), {
    ...write,
    params: idParam,
    body: body.partial(),
    edits: { table: channelRates },
  })
  .delete("/:id", ({ db, params }) => remove(db, rate, params.id), { ...write, params: idParam });
