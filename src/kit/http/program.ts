import type { Me } from "../db/audience.ts";
import type { ApiCaller } from "./auth-context.ts";

/** A program is no user: rows get NULL for who did it, and no row's user equals it. */
const nobody = null as unknown as number;

/**
 * A program as the verbs take users: with the rights of an admin, on the connection of its token.
 * rules.md#api-tokens
 */
export const programMe = ({ name, connectionId }: ApiCaller): Me => ({
  id: nobody,
  profile: "admin",
  role: null,
  super: false,
  allTicket: true,
  queueIds: [],
  connectionIds: [],
  hidesNumbers: false,
  program: { name, connectionId },
});
