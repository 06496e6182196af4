import { z } from "zod";
import { bounded, idParam } from "../../kit/http/fields.ts";
import type { ConnectionManager } from "../../channel/channel.ts";
import { inject, routes } from "../../kit/http/http.ts";
import { ticketCosts } from "../channel-costs/costs.ts";
import { bulk, bulkBody } from "./lifecycle/bulk.ts";
import { farewell } from "./attendance/farewell.ts";
import { ticketQuery } from "./list/filters.ts";
import { list } from "./list/list.ts";
import { eventsQuery, listEvents } from "./list/list-events.ts";
import { searchInTurn } from "./list/search.ts";
import { waits } from "./list/waits.ts";
import { worksOnTicket, move, moveBody } from "./lifecycle/move.ts";
import { undo } from "./lifecycle/undo-move.ts";
import { remove } from "./lifecycle/remove.ts";
import { start, startBody } from "./lifecycle/start.ts";
import { readByAction } from "./messages/read.ts";
import { read, readByUuid, withContact } from "./texts.ts";
import { findTicket } from "./tickets.ts";

export default routes("/tickets")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ db, me, query }) => (query.searchParam ? searchInTurn : list)(db, me, query), {
    can: "tickets.read",
    query: ticketQuery,
  })
  .get("/waits", ({ db }) => waits(db), { can: "tickets.read" })
  .get("/u/:uuid", ({ db, me, params }) => withContact(db, readByUuid(db, me, params.uuid)), {
    can: "tickets.read",
    params: z.object({ uuid: bounded(64) }),
  })
  .get("/:id", ({ db, me, params }) => withContact(db, read(db, me, params.id)), {
    can: "tickets.read",
    params: idParam,
  })
  .get("/:id/events", ({ db, me, params, query }) => listEvents(db, me, params.id, query), {
    can: "tickets.read",
    params: idParam,
    query: eventsQuery,
  })
  .get("/:id/costs", ({ db, me, params }) => ticketCosts(db, findTicket(db, me, params.id).id), {
    can: "tickets.read",
    params: idParam,
  })
  .get("/:id/farewell", ({ db, me, params }) => farewell(db, me, params.id), {
    can: "tickets.read",
    params: idParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return start(db, me, body);
    },
    { can: "tickets.write", body: startBody },
  )
  .post(
    "/bulk",
    async ({ db, me, connectionManager, body }) => {
      const result = await bulk(db, me, body);
      if (body.status === "open")
        for (const id of result.done) readByAction(db, me, connectionManager, id);
      return result;
    },
    { can: "tickets.write", body: bulkBody },
  )
  .post("/:id/undo", ({ db, me, params }) => undo(db, me, params.id), {
    can: "tickets.write",
    params: idParam,
  })
  .put(
    "/:id",
    ({ db, me, connectionManager, params, body }) =>
      db.together(() => {
        const moved = move(db, me, params.id, body);
        return worksOnTicket(body) && readByAction(db, me, connectionManager, params.id)
          ? { ...moved, unreadMessages: 0, markedUnread: false }
          : moved;
      }),
    { can: "tickets.write", params: idParam, body: moveBody },
  )
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    can: "ticket-options:deleteTicket",
    params: idParam,
  });
