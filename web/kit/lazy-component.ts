import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, createElement, useEffect, useState } from "react";
import { comingLanguage, t } from "./text.ts";
import { toast } from "./Toast.tsx";
import { loadTexts } from "./translations.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;
type Options = {
  /** Rendered while the component loads; nothing by default. */
  Meanwhile?: ComponentType;
  /** Shows a failed load: in a toast, or in the error boundary around it. */
  failsIn?: "toast" | "boundary";
};

/**
 * A component that loads with its texts at its first render, or earlier by `preload`. React's own
 * `lazy` would hold late content back for 300 ms.
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  { Meanwhile, failsIn = "toast" }: Options = {},
) {
  const part = signal<{ Part: ComponentType<Props> } | null>(null);
  const preload = async () => {
    if (part.peek()) return;
    const Part = await load();
    await loadTexts(comingLanguage);
    part.value ??= { Part };
  };

  function Lazy(props: Props) {
    useSignals();
    const [failure, setFailure] = useState<{ thrown: unknown } | null>(null);
    useEffect(() => {
      preload().catch((thrown: unknown) =>
        failsIn === "boundary" ? setFailure({ thrown }) : toast.error(t("common.brokenText")),
      );
    }, []);
    if (failure) throw failure.thrown;
    if (part.value) return createElement(part.value.Part, props);
    return Meanwhile ? createElement(Meanwhile) : null;
  }

  return { Lazy, preload };
}

/** A whole page that loads at its first render. */
export const lazyPage = (load: Load<object>, Meanwhile?: ComponentType) =>
  lazyComponent(load, { Meanwhile, failsIn: "boundary" }).Lazy;
