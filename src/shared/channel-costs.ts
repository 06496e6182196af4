/** The categories that the official channel has prices for. */
export const rateCategories = ["marketing", "utility", "authentication", "service"] as const;
export type RateCategory = (typeof rateCategories)[number];

/** The currencies in which Meta bills a business. */
export const rateCurrencies = [
  "USD",
  "BRL",
  "EUR",
  "GBP",
  "MXN",
  "ARS",
  "CLP",
  "COP",
  "PEN",
  "AUD",
  "INR",
  "IDR",
] as const;
export type RateCurrency = (typeof rateCurrencies)[number];

/** Stands for each country without a price of its own. */
export const otherCountries = "*";

/** Countries (ISO 3166) by the digits that their numbers begin with. */
const dialCodes: Record<string, string> = {
  "1": "US",
  "20": "EG",
  "27": "ZA",
  "31": "NL",
  "33": "FR",
  "34": "ES",
  "39": "IT",
  "44": "GB",
  "49": "DE",
  "51": "PE",
  "52": "MX",
  "54": "AR",
  "55": "BR",
  "56": "CL",
  "57": "CO",
  "58": "VE",
  "60": "MY",
  "62": "ID",
  "7": "RU",
  "90": "TR",
  "91": "IN",
  "92": "PK",
  "234": "NG",
  "351": "PT",
  "591": "BO",
  "593": "EC",
  "595": "PY",
  "598": "UY",
  "966": "SA",
  "971": "AE",
  "972": "IL",
};

export const rateCountries = [otherCountries, ...new Set(Object.values(dialCodes).toSorted())];

/** The country whose price a number (digits) has. */
export const countryOf = (number: string): string =>
  [3, 2, 1].map((length) => dialCodes[number.slice(0, length)]).find((one) => one) ??
  otherCountries;

/** A price of one message from a day on. An amount is in millionths of the currency. */
export type Rate = {
  category: RateCategory;
  country: string;
  currency: RateCurrency;
  amount: number;
  validFrom: string;
};

/**
 * Prices for Brazil as partners of Meta published them in January and October 2026. A price that an
 * admin enters for the same day takes the place of one of these. rules.md#costs
 */
export const shippedRates: readonly Rate[] = [
  brazil("marketing", 62_500, "2026-01-01"),
  brazil("utility", 6_800, "2026-01-01"),
  brazil("authentication", 6_800, "2026-01-01"),
  brazil("service", 6_800, "2026-10-01"),
];

function brazil(category: RateCategory, amount: number, validFrom: string): Rate {
  return { category, country: "BR", currency: "USD", amount, validFrom };
}

/** The category of a price for the one that a network's report names; undefined for a free kind. */
export const rateCategoryOf = (category: string): RateCategory | undefined =>
  category.startsWith("marketing")
    ? "marketing"
    : category.startsWith("authentication")
      ? "authentication"
      : rateCategories.find((one) => one === category);

/**
 * The price of a message on a day (YYYY-MM-DD): the latest one of its country, else of the other
 * countries. Undefined where none is known.
 */
export function rateFor(
  rates: readonly Rate[],
  { category, country, day }: { category: RateCategory; country: string; day: string },
): Rate | undefined {
  const latest = (place: string) =>
    rates
      .filter(
        (rate) => rate.category === category && rate.country === place && rate.validFrom <= day,
      )
      .toSorted((one, other) => one.validFrom.localeCompare(other.validFrom))
      .at(-1);
  return latest(country) ?? latest(otherCountries);
}

/** Messages of one day that cost the same. */
export type PricedMessages = {
  category: string;
  country: string;
  day: string;
  isBillable: boolean;
  count: number;
};

/** `unpriced`: billed messages for which no price is known, and which no total contains. */
export type Costs = {
  messages: number;
  billable: number;
  unpriced: number;
  totals: { currency: RateCurrency; amount: string }[];
};

/** The sum of messages by the prices of their days, in each currency. */
export function costsOf(rates: readonly Rate[], lines: readonly PricedMessages[]): Costs {
  const totals = new Map<RateCurrency, number>();
  const costs = { messages: 0, billable: 0, unpriced: 0 };
  for (const { category, country, day, isBillable, count } of lines) {
    costs.messages += count;
    if (!isBillable) continue;
    costs.billable += count;
    const rated = rateCategoryOf(category);
    const rate = rated && rateFor(rates, { category: rated, country, day });
    if (rate) totals.set(rate.currency, (totals.get(rate.currency) ?? 0) + rate.amount * count);
    else costs.unpriced += count;
  }
  return {
    ...costs,
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: amountOfMicros(amount) })),
  };
}

const million = 1_000_000;

/** The millionths of a decimal text: "0.0625" is 62500. */
export function microsOf(text: string): number {
  const [whole = "0", decimals = ""] = text.split(".");
  return Number(whole) * million + Number(decimals.padEnd(6, "0").slice(0, 6));
}

/** Millionths as a decimal text with at least two decimals: 62500 is "0.0625". */
export function amountOfMicros(micros: number): string {
  const rest = micros % million;
  const decimals = String(rest).padStart(6, "0").replace(/0+$/, "").padEnd(2, "0");
  return `${(micros - rest) / million}.${decimals}`;
}
