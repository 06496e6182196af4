import { z } from "zod";
import type { SendTransient } from "../../kit/db/audience.ts";
import { idParam } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import { draftBody, list, save } from "./messages/drafts.ts";

export default routes("/drafts")
  .use(inject<SendTransient>()("sendTransient"))
  .get("/", ({ db, me }) => list(db, me), { can: "tickets.read" })
  .put(
    "/:ticketId",
    ({ db, me, sendTransient, params: { ticketId }, body }) => {
      const draft = save(db, me, ticketId, body);
      // Not stored among the events: there would be one for each pause in typing, and only the last
      // counts.
      sendTransient(
        db.company,
        "text" in draft
          ? { event: "draft", action: "update", draft }
          : { event: "draft", action: "delete", draftId: ticketId, ticketId },
        { to: "user", userId: me.id },
      );
      return draft;
    },
    { can: "tickets.write", params: z.object({ ticketId: idParam.shape.id }), body: draftBody },
  );
