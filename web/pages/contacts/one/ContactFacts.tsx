import { useSignals } from "@preact/signals-react/runtime";
import { type Fact, Facts } from "../../../kit/Facts.tsx";
import { Skeleton } from "../../../kit/Skeleton.tsx";
import { money, useTranslation } from "../../../kit/text.ts";
import { ago } from "../ago.ts";
import type { Overview } from "./entries.ts";

type Translate = ReturnType<typeof useTranslation>["t"];

/** The contact's main figures. */
export function ContactFacts({ overview }: { overview: Overview | null }) {
  useSignals();
  const { t, tag } = useTranslation();
  if (!overview)
    return (
      <Facts
        cells={["bought", "lastOrder", "owed", "rated"].map((key) => ({
          label: t(`contactPage.facts.${key}`),
          value: <Skeleton className="h-5 w-20" />,
        }))}
      />
    );
  const { sales, ratings, lastTalkAt, counts } = overview;
  const rated: Fact = {
    label: t("contactPage.facts.rated"),
    value:
      ratings.average === null
        ? "–"
        : t("contactPage.facts.ofThree", {
            rate: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(ratings.average),
          }),
    note:
      ratings.average === null
        ? t("contactPage.facts.unrated")
        : t("contactPage.facts.ratings", {
            count: ratings.count,
            rate: t(`contactPage.rates.${Math.round(ratings.average)}`),
          }),
  };
  const talked: Fact[] = [
    {
      label: t("contactPage.facts.lastTalk"),
      value: lastTalkAt ? ago(lastTalkAt) : "–",
      note: t("contactPage.facts.talks", { count: counts.conversations }),
    },
  ];
  return <Facts cells={[...(sales ? salesFacts(t, sales) : talked), rated]} />;
}

function salesFacts(t: Translate, sales: NonNullable<Overview["sales"]>): Fact[] {
  const { count, spent, lastAt, everyDays, owed, owedNumber, credit } = sales;
  const owes = Number(owed) > 0;
  return [
    {
      label: t("contactPage.facts.bought"),
      value: count === 0 ? "–" : money(spent),
      note:
        count === 0
          ? t("contactPage.facts.noOrders")
          : t("contactPage.facts.orders", { count, mean: money(String(Number(spent) / count)) }),
    },
    {
      label: t("contactPage.facts.lastOrder"),
      value: lastAt ? ago(lastAt) : "–",
      note: everyDays ? t("contactPage.facts.every", { count: everyDays }) : undefined,
    },
    {
      label: t("contactPage.facts.owed"),
      value: owes ? money(owed) : "–",
      note: owedNote(t, { owes, owedNumber, credit }),
      tone: owes ? "waiting" : undefined,
    },
  ];
}

function owedNote(
  t: Translate,
  { owes, owedNumber, credit }: { owes: boolean; owedNumber: number | null; credit: string },
) {
  if (Number(credit) > 0) return t("contactPage.facts.credit", { amount: money(credit) });
  if (!owes) return t("contactPage.facts.nothingOwed");
  return owedNumber === null
    ? t("contactPage.facts.ofOrders")
    : t("contactPage.facts.ofOrder", { number: owedNumber });
}
