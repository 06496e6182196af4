import { useSignals } from "@preact/signals-react/runtime";
import { HardDrive, Plus } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTask, changeTask, followTasks, moveTask, removeTasks, tasks } from "./tasks.ts";
import { type Task, taskLength } from "./stored-tasks.ts";
import { TaskRow, type TaskVerbs } from "./TaskRow.tsx";

/** The user's tasks, stored in this browser only. rules.md#tasks */
export function Tasks() {
  useSignals();
  const { t } = useTranslation();
  const [moved, setMoved] = useState("");
  useEffect(followTasks, []);

  // A browser without free space, or without storage, shows an error.
  const tried = (work: () => void) => {
    try {
      work();
      return true;
    } catch {
      toast.error(t("todo.notKept"));
      return false;
    }
  };
  const remove = (gone: Task[]) =>
    tried(() => {
      const { restore } = removeTasks(gone.map(({ id }) => id));
      toast.success(t("todo.removed", { count: gone.length }), {
        label: t("tickets.undo"),
        run: () => tried(restore),
      });
    });
  const verbs: TaskVerbs = {
    onDone: ({ id, done }) => tried(() => changeTask(id, { done: !done })),
    onText: ({ id }, text) => tried(() => changeTask(id, { text })),
    onRemove: (task) => remove([task]),
    onMove: (task, by) => {
      if (!tried(() => moveTask(task.id, by))) return;
      const row = tasks.peek().filter(({ done }) => done === task.done);
      setMoved(
        t("todo.moved", {
          place: row.findIndex(({ id }) => id === task.id) + 1,
          count: row.length,
        }),
      );
    },
  };
  return (
    <>
      <TasksView
        rows={tasks.value}
        verbs={verbs}
        onAdd={(text) => tried(() => addTask(text))}
        onClear={remove}
      />
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  );
}

type Props = {
  rows: Task[];
  verbs: TaskVerbs;
  onAdd: (text: string) => boolean;
  onClear: (done: Task[]) => void;
};

export function TasksView({ rows, verbs, onAdd, onClear }: Props) {
  const { t } = useTranslation();
  const open = rows.filter(({ done }) => !done);
  const done = rows.filter((task) => task.done);
  return (
    <section aria-label={t("todo.tasks")} className="card-quiet">
      <h2 className="px-4 pt-3 font-semibold">{t("todo.tasks")}</h2>
      <p className="text-muted text-small flex items-start gap-1.5 px-4 pb-2">
        <HardDrive size={15} aria-hidden className="mt-0.5 shrink-0" />
        <span>{t("todo.onlyHere")}</span>
      </p>
      <NewTask onAdd={onAdd} />
      {open.length === 0 && (
        <p className="text-muted px-4 py-5 text-center">
          {t(done.length > 0 ? "todo.allDone" : "todo.none")}
        </p>
      )}
      <ul aria-label={t("todo.open")} className="divide-line divide-y">
        {open.map((task) => (
          <TaskRow key={task.id} task={task} {...verbs} />
        ))}
      </ul>
      {done.length > 0 && (
        <>
          <div className="border-line flex flex-wrap items-center justify-between gap-2 border-t py-1.5 pr-2 pl-4">
            <h3 className="text-muted text-small font-medium">
              {t("todo.done", { count: done.length })}
            </h3>
            <button type="button" className="btn btn-ghost btn-sm" onClick={() => onClear(done)}>
              {t("todo.clear")}
            </button>
          </div>
          <ul aria-label={t("todo.done", { count: done.length })} className="divide-line divide-y">
            {done.map((task) => (
              <TaskRow key={task.id} task={task} {...verbs} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function NewTask({ onAdd }: { onAdd: (text: string) => boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    input.current?.focus();
    if (typed.trim() && onAdd(typed.trim())) setTyped("");
  };
  return (
    <form className="border-line flex items-center gap-2 border-b px-4 pb-3" onSubmit={add}>
      <input
        ref={input}
        type="text"
        aria-label={t("todo.new")}
        placeholder={t("todo.new")}
        maxLength={taskLength}
        enterKeyHint="done"
        className="input min-w-0 flex-1"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="btn btn-primary shrink-0">
        <Plus size={18} aria-hidden />
        {t("todo.add")}
      </button>
    </form>
  );
}
