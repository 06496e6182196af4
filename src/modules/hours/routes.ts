import { Fault } from "../../kit/fault.ts";
import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import type { Store } from "../../kit/store.ts";
import { find, hoursBody, write } from "./hours.ts";

export default routes("/companies")
  .get("/:id/schedules", ({ store, params }) => find(refuseOther(store, params.id)), { can: "settings.read", params: idParam })
  .put("/:id/schedules", ({ store, me, params, body }) => write(refuseOther(store, params.id), body, me.id), { can: "settings.write", params: idParam, body: hoursBody });

function refuseOther(store: Store, company: number): Store {
  if (company !== store.company) throw new Fault("missing", "ERR_NO_COMPANY_FOUND", { message: "Empresa não encontrada" });
  return store;
}
