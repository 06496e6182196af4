import type { KeyboardEvent } from "react";
import { amountOf } from "../../../src/shared/money.ts";
import { Kbds } from "../../kit/Kbd.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { type Counted, numberOf, pieces, sumOf } from "./count.ts";

type Props = { counted: Counted; onChange: (counted: Counted) => void };

/** Counts notes and coins; Enter goes down a line. */
export function DrawerCount({ counted, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <section className="card-quiet p-4">
      <h2 className="font-semibold">{t("tills.drawer")}</h2>
      <p className="text-muted text-small mt-1 mb-2 flex flex-wrap items-center gap-1">
        {t("tills.countHint")} <Kbds keys={["Enter"]} /> {t("tills.countHintEnd")}
      </p>
      <div className="divide-line divide-y" onKeyDown={goDown}>
        {pieces.map((piece, index) => {
          const amount = money(amountOf(piece));
          const sum = piece * numberOf(counted[piece]);
          return (
            <div key={piece} className="flex items-center gap-2 py-1">
              <span className="tabular w-20 text-right whitespace-nowrap">{amount}</span>
              <span aria-hidden className="text-muted">
                ×
              </span>
              <input
                aria-label={t("tills.howMany", { amount })}
                autoFocus={index === 0}
                inputMode="numeric"
                maxLength={6}
                className="input input-sm tabular w-20 text-right"
                value={counted[piece] ?? ""}
                onChange={({ target }) => onChange({ ...counted, [piece]: target.value })}
              />
              <span className={`tabular flex-1 text-right ${sum === 0 ? "text-muted" : ""}`}>
                {money(amountOf(sum))}
              </span>
            </div>
          );
        })}
      </div>
      <p className="border-line mt-1 flex items-baseline justify-between border-t pt-3">
        <span className="font-semibold">{t("tills.counted")}</span>
        <span className="text-title tabular font-semibold">{money(amountOf(sumOf(counted)))}</span>
      </p>
    </section>
  );
}

function goDown(event: KeyboardEvent<HTMLDivElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll("input")];
  fields[fields.indexOf(event.target as HTMLInputElement) + 1]?.focus();
}
