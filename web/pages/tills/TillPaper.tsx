import { useSignals } from "@preact/signals-react/runtime";
import { FileText, Printer, ReceiptText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { centsOf } from "../../../src/shared/money.ts";
import { Menu } from "../../kit/Menu.tsx";
import { type Paper, Printout } from "../../kit/Printout.tsx";
import { dateTime, deduction, money, useTranslation } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import { signed } from "./Difference.tsx";
import type { FullTill } from "./types.ts";

/** Prints the report of a till on a counter printer's roll or on A4. */
export function PrintTill({ till }: { till: FullTill }) {
  const { t } = useTranslation();
  const [paper, setPaper] = useState<Paper | null>(null);
  const label = t(till.closedAt ? "tills.print" : "tills.printPart");
  return (
    <>
      <Menu
        label={label}
        tip={false}
        className="btn"
        items={[
          { label: t("tills.roll"), icon: ReceiptText, onSelect: () => setPaper("receipt") },
          { label: "A4", icon: FileText, onSelect: () => setPaper("a4") },
        ]}
      >
        <Printer size={18} aria-hidden />
        <span className="max-phone:sr-only">{label}</span>
      </Menu>
      {paper && (
        <Printout paper={paper} onDone={() => setPaper(null)}>
          <TillPaper till={till} />
        </Printout>
      )}
    </>
  );
}

export function TillPaper({ till }: { till: FullTill }) {
  useSignals();
  const { t } = useTranslation();
  const company = me.value?.company.name;
  return (
    <article className="tabular flex flex-col gap-2 [&>section]:border-t [&>section]:border-dashed [&>section]:border-black [&>section]:pt-2">
      <header className="text-center">
        {company && <p className="font-semibold break-words">{company}</p>}
        <p className="break-words">{till.store.name}</p>
        <h1 className="text-title font-bold">
          {t("tills.one", { name: till.user?.name ?? t("common.someone") })}
        </h1>
        <p>{dateTime(till.openedAt)}</p>
        {till.closedAt ? <p>{dateTime(till.closedAt)}</p> : <p>{t("tills.isOpen")}</p>}
      </header>
      <section>
        <Line name={t("tills.opening")}>{money(till.openingAmount)}</Line>
        {till.movements.map(({ id, kind, reason, value }) => (
          <Line key={id} name={reason}>
            {kind === "out" ? deduction(value) : money(value)}
          </Line>
        ))}
      </section>
      {till.sums.map((sum) => (
        <section key={sum.paymentId} className="break-inside-avoid">
          <p className="font-semibold">{sum.name}</p>
          <Line name={t("tills.expected")}>{money(sum.expected)}</Line>
          {sum.counted !== null && sum.difference !== null && (
            <>
              <Line name={t("tills.checked")}>{money(sum.counted)}</Line>
              <Line name={t("tills.difference")}>{signed(centsOf(sum.difference))}</Line>
            </>
          )}
        </section>
      ))}
      <section className="break-inside-avoid">
        <Line name={t("tills.orders")}>{till.orders}</Line>
        <Line name={t("tills.taken")}>{money(till.taken)}</Line>
        {till.difference !== null && (
          <Line name={t("tills.difference")}>{signed(centsOf(till.difference))}</Line>
        )}
        {till.rest !== null && <Line name={t("tills.rest")}>{money(till.rest)}</Line>}
        {till.reason && <p className="break-words">{till.reason}</p>}
      </section>
    </article>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="flex justify-between gap-2">
    <span className="min-w-0 break-words">{name}</span>
    <span className="shrink-0 whitespace-nowrap">{children}</span>
  </p>
);
