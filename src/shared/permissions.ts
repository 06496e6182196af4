export const profiles = ["admin", "user"] as const;

export type Profile = (typeof profiles)[number];

const everyone = [
  "announcements.read",
  "budgets.read",
  "budgets.write",
  "categories.read",
  "channel-rates.read",
  "chats.read",
  "chats.write",
  "contacts.read",
  "contacts.write",
  "contacts.export",
  "connections.read",
  "coupons.read",
  "delivery-fee.read",
  "files.read",
  "groupRangeDiscounts.read",
  "couriers.read",
  "helps.read",
  "macros.read",
  "macros.write",
  "messages.read",
  "messages.write",
  "notifications.read",
  "orders.read",
  "orders.write",
  "orderStatus.read",
  "paymentDetails.read",
  "payments.read",
  "products.read",
  "productStores.read",
  "promotions.read",
  "queues.read",
  "quick-messages.read",
  "quick-messages.write",
  "schedules.read",
  "schedules.write",
  "settings.read",
  "stores.read",
  "tags.read",
  "templates.read",
  "tills.read",
  "tills.write",
  "tickets.read",
  "tickets.write",
  "typePayments.read",
  "users.read",
] as const;

const adminsOnly = [
  "api-tokens.write",
  "audit.read",
  "automations.read",
  "automations.write",
  "campaigns.read",
  "campaigns.write",
  "campaign-settings.read",
  "campaign-settings.write",
  "categories.write",
  "contact-fields.write",
  "channel-rates.write",
  "contact-lists.read",
  "contact-lists.write",
  "coupons.write",
  "couriers.write",
  "delivery-fee.write",
  "files.write",
  "groupRangeDiscounts.write",
  "health.read",
  "ias.read",
  "ias.write",
  "integrations.read",
  "integrations.write",
  "invoices.read",
  "invoices.write",
  "macros.share",
  "messages.history",
  "messages-api.read",
  "messages-api.write",
  "opt-outs.read",
  "opt-outs.write",
  "orders.all",
  "orders.delete",
  "orderStatus.write",
  "paymentDetails.write",
  "payments.write",
  "practice",
  "products.write",
  "productStores.write",
  "promotions.write",
  "queues.write",
  "quick-messages.duplicate",
  "roles.read",
  "roles.write",
  "settings.write",
  "stores.write",
  "tags.write",
  "templates.write",
  "tills.reopen",
  "users.write",
  // The names that clients use. rules.md#roles
  "connections-page:actionButtons",
  "connections-page:addConnection",
  "connections-page:editOrDeleteConnection",
  "contacts-page:deleteContact",
  "dashboard:view",
  "drawer-admin-items:view",
  "ticket-options:deleteTicket",
  "tickets-manager:showall",
  "user-modal:editProfile",
  "user-modal:editQueues",
] as const;

/**
 * The permissions of the owner of the box, with any profile; a company has none of them.
 * rules.md#roles
 */
const ownersOnly = [
  "announcements.write",
  "backups.write",
  "billing.write",
  "box.write",
  "companies.read",
  "companies.write",
  "helps.write",
  "invoices.settle",
  "landing.write",
  "logs.read",
  "plans.read",
  "plans.write",
] as const;

export type Permission =
  | (typeof everyone)[number]
  | (typeof adminsOnly)[number]
  | (typeof ownersOnly)[number];

const ofProfiles: Record<Profile, ReadonlySet<Permission>> = {
  user: new Set(everyone),
  admin: new Set([...everyone, ...adminsOnly]),
};

const ofOwners: ReadonlySet<Permission> = new Set(ownersOnly);

/** Denied to the owner of the box on a visit. rules.md#support-visits */
const deniedOnVisits: ReadonlySet<Permission> = new Set([
  "api-tokens.write",
  "chats.read",
  "chats.write",
  "messages-api.write",
  "notifications.read",
  "roles.write",
  "users.write",
]);

/** Their permissions belong to a task of a role, also the one to read. */
const ofTasks = /^(budgets|chats|contacts|messages|orders|schedules|tickets|tills)\./;

/** Every role has these: each screen needs them, above all the lists of names. */
const ofEveryRole: ReadonlySet<Permission> = new Set(
  everyone.filter((permission) => permission.endsWith(".read") && !ofTasks.test(permission)),
);

/** The rights that a role gives. `storeIds`: the stores whose orders they see; empty is all. */
export type Rights = { permissions: readonly Permission[]; storeIds: readonly number[] };

type Holder = {
  profile: Profile;
  /** Null where the profile alone counts. */
  role?: Rights | null;
  super?: boolean;
  isVisiting?: boolean;
};

/** Whether a user holds a permission: the one rule for routes and screens. */
export const holds = (who: Holder, permission: Permission) =>
  !isDeniedOnVisit(who, permission) &&
  (holdsByRole(who, permission) || (who.super === true && ofOwners.has(permission)));

const holdsByRole = ({ profile, role }: Holder, permission: Permission) =>
  role
    ? ofEveryRole.has(permission) || role.permissions.includes(permission)
    : ofProfiles[profile].has(permission);

/** Whether a permission is denied only because its holder is on a visit. */
export const isDeniedOnVisit = ({ isVisiting }: Holder, permission: Permission) =>
  isVisiting === true && deniedOnVisits.has(permission);

/** The permissions of a profile without a role. */
export const permissionsOf = (profile: Profile) => ofProfiles[profile];
