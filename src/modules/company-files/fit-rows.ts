import { z } from "zod";
import {
  bounded,
  cnpj,
  email,
  id,
  line,
  number,
  quantity,
  zipCode,
} from "../../kit/http/fields.ts";
import { modes, primaryColors, recurrences } from "../../shared/companies.ts";
import { gateways } from "../../shared/invoices.ts";
import { planFlags, planLimits } from "../../shared/plan.ts";
import { tokenBody } from "../api-tokens/tokens.ts";
import { ownFields } from "../companies/own-company.ts";
import { dueDay } from "../companies/owner-fields.ts";
import { newInvoiceBody } from "../invoices/owner.ts";
import { isOwnHash } from "../identities/passwords.ts";
import type { ControlRows } from "./control-rows.ts";
import { unfit } from "../company-rows/unfit.ts";

/** Throws invalid where a row of a file cannot come from a box: the file may be forged. */
export function refuseUnfitRows(rows: ControlRows) {
  const { error } = controlRows.safeParse(rows);
  const [issue] = error?.issues ?? [];
  if (!issue) return;
  const text =
    JSON.stringify(
      issue.path.reduce<unknown>(
        (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
        rows,
      ),
    ) ?? "nothing";
  throw unfit(
    `what the file says of the company does not fit: ${issue.path.join(".")} is ${issue.path.includes("passwordHash") ? "no password hash of this program" : text.slice(0, 100)}`,
  );
}

/** A value that the route's field accepts and stores unchanged. */
const as = <Schema extends z.ZodType>(field: Schema) =>
  z.unknown().refine((value) => {
    const { success, data } = field.safeParse(value);
    return success && data === value;
  });

const flag = z.union([z.literal(0), z.literal(1)]);
const moment = z.number().int().min(0).max(Date.parse("2999-12-31"));
const cents = z.number().int().min(0).max(999_999_999);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const base = { id, createdAt: moment, updatedAt: moment };

/** Other columns pass here; the insert refuses those that this executable does not have. */
const row = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).catchall(z.union([z.string(), z.number(), z.null()]));

const company = row({
  ...base,
  name: as(line(80, 2)),
  dueDate: dueDay.nullable(),
  timezone: as(ownFields.timezone.unwrap()),
  email: as(email).nullable(),
  phone: as(number).nullable(),
  document: as(cnpj).nullable(),
  status: flag,
  campaignsEnabled: flag,
  recurrence: z.enum(Object.keys(recurrences)),
  dueDay: z.number().int().min(1).max(31).nullable(),
  userId: id.nullable(),
  slug: as(ownFields.slug),
  token: hash.nullable(),
  ...Object.fromEntries(
    (
      ["billingName", "billingAddress", "billingCity", "billingState", "billingCountry"] as const
    ).map((name) => [name, as(ownFields[name])]),
  ),
  billingZipCode: as(zipCode).nullable(),
  mode: z.enum(modes),
  primaryColor: z.enum(primaryColors).nullable(),
  sha256: hash.nullable(),
  mediaName: bounded(300).nullable(),
});

const plan = row({
  ...base,
  name: as(line(50, 2)),
  value: cents,
  offered: flag.optional(),
  ...Object.fromEntries(planLimits.map((limit) => [limit, quantity])),
  ...Object.fromEntries(planFlags.map((name) => [name, flag])),
});

const person = z.object({
  identity: row({
    ...base,
    email: as(email),
    passwordHash: bounded(200).refine(isOwnHash),
    userId: id,
    super: flag,
  }),
  totp: z.object({ secret: z.string().regex(/^[A-Za-z0-9+/]{27}=$/), onSince: moment }).nullable(),
  recoveryCodes: z.array(z.strictObject({ hash, madeFor: id })).max(100),
});

const apiToken = row({
  id,
  connectionId: id.nullable(),
  name: as(line(50)),
  scopes: bounded(2000).refine(
    (text) => tokenBody.unwrap().shape.scopes.safeParse(parsed(text)).success,
  ),
  perMinute: as(tokenBody.unwrap().shape.perMinute),
  hash,
  prefix: bounded(20),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});

// The monthly price of a plan, for a year.
const yearly = z
  .number()
  .int()
  .min(0)
  .max(12 * 999_999_999);

const invoiceLines = z
  .string()
  .refine((text) => newInvoiceBody.shape.lines.safeParse(parsed(text)).success);

const invoice = row({
  ...base,
  dueDate: dueDay,
  detail: as(line(2100)),
  value: yearly.min(1),
  users: quantity,
  connections: quantity,
  queues: quantity,
  status: z.enum(["open", "paid", "void"]),
  paidAt: moment.nullable(),
  months: z.number().int().min(1).max(12).optional(),
  forPeriod: flag.optional(),
  lines: invoiceLines.nullish(),
  discount: yearly.optional(),
  credited: yearly.optional(),
});

const payment = row({
  endToEndId: bounded(64).min(1),
  invoiceId: id,
  txid: bounded(64).nullable(),
  value: yearly,
  paidAt: moment,
  extendedTo: dueDay.nullable(),
  note: bounded(600).nullable(),
  userName: bounded(100).nullable(),
  companyName: bounded(200),
  detail: as(line(2100)),
  elsewhere: flag,
  createdAt: moment,
});

const charge = row({
  txid: z.string().regex(/^[A-Za-z0-9]{1,64}$/),
  invoiceId: id,
  gateway: z.enum(gateways),
  value: yearly,
  code: bounded(2000),
  createdAt: moment,
  expiresAt: moment.nullable(),
  checkAt: moment,
  checkedAt: moment.nullable(),
  failures: z.number().int().min(0).max(1_000_000),
});

/** A list without duplicates by these keys. */
const differing = <Item extends z.ZodType>(
  item: Item,
  max: number,
  ...keys: ((one: z.infer<Item>) => unknown)[]
) =>
  z
    .array(item)
    .max(max)
    .refine((all) => keys.every((key) => hasNoTwo(all.map(key))));

const hasNoTwo = (values: unknown[]) => new Set(values).size === values.length;

const controlRows = z
  .object({
    company,
    plan,
    identities: differing(
      person,
      10_000,
      ({ identity }) => identity.email,
      ({ identity }) => identity.userId,
    ).min(1),
    apiTokens: differing(apiToken, 10_000, ({ hash }) => hash),
    invoices: z
      .array(invoice)
      .max(10_000)
      .refine((all) => hasNoTwo(all.filter(isForPeriod).map(({ dueDate }) => dueDate))),
    invoicePayments: differing(payment, 20_000, ({ endToEndId }) => endToEndId).optional(),
    charges: differing(charge, 100, ({ txid }) => txid).optional(),
  })
  .refine(
    ({ invoices, invoicePayments = [], charges = [] }) => {
      const ids = new Set(invoices.map(({ id }) => id));
      return [...invoicePayments, ...charges].every(({ invoiceId }) => ids.has(invoiceId));
    },
    { path: ["invoicePayments"] },
  );

const isForPeriod = ({ forPeriod }: z.infer<typeof invoice>) => forPeriod !== 0;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
