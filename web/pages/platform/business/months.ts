import { language } from "../../../kit/text.ts";
import { languageTags } from "../../../kit/translations.ts";

const formatted = (month: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTags[language.value], { timeZone: "UTC", ...options }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** novembro de 2026 */
export const monthYear = (month: string) => formatted(month, { month: "long", year: "numeric" });

/** novembro */
export const monthName = (month: string) => formatted(month, { month: "long" });

/** nov */
export const monthShort = (month: string) => formatted(month, { month: "short" }).replace(".", "");

/** The month before this one, YYYY-MM. */
export function monthBefore(month: string) {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
}
