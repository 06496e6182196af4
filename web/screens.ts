import { BookUser, Cable, ChartNoAxesColumn, FileSearch, ListOrdered, type LucideIcon, Megaphone, MessagesSquare, Plug, Settings, Shapes, Smartphone, Sparkles, Tag, UserRound, Zap } from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "../src/shared/permissions.ts";
import type { PlanFlag } from "../src/shared/plan.ts";

/** The groups of the menu, in their order. Their names: `menu.groups`. */
export const menuGroups = ["service", "sales", "marketing", "administration"] as const;
export type MenuGroup = (typeof menuGroups)[number];

export type Screen = {
  /** As wouter writes it. */
  path: string;
  load: () => Promise<ComponentType>;
  /** The permission that it needs. */
  permission?: Permission;
  /** The plan's flag that it needs. */
  plan?: PlanFlag;
  /** Whoever lacks the permission sees `NotInPlan`, not `NotAllowed`. */
  platformOnly?: true;
  /** After signing in, users start on the first of these that they may open. */
  home?: true;
  /** Uses only the texts that are loaded at start, so that it shows sooner. */
  fewTexts?: true;
  /** Its entry in the menu, and in the palette. One whose address wants something that isn't known is left out. */
  menu?: {
    group: MenuGroup;
    icon: LucideIcon;
    label: string;
    /** Where there is little room. */
    short?: string;
    /** What marks the entry. */
    alert?: "connectionsDown";
    /** What is counted at the entry under the thumb. */
    count?: "unread";
  };
};

/** Every screen behind the sign-in. Router, guards, menu, palette and the tests that walk all pages read it; the menu keeps its order. */
export const screens: Screen[] = [
  { path: "/dashboard", load: async () => (await import("./pages/dashboard/Dashboard.tsx")).Dashboard, permission: "dashboard:view", home: true, menu: { group: "administration", icon: ChartNoAxesColumn, label: "menu.dashboard" } },
  { path: "/tickets/:uuid?", load: async () => (await import("./pages/tickets/Tickets.tsx")).Tickets, home: true, fewTexts: true, menu: { group: "service", icon: MessagesSquare, label: "menu.tickets", short: "menu.inbox", count: "unread" } },
  { path: "/contacts", load: async () => (await import("./pages/contacts/Contacts.tsx")).Contacts, permission: "contacts.read", menu: { group: "service", icon: BookUser, label: "menu.contacts" } },
  { path: "/contacts/import", load: async () => (await import("./pages/contacts/import/Import.tsx")).Import, permission: "contacts.write" },
  { path: "/quick-messages", load: async () => (await import("./pages/QuickMessages.tsx")).QuickMessages, permission: "quick-messages.read", menu: { group: "service", icon: Zap, label: "menu.quickMessages", short: "menu.replies" } },
  { path: "/tags", load: async () => (await import("./pages/Tags.tsx")).Tags, permission: "tags.read", menu: { group: "service", icon: Tag, label: "menu.tags" } },
  { path: "/categories", load: async () => (await import("./pages/Categories.tsx")).Categories, permission: "categories.read", plan: "useSales", menu: { group: "sales", icon: Shapes, label: "menu.categories" } },
  { path: "/queues/:id?", load: async () => (await import("./pages/queues/Queues.tsx")).Queues, permission: "queues.write", menu: { group: "administration", icon: ListOrdered, label: "menu.queues" } },
  { path: "/connections/:id?", load: async () => (await import("./pages/connections/Connections.tsx")).Connections, permission: "drawer-admin-items:view", menu: { group: "administration", icon: Cable, label: "menu.connections", alert: "connectionsDown" } },
  { path: "/queue-integration", load: async () => (await import("./pages/integrations/Integrations.tsx")).Integrations, permission: "integrations.read", plan: "useIntegrations", menu: { group: "administration", icon: Plug, label: "menu.integrations" } },
  { path: "/ias", load: async () => (await import("./pages/ias/Ias.tsx")).Ias, permission: "ias.read", plan: "useOpenAi", menu: { group: "administration", icon: Sparkles, label: "menu.ias" } },
  { path: "/users", load: async () => (await import("./pages/users/Users.tsx")).Users, permission: "users.write", menu: { group: "administration", icon: UserRound, label: "menu.users" } },
  { path: "/settings", load: async () => (await import("./pages/settings/Settings.tsx")).Settings, permission: "settings.read", menu: { group: "administration", icon: Settings, label: "menu.settings", short: "menu.adjust" } },
  { path: "/audit", load: async () => (await import("./pages/audit/Audit.tsx")).Audit, permission: "audit.read", menu: { group: "administration", icon: FileSearch, label: "menu.audit" } },
  { path: "/announcements", load: async () => (await import("./pages/announcements/Announcements.tsx")).Announcements, permission: "announcements.write", platformOnly: true, menu: { group: "administration", icon: Megaphone, label: "menu.announcements", short: "menu.news" } },
  { path: "/practice/:whatsappId", load: async () => (await import("./pages/practice/Practice.tsx")).Practice, permission: "practice", menu: { group: "administration", icon: Smartphone, label: "menu.practice", short: "menu.phone" } },
  { path: "/profile", load: async () => (await import("./pages/profile/Profile.tsx")).Profile },
];

/** The address of a screen with these values in it; what may be left out is, where it isn't known. Undefined where something else isn't known. */
export function addressOf({ path }: Pick<Screen, "path">, values: Record<string, string | number | undefined> = {}): string | undefined {
  const parts = path.split("/").flatMap((part) => {
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(part) ?? [];
    if (!name) return [part];
    return values[name] === undefined && optional ? [] : [values[name]];
  });
  return parts.includes(undefined) ? undefined : parts.join("/");
}
