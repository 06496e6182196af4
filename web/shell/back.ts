import { narrow } from "../kit/media.ts";

/**
 * Puts the list behind the conversation at which the app opened on a phone. The back button leads
 * there, and not out of the app. Returns a function that ends this.
 */
export function watchBack() {
  // Browsers skip entries that a page adds before anyone has touched it.
  const touched = () => {
    const { pathname, search } = location;
    if (history.length > 1 || !matchMedia(narrow).matches || !pathname.startsWith("/tickets/"))
      return;
    // Around the router, which would show the list for a moment.
    const { replaceState, pushState } = History.prototype;
    replaceState.call(history, null, "", "/tickets");
    pushState.call(history, null, "", pathname + search);
  };
  addEventListener("pointerup", touched, { once: true });
  return () => removeEventListener("pointerup", touched);
}
