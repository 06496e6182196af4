import { z } from "zod";
import { idParam } from "../../kit/fields.ts";
import { given, routes } from "../../kit/http.ts";
import type { Outbound } from "../../kit/outbound.ts";
import { find } from "./contacts.ts";
import { addHome, changeHome, findHome, homeBody, homesOf, newHome, removeHome, zipCode } from "./homes.ts";
import { placeOf } from "./zip.ts";

const ofContact = z.object({ contactId: idParam.shape.id });

// doc 2 §7
export const homeRoutes = routes("/contactAddress")
  .get("/all/:contactId", ({ store, params }) => ({ contactAddress: homesOf(store, find(store.db, params.contactId).id) }), { can: "contacts.read", params: ofContact })
  .get("/:id", ({ store, params }) => findHome(store.db, params.id), { can: "contacts.read", params: idParam })
  .post("/", ({ store, body, set }) => {
    set.status = 201;
    return addHome(store, body);
  }, { can: "contacts.write", body: newHome })
  .put("/:id", ({ store, params, body }) => changeHome(store, params.id, body), { can: "contacts.write", params: idParam, body: homeBody.partial() })
  .delete("/:id", ({ store, params }) => removeHome(store, params.id), { can: "contacts.write", params: idParam });

/** Where a postal code leads, so that it need not be typed. */
export const zipRoutes = routes("/cep")
  .use(given<Outbound>()("outbound"))
  .use(given<string>()("cepUrl"))
  .get("/:zip", ({ outbound, cepUrl, params }) => placeOf(outbound, cepUrl, params.zip), { can: "contacts.read", params: z.object({ zip: zipCode }) });
