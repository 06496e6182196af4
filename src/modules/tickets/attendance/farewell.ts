import type { Me } from "../../../kit/audience.ts";
import type { Store } from "../../../kit/store.ts";
import { decide } from "./handle-turn.ts";
import { fillVariables } from "../messages/fill-variables.ts";
import { farewellAfterRating } from "./rate.ts";
import { find } from "../tickets.ts";
import type { Farewell } from "../table.ts";

/** What would go out if `me` ended a ticket now. Nothing is said. Throws missing. */
export function farewell(store: Store, me: Me, id: number): Farewell {
  const ticket = find(store, me, id);
  const { effects } = decide(store, ticket, { type: "closed", silent: false, attended: ticket.userId !== null });
  const say = (text: string) => fillVariables(store, ticket, text, ticket.userId ?? me.id);
  const isRated = effects.some((effect) => effect.do === "askRating");
  return { says: effects.flatMap((effect) => (effect.do === "say" ? [say(effect.text)] : [])), thanks: isRated ? say(farewellAfterRating(store, ticket)) : "" };
}
