import { z } from "zod";
import { bounded, idParam } from "../../kit/fields.ts";
import type { ConnectionManager } from "../../channel/channel.ts";
import { inject, routes } from "../../kit/http.ts";
import { bulk, bulkBody } from "./lifecycle/bulk.ts";
import { farewell } from "./attendance/farewell.ts";
import { openTicketsByUser } from "./list/open-by-user.ts";
import { ticketQuery } from "./list/filters.ts";
import { list } from "./list/list.ts";
import { searchInTurn } from "./list/search.ts";
import { move, moveBody, undo } from "./lifecycle/move.ts";
import { remove } from "./lifecycle/remove.ts";
import { start, startBody } from "./lifecycle/start.ts";
import { readByDeed } from "./messages/read.ts";
import { read, readByUuid, withContact } from "./texts.ts";

export default routes("/tickets")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ store, me, query }) => (query.searchParam ? searchInTurn : list)(store, me, query), {
    can: "tickets.read",
    query: ticketQuery,
  })
  .get("/held", ({ store }) => openTicketsByUser(store), { can: "tickets.read" })
  .get(
    "/u/:uuid",
    ({ store, me, params }) => withContact(store, readByUuid(store, me, params.uuid)),
    {
      can: "tickets.read",
      params: z.object({ uuid: bounded(64) }),
    },
  )
  .get("/:id", ({ store, me, params }) => withContact(store, read(store, me, params.id)), {
    can: "tickets.read",
    params: idParam,
  })
  .get("/:id/farewell", ({ store, me, params }) => farewell(store, me, params.id), {
    can: "tickets.read",
    params: idParam,
  })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return start(store, me, body);
    },
    { can: "tickets.write", body: startBody },
  )
  .post("/bulk", ({ store, me, body }) => bulk(store, me, body), {
    can: "tickets.write",
    body: bulkBody,
  })
  .post("/:id/undo", ({ store, me, params }) => undo(store, me, params.id), {
    can: "tickets.write",
    params: idParam,
  })
  .put(
    "/:id",
    ({ store, me, connectionManager, params, body }) =>
      store.together(() => {
        const moved = move(store, me, params.id, body);
        return readByDeed(store, me, connectionManager, params.id)
          ? { ...moved, unreadMessages: 0 }
          : moved;
      }),
    { can: "tickets.write", params: idParam, body: moveBody },
  )
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    can: "ticket-options:deleteTicket",
    params: idParam,
  });
