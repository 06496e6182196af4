import { effect, signal } from "@preact/signals-react";
import { me } from "../../session/session.ts";
import type { Combo } from "../../kit/combos.ts";

/** A user's changed keys on this device, and whether keys are on. */
export type Bindings = { off: boolean; own: Record<string, Combo> };

const defaults: Bindings = { off: false, own: {} };

export const bindings = signal<Bindings>(defaults);

export function changeBindings(change: Partial<Bindings>) {
  bindings.value = { ...bindings.peek(), ...change };
  localStorage.setItem(storageKey(), JSON.stringify(bindings.peek()));
}

const storageKey = () => `keys:${me.peek()?.id ?? 0}`;

function stored(): Bindings {
  try {
    return {
      ...defaults,
      ...(JSON.parse(localStorage.getItem(storageKey()) ?? "{}") as Partial<Bindings>),
    };
  } catch {
    return defaults;
  }
}

effect(() => {
  if (me.value) bindings.value = stored();
});
window.addEventListener("storage", ({ key }) => {
  if (key === storageKey()) bindings.value = stored();
});
