import { Coins } from "lucide-react";
import type { ChannelRate } from "../../../src/modules/channel-rates/table.ts";
import {
  amountOfMicros,
  rateCategories,
  rateCountries,
  rateCurrencies,
  shippedRates,
} from "../../../src/shared/channel-costs.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { date, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Field } from "../../forms/form.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { categoryName, countryName, priceText } from "../../parts/costs/costs-text.ts";
import texts from "./texts.json";

addTexts(texts);

type Row = Wire<ChannelRate>;

const listing: Listing<Row> = {
  name: "channel-rates",
  area: "channelRates",
  options: { order: "id" },
  icon: Coins,
  write: "channel-rates.write",
  columns: [
    {
      label: "channelRates.category",
      cell: ({ category }) => <span className="font-medium">{categoryName(category)}</span>,
    },
    { label: "channelRates.country", cell: ({ country }) => countryName(country) },
    {
      label: "channelRates.amount",
      cell: ({ amount, currency }) => (
        <span className="tabular">{priceText(amount, currency)}</span>
      ),
    },
    {
      label: "channelRates.validFrom",
      cell: ({ validFrom }) => <span className="tabular">{date(validFrom)}</span>,
    },
  ],
  emptyValues: { category: "marketing", country: "BR", currency: "USD" },
  nameOf: ({ category, country }) => `${categoryName(category)} · ${countryName(country)}`,
  fields: [],
  note: () => <Shipped />,
};

/** Its choices are named in the language of now. */
export const channelRates = (): Listing<Row> => ({ ...listing, fields: fields() });

const fields = (): Field[] => [
  {
    name: "category",
    label: "channelRates.category",
    type: "select",
    required: true,
    items: rateCategories.map((value) => ({ value, label: categoryName(value) })),
  },
  {
    name: "country",
    label: "channelRates.country",
    hint: "channelRates.countryHint",
    type: "select",
    required: true,
    items: rateCountries.map((value) => ({ value, label: countryName(value) })),
  },
  {
    name: "currency",
    label: "channelRates.currency",
    hint: "channelRates.currencyHint",
    type: "select",
    required: true,
    items: rateCurrencies.map((value) => ({ value, label: value })),
  },
  {
    name: "amount",
    label: "channelRates.amount",
    hint: "channelRates.amountHint",
    type: "money",
    decimals: 6,
    prefix: "",
    max: 999_999,
    required: true,
  },
  {
    name: "validFrom",
    label: "channelRates.validFrom",
    hint: "channelRates.validFromHint",
    type: "date",
    required: true,
    messages: { taken: "channelRates.taken" },
  },
];

/** The prices of the official channel, by category, country and day. */
export const ChannelRates = () => <ListPage listing={channelRates()} />;

/** The prices that hold where the shop has none of its own. */
export function Shipped() {
  const { t } = useTranslation();
  return (
    <details className="text-small mt-2 max-w-prose">
      <summary className="cursor-pointer">{t("channelRates.shipped")}</summary>
      <ul className="text-muted tabular mt-1 list-disc pl-5">
        {shippedRates.map(({ category, country, currency, amount, validFrom }) => (
          <li key={`${category} ${country} ${validFrom}`}>
            {t("channelRates.shippedRate", {
              category: categoryName(category),
              country: countryName(country),
              amount: priceText(amountOfMicros(amount), currency),
              day: date(validFrom),
            })}
          </li>
        ))}
      </ul>
      <p className="text-muted mt-1">{t("channelRates.source")}</p>
    </details>
  );
}
