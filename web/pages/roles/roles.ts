import { computed } from "@preact/signals-react";
import type * as table from "../../../src/modules/users/table.ts";
import { permissionsOf, type Permission, type Profile } from "../../../src/shared/permissions.ts";
import { builtInRoles, tasks } from "../../../src/shared/roles.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { folded } from "../../../src/shared/search.ts";
import { roles, users } from "../../lists/company-lists.ts";

export type Role = Wire<table.Role>;

export type Task = { group: keyof typeof tasks; name: string; permissions: readonly Permission[] };

export const allTasks: Task[] = Object.entries(tasks).flatMap(([group, named]) =>
  Object.entries(named).map(([name, permissions]) => ({
    group: group as Task["group"],
    name,
    permissions,
  })),
);

/** A column of the matrix: a role, or a profile, which nobody changes. */
export type Column = {
  key: string;
  role: Role | null;
  profile: Profile;
  people: number;
};

/** The columns: the two profiles, then the roles. */
export const columns = computed<Column[] | null>(() => {
  const all = roles.rows.value;
  if (!all) return null;
  const people = users.rows.value ?? [];
  const count = (profile: Profile) =>
    people.filter((user) => user.profile === profile && user.roleId === null).length;
  return [
    ...(["admin", "user"] as const).map((profile) => ({
      key: profile,
      role: null,
      profile,
      people: count(profile),
    })),
    ...all.map((role) => ({
      key: `role-${role.id}`,
      role,
      profile: role.profile,
      people: people.filter(({ roleId }) => roleId === role.id).length,
    })),
  ];
});

/** Whether a column's people may do a task. */
export const may = ({ role, profile }: Column, { permissions }: Task): boolean => {
  const has = role
    ? (permission: Permission) => role.permissions.includes(permission)
    : (permission: Permission) => permissionsOf(profile).has(permission);
  return permissions.every(has);
};

/** Whether a company has changed a task of a role that Balcão came with. */
export const isChanged = (column: Column, task: Task): boolean => {
  const builtIn = column.role?.builtIn;
  if (!builtIn) return false;
  const original: readonly Permission[] = builtInRoles[builtIn].permissions;
  return task.permissions.every((one) => original.includes(one)) !== may(column, task);
};

export type View = "all" | "different" | "changed";

/** The tasks of a view whose name, in the screen's language, has the typed text. */
export const tasksOf = (
  all: Column[],
  view: View,
  typed: string,
  nameOf: (task: Task) => string,
): Task[] =>
  allTasks.filter((task) => {
    if (!folded(nameOf(task)).includes(folded(typed.trim()))) return false;
    if (view === "changed") return all.some((column) => isChanged(column, task));
    return view === "all" || new Set(all.map((column) => may(column, task))).size > 1;
  });

/** Gives a task to a role, or takes it away. The server refuses what another changed meanwhile. */
export const toggle = (role: Role, task: Task, allowed: boolean): Promise<Role> =>
  api.put<Role>(`/roles/${role.id}`, {
    permissions: allowed
      ? [...new Set([...role.permissions, ...task.permissions])]
      : role.permissions.filter((one) => !task.permissions.includes(one)),
    updatedAt: role.updatedAt,
  });
