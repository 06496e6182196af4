/** A keyboard is higher than this (px); the bars of a browser are not. */
const least = 120;

/**
 * Keeps the page above a keyboard that covers it: some browsers, as those of iPhones, leave the
 * window as high as before. Returns a function that ends this.
 */
export function stayAboveKeyboard() {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const { style } = document.documentElement;
  const follow = () => {
    const isCovered = viewport.scale === 1 && innerHeight - viewport.height > least;
    if (!isCovered) return void style.removeProperty("--free-height");
    style.setProperty("--free-height", `${viewport.height}px`);
    // The browser moved the whole page up, to show the field.
    scrollTo(0, 0);
  };
  viewport.addEventListener("resize", follow);
  follow();
  return () => {
    viewport.removeEventListener("resize", follow);
    style.removeProperty("--free-height");
  };
}
