import type { ReactNode } from "react";
import { deduction, money, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import type { FullTill } from "./types.ts";

/** The cash that came into the drawer and left it, besides sales. */
export function Movements({ till, tools }: { till: FullTill; tools?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="card-quiet p-4">
      <header className="mb-2 flex min-h-8 items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">{t("tills.moved")}</h2>
        {tools}
      </header>
      <ul className="divide-line tabular divide-y">
        <Line
          name={t("tills.opening")}
          about={[timeOrDateTime(till.openedAt), till.user?.name]}
          amount={money(till.openingAmount)}
        />
        {till.movements.map(({ id, kind, reason, value, at, user }) => (
          <Line
            key={id}
            name={reason}
            about={[timeOrDateTime(at), user?.name]}
            amount={kind === "out" ? deduction(value) : money(value)}
          />
        ))}
      </ul>
    </section>
  );
}

const Line = ({
  name,
  about,
  amount,
}: {
  name: string;
  about: (string | undefined)[];
  amount: string;
}) => (
  <li className="flex justify-between gap-3 py-1.5">
    <span className="min-w-0 break-words">
      {name} <span className="text-muted text-small">{about.filter(Boolean).join(", ")}</span>
    </span>
    <span className="whitespace-nowrap">{amount}</span>
  </li>
);
