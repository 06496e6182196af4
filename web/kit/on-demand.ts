import { type ComponentType, createElement, lazy, Suspense } from "react";

/** A rarely needed component: loaded when it is first shown, and empty until then. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props: Props) => createElement(Suspense, { fallback: null }, createElement(Part, props));
}
