import { me } from "../../session/session.ts";

/** YYYY-MM-DD of a moment in the company's time zone. Reads a signal. */
export function companyDay(at: Date | string | number) {
  const timeZone = me.value?.company.timezone ?? "America/Sao_Paulo";
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date(at));
}
