import { maxFilesSent, uploadLimit } from "../../src/shared/limits.ts";
import { storeShared } from "./shared-content.ts";

/** The page that takes what other apps share, as the manifest names it. */
export const sharePath = "/share";

/** Photos up to this size (bytes) shrink to what a message may hold. */
const largest = 4 * uploadLimit;

/**
 * Stores the form that another app shared, and leads to the page where its conversation is chosen.
 * Files that no message may hold are left out.
 */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const words = ["title", "text", "url"].flatMap(
    (name) => String(form.get(name) ?? "").trim() || [],
  );
  const all = form.getAll("files").filter((one) => one instanceof File);
  await storeShared({
    text: [...new Set(words)].join("\n"),
    files: all.filter(({ size }) => size <= largest).slice(0, maxFilesSent),
    tooLarge: all.filter(({ size }) => size > largest).map(({ name }) => name),
  });
  return Response.redirect(sharePath, 303);
}
