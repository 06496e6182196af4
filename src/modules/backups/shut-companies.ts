import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { find } from "../companies/companies.ts";
import { copiesOf } from "./bring-back.ts";

/** The companies whose file is unusable, with the reason and the copies that can restore them. */
export const shutCompanies = (dbs: CompanyDbs) =>
  dbs.shutCompanies().map(({ company, why, since }) => ({
    id: company,
    name: find(dbs.control, company)?.companies.name ?? "",
    file: `companies/${company}.sqlite`,
    why,
    since: new Date(since),
    copies: copiesOf(dbs.folder, company),
  }));
