import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { mediaOf, mediaQuery } from "./contact-media.ts";

/** What was sent to and fro with a contact. Its path is under /contacts, its rules are the tickets'. */
export default routes("/contacts")
  .get("/:id/media", ({ store, me, params, query }) => mediaOf(store, me, params.id, query), { can: "messages.read", params: idParam, query: mediaQuery });
