import { escaped } from "../../kit/files/markup.ts";
import type { PublicBox } from "./table.ts";

type Open = Pick<PublicBox, "landing" | "signUp">;

/** The pages that search engines may list: the public page and the sign-up, where they are open. */
const publicPaths = ({ landing, signUp }: Open): string[] => [
  ...(landing ? ["/"] : []),
  ...(signUp ? ["/signup"] : []),
];

/** Search engines list the open public pages and nothing else. `origin` is null without an address. */
export function robotsOf(open: Open, origin: string | null): string {
  const allowed = publicPaths(open).map((path) => `Allow: ${path}$`);
  const sitemap = origin !== null && allowed.length > 0 ? [`Sitemap: ${origin}/sitemap.xml`] : [];
  // A page that is opened needs its scripts and pictures.
  const parts =
    allowed.length > 0
      ? ["/public/", "/icon", "/*.js$", "/*.css$", "/api/landing$"].map((path) => `Allow: ${path}`)
      : [];
  return `${["User-agent: *", ...allowed, ...parts, "Disallow: /", ...sitemap].join("\n")}\n`;
}

export const sitemapOf = (open: Open, origin: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${publicPaths(open)
  .map((path) => `<url><loc>${escaped(`${origin}${path}`)}</loc></url>`)
  .join("\n")}
</urlset>
`;
