import { holds, type Permission } from "../shared/permissions.ts";
import type { Me } from "./db/audience.ts";
import { Fault } from "./fault.ts";

/** Throws forbidden for a user who does not hold a permission that only a part of a route needs. */
export function refuseWithout(me: Me, permission: Permission) {
  if (holds(me, permission)) return;
  throw new Fault("forbidden", "ERR_NO_PERMISSION", {
    message: "Acesso não permitido",
    details: { permission },
  });
}
