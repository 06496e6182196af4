import type { Field, FormValues } from "../../forms/form.ts";
import { type SwitchedNumber, switchOf } from "./form-values.ts";

/** Whether the number counts. */
export const isOn = (values: FormValues, number: SwitchedNumber) =>
  values[switchOf(number)] === true;

/** A switch, and below it the number that counts while it is on: the server takes 0 as off. */
export const switched = (
  values: FormValues,
  number: SwitchedNumber,
  { hint, ...field }: Omit<Field, "name">,
): Field[] => [
  {
    tab: field.tab,
    name: switchOf(number),
    label: `connections.switches.${number}`,
    type: "switch",
    hint,
  },
  ...(isOn(values, number) ? [{ ...field, name: number }] : []),
];
