import type { Field, FormValues } from "./form.ts";

/** The name of the switch before a number. */
export const switchOf = (number: string) => `${number}On`;

/**
 * A switch, and below it the number that counts while it is on: the server takes 0 as off. The
 * number's hint belongs to the switch.
 */
export const switched = (
  values: FormValues,
  label: string,
  { hint, ...number }: Field,
): Field[] => [
  { tab: number.tab, name: switchOf(number.name), label, type: "switch", hint },
  ...(values[switchOf(number.name)] === true ? [number] : []),
];

/** The values of numbers and their switches, with a usual number where the stored one is off. */
export const switchedValues = (stored: Record<string, unknown>, usual: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(usual).flatMap(([number, most]) => {
      const value = Number(stored[number] ?? 0);
      return [
        [switchOf(number), value > 0],
        [number, String(value || most)],
      ];
    }),
  );

/** A request body without switches, and with 0 for each number that is off. */
export function withoutSwitches<Body extends Record<string, unknown>>(
  body: Body,
  values: FormValues,
  numbers: readonly string[],
) {
  const switches = new Set(numbers.map(switchOf));
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !switches.has(name))),
    ...Object.fromEntries(
      numbers.map((number) => [number, values[switchOf(number)] ? Number(body[number]) : 0]),
    ),
  };
}
