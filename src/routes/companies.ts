import { idParam } from "../kit/fields.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import { inject, routes } from "../kit/http.ts";
import { Fault } from "../kit/fault.ts";
import type { Store } from "../kit/store.ts";
import { find as hoursOf, hoursBody, write as writeHours } from "../modules/hours/hours.ts";
import { companyBody, find, ownCompany, update } from "../modules/companies/companies.ts";

const missing = () => new Fault("missing", "ERR_NO_COMPANY_FOUND", { message: "Empresa não encontrada" });

export default routes("/companies")
  .use(inject<TenantStores>()("stores"))
  .get("/shut", ({ stores, control }) => stores.shutCompanies().map(({ company, why, since }) => ({ id: company, name: find(control, company)?.companies.name ?? "", file: `companies/${company}.sqlite`, why, since: new Date(since) })), { can: "companies.read" })
  .get("/listPlan/:id", ({ control, store, me, params }) => {
    const found = params.id === store.company || me.super ? find(control, params.id) : undefined;
    if (!found) throw missing();
    return { id: found.companies.id, plan: found.plans };
  }, { can: "settings.read", params: idParam })
  .get("/:id", ({ store, params }) => ownCompany(refuseOther(store, params.id)), { can: "settings.read", params: idParam })
  .put("/:id", ({ control, store, me, params, body }) => update(refuseOther(store, params.id), control, body, me.id), { can: "settings.write", params: idParam, body: companyBody })
  .get("/:id/schedules", ({ store, params }) => hoursOf(refuseOther(store, params.id)), { can: "settings.read", params: idParam })
  .put("/:id/schedules", ({ store, me, params, body }) => writeHours(refuseOther(store, params.id), body, me.id), { can: "settings.write", params: idParam, body: hoursBody });

function refuseOther(store: Store, company: number): Store {
  if (company !== store.company) throw missing();
  return store;
}
