import { Fault } from "../../kit/fault.ts";
import type { KitItem } from "../products/table.ts";
import { amountOf } from "../../shared/money.ts";
import type { Problem, ProblemCode, Quote, QuoteLine } from "../../pricing/terms.ts";

/** A quote with its amounts as they travel. */
export const wireQuote = ({ lines, subTotal, freight, discount, total, problems }: Quote) => ({
  subTotal: amountOf(subTotal),
  freight: amountOf(freight),
  discount: amountOf(discount),
  total: amountOf(total),
  orderItems: lines.map(wireLine),
  problems,
});

export const wireLine = ({ productId, unit, amount, options, note, kit, ...line }: QuoteLine) => ({
  productId,
  unit,
  amount,
  options: options.map((option) => ({ ...option, price: amountOf(option.price) })),
  note,
  kit: kit as KitItem[] | null,
  unitary: amountOf(line.unitary),
  unitaryGross: amountOf(line.unitaryGross),
  discount: amountOf(line.discount),
  total: amountOf(line.total),
});

/**
 * Throws invalid, with every problem and the server's figures, where a cart can't be sold.
 * rules.md#quote
 */
export function refuseProblems(quote: Quote) {
  const [first, next] = quote.problems;
  if (!first) return;
  const fields = Object.fromEntries(
    quote.problems.map((problem) => [
      fieldOf(problem),
      ["noPayment", "noAddress", "optionsMissing"].includes(problem.code) ? "required" : "invalid",
    ]),
  );
  throw new Fault("invalid", "ERR_BUDGET_PROBLEMS", {
    // `discountAboveMax` is the better message: it states the highest discount of the saving user.
    message: messageOf(next?.code === "discountAboveMax" ? next : first),
    fields,
    details: wireQuote(quote),
  });
}

/** Throws invalid where the sender's figures differ from the server's by more than a cent. */
export function refuseOtherFigures(
  quote: Quote,
  sent: Partial<Record<Figure, number>> & { unitary: (number | undefined)[] },
) {
  const wrong = figures
    .filter((name) => isOff(sent[name], quote[name]))
    .concat(
      quote.lines.flatMap(({ unitary }, index) =>
        isOff(sent.unitary[index], unitary) ? [`orderItems.${index}.unitary` as Figure] : [],
      ),
    );
  if (wrong.length === 0) return;
  throw new Fault("invalid", "ERR_BUDGET_FIGURES", {
    message: "Os valores mudaram: confira o orçamento",
    fields: Object.fromEntries(wrong.map((name) => [name, "invalid"])),
    details: wireQuote(quote),
  });
}

const figures = ["subTotal", "freight", "discount", "total"] as const;
type Figure = (typeof figures)[number];

const isOff = (sent: number | undefined, worked: number) =>
  sent !== undefined && Math.abs(sent - worked) > 1;

const reais = (cents: number) => `R$ ${amountOf(cents).replace(".", ",")}`;

const fieldNames: Partial<Record<ProblemCode, string>> = {
  noStore: "storeId",
  noItems: "orderItems",
  noAddress: "contactAddressId",
  noCoordinates: "contactAddressId",
  otherDistrict: "contactAddressId",
  noPayment: "paymentId",
  installments: "installments",
  changeBelowTotal: "changeFor",
  tooHigh: "total",
};

/** The field of a cart to which a problem belongs. */
export function fieldOf({ code, line, option }: Problem): string {
  if (option !== undefined) return `orderItems.${line}.options.${option}.optionId`;
  if (code === "optionsMissing" || code === "optionsTooMany") return `orderItems.${line}.options`;
  if (line !== undefined)
    return `orderItems.${line}.${code === "amount" || code === "stock" ? "amount" : "productId"}`;
  return fieldNames[code] ?? (code.startsWith("coupon") ? "couponId" : "discount");
}

/** A problem in Portuguese words. */
export function messageOf({ code, limit = 0 }: Problem): string {
  switch (code) {
    case "noStore":
      return "Selecione uma loja";
    case "noItems":
      return "Adicione algum item";
    case "noAddress":
      return "Selecione o endereço de entrega";
    case "noPayment":
      return "Selecione um metodo de pagamento";
    case "amount":
      return "Quantidade inválida";
    case "optionGone":
      return "Uma das opções escolhidas não existe mais";
    case "optionsMissing":
      return `Escolha pelo menos ${limit} ${limit === 1 ? "opção" : "opções"}`;
    case "optionsTooMany":
      return `Escolha no máximo ${limit} ${limit === 1 ? "opção" : "opções"}`;
    case "productGone":
      return "Um dos produtos não está mais à venda";
    case "noPrice":
      return "Um dos produtos não tem preço nesta loja";
    case "stock":
      return "Estoque insuficiente";
    case "noCoordinates":
      return "A taxa por distância precisa das coordenadas da loja e do endereço";
    case "otherDistrict":
      return "A loja não entrega neste bairro";
    case "discountNotAllowed":
      return "Desconto não permitido";
    case "discountAboveMax":
      return `Desconto inválido - Desconto máximo permitido é de ${limit / 100}%`;
    case "discountAboveTotal":
      return "O desconto é maior do que o valor do pedido";
    case "couponBelowMin":
      return `O valor mínimo do pedido para este cupom é de ${reais(limit)}.`;
    case "couponAboveTotal":
      return "O desconto do cupom é maior ou igual ao valor total do pedido.";
    case "installments":
      return `Este valor pode ser dividido em até ${limit} vezes`;
    case "changeBelowTotal":
      return "Troco invalido - Troco deve ser maior do que o valor do pedido";
    case "tooHigh":
      return "O valor do orçamento é alto demais";
  }
}
