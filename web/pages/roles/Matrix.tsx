import { Check, EllipsisVertical, Minus, Pencil, Trash2 } from "lucide-react";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { isChanged, may, type Column, type Role, type Task } from "./roles.ts";

export type MatrixProps = {
  columns: Column[];
  tasks: Task[];
  onToggle: (role: Role, task: Task, allowed: boolean) => void;
  onEdit: (role: Role) => void;
  onDelete: (role: Role) => void;
};

/** Roles across, tasks down. The head and the first column stay in sight. */
export function Matrix({ columns, tasks, onToggle, onEdit, onDelete }: MatrixProps) {
  const { t } = useTranslation();
  return (
    <div className="card-quiet max-h-[calc(100dvh-13rem)] overflow-auto max-lg:hidden">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th className="bg-base-100 border-line sticky top-0 left-0 z-20 min-w-64 border-b">
              <span className="sr-only">{t("roles.task")}</span>
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className="bg-base-100 border-line sticky top-0 z-10 h-15 min-w-36 border-b border-l px-2 font-normal"
              >
                <ColumnHead column={column} onEdit={onEdit} onDelete={onDelete} />
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(tasks).map(([group, own]) => (
          <tbody key={group}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={columns.length + 1}
                className="bg-base-200 border-line text-muted text-small h-8 border-b px-4 text-left font-semibold"
              >
                {t(`roles.groups.${group}`)}
              </th>
            </tr>
            {own.map((task) => (
              <tr key={task.name}>
                <th
                  scope="row"
                  className="bg-base-100 border-line sticky left-0 z-10 h-10 border-b px-4 text-left font-normal"
                >
                  {t(`roles.tasks.${task.name}`)}
                </th>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={`border-line border-b border-l p-0 text-center ${isChanged(column, task) ? "bg-primary/12" : ""}`}
                  >
                    <Cell column={column} task={task} onToggle={onToggle} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The tasks by group, in their order. */
export const groupsOf = (tasks: Task[]): [Task["group"], Task[]][] => [
  ...Map.groupBy(tasks, ({ group }) => group),
];

/** A column's name: a role's own, or the profile's. */
export function useColumnName() {
  const { t } = useTranslation();
  return ({ role, profile }: Column) => role?.name ?? t(`menu.${profile}`);
}

export function ColumnHead({
  column,
  onEdit,
  onDelete,
}: { column: Column } & Pick<MatrixProps, "onEdit" | "onDelete">) {
  const { t } = useTranslation();
  const nameOf = useColumnName();
  const { role, people } = column;
  return (
    <div className="flex items-center justify-center gap-1">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{nameOf(column)}</span>
        <span className="text-muted text-small block">{t("roles.people", { count: people })}</span>
      </span>
      {role && can("roles.write") && (
        <Menu
          label={t("common.actionsOf", { name: role.name })}
          tip={false}
          className="btn btn-ghost btn-square btn-xs text-muted"
          items={[
            { label: t("common.edit"), icon: Pencil, onSelect: () => onEdit(role) },
            {
              label: t("common.delete"),
              icon: Trash2,
              danger: true,
              disabled: people > 0,
              onSelect: () => onDelete(role),
            },
          ]}
        >
          <EllipsisVertical size={16} aria-hidden />
        </Menu>
      )}
    </div>
  );
}

function Cell({
  column,
  task,
  onToggle,
}: { column: Column; task: Task } & Pick<MatrixProps, "onToggle">) {
  const { t } = useTranslation();
  const nameOf = useColumnName();
  const { role } = column;
  const allowed = may(column, task);
  const mark = allowed ? (
    <Check size={18} strokeWidth={2.4} aria-hidden className="text-primary inline" />
  ) : (
    <Minus size={16} aria-hidden className="text-muted inline" />
  );
  if (!role || !can("roles.write"))
    return (
      <span>
        {mark}
        <span className="sr-only">{t(allowed ? "roles.may" : "roles.mayNot")}</span>
      </span>
    );
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={allowed}
      aria-label={`${nameOf(column)}: ${t(`roles.tasks.${task.name}`)}`}
      className="hover:bg-base-200 h-10 w-full cursor-pointer -outline-offset-2"
      onClick={() => onToggle(role, task, !allowed)}
    >
      {mark}
    </button>
  );
}
