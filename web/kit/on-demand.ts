import type { ComponentType } from "react";
import { lazyComponent } from "./lazy-component.ts";

// One after the other, from when the page has settled (2 s): a browser has six connections to a
// box, and what is at hand must not wait for what may be wanted, least of all where the network has
// gone.
let loaded: Promise<unknown> = new Promise((resolve) => setTimeout(resolve, 2000));

/**
 * A rarely needed component: loaded a while after the page, or when it is first shown, and empty
 * until then.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { Lazy, preload } = lazyComponent(load);
  // Whoever shows it says when it can't be had.
  loaded = loaded.then(preload).catch(() => undefined);
  return Lazy;
}
