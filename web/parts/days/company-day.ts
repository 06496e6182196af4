import { wallClock } from "../../kit/wall-clock.ts";
import { me } from "../../session/session.ts";

/** The day (YYYY-MM-DD) of a moment in the company's time zone. Reads a signal. */
export const companyDay = (at: Date | string | number) =>
  wallClock(new Date(at), me.value?.company.timezone ?? "America/Sao_Paulo").date;
