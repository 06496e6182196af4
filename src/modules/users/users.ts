import { asc, eq, inArray, like, or, sql, count as countRows } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { email, name, password } from "../../kit/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { prepared, type Control, type Store, type Tx } from "../../kit/store.ts";
import { born, touched } from "../../kit/table.ts";
import { anywhere } from "../../kit/text.ts";
import { profiles } from "../../shared.ts";
import * as identities from "../identities/identities.ts";
import { hash } from "../identities/passwords.ts";
import { queues } from "../queues/table.ts";
import { userQueues, users, type User } from "./table.ts";

// doc 4 §1.33: screens send all three spellings
const allTicket = z.enum(["enable", "enabled", "desabled", "disabled"]).transform((text) => text.startsWith("enable"));

export const newUser = z.object({
  name,
  email,
  password,
  profile: z.enum(profiles).default("user"),
  allTicket: allTicket.default(false),
  whatsappId: z.number().int().positive().nullable().optional(),
  queueIds: z.array(z.number().int().positive()).max(200).default([]),
});
export const changedUser = z.object({
  name: name.optional(),
  email: email.optional(),
  password: password.or(z.literal("").transform(() => undefined)).optional(),
  profile: z.enum(profiles).optional(),
  allTicket: allTicket.optional(),
  whatsappId: z.number().int().positive().nullable().optional(),
  queueIds: z.array(z.number().int().positive()).max(200).optional(),
});

const pageSize = 20;

/** One page of users by name. */
export function list(store: Store, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) {
  const pattern = sql`${anywhere(searchParam)} ESCAPE '\\'`;
  const found = searchParam ? or(like(users.name, pattern), like(users.email, pattern)) : undefined;
  const offset = (pageNumber - 1) * pageSize;
  const rows = store.db.select().from(users).where(found).orderBy(asc(users.name)).limit(pageSize).offset(offset).all();
  const { count } = store.db.select({ count: countRows() }).from(users).where(found).get()!;
  return { users: withQueues(store.db, rows), hasMore: count > offset + rows.length, count };
}

/** All users by name. */
export const all = (store: Store): User[] => withQueues(store.db, store.db.select().from(users).orderBy(asc(users.name)).limit(5000).all());

/** Throws missing. */
export const find = (store: Store, id: number): User => found(store.db, id);

const meQuery = prepared((db) =>
  db.select({
    id: users.id, profile: users.profile, allTicket: users.allTicket, changedAt: users.updatedAt,
    queueIds: sql<string>`(SELECT json_group_array(queueId) FROM userQueues WHERE userId = ${users.id})`,
  }).from(users).where(eq(users.id, sql.placeholder("id"))).prepare(),
);

/** Who asks, as the audience rule wants it; undefined when the user is gone. */
export function me(store: Store, id: number, isSuper: boolean): Me | undefined {
  const row = meQuery(store).get({ id });
  return row && { ...row, super: isSuper, changedAt: row.changedAt.getTime(), queueIds: JSON.parse(row.queueIds) as number[] };
}

/** A new user who may sign in. Throws a conflict on a taken e-mail. */
export async function create(store: Store, control: Control, body: z.infer<typeof newUser>): Promise<User> {
  const { password, ...profile } = body;
  const passwordHash = await hash(password);
  return store.write((tx, emit) => {
    const user = insert(tx, profile, store.now());
    emit("user", "create", { user }, { to: "everyone" });
    // Last, since it commits in another file: if it fails, nothing of this stays.
    control.write((door) => {
      forgetOrphans(door, control, store, user);
      identities.create(door, { email: user.email, passwordHash, companyId: store.company, userId: user.id }, store.now());
    });
    return user;
  });
}

/** The user's rows alone, inside a transaction of the caller's. */
export function insert(tx: Tx, { queueIds, ...values }: Omit<z.infer<typeof newUser>, "password">, now: number): User {
  const { id } = tx.insert(users).values({ ...values, ...born(now) }).returning({ id: users.id }).get();
  if (queueIds.length > 0) tx.insert(userQueues).values(unique(queueIds).map((queueId) => ({ userId: id, queueId }))).run();
  return found(tx, id);
}

/** Throws missing; a conflict on a taken e-mail, or when it would leave the company without an admin. */
export async function update(store: Store, control: Control, me: Me, id: number, body: z.infer<typeof changedUser>): Promise<User> {
  const { password, queueIds, ...values } = body;
  const passwordHash = password && (await hash(password));
  return store.write((tx, emit) => {
    found(tx, id);
    tx.update(users).set({ ...values, ...touched(store.now()) }).where(eq(users.id, id)).run();
    if (queueIds) {
      tx.delete(userQueues).where(eq(userQueues.userId, id)).run();
      if (queueIds.length > 0) tx.insert(userQueues).values(unique(queueIds).map((queueId) => ({ userId: id, queueId }))).run();
    }
    keepAnAdmin(tx);
    const user = found(tx, id);
    emit("user", "update", { user }, { to: "everyone" });
    const identity = guarded(store, control, me, id);
    if (identity) control.write((door) => identities.update(door, identity.id, { email: user.email, ...(passwordHash && { passwordHash }) }, store.now()));
    return user;
  });
}

/** Takes a user out and ends their sessions. Throws missing, or a conflict on the last admin. */
export function remove(store: Store, control: Control, me: Me, id: number) {
  return store.write((tx, emit) => {
    found(tx, id);
    if (guarded(store, control, me, id)?.super) throw new Fault("conflict", "ERR_OWNER", { message: "O dono do servidor não pode ser excluído" });
    tx.delete(users).where(eq(users.id, id)).run();
    keepAnAdmin(tx);
    emit("user", "delete", { userId: id }, { to: "everyone" });
    control.write((door) => identities.remove(door, store.company, id));
    return {};
  });
}

// The owner of the box is above a company's admins: only an owner changes one.
function guarded(store: Store, control: Control, me: Me, id: number) {
  const identity = identities.ofUser(control, store.company, id);
  if (identity?.super && !me.super) throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Só o dono do servidor altera o dono" });
  return identity;
}

function found(db: Store["db"] | Tx, id: number): User {
  const [user] = withQueues(db, db.select().from(users).where(eq(users.id, id)).all());
  if (!user) throw new Fault("missing", "ERR_NO_USER_FOUND", { message: "Usuário não encontrado" });
  return user;
}

function withQueues(db: Store["db"] | Tx, rows: (typeof users.$inferSelect)[]): User[] {
  const served = db.select({ userId: userQueues.userId, id: queues.id, name: queues.name, color: queues.color }).from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId)).where(inArray(userQueues.userId, rows.map((row) => row.id))).orderBy(asc(queues.orderQueue), asc(queues.name)).all();
  return rows.map((row) => {
    const own = served.filter((queue) => queue.userId === row.id).map(({ userId: _, ...queue }) => queue);
    return { ...row, allTicket: row.allTicket ? "enabled" : "desabled", queueIds: own.map((queue) => queue.id), queues: own };
  });
}

// doc 4 §1.34, BUG: the last admin could be deleted
function keepAnAdmin(tx: Tx) {
  const { count } = tx.select({ count: countRows() }).from(users).where(eq(users.profile, "admin")).get()!;
  if (count === 0) throw new Fault("conflict", "ERR_LAST_ADMIN", { message: "A empresa precisa de ao menos um administrador" });
}

// The two files commit one after the other; a crash in between leaves an identity whose user never came to be.
function forgetOrphans(door: Tx, control: Control, store: Store, { id, email }: User) {
  identities.remove(door, store.company, id);
  const old = identities.byEmail(control, email);
  if (old?.companyId !== store.company) return;
  const user = store.db.select({ email: users.email }).from(users).where(eq(users.id, old.userId)).get();
  if (user?.email !== email) identities.remove(door, old.companyId, old.userId);
}

const unique = (ids: number[]) => [...new Set(ids)];
