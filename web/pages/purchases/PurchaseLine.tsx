import { X } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { errorKey, type Field } from "../../forms/form.ts";
import { TypedInput } from "../../forms/TypedInput.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { quantity } from "../../parts/products/amounts.ts";
import { Thumbnail } from "../../parts/products/Thumbnail.tsx";
import { isNewIn, outcomeOf } from "./lines.ts";
import type { Line } from "./types.ts";

type Props = {
  line: Line;
  storeId: number | null;
  /** The server's name of the line. */ path: string;
  errors: Record<string, string>;
  onChange: (line: Line) => void;
  /** Enter in the last field. */ onDone: () => void;
  onRemove: () => void;
};

/** One product of a new purchase. Enter goes on to the next field. */
export function PurchaseLine({ line, storeId, path, errors, onChange, onDone, onRemove }: Props) {
  const { t } = useTranslation();
  const { product } = line;
  const fields = fieldsOf(line, storeId);
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const inputs = [...event.currentTarget.querySelectorAll("input")];
    const next = inputs[inputs.indexOf(event.target) + 1];
    // The total follows the cost, so Enter in the cost skips it.
    const isDone = event.target.name === `${path}.cost` && line.by === "cost";
    if (!next || (isDone && fields.length === 3)) onDone();
    else (isDone ? inputs.at(-1)! : next).focus();
  };
  return (
    <li className="relative py-3 first:pt-0" onKeyDown={press}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="flex min-w-44 flex-1 items-center gap-3 self-center max-phone:pr-10">
          <Thumbnail path={product.mediaPath} size={40} />
          <div className="min-w-0">
            <p className="font-medium break-words">{product.name}</p>
            <Outcome line={line} storeId={storeId} />
          </div>
        </div>
        <div className="flex items-start gap-2 max-phone:w-full">
          {fields.map((field) => (
            <Value
              key={field.name}
              field={field}
              path={path}
              value={line[field.name as "cost"]}
              error={errors[`${path}.${field.name}`]}
              onChange={(text) =>
                onChange({
                  ...line,
                  [field.name]: text,
                  ...((field.name === "cost" || field.name === "total") && { by: field.name }),
                })
              }
            />
          ))}
          <IconButton
            label={t("offers.remove", { name: product.name })}
            icon={X}
            className="text-muted max-phone:absolute max-phone:top-4 max-phone:right-0 phone:mt-6"
            onClick={onRemove}
          />
        </div>
      </div>
      {errors[`${path}.productId`] && (
        <p className="text-error text-small mt-1">{t("purchases.refusedProduct")}</p>
      )}
    </li>
  );
}

/** The stock and the cost as they will be. */
function Outcome({ line, storeId }: { line: Line; storeId: number | null }) {
  const { t } = useTranslation();
  const { unit } = line.product;
  const outcome = outcomeOf(line, storeId);
  if (isNewIn(line, storeId))
    return <p className="text-waiting text-small">{t("purchases.notSold")}</p>;
  if (!outcome) return null;
  const { stock, stockAfter, costPrice, costAfter } = outcome;
  return (
    <p className="text-muted text-small tabular">
      {t("purchases.outcome", {
        stock: quantity(stock, unit),
        stockAfter: quantity(stockAfter, unit),
        cost: money(costPrice),
        costAfter: money(costAfter),
      })}
    </p>
  );
}

function fieldsOf(line: Line, storeId: number | null): Field[] {
  const { unit } = line.product;
  const price = { type: "money" as const, messages: { invalid: "purchases.aboveZero" } };
  return [
    {
      name: "amount",
      label: unit === "un" ? "purchases.amount" : `purchases.amountIn.${unit}`,
      type: "quantity",
      unit,
      messages: { invalid: "purchases.amountInvalid", too_much: "purchases.tooMuch" },
    },
    { name: "cost", label: "purchases.cost", ...price },
    { name: "total", label: "purchases.lineTotal", ...price },
    ...(isNewIn(line, storeId)
      ? [{ name: "sellingPrice", label: "purchases.sellingPrice", ...price }]
      : []),
  ];
}

type ValueProps = {
  field: Field;
  path: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

function Value({ field, path, value, error, onChange }: ValueProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="w-28 max-phone:min-w-0 max-phone:flex-1 max-phone:[&_.input]:gap-1 max-phone:[&_.input]:px-2">
      <label htmlFor={id} className="text-muted text-small mb-1 block truncate">
        {t(field.label)}
      </label>
      <TypedInput
        field={field}
        common={{
          id,
          name: `${path}.${field.name}`,
          "aria-describedby": error ? `${id}-error` : undefined,
          "aria-invalid": error ? true : undefined,
          "aria-required": field.name !== "total",
          "data-autofocus": undefined,
          disabled: undefined,
          onBlur: undefined,
        }}
        value={value}
        onChange={onChange}
      />
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(errorKey(field, error))}
        </p>
      )}
    </div>
  );
}
