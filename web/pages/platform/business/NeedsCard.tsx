import { useSignals } from "@preact/signals-react/runtime";
import {
  CircleAlert,
  CircleCheck,
  CopyCheck,
  Gauge,
  Hourglass,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { date, money, phone, timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { CompanyDialog } from "../CompanyDialog.tsx";
import type { Need } from "./types.ts";

const shownFirst = 4;

/** The work of the business that waits for its owner, each with one thing to do. */
export function NeedsCard({ needs }: { needs: Need[] }) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  const [changing, setChanging] = useState<number | null>(null);
  const visible = isAll ? needs : needs.slice(0, shownFirst);
  return (
    <section aria-labelledby="needs" className="card-quiet px-4 py-3">
      <div className="flex min-h-9 items-center gap-3">
        <h2 id="needs" className="mr-auto font-semibold">
          {t("business.needs")}
        </h2>
        {needs.length > shownFirst && (
          <>
            <span className="text-muted text-small tabular">
              {t("business.shown", { count: visible.length, all: needs.length })}
            </span>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              aria-expanded={isAll}
              onClick={() => setIsAll(!isAll)}
            >
              {t(isAll ? "business.fewer" : "business.seeAll")}
            </button>
          </>
        )}
      </div>
      {needs.length === 0 ? (
        <p className="text-muted flex items-center gap-2 py-2">
          <CircleCheck size={18} aria-hidden className="text-primary shrink-0" />
          {t("business.nothing")}
        </p>
      ) : (
        <ul className="divide-line divide-y">
          {visible.map((need) => (
            <NeedRow
              key={`${need.kind} ${need.companyId} ${"invoiceId" in need ? need.invoiceId : ""}`}
              need={need}
              onPropose={() => setChanging(need.companyId)}
            />
          ))}
        </ul>
      )}
      {changing !== null && (
        <CompanyDialog
          title={t("companies.edit")}
          row={{ id: changing }}
          onClose={() => setChanging(null)}
        />
      )}
    </section>
  );
}

const icons: Record<Need["kind"], [icon: LucideIcon, color: string]> = {
  overdue: [CircleAlert, "text-error"],
  paidTwice: [CopyCheck, "text-waiting"],
  trial: [Hourglass, "text-muted"],
  limit: [Gauge, "text-muted"],
};

function NeedRow({ need, onPropose }: { need: Need; onPropose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [Icon, color] = icons[need.kind];
  const name = need.companyName;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={18} aria-hidden className={`${color} shrink-0`} />
      <span className="mr-auto min-w-0">
        <span className="block font-medium wrap-anywhere">{titleOf(t, need)}</span>
        <span className="text-muted text-small block">{textOf(t, need)}</span>
      </span>
      {need.kind === "limit" ? (
        <button
          type="button"
          className="btn btn-sm shrink-0"
          aria-label={`${t("business.verbs.limit")}: ${name}`}
          onClick={onPropose}
        >
          {t("business.verbs.limit")}
        </button>
      ) : (
        <VerbLink need={need} />
      )}
    </li>
  );
}

function VerbLink({ need }: { need: Exclude<Need, { kind: "limit" }> }) {
  const { t } = useTranslation();
  const { kind, companyId, companyName } = need;
  const label = `${t(`business.verbs.${kind}`)}: ${companyName}`;
  const looks = { className: "btn btn-sm shrink-0", "aria-label": label };
  if (kind === "trial" && need.phone)
    return (
      <a {...looks} href={`https://wa.me/${need.phone}`} target="_blank" rel="noreferrer">
        {t("business.verbs.trial")}
      </a>
    );
  const href =
    kind === "paidTwice"
      ? `/invoices?companyId=${companyId}&invoice=${need.invoiceId}`
      : kind === "overdue"
        ? `/invoices?companyId=${companyId}&status=overdue`
        : `/invoices?companyId=${companyId}`;
  return (
    <Link {...looks} href={href}>
      {t(kind === "trial" ? "business.verbs.see" : `business.verbs.${kind}`)}
    </Link>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

function titleOf(t: Translate, need: Need): string {
  const name = need.companyName;
  if (need.kind === "limit") return t(`business.needTitles.limit_${need.what}`, { name });
  return t(`business.needTitles.${need.kind}`, {
    name,
    date: need.kind === "trial" ? date(need.dueDate) : "",
  });
}

function textOf(t: Translate, need: Need): string {
  switch (need.kind) {
    case "overdue":
      return [
        t("business.needTexts.overdue", { value: money(need.value), count: need.days }),
        t("business.needTexts.stopsIn", { count: need.stopsIn }),
      ].join(", ");
    case "paidTwice":
      return t("business.needTexts.paidTwice", {
        value: money(need.value),
        id: need.invoiceId,
        at: timeOrDateTime(need.paidAt),
      });
    case "trial":
      return [
        need.tickets === null ? "" : t("business.needTexts.tickets", { count: need.tickets }),
        need.users === null ? "" : t("business.needTexts.people", { count: need.users }),
        need.phone ? phone(need.phone) : "",
      ]
        .filter(Boolean)
        .join(", ");
    case "limit":
      return t("business.needTexts.limit", {
        used: need.used,
        limit: need.limit,
        plan: need.planName,
      });
  }
}
