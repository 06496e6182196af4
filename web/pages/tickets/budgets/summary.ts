import { installmentValues } from "../../../../src/pricing/quote.ts";
import { costOf } from "../../../../src/pricing/rounding.ts";
import { amountText } from "../../../../src/shared/amount-text.ts";
import { amountOf, centsOf } from "../../../../src/shared/money.ts";
import { wantedWords } from "../../../../src/shared/order-words.ts";
import { languageTags, translatorOf } from "../../../kit/translations.ts";
import type { Address } from "../../../parts/contacts/types.ts";
import { maskZip } from "../../../parts/contacts/addresses.ts";
import { me } from "../../../session/session.ts";
import type { Budget } from "../../../inbox/open-budgets.ts";

/**
 * Customers read all texts of the box in one language, whatever the language of the agent's screen.
 * rules.md#budget-summary
 */
const tag = languageTags.ptBR;
const t = translatorOf("ptBR");

/** A budget as the customer reads it on WhatsApp: items, sums, payment, and delivery. */
export function summaryOf(budget: Budget, address: Address | undefined): string {
  const { number, store, orderItems, subTotal, discount, freight, total, coupon } = budget;
  const sums = [
    // Without fees and discounts the total says it all.
    ...(subTotal === total ? [] : [`${t("budgets.subTotal")}: ${real(subTotal)}`]),
    ...(Number(discount) > 0
      ? [`${t("budgets.discountTotal")}: − ${real(discount)}${coupon ? ` (${coupon.code})` : ""}`]
      : []),
    ...(Number(freight) > 0 ? [`${t("budgets.freight")}: ${real(freight)}`] : []),
    `*${t("budgets.total")}: ${real(total)}*`,
  ];
  const items = orderItems.map(itemText);
  return [
    `*${t("budgets.summary.title", { number })}*\n${unmarked(store.name)}`,
    ...items,
    sums.join("\n"),
    [paymentText(budget), placeText(budget, address), ...wantedText(budget)].join("\n"),
  ].join("\n\n");
}

function itemText(item: Budget["orderItems"][number]): string {
  const { amount, unit, unitary, unitaryGross, product, options, note, kit } = item;
  const count = amountText(amount, unit);
  const total = real(amountOf(costOf(centsOf(unitary), amount)));
  const before = centsOf(unitaryGross) > centsOf(unitary) ? ` (~${real(unitaryGross)}~)` : "";
  const named = [...options, ...(kit ?? [])].map((one) =>
    one.amount === 1 ? one.name : `${one.amount}x ${one.name}`,
  );
  return [
    `*${unit === "un" ? `${amount}x` : count}* ${unmarked(product.name)}`,
    ...(named.length > 0 ? [unmarked(named.join(", "))] : []),
    ...(note ? [`_${unmarked(note)}_`] : []),
    `${amount === 1 ? "" : `${real(unitary)} × ${count} = `}${total}${before}`,
  ].join("\n");
}

function paymentText({
  payments: {
    methods: [method],
  },
  total,
}: Budget): string {
  if (!method) return "";
  const { name, installments, changeFor } = method;
  const parts =
    installments > 1
      ? ` ${t("budgets.summary.times", { count: installments, price: real(amountOf(installmentValues(centsOf(total), installments)[0] ?? 0)) })}`
      : "";
  const change =
    Number(changeFor) > 0 ? ` (${t("budgets.summary.changeFor", { price: real(changeFor) })})` : "";
  return `*${t("budgets.payment")}:* ${name}${parts}${change}`;
}

function placeText({ typeRoute, store }: Budget, address: Address | undefined): string {
  const place = typeRoute === "ENTREGA" ? address : store;
  const street = [place?.address, place?.number].filter(Boolean).join(", ");
  const complement = typeRoute === "ENTREGA" ? address?.complement : "";
  const town = [place?.neighborhood, [place?.city, place?.state].filter(Boolean).join("/")]
    .filter(Boolean)
    .join(", ");
  const zip = typeRoute === "ENTREGA" && address ? maskZip(address.zipCode) : "";
  const text = [street + (complement ? ` (${complement})` : ""), town, zip]
    .filter(Boolean)
    .join(" – ");
  return `*${t(`budgets.summary.${typeRoute}`)}:* ${text || unmarked(store.name)}`;
}

function wantedText({ wantedAt }: Budget): string[] {
  if (wantedAt === null) return [];
  const words = wantedWords(wantedAt, me.peek()?.company.timezone ?? "America/Sao_Paulo");
  return [`*${t("budgets.summary.wanted")}:* ${words}`];
}

/** Removes formatting marks from a name, because its stars would make the text after it bold. */
const unmarked = (name: string) => name.replace(/[*_~`]/g, "");

const real = (amount: string) =>
  new Intl.NumberFormat(tag, { style: "currency", currency: "BRL" })
    .format(Number(amount))
    .replace(/\u00a0/g, " ");
