import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { mediaOf, mediaQuery } from "./contact-media.ts";
import { dossier } from "./dossier.ts";
import { duplicates, sides, sidesQuery } from "./duplicates.ts";
import { erase } from "./erase.ts";
import { merge, mergeBody } from "./merge.ts";
import { removeContact } from "./remove-contact.ts";

// doc 1 §6, doc 3 §6
const admins = { can: "contacts-page:deleteContact" } as const;

/** What is done with a contact and all their tickets. Its paths are under /contacts, its rules are the tickets'. */
export default routes("/contacts")
  .get("/duplicates", ({ store }) => duplicates(store), admins)
  .get("/sides", ({ store, query }) => sides(store, query), { ...admins, query: sidesQuery })
  .post("/merge", ({ store, me, body }) => merge(store, me, body), { ...admins, body: mergeBody })
  .get("/:id/media", ({ store, me, params, query }) => mediaOf(store, me, params.id, query), { can: "messages.read", params: idParam, query: mediaQuery })
  .get("/:id/export", ({ store, me, params, set }) => {
    set.headers["content-disposition"] = `attachment; filename="contato-${params.id}.json"`;
    return dossier(store, me, params.id);
  }, { ...admins, params: idParam })
  .delete("/:id/erase", ({ store, me, params }) => erase(store, me, params.id), { ...admins, params: idParam })
  .delete("/:id", ({ store, me, params }) => removeContact(store, me, params.id), { ...admins, params: idParam });
