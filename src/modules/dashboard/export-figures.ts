import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import type { Plan } from "../../shared/plan.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { dayFigures } from "./day.ts";
import type { Period } from "./period.ts";
import type { DayFigures, GoalFigures } from "./table.ts";

const columns = ["Número", "No período", "Período anterior"];
const widths = [40, 18, 18];

/** The figures of a period as the bytes of an xlsx. Recorded in the audit. */
export function exportFigures(
  db: CompanyDb,
  me: Me,
  plan: Pick<Plan, "useSales">,
  period: Period,
): { name: string; body: AsyncGenerator<Uint8Array> } {
  const figures = dayFigures(db, plan, period);
  db.write((tx) =>
    addAuditEntry(tx, {
      userId: me.id,
      action: "figuresExported",
      subject: "",
      details: figures.period,
    }),
  );
  return {
    name: `painel-${period.from}-${period.to}.xlsx`,
    body: sheetFile({ name: "Painel", head: columns, widths, rows: pages(rowsOf(figures)) }),
  };
}

async function* pages(rows: SheetCell[][]) {
  yield rows;
}

const goalRows = (title: string, nobody: string, rows: GoalFigures[]): SheetCell[][] => [
  [],
  [title, "No prazo", "Fora do prazo"],
  ...rows.flatMap(({ name, answer, resolution }): SheetCell[][] => [
    [`${name || nobody}, primeira resposta`, answer.met, answer.missed],
    [`${name || nobody}, resolução`, resolution.met, resolution.missed],
  ]),
];

/** Times are in whole seconds. */
function rowsOf({
  arrived,
  firstAnswer,
  resolution,
  resolved,
  byBot,
  sales,
  hours,
  people,
  goals,
}: DayFigures): SheetCell[][] {
  const line = (name: string, now: number | null, before: number | null): SheetCell[] => [
    name,
    now ?? "",
    before ?? "",
  ];
  return [
    line("Chegaram", arrived.now, arrived.before),
    line("Primeira resposta, mediana (s)", firstAnswer.now, firstAnswer.before),
    line("Primeira resposta, 9 em cada 10 em até (s)", firstAnswer.high, null),
    line("Resolução, mediana (s)", resolution.now, resolution.before),
    line("Resolução, 9 em cada 10 em até (s)", resolution.high, null),
    line("Resolvidos", resolved.now, resolved.before),
    line("Resolvidos só pelo robô", byBot.now, byBot.before),
    ...(sales ? [["Vendas", amountCell(sales.total), amountCell(sales.before)]] : []),
    [],
    ...hours.map(({ hour, arrived: came, arrivedBefore }) =>
      line(`Chegaram, ${hour} h`, came, arrivedBefore),
    ),
    ...(sales
      ? hours.map(({ hour, sold, soldBefore }) => [
          `Vendas, ${hour} h`,
          amountCell(sold),
          amountCell(soldBefore),
        ])
      : []),
    [],
    ["Pessoa", "Resolveu", "Primeira resposta (s)"],
    ...people.map(({ name, resolved: own, firstAnswer: wait }) =>
      line(name || "Sem dono", own, wait),
    ),
    ...(goals ? goalRows("Metas por fila", "Sem fila", goals.queues) : []),
    ...(goals ? goalRows("Metas por pessoa", "Sem dono", goals.people) : []),
  ];
}
