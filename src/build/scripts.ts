import { join } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import { iconsAlone } from "./icons-alone.ts";
import { repository } from "./repository.ts";
import reload from "./reload.ts";

const source = join(repository, "web");
const main = join(source, "main.tsx");
const signIn = [main, join(source, "pages/login/Login.tsx")];
/** The screen that most people have open all day. */
const inbox = [join(source, "SignedIn.tsx"), join(source, "pages/tickets/Tickets.tsx")];

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

/**
 * Bundles `web/main.tsx` into few files, so that a page loads with few requests. The files are the
 * sign-in, the inbox, the code that other pages share, and each page. In development it includes
 * the sources, and pages reload by themselves.
 */
export async function bundleScripts({
  development,
}: {
  development: boolean;
}): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: main,
    platform: "browser",
    // React itself has the function that this package stands in for.
    resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
    transform: {
      define: {
        "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production"),
      },
    },
    // Not in development, where code must stay in the lines of its source.
    plugins: development ? [reload] : [await iconsAlone()],
    onLog(level, log, warn) {
      // Packages mark files that may run in a browser; all of ours do.
      if (log.code !== "MODULE_LEVEL_DIRECTIVE") warn(level, log);
    },
  });
  let parts: { signIn: Set<string>; inbox: Set<string> } | undefined;
  const partsOf = (graph: Graph) =>
    (parts ??= { signIn: reachable(graph, signIn), inbox: reachable(graph, inbox) });
  const { output } = await bundle.generate({
    minify: !development,
    // Only bundlers read the marks of pure calls.
    comments: { annotation: development },
    sourcemap: development ? "inline" : false,
    entryFileNames: "assets/[name]-[hash].js",
    chunkFileNames: "assets/[name]-[hash].js",
    codeSplitting: {
      groups: [
        {
          name: (id, graph) => (partsOf(graph).signIn.has(id) ? "sign-in" : null),
          debugName: "sign-in",
          priority: 3,
        },
        {
          name: (id, graph) => (partsOf(graph).inbox.has(id) ? "inbox" : null),
          debugName: "inbox",
          priority: 2,
          minShareCount: 2,
        },
        { name: "pages", priority: 1, minShareCount: 2 },
      ],
    },
  });
  await bundle.close();
  return output.filter((file) => file.type === "chunk");
}

/** All modules that these import, directly or through others, without those loaded later. */
function reachable(graph: Graph, ids: string[]): Set<string> {
  const reached = new Set<string>();
  const queue = [...ids];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}
