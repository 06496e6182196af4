import type { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { find } from "../companies/companies.ts";
import { refuseFlood, txidsOf, type noticeBody } from "../subscription/notices.ts";
import { checkSoon } from "./charges.ts";

/**
 * Takes a gateway's notice for a company. It is not trusted: the box asks the gateway about the
 * charges that it names. Throws busy for one address's flood. rules.md#payment-notices
 */
export function receiveNotice(
  dbs: CompanyDbs,
  company: number,
  body: z.infer<typeof noticeBody>,
  address: string,
) {
  refuseFlood(dbs.control, address);
  const txids = txidsOf(body);
  if (txids.length > 0 && find(dbs.control, company)) checkSoon(dbs.open(company), txids);
  return { ok: true };
}
