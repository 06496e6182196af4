import { holds, isDeniedOnVisit, type Permission } from "../../src/shared/permissions.ts";
import type { Screen } from "../screen.ts";
import { me, overdue } from "./session.ts";

export const can = (permission: Permission) => me.value !== null && holds(me.value, permission);

/**
 * Whether the user lacks a permission only because they visit the company. rules.md#support-visits
 */
export const isDeniedHere = (permission: Permission) =>
  me.value !== null && isDeniedOnVisit(me.value, permission);

/** Whether the user's permissions open a screen; the company's plan is checked elsewhere. */
export const mayEnter = ({
  permission,
  whileOverdue,
}: Pick<Screen, "permission" | "whileOverdue">) =>
  (!permission || can(permission)) && (whileOverdue || !overdue.value);
