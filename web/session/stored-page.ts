import { api } from "../kit/api.ts";

/**
 * Whether the page on screen, which this browser had stored, is the box's own. An older one is
 * forgotten, and the page loads anew. False also while the box does not answer.
 */
export async function confirmPage(): Promise<boolean> {
  const script = document.querySelector("script[type=module]")?.getAttribute("src");
  const page = await api.stored("/").then(
    (file) => file.text(),
    () => undefined,
  );
  if (page === undefined || !script) return false;
  if (page.includes(script)) {
    delete document.documentElement.dataset.stored;
    return true;
  }
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  location.reload();
  return false;
}
