import {
  type Costs,
  otherCountries,
  type RateCategory,
} from "../../../src/shared/channel-costs.ts";
import { language, t } from "../../kit/text.ts";
import { addTexts, languageTags } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/** An amount on the wire in its currency, with up to six decimals: US$ 0,0625. */
export const priceText = (amount: string, currency: string, decimals = 6) =>
  new Intl.NumberFormat(languageTags[language.value === "es" ? "ptBR" : language.value], {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  }).format(Number(amount));

/** The sums of costs, in each currency; a word where nothing was billed. */
export const totalText = ({ totals }: Pick<Costs, "totals">) =>
  totals.length === 0
    ? t("costs.free")
    : totals.map(({ amount, currency }) => priceText(amount, currency, 4)).join(" + ");

/** A country of the prices by its name. */
export const countryName = (country: string) =>
  country === otherCountries
    ? t("costs.otherCountries")
    : (new Intl.DisplayNames(languageTags[language.value], { type: "region" }).of(country) ??
      country);

export const categoryName = (category: RateCategory) => t(`costs.categories.${category}`);
