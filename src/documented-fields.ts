import { Elysia } from "elysia";
import type { AuthContext } from "./kit/http/auth-context.ts";
import type { CompanyDb, Control } from "./kit/db/company-db.ts";

type Row = Record<string, unknown>;
type Reading = { db: CompanyDb; control: Control };
/**
 * `list`: the name of the list in an answer with many rows. `of` reads once for an answer, and
 * returns the fields of a row.
 */
type Documented = { list?: string; of(reading: Reading): (row: Row) => Row };

const always = (fields: Row) => () => () => fields;
const ofCompany =
  ({ db }: Reading) =>
  () => ({ companyId: db.company });

/**
 * Fields that the documents list for a resource, and that no row of ours has: clients of the
 * documents read them. A secret is never read, so its field is empty. rules.md#documented-fields
 */
const documented: Record<string, Documented> = {
  campaigns: { list: "records", of: ofCompany },
  // Agents read less of a company.
  companies: {
    list: "companies",
    of: () => (row) => ("planId" in row ? { token: null, media: null } : {}),
  },
  contactAddress: { list: "contactAddress", of: ofCompany },
  "contact-list-items": { list: "contacts", of: ofCompany },
  ias: { list: "ias", of: always({ token: "" }) },
  products: { list: "products", of: always({ media: null }) },
  queue: { of: always({ token: "" }) },
  queueIntegration: { list: "queueIntegrations", of: always({ jsonContent: "" }) },
  "queue-options": { of: always({ children: [] }) },
  "quick-messages": {
    list: "records",
    of:
      () =>
      ({ mediaPath }) => ({ status: true, isMedia: mediaPath !== null }),
  },
  users: {
    list: "users",
    of: ({ db, control }) => {
      const owners = ownersOf(control, db.company);
      return ({ id }) => ({ companyId: db.company, super: owners.includes(Number(id)) });
    },
  },
  whatsapp: { of: always({ token: "" }) },
};

/** Adds the documented fields to the rows of an answer. */
export const documentedFields = () =>
  new Elysia({ name: "documented-fields" }).onAfterHandle({ as: "global" }, (context): unknown => {
    const [, name = ""] =
      /^\/api\/([\w-]+)(\/list|\/all\/:\w+|\/:id)?\/?$/.exec(context.route) ?? [];
    const resource = documented[name];
    const { db, control } = context as unknown as Partial<AuthContext>;
    if (!resource || !db || !control) return undefined;
    const { response } = context as unknown as { response: unknown };
    return withFields(response, resource, { db, control });
  });

function withFields(response: unknown, { list = "", of }: Documented, reading: Reading): unknown {
  const fieldsOf = of(reading);
  // The value of a row of ours wins.
  const full = (row: unknown) => (isRow(row) ? { ...fieldsOf(row), ...row } : row);
  if (Array.isArray(response)) return response.map(full);
  if (!isRow(response)) return undefined;
  const rows = response[list];
  return Array.isArray(rows) ? { ...response, [list]: rows.map(full) } : full(response);
}

/** Whether a value is a plain object, not a response or a text that is already written. */
const isRow = (value: unknown): value is Row =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

const ownersOf = (control: Control, company: number) =>
  control.sqlite
    .query<{ userId: number }, [number]>(
      "SELECT userId FROM identities WHERE companyId = ? AND super = 1",
    )
    .all(company)
    .map(({ userId }) => userId);
