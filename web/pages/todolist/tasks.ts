import { computed, signal } from "@preact/signals-react";
import { me } from "../../session/session.ts";
import { parseTasks, restored, type Task } from "./stored-tasks.ts";

const key = "tasks";

/** All that this browser keeps, everyone's. */
const stored = signal<Task[]>(read());

const owner = () => (me.value ? `${me.value.companyId}:${me.value.id}` : undefined);

/** Mine, in their order. */
export const tasks = computed(() =>
  stored.value.filter((task) => task.owner === undefined || task.owner === owner()),
);

/** Adds one at the end. Throws where this browser keeps nothing more. */
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

/** Takes some of mine away; `restore` puts them back where they were. */
export function removeTasks(ids: string[]): { restore: () => void } {
  const before = read();
  write((all) => all.filter(({ id }) => !ids.includes(id)));
  return { restore: () => write((all) => restored(before, all)) };
}

/** Moves one of mine before or after its neighbour that is as much done. */
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

/** Follows what other tabs change. Returns what ends that. */
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
