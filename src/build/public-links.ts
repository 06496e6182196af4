import type { BunPlugin } from "bun";

const publicLinks: BunPlugin = {
  name: "public-links",
  setup(build) {
    // An absolute link arrives here already joined to the working directory; it goes out as it was written.
    build.onResolve({ filter: /[/\\]public[/\\][^/\\]+$/ }, ({ path, importer }) => {
      if (!importer.endsWith(".html")) return undefined;
      return { path: `/public/${path.slice(path.lastIndexOf("/") + 1)}`, external: true };
    });
  },
};

export default publicLinks;
