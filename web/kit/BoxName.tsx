import { useSignals } from "@preact/signals-react/runtime";
import { brand } from "./brand.ts";

/** What the box is called. */
export function BoxName() {
  useSignals();
  return brand.value.name;
}
