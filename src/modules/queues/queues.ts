import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { color, name } from "../../kit/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { born, touched } from "../../kit/table.ts";
import { queues, type Queue } from "./table.ts";

export const queueBody = z.object({
  name,
  color,
  greetingMessage: z.string().max(2000).optional(),
  orderQueue: z.number().int().min(0).max(999).optional(),
});
type Body = z.infer<typeof queueBody>;

const rows = prepared((db) => db.select().from(queues).orderBy(asc(queues.orderQueue), asc(queues.name)).prepare());

/** All queues in the order of the menu. */
export const list = (store: Store): Queue[] => rows(store).all();

/** Throws missing. */
export function find(store: Store, id: number): Queue {
  const [queue] = store.db.select().from(queues).where(eq(queues.id, id)).all();
  return queue ?? missing();
}

/** Throws a conflict on a taken name or colour. */
export function create(store: Store, body: Body): Queue {
  return told(() =>
    store.write((tx, emit) => {
      const [queue] = tx.insert(queues).values({ ...body, ...born(store.now()) }).returning().all();
      emit("queue", "create", { queue: queue! }, { to: "everyone" });
      return queue!;
    }),
  );
}

/** Throws missing, or a conflict on a taken name or colour. */
export function update(store: Store, id: number, body: Partial<Body>): Queue {
  return told(() =>
    store.write((tx, emit) => {
      const [queue] = tx.update(queues).set({ ...body, ...touched(store.now()) }).where(eq(queues.id, id)).returning().all();
      if (!queue) return missing();
      emit("queue", "update", { queue }, { to: "everyone" });
      return queue;
    }),
  );
}

/** Removes the queue; its tickets are left without one. Throws missing. */
export function remove(store: Store, id: number) {
  return store.write((tx, emit) => {
    const gone = tx.delete(queues).where(eq(queues.id, id)).returning().all();
    if (gone.length === 0) return missing();
    emit("queue", "delete", { queueId: id }, { to: "everyone" });
    return {};
  });
}

function missing(): never {
  throw new Fault("missing", "ERR_NO_QUEUE_FOUND", { message: "Fila não encontrada" });
}

// doc 1 §8 has a code of its own for the colour
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (String(thrown instanceof Error ? (thrown.cause ?? thrown) : "").includes("queues.color")) {
      throw new Fault("conflict", "ERR_QUEUE_COLOR_ALREADY_EXISTS", { message: "Esta cor já está em uso", fields: { color: "taken" } });
    }
    throw thrown;
  }
}
