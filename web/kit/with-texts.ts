import { type ComponentType, lazy } from "react";
import { language } from "./text.ts";
import { loadTexts } from "./translations.ts";

/** A page that shows once its texts are there, too. */
export function withTexts(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const page = await load();
    await loadTexts(language.peek());
    return { default: page };
  });
}
