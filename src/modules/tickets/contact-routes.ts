import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { exportPage, fileNames } from "../personal-data/export-page.ts";
import { mediaOf, mediaQuery } from "./contacts/contact-media.ts";
import { exportContact, exportQuery } from "./contacts/export-contact.ts";
import { duplicates, compare, compareQuery } from "./contacts/duplicates.ts";
import { eraseContact } from "./contacts/erase.ts";
import { mergeByHand, mergeBody } from "./contacts/merge-by-hand.ts";
import { removeContact } from "./contacts/remove-contact.ts";

const admins = { can: "contacts-page:deleteContact" } as const;

/** Routes under /contacts that also touch the contact's tickets, which is why they are here. */
export default routes("/contacts")
  .get("/duplicates", ({ store }) => duplicates(store), admins)
  .get("/sides", ({ store, query }) => compare(store, query), { ...admins, query: compareQuery })
  .post("/merge", ({ store, me, body }) => mergeByHand(store, me, body), { ...admins, body: mergeBody })
  .get("/:id/media", ({ store, me, params, query }) => mediaOf(store, me, params.id, query), { can: "messages.read", params: idParam, query: mediaQuery })
  .get("/:id/export", async ({ store, me, params, query: { format, language }, set }) => {
    const known = await exportContact(store, me, params.id);
    set.headers["content-disposition"] = `attachment; filename="${fileNames[language]}-${params.id}.${format}"`;
    if (format === "json") return known;
    set.headers["content-type"] = "text/html; charset=utf-8";
    return exportPage(known, language, store.about().timezone);
  }, { ...admins, params: idParam, query: exportQuery })
  .delete("/:id/erase", ({ store, me, params }) => eraseContact(store, me, params.id), { ...admins, params: idParam })
  .delete("/:id", ({ store, me, params }) => removeContact(store, me, params.id), { ...admins, params: idParam });
