import type { Plugin } from "rolldown";

// The page's tag changes with every build. Asking for it needs no socket, and no exception from the
// page's content policy.
const watcher = `
let current;
setInterval(async () => {
  const answer = await fetch(location.pathname).catch(() => undefined);
  const tag = answer?.ok ? answer.headers.get("etag") : undefined;
  if (current && tag && tag !== current) location.reload();
  current = tag ?? current;
}, 1000);
`;

const reload: Plugin = {
  name: "reload",
  transform: {
    filter: { id: /[/\\]web[/\\]main\.tsx$/ },
    handler: (code) => ({ code: code + watcher, map: null }),
  },
};

export default reload;
