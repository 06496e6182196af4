import type { Permission } from "./permissions.ts";

/**
 * The tasks of the matrix of roles, by its groups, each with the permissions that it needs. Each
 * permission that a role may hold is in one task, or in `ofEveryRole`. Those for people, roles and API tokens
 * are in none: they would let a role give itself more. rules.md#roles
 */
export const tasks = {
  serve: {
    attend: ["tickets.read", "tickets.write", "messages.read", "messages.write"],
    others: ["tickets-manager:showall"],
    history: ["messages.history"],
    deleteTickets: ["ticket-options:deleteTicket"],
    quickMessages: ["quick-messages.write", "quick-messages.duplicate"],
    macros: ["macros.write"],
    shareMacros: ["macros.share"],
    schedules: ["schedules.read", "schedules.write"],
    chats: ["chats.read", "chats.write"],
  },
  sell: {
    budgets: ["budgets.read", "budgets.write"],
    orders: ["orders.read", "orders.write"],
    allOrders: ["orders.all"],
    tills: ["tills.read", "tills.write"],
    deleteOrders: ["orders.delete"],
    products: ["products.write", "categories.write"],
    stock: ["productStores.write"],
    prices: ["promotions.write", "coupons.write", "delivery-fee.write"],
    selling: [
      "couriers.write",
      "groupRangeDiscounts.write",
      "orderStatus.write",
      "paymentDetails.write",
      "payments.write",
      "stores.write",
    ],
  },
  people: {
    contacts: ["contacts.read", "contacts.write"],
    exportContacts: ["contacts.export"],
    deleteContacts: ["contacts-page:deleteContact"],
    tags: ["tags.write", "contact-fields.write"],
    templates: ["templates.write"],
    campaigns: [
      "campaigns.read",
      "campaigns.write",
      "campaign-settings.read",
      "campaign-settings.write",
      "contact-lists.read",
      "contact-lists.write",
      "opt-outs.read",
      "opt-outs.write",
    ],
  },
  shop: {
    dashboard: ["dashboard:view"],
    queues: ["queues.write", "files.write"],
    connections: [
      "connections-page:actionButtons",
      "connections-page:addConnection",
      "connections-page:editOrDeleteConnection",
      "drawer-admin-items:view",
      "practice",
    ],
    bots: ["ias.read", "ias.write", "integrations.read", "integrations.write"],
    automations: ["automations.read", "automations.write"],
    programs: ["messages-api.read", "messages-api.write"],
    settings: ["settings.write", "channel-rates.write"],
    subscription: ["invoices.read", "invoices.write"],
    watch: ["audit.read", "health.read"],
  },
} as const satisfies Record<string, Record<string, readonly Permission[]>>;

/** The permissions that a role may be given. */
export const rolePermissions: readonly Permission[] = Object.values(tasks).flatMap((group) =>
  Object.values<readonly Permission[]>(group).flat(),
);

/**
 * The roles that each company begins with. Their rows come from a migration; the matrix marks what
 * a company has changed.
 */
export const builtInRoles = {
  supervisor: {
    name: "Supervisor",
    permissions: [
      ...tasks.serve.attend,
      ...tasks.serve.others,
      ...tasks.serve.history,
      ...tasks.serve.quickMessages,
      ...tasks.serve.macros,
      ...tasks.serve.shareMacros,
      ...tasks.serve.schedules,
      ...tasks.serve.chats,
      ...tasks.sell.budgets,
      ...tasks.sell.orders,
      ...tasks.sell.allOrders,
      ...tasks.sell.tills,
      ...tasks.sell.products,
      ...tasks.sell.stock,
      ...tasks.people.contacts,
      ...tasks.people.exportContacts,
      ...tasks.people.tags,
      ...tasks.shop.dashboard,
    ],
  },
  kitchen: {
    name: "Cozinha",
    permissions: [...tasks.sell.orders, ...tasks.sell.allOrders, ...tasks.sell.tills],
  },
  counter: {
    name: "Caixa",
    permissions: [
      ...tasks.serve.chats,
      ...tasks.sell.budgets,
      ...tasks.sell.orders,
      ...tasks.sell.allOrders,
      ...tasks.sell.tills,
      ...tasks.people.contacts,
    ],
  },
} as const satisfies Record<string, { name: string; permissions: readonly Permission[] }>;
export type BuiltInRole = keyof typeof builtInRoles;
