import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { ReleaseUnseenTickets } from "../../kit/db/hooks.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { refuseWhileInUse } from "../../kit/db/references.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id, name } from "../../kit/http/fields.ts";
import { all, find, list } from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { profiles, type Permission } from "../../shared/permissions.ts";
import { rolePermissions } from "../../shared/roles.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { namesOf } from "../audit/changes.ts";
import { stores } from "../stores/table.ts";
import { roles, users, type Role } from "./table.ts";
import { emitUsersOfRole } from "./users.ts";

export const roleBody = z.object({
  name,
  profile: z.enum(profiles).default("user"),
  permissions: arrayOf(z.enum(rolePermissions as [Permission]), rolePermissions.length),
  storeIds: arrayOf(id, 200).default([]),
});
export const roleChange = z.object({
  name: name.optional(),
  profile: z.enum(profiles).optional(),
  permissions: roleBody.shape.permissions.optional(),
  storeIds: arrayOf(id, 200).optional(),
});

const role: Resource = {
  name: "roles",
  envelope: "records",
  event: "role",
  table: roles,
  body: roleBody.shape,
  search: [roles.name],
  labels: {
    users: sql<number>`(SELECT count(*) FROM ${users} WHERE ${users.roleId} = ${roles.id})`,
  },
};

/** One page by name. */
export const page = (db: CompanyDb, query: { searchParam: string; pageNumber: number }) =>
  list(db, role, query);

/** All roles by name. */
export const everyRole = (db: CompanyDb) => all(db, role);

/** Throws missing. */
export const findRole = (db: CompanyDb, id: number) => find(db, role, id) as unknown as Role;

/** Throws a conflict on a taken name, invalid for an unknown store. */
export const createRole = (db: CompanyDb, me: Me, body: z.infer<typeof roleBody>): Role =>
  db.write((tx) => {
    refuseUnknownStores(tx, body.storeIds);
    const { id } = tx
      .insert(roles)
      .values({ ...body, ...stored(body), ...insertTimestamps(db.now()) })
      .returning({ id: roles.id })
      .get();
    const created = findRole(tx, id);
    audit(tx, me, created, "roleCreated", { permissions: created.permissions.join(", ") });
    tx.emit("role", "create", { role: created }, { to: "admins" });
    return created;
  });

/**
 * Changes a role; it counts at once for whoever has it. Open tickets that they no longer see go
 * back to pending. Throws missing, a conflict on a taken name, invalid. rules.md#roles
 */
export const changeRole = (
  db: CompanyDb,
  me: Me,
  id: number,
  change: z.infer<typeof roleChange>,
  releaseUnseenTickets?: ReleaseUnseenTickets,
): Role =>
  db.write((tx) => {
    const before = findRole(tx, id);
    refuseUnknownStores(tx, change.storeIds ?? []);
    tx.update(roles)
      .set({ ...change, ...stored(change), ...updateTimestamps(db.now()) })
      .where(eq(roles.id, id))
      .run();
    const after = findRole(tx, id);
    if (after.profile !== before.profile)
      tx.update(users).set({ profile: after.profile }).where(eq(users.roleId, id)).run();
    releaseUnseenTickets?.(tx);
    audit(tx, me, before, "roleEdited", differences(tx, before, after));
    tx.emit("role", "update", { role: after }, { to: "admins" });
    emitUsersOfRole(tx, id);
    return after;
  });

/** Throws missing, or a conflict with the number of people who have it. */
export const removeRole = (db: CompanyDb, me: Me, id: number) =>
  db.write((tx) => {
    const before = findRole(tx, id);
    refuseWhileInUse(tx, roles, id);
    tx.delete(roles).where(eq(roles.id, id)).run();
    audit(tx, me, before, "roleDeleted", {});
    tx.emit("role", "delete", { roleId: id }, { to: "admins" });
    return {};
  });

/** Each permission and each store once, in a fixed order. */
const stored = ({
  permissions,
  storeIds,
}: {
  permissions?: readonly Permission[];
  storeIds?: readonly number[];
}) => ({
  ...(permissions && { permissions: [...new Set(permissions)].sort() }),
  ...(storeIds && { storeIds: [...new Set(storeIds)].sort((one, other) => one - other) }),
});

function refuseUnknownStores(tx: Tx, storeIds: readonly number[]) {
  const ids = [...new Set(storeIds)];
  const existing = tx.select({ id: stores.id }).from(stores).where(inArray(stores.id, ids)).all();
  if (existing.length === ids.length) return;
  throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
    message: "Um dos registros indicados não existe",
    fields: { storeIds: "invalid" },
  });
}

const audit = (
  tx: Tx,
  me: Me,
  { id, name }: Role,
  action: "roleCreated" | "roleEdited" | "roleDeleted",
  details: Record<string, unknown>,
) => addAuditEntry(tx, { userId: me.id, action, subject: `role ${id} ${name}`, details });

function differences(tx: Tx, before: Role, after: Role) {
  const gained = after.permissions.filter((one) => !before.permissions.includes(one));
  const lost = before.permissions.filter((one) => !after.permissions.includes(one));
  const names = ({ storeIds }: Role) => namesOf(tx, "stores", storeIds);
  return {
    ...(before.name !== after.name && { name: { from: before.name, to: after.name } }),
    ...(before.profile !== after.profile && {
      profile: { from: before.profile, to: after.profile },
    }),
    ...(gained.length + lost.length > 0 && {
      permissions: { from: lost.join(", "), to: gained.join(", ") },
    }),
    ...(String(before.storeIds) !== String(after.storeIds) && {
      storeIds: { from: names(before), to: names(after) },
    }),
  };
}
