import type { ComponentType } from "react";
import { lazyComponent } from "./lazy-component.ts";

// Preload in sequence, from 2 s after the page starts. A browser has six connections to a box, and
// preloads must not delay visible content, least of all on a bad network.
let loaded: Promise<unknown> = new Promise((resolve) => setTimeout(resolve, 2000));

/**
 * A rarely used component. It loads some time after the page, or at its first render, and renders
 * nothing until then.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { Lazy, preload } = lazyComponent(load);
  // The component reports a failed load when it renders.
  loaded = loaded.then(preload).catch(() => undefined);
  return Lazy;
}
