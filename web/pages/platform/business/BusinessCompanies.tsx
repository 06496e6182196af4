import { useSignals } from "@preact/signals-react/runtime";
import { Building2, Check } from "lucide-react";
import { useSearchParams } from "wouter";
import {
  companyOrders,
  type CompanyState,
  companyStates,
} from "../../../../src/shared/business.ts";
import { cnpjText } from "../../../../src/shared/cnpj.ts";
import { withDueDate } from "../../../../src/shared/due-date.ts";
import { PagePart } from "../../../kit/PagePart.tsx";
import { State, type Tone } from "../../../kit/State.tsx";
import { Tabs } from "../../../kit/Tabs.tsx";
import {
  bytes,
  clock,
  date,
  localDay,
  t,
  timeOrDateTime,
  useTranslation,
} from "../../../kit/text.ts";
import type { Listing } from "../../../lists/listing.ts";
import { ListPage } from "../../../lists/ListPage.tsx";
import { planPrice } from "../../../parts/companies/price.ts";
import { CompanyDialog } from "../CompanyDialog.tsx";
import { daysUntil } from "../due.ts";
import { useCompanyActions } from "../CompanyActions.tsx";
import type { Company, Figures } from "./types.ts";

const companies: Listing<Company> = {
  name: "companies",
  area: "businessCompanies",
  icon: Building2,
  itemPath: "/companies",
  write: "companies.write",
  canDelete: () => false,
  fields: [],
  dialog: CompanyDialog,
  columns: [
    { label: "companies.name", cell: (company) => <NameCell {...company} /> },
    {
      label: "companies.plan",
      cell: ({ plan, recurrence }) => (
        <span className="block min-w-24">
          <span className="block wrap-anywhere">{plan.name}</span>
          <span className="text-muted text-small block">
            {planPrice(plan.value)}
            {recurrence !== "MENSAL" && ` · ${t(`companies.recurrences.${recurrence}`)}`}
          </span>
        </span>
      ),
    },
    { label: "business.state", cell: (company) => <StateCell {...withDueDate(company)} /> },
    {
      label: "business.people",
      cell: ({ usage, plan }) => <UseCell used={usage?.users} limit={plan.users} />,
    },
    {
      label: "business.connections",
      cell: ({ usage, plan }) => <UseCell used={usage?.connections} limit={plan.connections} />,
    },
    {
      label: "business.disk",
      cell: ({ usage }) => (
        <span className="tabular whitespace-nowrap">{usage ? bytes(usage.bytes) : "–"}</span>
      ),
    },
    { label: "business.lastUse", cell: (company) => <LastUse {...company} /> },
  ],
};

/** All companies with their state and use. The address holds the filters. */
export function BusinessCompanies({ figures }: { figures: Figures }) {
  useSignals();
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { actions, menu, dialogs } = useCompanyActions();
  const state = companyStates.find((one) => one === params.get("state"));
  const planId = params.get("planId") ?? "";
  const order = companyOrders.find((one) => one === params.get("order")) ?? "due";
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const query = { ...(state && { state }), ...(planId && { planId }), order };
  return (
    <section id="companies" aria-labelledby="companies-title" className="scroll-mt-4">
      <h2 id="companies-title" className="text-title mb-3 font-semibold">
        {t("business.companies")}
      </h2>
      <ListPage
        frame={PagePart}
        listing={{
          ...companies,
          options: {
            path: "/business/companies",
            envelope: "companies",
            event: "companies",
            key: "company",
            filtered: true,
            query,
          },
          actions: (company) => actions(company),
          menu: (company) => menu(company),
          filters: (
            <>
              <StateTabs
                states={figures.states}
                all={figures.companies}
                value={state ?? "all"}
                onChange={(one) => set("state", one === "all" ? "" : one)}
              />
              <Choice
                label={t("companies.plan")}
                value={planId}
                options={[
                  ["", t("business.allPlans")],
                  ...figures.plans.map(({ id, name }): [string, string] => [String(id), name]),
                ]}
                onChange={(one) => set("planId", one)}
              />
              <Choice
                label={t("business.order")}
                value={order}
                options={companyOrders.map((one) => [one, t(`business.orders.${one}`)])}
                onChange={(one) => set("order", one === "due" ? "" : one)}
              />
            </>
          ),
        }}
      />
      {dialogs}
    </section>
  );
}

type StateFilter = CompanyState | "all";

function StateTabs({
  states,
  all,
  value,
  onChange,
}: {
  states: Figures["states"];
  all: number;
  value: StateFilter;
  onChange: (state: StateFilter) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="max-w-full min-w-0">
      <Tabs<StateFilter>
        variant="box"
        label={t("business.state")}
        values={["all", ...companyStates]}
        value={value}
        counts={{ all, ...states }}
        text={(one) => t(`business.filters.${one}`)}
        onChange={onChange}
      />
    </div>
  );
}

const Choice = ({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: [value: string, text: string][];
  onChange: (value: string) => void;
}) => (
  <select
    aria-label={label}
    className="select w-auto max-w-48"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  >
    {options.map(([one, text]) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))}
  </select>
);

const NameCell = ({ name, email, document }: Company) => (
  <span className="block min-w-36 py-1">
    <span className="block font-medium wrap-anywhere">{name}</span>
    <span className="text-muted text-small block font-normal wrap-anywhere">
      {document ? cnpjText(document) : email}
    </span>
  </span>
);

const tones: Record<CompanyState, Tone> = {
  ok: "ok",
  overdue: "bad",
  trial: "quiet",
  stopped: "line",
};

/** The days before a due date from which the table says so. */
const dueSoon = 5;

function StateCell({ state, dueDate, status }: Company) {
  useTranslation();
  const days = dueDate ? daysUntil(dueDate, localDay()) : Infinity;
  const isSoon = state === "ok" && days <= dueSoon;
  const text =
    state === "overdue"
      ? t("business.overdueFor", { count: -days })
      : isSoon
        ? days === 0
          ? t("companies.dueToday")
          : t("companies.dueIn", { count: days })
        : state === "stopped" && status
          ? t("business.stoppedOverdue")
          : t(`business.one.${state}`);
  return (
    <span className="block">
      <State
        tone={isSoon ? "wait" : tones[state]}
        icon={state === "ok" && !isSoon ? Check : undefined}
      >
        {text}
      </State>
      <span className="text-muted text-small tabular mt-0.5 block">
        {dueDate ? date(dueDate) : t("companies.never")}
      </span>
    </span>
  );
}

function UseCell({ used, limit }: { used: number | undefined; limit: number }) {
  const { t } = useTranslation();
  if (used === undefined) return <>–</>;
  if (limit === 0)
    return (
      <span className="tabular whitespace-nowrap">
        {used} <span className="text-muted text-small">{t("business.noLimit")}</span>
      </span>
    );
  const isFull = used >= limit;
  return (
    <span className="tabular inline-flex items-center gap-2 whitespace-nowrap">
      <span className={isFull ? "text-waiting font-medium" : ""}>
        {used} / {limit}
      </span>
      <progress
        aria-hidden
        className={`progress h-1.5 w-12 ${isFull ? "progress-warning" : "progress-primary"}`}
        value={Math.min(used, limit)}
        max={limit}
      />
    </span>
  );
}

/** A count is ten minutes old at most, so a use within twenty is one of now. */
const nowWithin = 20 * 60_000;

function LastUse({ usage }: Company) {
  useSignals();
  const at = usage?.lastUsedAt;
  if (!at)
    return (
      <span className="text-muted whitespace-nowrap">{usage ? t("business.unused") : "–"}</span>
    );
  const isNow = clock.value - Date.parse(at) < nowWithin;
  return (
    <span className="tabular whitespace-nowrap">
      {isNow ? t("business.now") : timeOrDateTime(at)}
    </span>
  );
}
