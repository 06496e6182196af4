import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { decide } from "./handle-turn.ts";
import { fillVariables } from "../messages/fill-variables.ts";
import { farewellAfterRating } from "./rate.ts";
import { findTicket } from "../tickets.ts";
import type { Farewell } from "../table.ts";

/**
 * The texts that the customer would get if `me` closed the ticket now. Sends nothing. Throws
 * missing.
 */
export function farewell(db: CompanyDb, me: Me, id: number): Farewell {
  const ticket = findTicket(db, me, id);
  const { effects } = decide(db, ticket, {
    type: "closed",
    silent: false,
    attended: ticket.userId !== null,
  });
  const say = (text: string) => fillVariables(db, ticket, text, ticket.userId ?? me.id);
  const isRated = effects.some((effect) => effect.do === "askRating");
  return {
    says: effects.flatMap((effect) => (effect.do === "say" ? [say(effect.text)] : [])),
    thanks: isRated ? say(farewellAfterRating(db, ticket)) : "",
  };
}
