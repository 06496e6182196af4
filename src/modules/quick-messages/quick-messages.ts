import { and, asc, count as countRows, eq, getTableColumns, like, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me, Sight } from "../../kit/audience.ts";
import { pageSize } from "../../kit/crud.ts";
import { Fault } from "../../kit/fault.ts";
import type { Db, Store, Tx } from "../../kit/store.ts";
import { born, touched } from "../../kit/table.ts";
import { anywhere } from "../../kit/text.ts";
import { users } from "../users/table.ts";
import { quickMessages, type QuickMessage } from "./table.ts";

export const quickMessageBody = z.object({
  shortcode: z.string().trim().min(1).max(40).regex(/^\S+$/),
  message: z.string().trim().min(3).max(4000),
  geral: z.boolean().optional(),
});
type Body = z.infer<typeof quickMessageBody>;

/** Mine or everyone's, by shortcode. doc 4 §1.21 */
export function list(store: Store, me: Me, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) {
  const pattern = sql`${anywhere(searchParam)} ESCAPE '\\'`;
  const found = and(mine(me), searchParam ? or(like(quickMessages.shortcode, pattern), like(quickMessages.message, pattern)) : undefined);
  const offset = (pageNumber - 1) * pageSize;
  const records = whole(store.db).where(found).orderBy(asc(quickMessages.shortcode), asc(quickMessages.id)).limit(pageSize).offset(offset).all();
  const { count } = store.db.select({ count: countRows() }).from(quickMessages).where(found).get()!;
  return { records, hasMore: count > offset + records.length, count };
}

/** Throws missing, also for what is another's own. */
export function find(db: Db | Tx, me: Me, id: number): QuickMessage {
  const record = whole(db).where(and(eq(quickMessages.id, id), mine(me))).get();
  if (!record) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
  return record;
}

/** Throws a conflict when I have the shortcode already. */
export function create(store: Store, me: Me, body: Body): QuickMessage {
  return store.write((tx, emit) => {
    const { id } = tx.insert(quickMessages).values({ ...body, userId: me.id, ...born(store.now()) }).returning({ id: quickMessages.id }).get();
    const record = find(tx, me, id);
    emit("quickmessage", "create", { record }, sightOf(record));
    return record;
  });
}

/** Its author or an admin changes it; it stays its author's. Throws missing, forbidden, or a conflict on a taken shortcode. */
export function update(store: Store, me: Me, id: number, body: Partial<Body>): QuickMessage {
  return store.write((tx, emit) => {
    const before = editable(tx, me, id);
    tx.update(quickMessages).set({ ...body, ...touched(store.now()) }).where(eq(quickMessages.id, id)).run();
    const record = whole(tx).where(eq(quickMessages.id, id)).get()!;
    emit("quickmessage", "update", { record }, sightOf(record), sightOf(before));
    return record;
  });
}

/** Throws missing or forbidden. */
export function remove(store: Store, me: Me, id: number) {
  return store.write((tx, emit) => {
    const record = editable(tx, me, id);
    tx.delete(quickMessages).where(eq(quickMessages.id, id)).run();
    emit("quickmessage", "delete", { id }, sightOf(record));
    return {};
  });
}

/** A copy of one's own under the next free shortcode. Throws missing. */
export function duplicate(store: Store, me: Me, id: number): QuickMessage {
  const { shortcode, message, geral } = find(store.db, me, id);
  const taken = new Set(store.db.select({ shortcode: quickMessages.shortcode }).from(quickMessages).where(eq(quickMessages.userId, me.id)).all().map((row) => row.shortcode));
  const copy = (count: number): string => {
    const name = `${shortcode.slice(0, 36)}-${count}`;
    return taken.has(name) ? copy(count + 1) : name;
  };
  return create(store, me, { shortcode: copy(2), message, geral });
}

const mine = (me: Me) => or(eq(quickMessages.userId, me.id), eq(quickMessages.geral, true));

const sightOf = (record: QuickMessage): Sight => (record.geral ? { to: "everyone" } : { to: "user", userId: record.userId });

const whole = (db: Db | Tx) =>
  db.select({ ...getTableColumns(quickMessages), user: { id: users.id, name: users.name } }).from(quickMessages).innerJoin(users, eq(users.id, quickMessages.userId)).$dynamic();

function editable(tx: Tx, me: Me, id: number): QuickMessage {
  const record = find(tx, me, id);
  if (record.userId !== me.id && me.profile !== "admin") throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Só o autor ou um administrador pode alterar" });
  return record;
}
