import type { ComponentType } from "react";
import { lazyComponent } from "./lazy-component.ts";

/** A rarely needed component: loaded once the page has settled (2 s), or when it is first shown, and empty until then. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const { Lazy, preload } = lazyComponent(load);
  // Whoever shows it says when it can't be had.
  setTimeout(() => void preload().catch(() => undefined), 2000);
  return Lazy;
}
