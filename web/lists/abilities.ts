import type { Ability } from "../../src/shared/capabilities.ts";
import { connections } from "./company-lists.ts";

/**
 * Tells whether a connection has an ability, as far as the browser knows: the server refuses what
 * it lacks. rules.md#capabilities
 */
export const abilitiesAt = (whatsappId: number | null) => {
  const row = connections.rows.value?.find(({ id }) => id === whatsappId);
  return (ability: Ability) => row?.capabilities[ability] ?? true;
};

/** Whether any connection has an ability. */
export const anyHas = (ability: Ability) =>
  connections.rows.value?.some(({ capabilities }) => capabilities[ability]) ?? true;
