import { expect, test } from "bun:test";
import { holds, isDeniedOnVisit, permissionsOf } from "./permissions.ts";
import { builtInRoles, rolePermissions } from "./roles.ts";

const agent = { profile: "user" } as const;
const admin = { profile: "admin" } as const;
const owner = { profile: "admin", super: true } as const;
const visitor = { ...owner, isVisiting: true } as const;

test("everyone, admins and the owner of the box each hold what is theirs", () => {
  const permissions = ["tickets.read", "users.write", "backups.write"] as const;
  const held = (who: Parameters<typeof holds>[0]) =>
    permissions.map((permission) => holds(who, permission));
  expect(held(agent)).toEqual([true, false, false]);
  expect(held(admin)).toEqual([true, true, false]);
  expect(held({ ...admin, super: false })).toEqual([true, true, false]);
  expect(held(owner)).toEqual([true, true, true]);
  // The owner of the box has these with any profile.
  expect(held({ ...agent, super: true })).toEqual([true, false, true]);
});

test("on a visit the owner of the box sees no chats and changes no users", () => {
  const permissions = ["tickets.read", "backups.write", "users.write", "chats.read"] as const;
  expect(permissions.map((permission) => holds(visitor, permission))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(permissions.map((permission) => isDeniedOnVisit(visitor, permission))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  for (const who of [owner, { ...owner, isVisiting: false }])
    expect([holds(who, "users.write"), isDeniedOnVisit(who, "users.write")]).toEqual([true, false]);
});

test("a role without a task may only read, and what it may never hold is no task", () => {
  const bare = { profile: "user", role: { permissions: [], storeIds: [] } } as const;
  const held = [...permissionsOf("admin")].filter((permission) => holds(bare, permission));
  expect(held.filter((permission) => !permission.endsWith(".read"))).toEqual([]);
  expect(held.filter((permission) => rolePermissions.includes(permission))).toEqual([]);
  const never = [...permissionsOf("admin")].filter(
    (permission) => !held.includes(permission) && !rolePermissions.includes(permission),
  );
  expect(never.sort()).toEqual([
    "api-tokens.write",
    "roles.read",
    "roles.write",
    "tills.reopen",
    "user-modal:editProfile",
    "user-modal:editQueues",
    "users.write",
  ]);
  for (const { permissions } of Object.values(builtInRoles))
    expect(permissions.filter((one) => !rolePermissions.includes(one))).toEqual([]);
});
