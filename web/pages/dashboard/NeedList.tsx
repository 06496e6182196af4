import { useSignals } from "@preact/signals-react/runtime";
import {
  CircleCheck,
  DatabaseBackup,
  Frown,
  HandCoins,
  type LucideIcon,
  PackageMinus,
  Unplug,
} from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import type { Need } from "../../../src/modules/dashboard/table.ts";
import { inShort } from "../../inbox/wait-weight.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { clock, money, useTranslation } from "../../kit/text.ts";
import { listHref } from "./links.ts";

const looks: Record<Need["kind"], { icon: LucideIcon; color: string }> = {
  connection: { icon: Unplug, color: "bg-red-soft text-error" },
  copies: { icon: DatabaseBackup, color: "bg-red-soft text-error" },
  stock: { icon: PackageMinus, color: "bg-amber-soft text-waiting" },
  unpaid: { icon: HandCoins, color: "bg-amber-soft text-waiting" },
  unhappy: { icon: Frown, color: "bg-base-200 text-muted" },
};

const hrefOf = ({ kind, uuid, storeId }: Need) =>
  ({
    connection: "/connections",
    copies: "/backups",
    stock: `/products?part=low&storeId=${storeId}`,
    unpaid: listHref("unpaid"),
    unhappy: `/tickets/${uuid}`,
  })[kind];

/** The needs of the owner, each with one verb. A need goes once it is solved. rules.md#needs */
export function NeedList({ needs }: { needs: Need[] | null }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="card-quiet flex min-w-0 flex-col" aria-labelledby={id} data-needs>
      <div className="flex items-center gap-2 px-4 pt-3.5 pb-3">
        <h2 id={id} className="font-semibold">
          {t("dashboard.needs.title")}
        </h2>
        {needs && needs.length > 0 && (
          <span className="bg-base-300 tabular grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold">
            {needs.length}
          </span>
        )}
      </div>
      {needs === null ? (
        <div aria-hidden className="border-line flex flex-col gap-5 border-t px-4 py-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      ) : needs.length === 0 ? (
        <Nothing />
      ) : (
        <ul>
          {needs.map((need) => (
            <NeedRow key={need.key} need={need} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <div className="border-line flex flex-1 flex-col items-center justify-center border-t px-6 py-8 text-center">
      <CircleCheck size={24} strokeWidth={1.6} aria-hidden className="text-muted mb-2" />
      <p className="font-semibold">{t("dashboard.needs.none")}</p>
      <p className="text-muted text-small mt-1 text-balance">{t("dashboard.needs.noneText")}</p>
    </div>
  );
}

function NeedRow({ need }: { need: Need }) {
  useSignals();
  const { t } = useTranslation();
  const { kind, count, names, total, since } = need;
  const { icon: Icon, color } = looks[kind];
  const values = {
    count,
    name: names[0] ?? "",
    total: total === null ? "" : money(total),
    time: since === null ? "" : inShort(clock.value - Date.parse(since)),
  };
  const note =
    kind === "stock"
      ? t(`dashboard.needs.stock.${need.key.startsWith("stock-gone") ? "gone" : "low"}`, values)
      : since === null
        ? ""
        : t(`dashboard.needs.${kind}.note`, values);
  const more =
    kind === "stock" && count > 1
      ? t("dashboard.needs.stock.more", { count: count - 1 })
      : kind === "connection" && count > 0
        ? t("dashboard.needs.connection.pending", { count })
        : "";
  return (
    <li data-need={kind} className="border-line flex items-center gap-3 border-t px-4 py-2.5">
      <span aria-hidden className={`grid size-7 shrink-0 place-items-center rounded-lg ${color}`}>
        <Icon size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-balance">
          {t(`dashboard.needs.${kind}.title`, values)}
        </span>
        {note && (
          <span className="text-muted text-small block wrap-anywhere">
            {note}
            {more}
            {kind === "stock" && names[1] && ` · ${names[1]}`}
          </span>
        )}
      </span>
      <Link
        href={hrefOf(need)}
        aria-label={`${t(`dashboard.needs.${kind}.verb`)}: ${t(`dashboard.needs.${kind}.title`, values)}`}
        className="btn h-7 rounded-lg px-2.5 text-xs"
      >
        {t(`dashboard.needs.${kind}.verb`)}
      </Link>
    </li>
  );
}
