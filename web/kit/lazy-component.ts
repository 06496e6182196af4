import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, createElement, useEffect } from "react";
import { language, t } from "./text.ts";
import { toast } from "./Toast.tsx";
import { loadTexts } from "./translations.ts";

/** A part that is read when it is wanted, or before, by `read`. What React itself reads late it keeps back for 300 ms. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = signal<{ Part: ComponentType<Props> } | null>(null);
  const preload = async () => {
    if (part.peek()) return;
    const Part = await load();
    await loadTexts(language.peek());
    part.value ??= { Part };
  };

  function Lazy(props: Props) {
    useSignals();
    useEffect(() => {
      preload().catch(() => toast.error(t("common.brokenText")));
    }, []);
    const here = part.value;
    return here && createElement(here.Part, props);
  }

  return { Lazy, preload };
}
