import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { Fault } from "../../kit/fault.ts";
import { find } from "./companies.ts";

export default routes("/companies").get("/listPlan/:id", ({ control, store, me, params }) => {
  const found = params.id === store.company || me.super ? find(control, params.id) : undefined;
  if (!found) throw new Fault("missing", "ERR_NO_COMPANY_FOUND", { message: "Empresa não encontrada" });
  return { id: found.companies.id, plan: found.plans };
}, { can: "settings.read", params: idParam });
