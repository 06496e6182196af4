import { amountText } from "../../../src/shared/amount-text.ts";
import type { Unit } from "../../../src/shared/units.ts";
import { language } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";

/** An amount on this screen: `3`, `0,350 kg`. */
export const quantity = (amount: number, unit: Unit) =>
  amountText(amount, unit, languageTags[language.peek()]);

/** An amount with its sign before a name or a price: `3 ×`, `0,350 kg`. */
export const times = (amount: number, unit: Unit) =>
  unit === "un" ? `${amount}\u00a0×` : quantity(amount, unit);

/** An item in a list of several: `3 × Coxinha`. */
export const itemText = (item: { amount: number; unit: Unit; product: { name: string } }) =>
  `${times(item.amount, item.unit)} ${item.product.name}`;
