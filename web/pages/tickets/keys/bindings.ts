import { effect, signal } from "@preact/signals-react";
import { me } from "../../../session.ts";
import type { Combo } from "./combos.ts";

/** What a user changed about the keys, on this device; and whether they are on at all. */
export type Bindings = { off: boolean; own: Record<string, Combo> };

const none: Bindings = { off: false, own: {} };

export const bindings = signal<Bindings>(none);

export function bind(change: Partial<Bindings>) {
  bindings.value = { ...bindings.peek(), ...change };
  localStorage.setItem(address(), JSON.stringify(bindings.peek()));
}

const address = () => `keys:${me.peek()?.id ?? 0}`;

function stored(): Bindings {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(address()) ?? "{}") as Partial<Bindings>) };
  } catch {
    return none;
  }
}

effect(() => {
  if (me.value) bindings.value = stored();
});
window.addEventListener("storage", ({ key }) => {
  if (key === address()) bindings.value = stored();
});
