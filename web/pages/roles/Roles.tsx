import { useSignals } from "@preact/signals-react/runtime";
import { Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { useChoices } from "../../forms/choices.ts";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { roles, users } from "../../lists/company-lists.ts";
import { SearchBox } from "../../lists/ListPage.tsx";
import { VisitLimit } from "../../parts/VisitLimit.tsx";
import "../../parts/texts.ts";
import { can } from "../../session/can.ts";
import { Matrix } from "./Matrix.tsx";
import { OneRole } from "./OneRole.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { columns, isChanged, allTasks, tasksOf, toggle, type Role, type View } from "./roles.ts";
import { ViewAs } from "./ViewAs.tsx";
import texts from "./texts.json";

addTexts(texts);

const views = ["all", "different", "changed"] as const;

/** The permissions of each role, by tasks. rules.md#roles */
export function Roles() {
  useSignals();
  useChoices(roles);
  useChoices(users);
  const { t } = useTranslation();
  const [view, setView] = useState<View>("all");
  const [typed, setTyped] = useState("");
  const [editing, setEditing] = useState<Role | "new" | null>(null);
  const [deleting, setDeleting] = useState<Role | null>(null);
  const all = columns.value;
  const changed = (all ?? []).flatMap((column) =>
    allTasks.filter((task) => isChanged(column, task)),
  ).length;
  const visible = tasksOf(all ?? [], view, typed, ({ name }) => t(`roles.tasks.${name}`));
  const parts = {
    columns: all ?? [],
    tasks: visible,
    onToggle: (role: Role, task: (typeof allTasks)[number], allowed: boolean) =>
      void toggle(role, task, allowed).catch(toast.error),
    onEdit: setEditing,
    onDelete: setDeleting,
  };

  return (
    <Page
      title={t("roles.title")}
      parent={{ href: "/users", label: t("roles.parent") }}
      lead={
        <>
          {t("roles.lead")}
          <VisitLimit of="roles.write" />
        </>
      }
      actions={
        can("roles.write") && (
          <>
            <ViewAs columns={all ?? []} />
            <button type="button" className="btn btn-primary" onClick={() => setEditing("new")}>
              <Plus size={18} aria-hidden />
              {t("roles.new")}
            </button>
          </>
        )
      }
      filters={
        <>
          <SearchBox
            label={t("roles.searchLabel")}
            value={typed}
            busy={false}
            onChange={setTyped}
          />
          <div className="w-full max-w-md">
            <Tabs
              variant="box"
              label={t("roles.views")}
              values={views}
              value={view}
              text={(one) => t(`roles.view.${one}`, { count: changed })}
              onChange={setView}
            />
          </div>
        </>
      }
    >
      {!all && roles.failed.value && (
        <LoadError error={t("common.listFailed")} onRetry={() => void roles.load()} />
      )}
      {!all && !roles.failed.value && (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      )}
      {all && visible.length === 0 && (
        <Empty icon={SearchX} title={t("roles.nothing")} text={t(`roles.nothingIn.${view}`)} />
      )}
      {all && visible.length > 0 && (
        <>
          <Matrix {...parts} />
          <OneRole {...parts} />
          <p className="text-muted text-small mt-3 flex flex-wrap items-center gap-2">
            <span aria-hidden className="bg-primary/12 border-line size-3.5 rounded border" />
            {t("roles.legend")}
          </p>
        </>
      )}
      {editing && (
        <RoleDialog role={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <ConfirmDelete
          path={`/roles/${deleting.id}`}
          text={deleting.name}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  );
}
