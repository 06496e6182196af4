import { asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { ReleaseUnseenTickets } from "../../kit/db/hooks.ts";
import { Fault } from "../../kit/fault.ts";
import { matching, page } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { Control, ControlTx, CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { holds, type Profile, type Rights } from "../../shared/permissions.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { refuseBeyondPlan } from "../companies/limits.ts";
import * as identities from "../identities/identities.ts";
import { hash } from "../identities/passwords.ts";
import { usersWithTotp } from "../identities/second-step.ts";
import { auditChanges, auditSubject } from "./audit-changes.ts";
import { type Change, type NewUser, newUserBody } from "./body.ts";
import { identityChangeableBy, refuseWithoutAdmin, refuseWithoutPermission } from "./refuse.ts";
import { setQueues, withDiscount, withQueues } from "./rows.ts";
import { roles, userQueues, users, type User } from "./table.ts";

/** One page of users by name. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(db, {
    table: users,
    select: withDiscount(db),
    where: matching(searchParam, [users.name, users.email]),
    order: [asc(users.name)],
    pageNumber,
  });
  return { users: withQueues(db, rows), ...rest };
}

/** All users by name. */
export const allUsers = (db: CompanyDb): User[] =>
  withQueues(db, withDiscount(db).orderBy(asc(users.name)).limit(5000).all());

/** Throws missing. */
export function findUser(db: CompanyDb, id: number): User {
  const [user] = withQueues(db, withDiscount(db).where(eq(users.id, id)).all());
  if (!user) throw new Fault("missing", "ERR_NO_USER_FOUND", { message: "Usuário não encontrado" });
  return user;
}

/** Users with the fields that only admins get, if `me` is one. */
export function withAdminFields(db: CompanyDb, control: Control, me: Me, users: User[]): User[] {
  if (!holds(me, "user-modal:editProfile")) return users;
  const ids = usersWithTotp(control, db.company);
  return users.map((user) => ({ ...user, totp: ids.has(user.id) }));
}

const meQuery = query((db) =>
  db
    .select({
      id: users.id,
      profile: users.profile,
      allTicket: users.allTicket,
      hidesNumbers: sql<number>`${users.profile} = 'user' AND EXISTS (SELECT 1 FROM settings WHERE key = 'lgpdHideNumber' AND value = 'enabled')`,
      role: sql<
        string | null
      >`(SELECT json_object('permissions', json(permissions), 'storeIds', json(storeIds)) FROM roles WHERE id = ${users.roleId})`,
      queueIds: sql<string>`(SELECT json_group_array(queueId) FROM userQueues WHERE userId = ${users.id})`,
      connectionIds: sql<string>`(SELECT json_group_array(DISTINCT connectionId) FROM connectionQueues JOIN userQueues USING (queueId) WHERE userId = ${users.id})`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder("id"))),
);

/** A user as the access rules need them; undefined when the user is gone. */
export function meOf(db: CompanyDb, id: number, isSuper: boolean): Me | undefined {
  const row = meQuery(db).get({ id });
  return (
    row && {
      ...row,
      role: row.role === null ? null : (JSON.parse(row.role) as Rights),
      super: isSuper,
      hidesNumbers: row.hidesNumbers === 1,
      queueIds: JSON.parse(row.queueIds) as number[],
      connectionIds: JSON.parse(row.connectionIds) as number[],
    }
  );
}

/**
 * A new user who may sign in. Throws a conflict on a taken e-mail, forbidden when the plan allows
 * no more users, invalid.
 */
export async function create(
  db: CompanyDb,
  control: Control,
  me: Me,
  body: NewUser,
): Promise<User> {
  const { password, ...profile } = body;
  const passwordHash = await hash(password);
  return db.write((tx) => {
    refuseBeyondPlan(control, db, "users");
    const user = findUser(db, insertUser(tx, profile, db.now()).id);
    addAuditEntry(tx, {
      userId: me.id,
      action: "userCreated",
      subject: auditSubject(user),
      details: { profile: user.profile },
    });
    tx.emit("user", "create", { user }, { to: "everyone" });
    // Last, since it commits in another file: if it fails, nothing of this stays.
    control.write((controlTx) => {
      removeOrphanIdentities(controlTx, control, db, user);
      identities.create(
        controlTx,
        { email: user.email, passwordHash, companyId: db.company, userId: user.id },
        db.now(),
      );
    });
    return user;
  });
}

/** Inserts only the user's rows, in the caller's transaction. */
export function insertUser(
  tx: Tx,
  {
    queueIds,
    ...values
  }: Omit<z.input<typeof newUserBody>, "password" | "allTicket"> & {
    allTicket: boolean;
    queueIds: number[];
  },
  now: number,
): { id: number } {
  refuseMissingReferences(tx, users, values);
  const { id } = tx
    .insert(users)
    .values({ ...values, ...profileByRole(tx, values), ...insertTimestamps(now) })
    .returning({ id: users.id })
    .get();
  setQueues(tx, id, queueIds);
  return { id };
}

/**
 * Throws missing; a conflict on a taken e-mail, or when the company would be left without an admin
 * or its owner without rights; forbidden; invalid. A new
 * password ends the user's sessions but `session`. Open tickets that the user no longer sees go
 * back to pending.
 */
export async function update(
  db: CompanyDb,
  control: Control,
  me: Me,
  id: number,
  body: Change,
  {
    session,
    releaseUnseenTickets,
  }: { session?: string; releaseUnseenTickets?: ReleaseUnseenTickets } = {},
): Promise<User> {
  const { password, queueIds, ...values } = body;
  const passwordHash = password && (await hash(password));
  return db.write((tx) => {
    const before = findUser(db, id);
    refuseWithoutPermission(me, body);
    const identity = identityChangeableBy(db, control, me, id);
    if (identity?.super && (values.profile === "user" || values.roleId))
      throw new Fault("conflict", "ERR_OWNER", {
        message: "O dono do servidor não pode ser excluído nem deixar de ser administrador",
      });
    refuseMissingReferences(tx, users, values);
    tx.update(users)
      .set({ ...values, ...profileByRole(tx, values, before), ...updateTimestamps(db.now()) })
      .where(eq(users.id, id))
      .run();
    if (queueIds) setQueues(tx, id, queueIds);
    refuseWithoutAdmin(tx);
    releaseUnseenTickets?.(tx);
    const user = findUser(db, id);
    auditChanges(tx, me, before, user);
    if (passwordHash)
      addAuditEntry(tx, { userId: me.id, action: "passwordChanged", subject: auditSubject(user) });
    tx.emit("user", "update", { user }, { to: "everyone" });
    const except = id === me.id ? session : undefined;
    if (identity)
      control.write((controlTx) =>
        identities.update(
          controlTx,
          identity.id,
          { email: user.email, ...(passwordHash && { passwordHash }) },
          db.now(),
          except,
        ),
      );
    return user;
  });
}

/**
 * Deletes a user and their sessions. The caller puts their open tickets back to pending before.
 * Throws missing, or a conflict on the last admin.
 */
export function deleteUser(tx: Tx, control: Control, me: Me, id: number) {
  const user = findUser(tx, id);
  if (identityChangeableBy(tx, control, me, id)?.super)
    throw new Fault("conflict", "ERR_OWNER", {
      message: "O dono do servidor não pode ser excluído nem deixar de ser administrador",
    });
  addAuditEntry(tx, {
    userId: me.id,
    action: "userDeleted",
    subject: auditSubject(user),
    details: { email: user.email },
  });
  tx.delete(users).where(eq(users.id, id)).run();
  refuseWithoutAdmin(tx);
  tx.emit("user", "delete", { userId: id }, { to: "everyone" });
  control.write((controlTx) => identities.remove(controlTx, tx.company, id));
}

/** Emits the users of these queues, whose connections changed: they see other tickets now. */
export function emitUsersOfQueues(tx: Tx, queueIds: number[]) {
  const userIds = tx
    .selectDistinct({ id: userQueues.userId })
    .from(userQueues)
    .where(inArray(userQueues.queueId, queueIds))
    .all();
  for (const { id } of userIds)
    tx.emit("user", "update", { user: findUser(tx, id) }, { to: "everyone" });
}

/** Emits the people of a role that changed: they may do and see other things now. */
export function emitUsersOfRole(tx: Tx, roleId: number) {
  for (const user of withQueues(tx, withDiscount(tx).where(eq(users.roleId, roleId)).all()))
    tx.emit("user", "update", { user }, { to: "everyone" });
}

/**
 * A user has the profile of their role. Another profile by itself takes the role away, as clients
 * send it that know no roles.
 */
function profileByRole(
  tx: Tx,
  { roleId, profile }: { roleId?: number | null; profile?: Profile },
  before?: User,
): { profile?: Profile; roleId?: null } {
  if (roleId)
    return tx.select({ profile: roles.profile }).from(roles).where(eq(roles.id, roleId)).get()!;
  const isLeft = roleId === undefined && profile !== undefined && profile !== before?.profile;
  return isLeft ? { roleId: null } : {};
}

// The two files commit one after the other: a crash in between leaves an identity without a user.
function removeOrphanIdentities(
  controlTx: ControlTx,
  control: Control,
  db: CompanyDb,
  { id, email }: User,
) {
  identities.remove(controlTx, db.company, id);
  const old = identities.byEmail(control, email);
  if (old?.companyId !== db.company) return;
  const user = db.select({ email: users.email }).from(users).where(eq(users.id, old.userId)).get();
  if (user?.email !== email) identities.remove(controlTx, old.companyId, old.userId);
}
