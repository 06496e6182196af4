import { and, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { holds, type Permission, type Profile, type Rights } from "../../shared/permissions.ts";
import type { Frame } from "../../shared/wire.ts";

/**
 * The signed-in user. Read for each request, so that a change of their queues takes effect at once.
 */
export type Me = {
  id: number;
  profile: Profile;
  /** Null where the profile alone counts. */
  role: Rights | null;
  super: boolean;
  /** The owner of the box is here as this admin. rules.md#support-visits */ isVisiting?: boolean;
  allTicket: boolean;
  queueIds: number[];
  /** Connections that offer one of their queues. */
  connectionIds: number[];
  /** Customers' numbers are hidden from them. rules.md#hidden-numbers */
  hidesNumbers: boolean;
  /**
   * A program with a token acts in place of a user, on one connection where its token has one.
   * rules.md#api-tokens
   */
  program?: { name: string; connectionId: number | null };
};

/**
 * The users who may see a thing. "desk" is work on a queue, or on a connection as long as it has no
 * queue. "any" means a user in at least one of several. rules.md#audiences
 */
export type Audience = SingleAudience | { to: "any"; of: SingleAudience[] };

type SingleAudience =
  | { to: "everyone" }
  | { to: "admins" }
  | { to: "user"; userId: number }
  /** The users who hold a permission, in a store. */
  | { to: "holders"; permission: Permission; storeId: number | null }
  | {
      to: "desk";
      queueId: number | null;
      connectionId: number | null;
      userId: number | null;
      waiting: boolean;
    };

/**
 * Sends a frame to an audience in a company. It is not stored: a user who is away never gets it.
 */
export type SendTransient = (company: number, frame: Frame, audience: Audience) => void;

/** Sends each user of every company a frame of their own, or none. It is not stored. */
export type Broadcast = (frameFor: (me: Me) => Frame | undefined) => void;

/** Whether `me` is in an audience: the same rule as `visibleTo`. rules.md#audiences */
export function canSee(me: Me, audience: Audience): boolean {
  if (audience.to === "any") return audience.of.some((one) => canSee(me, one));
  if (audience.to === "everyone") return true;
  if (audience.to === "user") return audience.userId === me.id;
  if (audience.to === "holders")
    return holds(me, audience.permission) && isInStores(me, audience.storeId);
  if (audience.to === "desk" && !holds(me, "tickets.read")) return false;
  const own = me.program?.connectionId ?? null;
  if (own !== null && audience.to === "desk" && audience.connectionId !== own) return false;
  if (me.profile === "admin") return true;
  if (audience.to === "admins") return false;
  return serves(me, audience) && (audience.waiting || audience.userId === me.id || seesOthers(me));
}

/** Whether a role leaves a store in sight. rules.md#roles */
export const isInStores = ({ role }: Me, storeId: number | null) =>
  !role || role.storeIds.length === 0 || (storeId !== null && role.storeIds.includes(storeId));

/** Whether a user also sees the tickets that others attend in their queues. rules.md#roles */
const seesOthers = (me: Me) => me.role !== null && holds(me, "tickets-manager:showall");

/** The users whom an audience names. */
export function namedIn(audience: Audience): number[] {
  if (audience.to === "any") return audience.of.flatMap(namedIn);
  return (audience.to === "user" || audience.to === "desk") && audience.userId !== null
    ? [audience.userId]
    : [];
}

/**
 * A key of what a user may see. Users with the same key are in the same audiences, except for
 * audiences that name one of them.
 */
export function sightOf({
  profile,
  role,
  isVisiting,
  allTicket,
  queueIds,
  connectionIds,
}: Me): string {
  const byRole = role ? JSON.stringify(role) : "";
  if (profile === "admin") return (isVisiting ? "visit" : "admin") + byRole;
  const desks = allTicket
    ? "all"
    : [queueIds, connectionIds].map((ids) => ids.toSorted((a, b) => a - b).join()).join(" ");
  return desks + byRole;
}

// rules.md#tickets-without-a-queue
function serves(
  { allTicket, queueIds, connectionIds }: Me,
  { queueId, connectionId }: Audience & { to: "desk" },
): boolean {
  if (allTicket) return true;
  return queueId === null
    ? connectionId !== null && connectionIds.includes(connectionId)
    : queueIds.includes(queueId);
}

/** The same rule as a condition on a desk's columns; undefined when `me` sees all. */
export function visibleTo(
  me: Me,
  desk: { queueId: SQLWrapper; connectionId: SQLWrapper; userId: SQLWrapper; waiting: SQL },
): SQL | undefined {
  if (!holds(me, "tickets.read")) return sql`0`;
  if (me.program?.connectionId) return eq(desk.connectionId, me.program.connectionId);
  if (me.profile === "admin") return undefined;
  const isMine = seesOthers(me) ? undefined : or(desk.waiting, eq(desk.userId, me.id));
  if (me.allTicket) return isMine;
  if (me.queueIds.length === 0) return sql`0`;
  const served =
    me.connectionIds.length === 0
      ? inArray(desk.queueId, me.queueIds)
      : or(
          inArray(desk.queueId, me.queueIds),
          and(isNull(desk.queueId), inArray(desk.connectionId, me.connectionIds)),
        );
  return and(served, isMine);
}
