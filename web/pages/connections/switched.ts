import { type Field, type FormValues } from "../../forms/form.ts";
import { switched, switchOf } from "../../forms/switched.ts";
import type { SwitchedNumber } from "./form-values.ts";

/** Whether the number counts. */
export const isOn = (values: FormValues, number: SwitchedNumber) =>
  values[switchOf(number)] === true;

/** A connection's number with its switch. */
export const switchedNumber = (
  values: FormValues,
  name: SwitchedNumber,
  field: Omit<Field, "name">,
): Field[] => switched(values, `connections.switches.${name}`, { ...field, name });
