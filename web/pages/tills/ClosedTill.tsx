import { useSignals } from "@preact/signals-react/runtime";
import { LockOpen } from "lucide-react";
import { useState } from "react";
import { centsOf } from "../../../src/shared/money.ts";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Facts } from "../../kit/Facts.tsx";
import { Page } from "../../kit/Page.tsx";
import { dateTime, money, useTranslation } from "../../kit/text.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { can } from "../../session/can.ts";
import { signed } from "./Difference.tsx";
import { MethodTable } from "./MethodTable.tsx";
import { Movements } from "./Movements.tsx";
import { PrintTill } from "./TillPaper.tsx";
import type { FullTill } from "./types.ts";

const reopening: Field[] = [
  { name: "reason", label: "tills.reason", required: true, min: 3, max: 255 },
];

/** The report of a closed till. */
export function ClosedTill({ till }: { till: FullTill }) {
  useSignals();
  const { t } = useTranslation();
  const [isReopening, setIsReopening] = useState(false);
  const difference = centsOf(till.difference ?? "0.00");
  const sums = till.sums.map((sum) => ({ ...sum, cents: centsOf(sum.counted ?? "0.00") }));
  return (
    <Page
      title={t("tills.one", { name: till.user?.name ?? t("common.someone") })}
      parent={{ href: "/tills", label: t("tills.title") }}
      lead={`${till.store.name} · ${dateTime(till.openedAt)} – ${dateTime(till.closedAt ?? till.openedAt)}`}
      actions={
        <>
          {can("tills.reopen") && (
            <button type="button" className="btn" onClick={() => setIsReopening(true)}>
              <LockOpen size={18} aria-hidden />
              {t("tills.reopen")}
            </button>
          )}
          <PrintTill till={till} />
        </>
      }
    >
      <Facts
        cells={[
          {
            label: t("tills.taken"),
            value: money(till.taken),
            note: t("tills.ordersCount", { count: till.orders }),
          },
          { label: t("tills.opening"), value: money(till.openingAmount) },
          { label: t("tills.rest"), value: till.rest === null ? "–" : money(till.rest) },
          {
            label: t("tills.difference"),
            value: signed(difference),
            note: till.reason || undefined,
            tone: difference < 0 ? "error" : undefined,
          },
        ]}
      />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <MethodTable sums={sums} difference={difference} />
        <Movements till={till} />
      </div>
      {isReopening && (
        <RowDialog
          title={t("tills.reopen")}
          size="small"
          listing={{ fields: reopening }}
          values={{ reason: "" }}
          submit={t("tills.reopen")}
          onSave={({ reason }) => api.post(`/tills/${till.id}/reopen`, { reason })}
          onClose={() => setIsReopening(false)}
        />
      )}
    </Page>
  );
}
