import {
  CircleCheck,
  DoorOpen,
  type LucideIcon,
  MessagesSquare,
  Plug,
  ShoppingBag,
  SlidersHorizontal,
  Split,
  Users,
} from "lucide-react";
import type { Permission } from "../../../src/shared/permissions.ts";
import type { PlanFlag } from "../../../src/shared/plan.ts";
import {
  type SettingField,
  settingField,
  settingKeys,
  type SettingKind,
  settingSections,
} from "../../../src/shared/settings.ts";
import { connections } from "../../lists/company-lists.ts";
import { can } from "../../session/can.ts";
import { plan } from "../../session/session.ts";

/**
 * A setting of the screen. The timezone is a field of the company, with a list of its own; all
 * others are settings.
 */
export type Option = (SettingKind | { kind: "zone" }) &
  Pick<SettingField, "confirms" | "closedToVisits" | "plan"> & { key: string };

/** A page, or a tab of one, where something else is set. */
export type PageLink = {
  key: string;
  href: string;
  /** The permission and the flag of the plan that the page requires. */
  permission?: Permission;
  plan?: PlanFlag;
  /** The tab of a connection's page, where the company has a single connection. */
  part?: string;
};

export type Entry = { option: Option } | { link: PageLink };

export type GroupName = (typeof groups)[number]["name"];

type Group = {
  name: string;
  icon: LucideIcon;
  /** The pages before the group's own settings, and after them. */
  before?: PageLink[];
  after?: PageLink[];
};

/** The settings by what a shop wants to do. Each thing has one place. */
export const groups = [
  {
    name: "receive",
    icon: DoorOpen,
    before: [{ key: "connections", href: "/connections", permission: "drawer-admin-items:view" }],
    after: [{ key: "ias", href: "/ias", permission: "ias.read", plan: "useOpenAi" }],
  },
  {
    name: "share",
    icon: Split,
    before: [{ key: "queues", href: "/queues", permission: "queues.write" }],
    after: [{ key: "automations", href: "/automations", permission: "automations.read" }],
  },
  {
    name: "finish",
    icon: CircleCheck,
    after: [
      {
        key: "farewell",
        href: "/connections",
        part: "messages",
        permission: "drawer-admin-items:view",
      },
      {
        key: "silence",
        href: "/connections",
        part: "clocks",
        permission: "drawer-admin-items:view",
      },
      {
        key: "reopen",
        href: "/connections",
        part: "basics",
        permission: "drawer-admin-items:view",
      },
    ],
  },
  {
    name: "sell",
    icon: ShoppingBag,
    before: [{ key: "payments", href: "/payments", permission: "payments.read", plan: "useSales" }],
    after: [
      {
        key: "orderStatus",
        href: "/orderStatus",
        permission: "orderStatus.read",
        plan: "useSales",
      },
      { key: "stores", href: "/stores", permission: "stores.read", plan: "useSales" },
      {
        key: "groupRangeDiscounts",
        href: "/groupRangeDiscounts",
        permission: "groupRangeDiscounts.read",
        plan: "useSales",
      },
    ],
  },
  {
    name: "team",
    icon: Users,
    before: [
      { key: "users", href: "/users", permission: "drawer-admin-items:view" },
      { key: "roles", href: "/roles", permission: "roles.read" },
      { key: "company", href: "/company", permission: "settings.write" },
    ],
    after: [
      { key: "audit", href: "/audit", permission: "audit.read" },
      { key: "subscription", href: "/subscription", permission: "invoices.read" },
    ],
  },
  {
    name: "messages",
    icon: MessagesSquare,
    before: [
      { key: "quickMessages", href: "/quick-messages", permission: "quick-messages.read" },
      { key: "macros", href: "/macros", permission: "macros.read" },
      { key: "tags", href: "/tags", permission: "tags.read" },
      {
        key: "campaigns",
        href: "/campaigns-config",
        permission: "campaign-settings.read",
        plan: "useCampaigns",
      },
      { key: "channelRates", href: "/channel-rates", permission: "channel-rates.write" },
      { key: "optOuts", href: "/opt-outs", permission: "opt-outs.read", plan: "useCampaigns" },
    ],
  },
  {
    name: "systems",
    icon: Plug,
    before: [
      {
        key: "tokens",
        href: "/messages-api/tokens",
        permission: "messages-api.read",
        plan: "useExternalApi",
      },
      {
        key: "webhooks",
        href: "/messages-api/webhooks",
        permission: "messages-api.read",
        plan: "useExternalApi",
      },
      {
        key: "integrations",
        href: "/queue-integration",
        permission: "integrations.read",
        plan: "useIntegrations",
      },
    ],
  },
  {
    name: "mine",
    icon: SlidersHorizontal,
    before: [
      { key: "look", href: "/profile#look" },
      { key: "alerts", href: "/profile#alerts" },
      { key: "writing", href: "/profile#writing" },
      { key: "account", href: "/profile" },
    ],
  },
] as const satisfies Group[];

/** The groups with the entries that this user sees. rules.md#seen-settings */
export const visibleGroups = () =>
  (groups as readonly Group[])
    .map(({ name, icon, before = [], after = [] }) => ({
      name: name as GroupName,
      icon,
      entries: [
        ...before.filter(isOpen).map((link) => ({ link })),
        ...optionsOf(name).map((option) => ({ option })),
        ...after.filter(isOpen).map((link) => ({ link })),
      ] as Entry[],
    }))
    .filter(({ entries }) => entries.length > 0);

/** The entry's key, in the texts and in addresses. */
export const keyOf = (entry: Entry) => ("option" in entry ? entry.option.key : entry.link.key);

/** The key of the entry's name in the texts. */
export const nameOf = (entry: Entry) =>
  "option" in entry
    ? `settings.keys.${entry.option.key}.name`
    : `settings.links.${entry.link.key}.name`;

/** The address where the entry is changed. */
export const addressOfEntry = (group: GroupName, entry: Entry) =>
  "option" in entry ? `/settings/${group}#${entry.option.key}` : hrefOf(entry.link);

/** The address of a page. Reads a signal. */
export function hrefOf({ href, part }: PageLink) {
  const [only, ...others] = connections.rows.value ?? [];
  return part && only && others.length === 0 ? `${href}/${only.id}?part=${part}` : href;
}

const zone: Option = { key: "timezone", kind: "zone" };

function optionsOf(name: string): Option[] {
  const section = settingSections.find((one) => one.name === name);
  if (!section) return [];
  if ("writersOnly" in section && !can("settings.write")) return [];
  if ("plan" in section && !includes(section.plan)) return [];
  const options: Option[] = settingKeys
    .map((key) => ({ key, ...settingField(key) }))
    .filter((option) => option.section === name && includes(option.plan) && hasChoice(option));
  // The time zone counts for the opening hours, the first setting.
  return name === "receive" ? options.toSpliced(1, 0, zone) : options;
}

const includes = (flag?: PlanFlag) => !flag || (plan.value?.[flag] ?? true);

const hasChoice = (option: SettingKind) => option.kind !== "select" || option.values.length > 1;

const isOpen = ({ permission, plan: flag }: PageLink) =>
  (!permission || can(permission)) && includes(flag);
