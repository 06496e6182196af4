import { computed, signal } from "@preact/signals-react";
import { me } from "../../session/session.ts";
import { parseTasks, restored, type Task } from "./stored-tasks.ts";

const key = "tasks";

/** All tasks in this browser, of all users. */
const stored = signal<Task[]>(read());

const owner = () => (me.value ? `${me.value.companyId}:${me.value.id}` : undefined);

/** The user's own tasks, in their order. */
export const tasks = computed(() =>
  stored.value.filter((task) => task.owner === undefined || task.owner === owner()),
);

/** Adds a task at the end. Throws when this browser has no space left. */
export function addTask(text: string) {
  const now = new Date().toISOString();
  write((all) => [
    ...all,
    {
      id: `${now}-${all.length}`,
      text,
      done: false,
      createdAt: now,
      updatedAt: now,
      owner: owner(),
    },
  ]);
}

export const changeTask = (id: string, change: Partial<Pick<Task, "text" | "done">>) =>
  write((all) =>
    all.map((task) =>
      task.id === id ? { ...task, ...change, updatedAt: new Date().toISOString() } : task,
    ),
  );

/** Removes some of the user's tasks. `restore` puts them back in their places. */
export function removeTasks(ids: string[]): { restore: () => void } {
  const before = read();
  write((all) => all.filter(({ id }) => !ids.includes(id)));
  return { restore: () => write((all) => restored(before, all)) };
}

/** Moves a task before or after its neighbour with the same state. */
export function moveTask(id: string, by: -1 | 1) {
  const mine = tasks.peek();
  const task = mine.find((one) => one.id === id);
  const row = mine.filter(({ done }) => done === task?.done);
  const neighbour = row[row.findIndex((one) => one.id === id) + by];
  if (!task || !neighbour) return;
  write((all) =>
    all.map((one) => (one.id === task.id ? neighbour : one.id === neighbour.id ? task : one)),
  );
}

/** Follows the changes of other tabs. Returns a function that stops it. */
export function followTasks() {
  stored.value = read();
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) stored.value = read();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

// Read the tasks again first: another tab may have written since.
function write(work: (all: Task[]) => Task[]) {
  const next = work(read());
  localStorage.setItem(key, JSON.stringify(next));
  stored.value = next;
}

function read() {
  return parseTasks(localStorage.getItem(key));
}
