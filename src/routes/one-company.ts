import type { Me } from "../kit/db/audience.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { noCompany, readable } from "../modules/companies/manage.ts";
import * as hours from "../modules/hours/hours.ts";
import * as settings from "../modules/settings/settings.ts";

/** A company with its hours and settings, which clients of the documents read in its row. */
export function withHours<Row extends { id: number }>(dbs: CompanyDbs, company: Row) {
  const db = readable(dbs, company.id);
  return {
    ...company,
    schedules: db ? hours.find(db).schedules : [],
    settings: db ? settings.list(db) : [],
  };
}

/** Throws missing for another company than one's own, but for the owner of the box. */
export function refuseOthers(db: CompanyDb, me: Me, company: number) {
  if (!me.super) refuseOther(db, company);
}

export function refuseOther(db: CompanyDb, company: number): CompanyDb {
  if (company !== db.company) throw noCompany();
  return db;
}
