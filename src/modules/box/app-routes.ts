import { inject, pageRoutes } from "../../kit/http/http.ts";
import { notFound } from "../../kit/db/page.ts";
import { publicBox, readPublicUrl, type Box } from "./box.ts";
import { iconOf, manifestOf, pictureOf } from "./manifest.ts";
import { robotsOf, sitemapOf } from "./search-engines.ts";

/** The app that a phone installs. Anyone may ask: it holds the box's name and look alone. */
export default pageRoutes("")
  .use(inject<Box>()("box"))
  .get("/manifest.webmanifest", ({ box }) =>
    answer(JSON.stringify(manifestOf(publicBox(box))), "application/manifest+json"),
  )
  .get("/robots.txt", ({ box }) =>
    answer(robotsOf(publicBox(box), readPublicUrl(box)), "text/plain; charset=utf-8"),
  )
  .get("/sitemap.xml", ({ box }) => {
    const origin = readPublicUrl(box);
    if (origin === null) throw notFound();
    return answer(sitemapOf(publicBox(box), origin), "application/xml");
  })
  .get("/icon.svg", ({ box }) => answer(iconOf(publicBox(box), 0.86), "image/svg+xml"))
  .get("/icon-maskable.svg", ({ box }) => answer(iconOf(publicBox(box), 0.66), "image/svg+xml"))
  // Notifications show no drawing, so theirs is the logo itself.
  .get("/icon", ({ box }) => {
    const { boxLogo } = publicBox(box);
    if (!boxLogo)
      return new Response(null, { status: 302, headers: { location: "/public/icon-192.png" } });
    const { type, bytes } = pictureOf(boxLogo);
    return answer(bytes, type);
  });

const answer = (content: string | Uint8Array, type: string) =>
  new Response(content as BodyInit, {
    headers: { "content-type": type, "cache-control": "no-cache" },
  });
