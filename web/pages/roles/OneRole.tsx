import { useState } from "react";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { ColumnHead, groupsOf, useColumnName, type MatrixProps } from "./Matrix.tsx";
import { may } from "./roles.ts";

/** One role at a time, for a narrow screen: its tasks are rows with switches. */
export function OneRole({ columns, tasks, onToggle, onEdit, onDelete }: MatrixProps) {
  const { t } = useTranslation();
  const nameOf = useColumnName();
  const [chosen, setChosen] = useState(0);
  const column = columns[chosen] ?? columns[0]!;
  return (
    <div className="space-y-3 lg:hidden">
      <LabeledSelect
        label={t("roles.role")}
        value={columns.indexOf(column)}
        options={columns.map((one, id) => ({ id, name: nameOf(one) }))}
        onChange={(id) => setChosen(id ?? 0)}
      />
      <ColumnHead column={column} onEdit={onEdit} onDelete={onDelete} />
      {groupsOf(tasks).map(([group, own]) => (
        <section key={group} className="card-quiet overflow-hidden">
          <h2 className="bg-base-200 text-muted text-small px-4 py-1.5 font-semibold">
            {t(`roles.groups.${group}`)}
          </h2>
          {own.map((task) => (
            <label
              key={task.name}
              className="border-line flex min-h-12 items-center gap-3 border-t px-4 py-2"
            >
              <span className="min-w-0 flex-1">{t(`roles.tasks.${task.name}`)}</span>
              <input
                type="checkbox"
                role="switch"
                className="toggle"
                checked={may(column, task)}
                disabled={!column.role || !can("roles.write")}
                onChange={(event) =>
                  column.role && onToggle(column.role, task, event.target.checked)
                }
              />
            </label>
          ))}
        </section>
      ))}
    </div>
  );
}
