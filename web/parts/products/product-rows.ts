import { useState } from "react";
import type { Unit } from "../../../src/shared/units.ts";
import { check, type Field } from "../../forms/form.ts";
import { ApiError } from "../../kit/api.ts";

/** A product of a form with the typed value that belongs to it: a price, or an amount. */
export type ProductRow = { productId: number; name: string; unit: Unit; value: string };

/** The value's field. Its name is the server's name, and its label may use the product's name. */
export type ValueField = (row: Pick<ProductRow, "unit">) => Field;

/** The state of a form's products. `wire` is the server's name of their list. */
export function useProductRows(first: ProductRow[], wire: string, fieldOf: ValueField) {
  const [rows, setRows] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isChanged, setIsChanged] = useState(false);

  const change = (next: ProductRow[]) => {
    setRows(next);
    setErrors({});
    setIsChanged(true);
  };
  /** Shows wrong values and the server's refusals at their rows. Throws `ApiError`. */
  const save = async (send: () => Promise<unknown>) => {
    const wrong = wrongIn(rows, wire, fieldOf);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) throw new ApiError(422, { error: "ERR_VALIDATION" });
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { own = [], others = [] } = Object.groupBy(Object.entries(error.fields), ([name]) =>
        name.split(".")[0] === wire ? "own" : "others",
      );
      if (own.length === 0) throw error;
      setErrors(Object.fromEntries(own));
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: Object.fromEntries(others) });
    }
  };
  return { rows, errors, isChanged, change, save };
}

const wrongIn = (rows: ProductRow[], wire: string, fieldOf: ValueField) =>
  Object.fromEntries(
    rows.flatMap((row, index) => {
      const field = fieldOf(row);
      const code = check(field, row.value);
      return code ? [[`${wire}.${index}.${field.name}`, code]] : [];
    }),
  );
