import type { GroupOption } from "../../../src/modules/option-groups/table.ts";
import { amountOf } from "../../../src/shared/money.ts";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { language } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";

const tag = () => languageTags[language.peek()];

/** Options as lines of a text: `Grande = 90,00`, `Nozes + 3,50`, `Velas`. */
export const linesOf = (options: GroupOption[]): string =>
  options
    .map(({ name, price, priceMode }) => {
      if (priceMode === "add" && Number(price) === 0) return name;
      return `${name} ${priceMode === "add" ? "+" : "="} ${decimalText(Number(price), tag())}`;
    })
    .join("\n");

/** The options in a text, which keep the ids of those with the same name; undefined where a line is none. */
export function optionsIn(text: string, before: GroupOption[]) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const options = lines.flatMap((line) => {
    const [, name = "", sign, price = ""] =
      /^(.+?)(?:\s+([+=])\s*([\d.,]+))?$/.exec(line.trim()) ?? [];
    const amount = sign ? decimalOf(price, tag()) : 0;
    if (amount === undefined || name.length > 60 || /[+=]/.test(name)) return [];
    const same = before.find((option) => option.name === name);
    return [
      {
        ...(same && { id: same.id }),
        name,
        price: amountOf(Math.round(amount * 100)),
        priceMode: sign === "=" ? ("replace" as const) : ("add" as const),
      },
    ];
  });
  return options.length === lines.length && options.length > 0 ? options : undefined;
}
