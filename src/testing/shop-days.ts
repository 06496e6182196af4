/** A day of the shop's calendar, counted from today: in São Paulo, wherever the machine is. */
export const shopDay = (after = 0) =>
  Temporal.Now.plainDateISO("America/Sao_Paulo").add({ days: after });

/** The same as Brazil writes it: 20/11/2026. */
export const shopDate = (after = 0) =>
  shopDay(after).toLocaleString("pt-BR", { day: "2-digit", month: "2-digit", year: "numeric" });
