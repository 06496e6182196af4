import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { errorKey } from "../../forms/form.ts";
import { TypedInput } from "../../forms/TypedInput.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type PickedProduct, ProductPicker } from "./ProductPicker.tsx";
import type { ProductRow, useProductRows, ValueField } from "./product-rows.ts";

type Props = {
  state: ReturnType<typeof useProductRows>;
  wire: string;
  field: ValueField;
  /** The value of a product that is added. */
  emptyValue: string;
  /** Keys: the heading, its hint, and the texts for a product and for a list that is refused. */
  texts: { title: string; hint: string; productRefused: string; refused?: string };
  allows?: (product: PickedProduct) => boolean;
  /** Content before and after the value, and a remark below it. */
  before?: (row: ProductRow) => ReactNode;
  after?: (row: ProductRow) => ReactNode;
  remark?: (row: ProductRow) => ReactNode;
};

/** Products of a form, each with its value. The search adds one; Enter in a value goes back to it. */
export function ProductRows({ state, wire, field, emptyValue, texts, allows, ...slots }: Props) {
  const { t } = useTranslation();
  const { rows, errors, change } = state;
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [errors]);

  const add = ({ id, name, unit }: PickedProduct) => {
    // The row must exist before its value can have the focus.
    flushSync(() => change([...rows, { productId: id, name, unit, value: emptyValue }]));
    const input = list.current?.querySelector<HTMLInputElement>("li:last-child input");
    input?.focus();
    input?.select();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    search.current?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{t(texts.title)}</legend>
      <p className="text-muted text-small mb-2">{t(texts.hint)}</p>
      {rows.length > 0 && (
        <ul
          ref={list}
          onKeyDown={press}
          className="border-line divide-line rounded-card mb-2 divide-y border"
        >
          {rows.map((row, index) => (
            <Row
              key={row.productId}
              row={row}
              field={field(row)}
              path={`${wire}.${index}`}
              errors={errors}
              refused={texts.productRefused}
              onChange={(value) => change(rows.with(index, { ...row, value }))}
              onRemove={() => {
                change(rows.toSpliced(index, 1));
                search.current?.focus();
              }}
              {...slots}
            />
          ))}
        </ul>
      )}
      <ProductPicker
        ref={search}
        label={t("offers.add")}
        allows={(product) =>
          rows.every(({ productId }) => productId !== product.id) && (allows?.(product) ?? true)
        }
        onChoose={add}
      />
      {errors[wire] && texts.refused && (
        <p role="alert" className="text-error text-small mt-1">
          {t(texts.refused)}
        </p>
      )}
    </fieldset>
  );
}

type RowProps = Pick<Props, "before" | "after" | "remark"> & {
  row: ProductRow;
  field: ReturnType<ValueField>;
  /** The server's name of the row. */ path: string;
  errors: Record<string, string>;
  refused: string;
  onChange: (value: string) => void;
  onRemove: () => void;
};

function Row({ row, field, path, errors, refused, onChange, onRemove, ...slots }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const code = errors[`${path}.${field.name}`];
  const error = code ? errorKey(field, code) : errors[`${path}.productId`] && refused;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-1.5 pl-3">
      <span className="min-w-32 flex-1 leading-tight break-words">{row.name}</span>
      <span className="ml-auto flex items-center gap-2">
        {slots.before?.(row)}
        <label htmlFor={id} className="sr-only">
          {t(field.label, { name: row.name })}
        </label>
        <span className="w-28">
          <TypedInput
            field={field}
            common={{
              id,
              name: `${path}.${field.name}`,
              "aria-describedby": error ? `${id}-error` : undefined,
              "aria-invalid": error ? true : undefined,
              "aria-required": true,
              "data-autofocus": undefined,
              disabled: undefined,
              onBlur: undefined,
            }}
            value={row.value}
            onChange={onChange}
          />
        </span>
        {slots.after?.(row)}
        <IconButton
          label={t("offers.remove", { name: row.name })}
          icon={X}
          className="text-muted"
          onClick={onRemove}
        />
      </span>
      {error && (
        <p id={`${id}-error`} className="text-error text-small basis-full">
          {t(error)}
        </p>
      )}
      {slots.remark?.(row)}
    </li>
  );
}
