import { imageTypes } from "../../shared/limits.ts";

type Headers = Record<string, string | number>;

/**
 * A stored file as an answer. A browser shows or plays it where it can never execute it, and saves
 * it otherwise. `small`: the path of a thumbnail that takes its place.
 */
export function fileAnswer(
  headers: Headers,
  { path, type, name, small }: { path: string; type: string; name: string; small?: string },
): Response {
  const isInline = small !== undefined || isShownInline(type);
  const fileName = encodeURIComponent(small ? `${name}.webp` : name);
  headers["content-type"] = small ? "image/webp" : isInline ? type : "application/octet-stream";
  headers["content-disposition"] =
    `${isInline ? "inline" : "attachment"}; filename*=UTF-8''${fileName}`;
  headers["cache-control"] = "private, max-age=43200, immutable";
  headers["content-security-policy"] = "default-src 'none'; sandbox";
  // A new Response: Bun then answers the range requests of players that seek.
  return new Response(Bun.file(small ?? path));
}

// Types that browsers show or play inline and can never execute.
const isShownInline = (type: string) =>
  imageTypes.some((image) => image === type) || /^(audio|video)\//.test(type);
