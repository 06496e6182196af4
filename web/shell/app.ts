import { watchHolds } from "../inbox/hold.ts";
import { watchSwipes } from "../inbox/swipe.ts";
import { stayAboveKeyboard } from "../kit/keyboard.ts";
import { watchWorker } from "./app-worker.ts";
import { watchBack } from "./back.ts";

/** Starts what an installed app and a phone need. Returns a function that ends it. */
export function watchApp() {
  const closers = [watchWorker(), stayAboveKeyboard(), watchBack(), watchSwipes(), watchHolds()];
  return () => closers.forEach((close) => close());
}
