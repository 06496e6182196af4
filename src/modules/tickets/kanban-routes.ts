import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { cards, cardsQuery } from "./kanban/cards.ts";
import { moveCard, moveCardBody } from "./kanban/move-card.ts";

export default routes("/ticket/kanban")
  .get("/", ({ db, me, query }) => cards(db, me, query), {
    can: "tickets.read",
    plan: "useKanban",
    query: cardsQuery,
  })
  .put("/:id", ({ db, me, params, body }) => moveCard(db, me, params.id, body), {
    can: "tickets.write",
    plan: "useKanban",
    params: idParam,
    body: moveCardBody,
  });
