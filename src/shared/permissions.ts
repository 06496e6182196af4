export const profiles = ["admin", "user"] as const;

export type Profile = (typeof profiles)[number];

const everyone = [
  "announcements.read",
  "contacts.read", "contacts.write", "contacts.export",
  "connections.read",
  "groupRangeDiscounts.read",
  "messages.read", "messages.write",
  "queues.read",
  "quick-messages.read", "quick-messages.write",
  "settings.read",
  "tags.read",
  "tickets.read", "tickets.write",
  "users.read",
] as const;

const adminsOnly = [
  "audit.read",
  "groupRangeDiscounts.write",
  "ias.read", "ias.write",
  "integrations.read", "integrations.write",
  "messages.history",
  "practice",
  "queues.write",
  "quick-messages.duplicate",
  "settings.write",
  "tags.write",
  "users.write",
  // doc 4 §1.34
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

/** What is not a company's to do, but of who owns the box, whatever their profile. doc 3 §6 */
const ownersOnly = ["announcements.write", "companies.read"] as const;

export type Permission = (typeof everyone)[number] | (typeof adminsOnly)[number] | (typeof ownersOnly)[number];

const granted: Record<Profile, ReadonlySet<Permission>> = {
  user: new Set(everyone),
  admin: new Set([...everyone, ...adminsOnly]),
};

const ofOwners: ReadonlySet<Permission> = new Set(ownersOnly);

/** Whether a profile, or the owner of the box, holds a permission: the one rule for routes and screens. */
export const holds = (profile: Profile, permission: Permission, isOwner = false) => granted[profile].has(permission) || (isOwner && ofOwners.has(permission));
