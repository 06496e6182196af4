import type { Holiday } from "../../../src/shared/hours.ts";
import type { Hours } from "../../kit/week/week.ts";

/** The national holidays of Brazil with a fixed date. Lei 662/1949 and 6.802/1980, 14.759/2023 */
const national: [day: string, label: string][] = [
  ["01-01", "Confraternização Universal"],
  ["04-21", "Tiradentes"],
  ["05-01", "Dia do Trabalho"],
  ["09-07", "Independência do Brasil"],
  ["10-12", "Nossa Senhora Aparecida"],
  ["11-02", "Finados"],
  ["11-15", "Proclamação da República"],
  ["11-20", "Consciência Negra"],
  ["12-25", "Natal"],
];

/** The national holidays that this list lacks, from this year on. */
export const missingNational = (holidays: Holiday[], year: number): Holiday[] =>
  national
    .filter(([day]) => !holidays.some(({ date, yearly }) => yearly && date.endsWith(day)))
    .map(([day, label]) => ({ date: `${year}-${day}`, yearly: true, label, hours: [] }));

/** In the order of the calendar; yearly holidays come first. */
export const sorted = (holidays: Holiday[]) =>
  holidays.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));

const orderOf = ({ date, yearly }: Holiday) => (yearly ? `0${date.slice(5)}` : date);

/** 08:00–12:00, 14:00–18:00 */
export const intervalsText = (hours: Hours[]) =>
  hours.map(([start, end]) => `${start}–${end}`).join(", ");
