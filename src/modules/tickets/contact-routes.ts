import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { mediaOf, mediaQuery } from "./contact-media.ts";
import { dossier, dossierQuery } from "./dossier.ts";
import { dossierPage } from "./dossier-page.ts";
import { words } from "./dossier-words.ts";
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
  .get("/:id/export", async ({ store, me, params, query: { format, language }, set }) => {
    const known = await dossier(store, me, params.id);
    set.headers["content-disposition"] = `attachment; filename="${words[language].fileName}-${params.id}.${format}"`;
    if (format === "json") return known;
    set.headers["content-type"] = "text/html; charset=utf-8";
    return dossierPage(known, language, store.about().timezone);
  }, { ...admins, params: idParam, query: dossierQuery })
  .delete("/:id/erase", ({ store, me, params }) => erase(store, me, params.id), { ...admins, params: idParam })
  .delete("/:id", ({ store, me, params }) => removeContact(store, me, params.id), { ...admins, params: idParam });
