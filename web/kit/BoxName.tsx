import { useSignals } from "@preact/signals-react/runtime";
import { brand } from "./brand.ts";

/** The name of the box. */
export function BoxName() {
  useSignals();
  return brand.value.name;
}
