import type { BunPlugin } from "bun";

// The page's tag changes with every build. Asking for it needs no socket, and no exception from the page's content policy.
const watcher = `
let known;
setInterval(async () => {
  const answer = await fetch(location.pathname).catch(() => undefined);
  const tag = answer?.ok ? answer.headers.get("etag") : undefined;
  if (known && tag && tag !== known) location.reload();
  known = tag ?? known;
}, 1000);
`;

const reload: BunPlugin = {
  name: "reload",
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\]main\.tsx$/ }, async ({ path }) => ({ contents: (await Bun.file(path).text()) + watcher, loader: "tsx" }));
  },
};

export default reload;
