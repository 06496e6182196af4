/**
 * One task. rules.md#tasks. Several users may share this browser, and `owner` is the task's user.
 * Tasks of other programs have no owner and belong to everyone.
 */
export type Task = {
  id: string;
  text: string;
  done: boolean;
  createdAt: string;
  updatedAt: string;
  owner?: string;
};

export const taskLength = 500;

/** The tasks in a stored text. Entries that are not tasks are left out. */
export function parseTasks(text: string | null): Task[] {
  const stored = parsed(text);
  if (!Array.isArray(stored)) return [];
  const taken = new Set(
    stored.map((entry: unknown) =>
      typeof entry === "object" && entry !== null && "id" in entry ? String(entry.id) : "",
    ),
  );
  let last = 0;
  const nextId = (): string => {
    last += 1;
    return taken.has(`stored-${last}`) ? nextId() : `stored-${last}`;
  };
  return stored.flatMap((entry: unknown) => {
    const {
      id,
      text,
      done,
      createdAt,
      updatedAt = createdAt,
      owner,
    } = (typeof entry === "object" && entry !== null ? entry : { text: entry }) as Partial<
      Record<keyof Task, unknown>
    >;
    if (typeof text !== "string" || !text.trim()) return [];
    return [
      {
        id: id === undefined ? nextId() : String(id),
        text,
        done: done === true,
        createdAt: String(createdAt ?? ""),
        updatedAt: String(updatedAt ?? ""),
        ...(typeof owner === "string" && { owner }),
      },
    ];
  });
}

/** All current tasks, with the removed ones of `before` back in their places. */
export function restored(before: Task[], all: Task[]): Task[] {
  const next = [...all];
  before.forEach((task, index) => {
    if (next.some(({ id }) => id === task.id)) return;
    const after = before.slice(0, index).findLast(({ id }) => next.some((one) => one.id === id));
    next.splice(after ? next.findIndex(({ id }) => id === after.id) + 1 : 0, 0, task);
  });
  return next;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}
