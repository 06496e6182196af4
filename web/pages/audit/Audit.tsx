import { useSignals } from "@preact/signals-react/runtime";
import { FileSearch, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { auditActions } from "../../../src/shared/audit.ts";
import { DateInput } from "../../kit/DateInput.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import type { List } from "../../lists/list.ts";
import { useList } from "../../lists/list.ts";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { isDate } from "../../kit/date-checks.ts";
import { Page } from "../../kit/Page.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useChoices } from "../../forms/choices.ts";
import { users } from "../../lists/company-lists.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/settings/texts.ts";
import "../../parts/texts.ts";
import { AuditEntryRow } from "./AuditEntryRow.tsx";
import texts from "./texts.json";

addTexts(texts);

export type Filter = { action: string; userId: string; date_from: string; date_to: string };
const noFilter: Filter = { action: "", userId: "", date_from: "", date_to: "" };

/** The audit log of the company, newest first. */
export function Audit() {
  const [filter, setFilter] = useState(noFilter);
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const list = useList<AuditEntryRow>("audit", {
    envelope: "records",
    event: "audit",
    size: 50,
    query,
  });
  return <AuditView list={list} filter={filter} onFilter={setFilter} />;
}

type Props = { list: List<AuditEntryRow>; filter: Filter; onFilter: (filter: Filter) => void };

export function AuditView({ list, filter, onFilter }: Props) {
  useSignals();
  const { t } = useTranslation();
  const rows = list.rows.value;
  const filtered = list.search.value.trim() !== "" || Object.values(filter).some(Boolean);
  const clear = () => {
    list.search.value = "";
    onFilter(noFilter);
  };

  return (
    <Page
      title={t("audit.title")}
      lead={t("audit.lead")}
      actions={<IconButton label={t("audit.again")} icon={RotateCw} onClick={list.reload} />}
      filters={<Filters list={list} filter={filter} onFilter={onFilter} />}
      counted={list.loading.value ? "" : t("audit.counted", { count: list.count.value })}
    >
      <div className="card-quiet" aria-busy={list.loading.value}>
        {list.loading.value && rows.length === 0 ? (
          <LoadingEntries />
        ) : rows.length > 0 ? (
          <ol className="divide-line divide-y">
            {rows.map((row) => (
              <AuditEntryRow key={row.id} {...row} />
            ))}
          </ol>
        ) : list.failed.value ? (
          <LoadError error={list.failed.value} onRetry={list.reload} />
        ) : (
          <Empty
            icon={FileSearch}
            title={t(filtered ? "common.noMatch" : "audit.emptyTitle")}
            text={t(filtered ? "audit.noMatchText" : "audit.emptyText")}
            action={
              filtered && (
                <button type="button" className="btn" onClick={clear}>
                  {t("audit.clear")}
                </button>
              )
            }
          />
        )}
      </div>
      {list.hasMore.value && (
        <p className="mt-4 text-center">
          <button type="button" className="btn" onClick={list.more}>
            {t("audit.more")}
          </button>
        </p>
      )}
    </Page>
  );
}

function Filters({ list, filter, onFilter }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(users);
  const set = (change: Partial<Filter>) => onFilter({ ...filter, ...change });
  const actions = auditActions
    .map((action) => ({ action, label: t(`audit.actions.${action}`) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <div
      role="search"
      aria-label={t("audit.filter")}
      className="grid min-w-0 flex-1 grid-cols-2 max-md:basis-full gap-3 md:grid-cols-[2fr_2fr_2fr_1.3fr_1.3fr]"
    >
      <LabeledField text={t("audit.search")} wide>
        {(id) => (
          <input
            id={id}
            className="input"
            inputMode="search"
            autoComplete="off"
            value={list.search.value}
            onChange={({ target }) => (list.search.value = target.value)}
          />
        )}
      </LabeledField>
      <LabeledField text={t("audit.what")}>
        {(id) => (
          <select
            id={id}
            className="select"
            value={filter.action}
            onChange={({ target }) => set({ action: target.value })}
          >
            <option value="">{t("audit.anything")}</option>
            {actions.map(({ action, label }) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <LabeledField text={t("audit.who")}>
        {(id) => (
          <select
            id={id}
            className="select"
            value={filter.userId}
            onChange={({ target }) => set({ userId: target.value })}
          >
            <option value="">{t("audit.anyone")}</option>
            {(users.rows.value ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <LabeledField text={t("audit.from")}>
        {(id) => (
          <DayFilter
            id={id}
            value={filter.date_from}
            max={filter.date_to || undefined}
            onChange={(day) => set({ date_from: day })}
          />
        )}
      </LabeledField>
      <LabeledField text={t("audit.to")}>
        {(id) => (
          <DayFilter
            id={id}
            value={filter.date_to}
            min={filter.date_from || undefined}
            onChange={(day) => set({ date_to: day })}
          />
        )}
      </LabeledField>
    </div>
  );
}

/** An incomplete date does not filter yet. */
function DayFilter({
  value,
  onChange,
  ...rest
}: {
  id: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const onType = (day: string) => {
    setTyped(day);
    if (day === "" || isDate(day)) onChange(day);
  };
  return <DateInput {...rest} value={typed} onChange={onType} />;
}

function LabeledField({
  text,
  wide = false,
  children,
}: {
  text: string;
  wide?: boolean;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={wide ? "col-span-2 md:col-span-1" : "min-w-0"}>
      <label htmlFor={id} className="text-muted text-small">
        {text}
      </label>
      {children(id)}
    </div>
  );
}

const LoadingEntries = () => (
  <Delayed>
    <div className="divide-line divide-y">
      {[48, 64, 40, 56].map((width) => (
        <div key={width} className="flex flex-col gap-2 px-4 py-3">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      ))}
    </div>
  </Delayed>
);
