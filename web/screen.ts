import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Language } from "../src/shared/languages.ts";
import type { Permission } from "../src/shared/permissions.ts";
import type { PlanFlag } from "../src/shared/plan.ts";

/**
 * The groups of the menu, in order. Their names are `menu.groups`, and `menu.groupsShort` in narrow
 * places.
 */
export const menuGroups = [
  "service",
  "sales",
  "catalogue",
  "marketing",
  "administration",
  "platform",
] as const;
export type MenuGroup = (typeof menuGroups)[number];

export type Screen = {
  /** A path in wouter's syntax. */
  path: string;
  load: () => Promise<ComponentType>;
  /** The required permission. */
  permission?: Permission;
  /** The required flag of the plan. */
  plan?: PlanFlag;
  /** A user without the permission sees `NotInPlan`, not `NotAllowed`. */
  platformOnly?: true;
  /** Also open while the company is overdue. rules.md#subscription */
  whileOverdue?: true;
  /** After signing in, users start on the first of these screens that they may open. */
  home?: true;
  /** The entry in the menu and the palette, omitted while a part of its address has no value. */
  menu?: {
    group: MenuGroup;
    icon: LucideIcon;
    label: Record<Language, string>;
    /** A shorter name for narrow places. */
    short?: Record<Language, string>;
    /** The alert that marks the entry. */
    alert?: "connectionsDown" | "healthTroubled" | "webhooksOff";
    /** The count on the entry in the bar at the bottom of a phone. */
    count?: "unread" | "chats";
  };
};

/**
 * The address of a screen with these values. An optional part without a value is omitted; a
 * required one without a value gives no address.
 */
export function addressOf(
  { path }: Pick<Screen, "path">,
  values: Record<string, string | number | undefined> = {},
): string | undefined {
  const parts = path.split("/").flatMap((part) => {
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(part) ?? [];
    if (!name) return [part];
    return values[name] === undefined && optional ? [] : [values[name]];
  });
  return parts.includes(undefined) ? undefined : parts.join("/");
}
