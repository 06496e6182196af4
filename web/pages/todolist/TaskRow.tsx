import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type Task, taskLength } from "./stored-tasks.ts";

export type TaskVerbs = {
  onDone: (task: Task) => void;
  onText: (task: Task, text: string) => void;
  onMove: (task: Task, by: -1 | 1) => void;
  onRemove: (task: Task) => void;
};

/** A task. The user can tick it off, edit it in place, and move it with Alt and the arrows. */
export function TaskRow({ task, onDone, onText, onMove, onRemove }: TaskVerbs & { task: Task }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const words = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) words.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || !by || editing) return;
    event.preventDefault();
    onMove(task, by);
  };

  return (
    <li data-task className="flex items-start gap-2 py-1.5 pr-1 pl-3" onKeyDown={onKeyDown}>
      <input
        type="checkbox"
        aria-label={task.text}
        className="checkbox checkbox-sm checkbox-primary mt-1.5"
        checked={task.done}
        onChange={() => onDone(task)}
      />
      {editing ? (
        <TaskInput
          label={t("todo.edit")}
          text={task.text}
          onCancel={() => setEditing(false)}
          onSave={(text) => {
            if (text !== task.text) onText(task, text);
            setEditing(false);
          }}
        />
      ) : (
        <button
          ref={words}
          type="button"
          title={t("todo.edit")}
          className={`hover:bg-hover min-w-0 flex-1 cursor-text rounded-lg px-1.5 py-1 text-left break-words whitespace-pre-wrap ${task.done ? "text-muted line-through" : ""}`}
          onClick={() => setEditing(true)}
        >
          {task.text}
        </button>
      )}
      <Menu
        label={t("common.actionsOf", { name: task.text })}
        tip={false}
        className="btn btn-ghost btn-square btn-sm text-muted"
        items={[
          { label: t("common.edit"), icon: Pencil, onSelect: () => setEditing(true) },
          { label: t("todo.up"), icon: ArrowUp, onSelect: () => onMove(task, -1) },
          { label: t("todo.down"), icon: ArrowDown, onSelect: () => onMove(task, 1) },
          { label: t("common.delete"), icon: Trash2, danger: true, onSelect: () => onRemove(task) },
        ]}
      >
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
    </li>
  );
}

/** Enter and leaving the field save the text, Esc does not. */
function TaskInput({
  label,
  text,
  onSave,
  onCancel,
}: {
  label: string;
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLTextAreaElement>(null);
  const left = useRef(false);
  const end = (keep: boolean) => {
    if (left.current) return;
    left.current = true;
    if (keep && typed.trim()) onSave(typed.trim());
    else onCancel();
  };
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <textarea
      ref={input}
      rows={1}
      aria-label={label}
      maxLength={taskLength}
      className="textarea field-sizing-content min-h-8 min-w-0 flex-1 px-1.5 py-1"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === "Escape") end(false);
        if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        end(true);
      }}
    />
  );
}
