import type { Language } from "../../shared/languages.ts";
import type { Compared, DashboardNow, DayFigures } from "./table.ts";

type Words = {
  tag: string;
  /** `{before}`: the day that stands in brackets. */
  against: string;
  arrived: string;
  firstAnswer: string;
  resolution: string;
  resolved: string;
  byBot: string;
  sales: string;
  orders: string;
  ratings: [string, string, string];
  waiting: string;
};

/**
 * The lines of a day's figures in someone's language, each with that of the earlier day in brackets,
 * and who waits now.
 */
export function figureLines(
  language: Language,
  figures: DayFigures,
  { team }: Pick<DashboardNow, "team">,
): string[] {
  const words = allWords[language];
  const { arrived, firstAnswer, resolution, resolved, byBot, sales, ratings } = figures;
  const line = (name: string, { now, before }: Compared, text: (value: number) => string) => {
    if (now === null) return [];
    const bracket = figures.isComparable && before !== null ? ` (${text(before)})` : "";
    return [`${name}: ${text(now)}${bracket}`];
  };
  const number = (value: number) => value.toLocaleString(words.tag);
  const amount = (value: number) =>
    value.toLocaleString(words.tag, { style: "currency", currency: "BRL" });
  const rated = ratings.flatMap((count, index) =>
    count > 0 ? [`${words.ratings[index]!} ${number(count)}`] : [],
  );
  return [
    dayText(language, figures.period.from),
    ...line(words.arrived, arrived, number),
    ...line(words.firstAnswer, firstAnswer, durationText),
    ...line(words.resolution, resolution, durationText),
    ...line(words.resolved, resolved, number),
    ...(byBot.now ? line(words.byBot, byBot, number) : []),
    ...(sales
      ? line(words.sales, { now: Number(sales.total), before: Number(sales.before) }, amount)
      : []),
    ...(sales && sales.orders > 0 ? [`${words.orders}: ${number(sales.orders)}`] : []),
    ...(rated.length > 0 ? [rated.join(" · ")] : []),
    ...(figures.isComparable
      ? [words.against.replace("{before}", dayText(language, figures.compare.from))]
      : []),
    ...(team.count > 0 ? [`${words.waiting}: ${number(team.count)}`] : []),
  ];
}

function dayText(language: Language, day: string): string {
  const text = Temporal.PlainDate.from(day).toLocaleString(allWords[language].tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  return text[0]!.toUpperCase() + text.slice(1);
}

/** 40 s, 18 min, 1 h 42. The same in each language. */
function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

const allWords: Record<Language, Words> = {
  ptBR: {
    tag: "pt-BR",
    against: "Entre parênteses: {before}",
    arrived: "Chegaram",
    firstAnswer: "Primeira resposta (mediana)",
    resolution: "Resolução (mediana)",
    resolved: "Resolvidos",
    byBot: "Resolvidos só pelo robô",
    sales: "Vendas",
    orders: "Pedidos",
    ratings: ["Insatisfeitos:", "Satisfeitos:", "Muito satisfeitos:"],
    waiting: "Esperando agora",
  },
  en: {
    tag: "en-GB",
    against: "In brackets: {before}",
    arrived: "Arrived",
    firstAnswer: "First answer (median)",
    resolution: "Resolution (median)",
    resolved: "Resolved",
    byBot: "Resolved by the bot alone",
    sales: "Sales",
    orders: "Orders",
    ratings: ["Unhappy:", "Happy:", "Very happy:"],
    waiting: "Waiting now",
  },
  es: {
    tag: "es",
    against: "Entre paréntesis: {before}",
    arrived: "Llegaron",
    firstAnswer: "Primera respuesta (mediana)",
    resolution: "Resolución (mediana)",
    resolved: "Resueltos",
    byBot: "Resueltos solo por el robot",
    sales: "Ventas",
    orders: "Pedidos",
    ratings: ["Insatisfechos:", "Satisfechos:", "Muy satisfechos:"],
    waiting: "Esperando ahora",
  },
};
