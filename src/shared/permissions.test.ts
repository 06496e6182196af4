import { expect, test } from "bun:test";
import { holds, isDeniedOnVisit } from "./permissions.ts";

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
