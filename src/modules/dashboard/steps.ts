import { sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { connections } from "../connections/table.ts";
import { openingHours } from "../hours/table.ts";
import { queues } from "../queues/table.ts";
import { quickMessages } from "../quick-messages/table.ts";
import { settings } from "../settings/table.ts";
import { users } from "../users/table.ts";
import type { Steps } from "./table.ts";

const exists = (rows: ReturnType<typeof sql>) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${rows})`.mapWith(Boolean);

const stepsQuery = query((db) =>
  db
    .select({
      // A practice connection has no customers.
      connection: exists(
        sql`${connections} WHERE ${connections.provider} IN ('beta', 'cloud') AND (${connections.status} = 'CONNECTED' OR ${connections.number} <> '')`,
      ),
      queue: exists(sql`${queues}`),
      user: exists(sql`${users} LIMIT 1 OFFSET 1`),
      quickMessage: exists(sql`${quickMessages}`),
      // Queues have hours from the start, the company has them once they are saved.
      hours: exists(
        sql`(SELECT 1 FROM ${openingHours} UNION ALL SELECT 1 FROM ${settings} WHERE ${settings.key} = 'scheduleType' AND ${settings.value} <> 'company')`,
      ),
    })
    .from(sql`(SELECT 1)`),
);

/** The first steps of a new company, and whether each is done. */
export const steps = (db: CompanyDb): Steps => stepsQuery(db).get()!;
