import { and, count as countRows, eq, isNull } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Control, CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { holds, type Permission } from "../../shared/permissions.ts";
import * as identities from "../identities/identities.ts";
import type { Change } from "./body.ts";
import { users } from "./table.ts";

/** Permissions for changing these fields, in addition to that of changing users. */
const neededPermissions: Partial<Record<keyof Change, Permission>> = {
  profile: "user-modal:editProfile",
  roleId: "user-modal:editProfile",
  groupRangeDiscountId: "user-modal:editProfile",
  whatsappId: "user-modal:editProfile",
  allTicket: "user-modal:editProfile",
  queueIds: "user-modal:editQueues",
};

/**
 * The identity of a user, for `me` to change. Throws forbidden for the owner of the box, unless
 * `me` is an owner.
 */
export function identityChangeableBy(db: CompanyDb, control: Control, me: Me, id: number) {
  const identity = identities.ofUser(control, db.company, id);
  if (identity?.super && !me.super)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "Só o dono do servidor altera o dono",
    });
  return identity;
}

export function refuseWithoutPermission(me: Me, body: Change) {
  const refused = Object.entries(neededPermissions).some(
    ([field, permission]) => body[field as keyof Change] !== undefined && !holds(me, permission),
  );
  if (refused)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Acesso não permitido" });
}

export function refuseWithoutAdmin(tx: Tx) {
  const { count } = tx
    .select({ count: countRows() })
    .from(users)
    .where(and(eq(users.profile, "admin"), isNull(users.roleId)))
    .get()!;
  if (count === 0)
    throw new Fault("conflict", "ERR_LAST_ADMIN", {
      message: "A empresa precisa de ao menos um administrador",
    });
}
