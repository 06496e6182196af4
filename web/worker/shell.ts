/** The build's page and the files that it names; the build fills it in. */
declare const SHELL: { version: string; files: string[] };

const { version, files } = SHELL;
const name = `shell-${version}`;

/** How long (ms) a page waits for the box, when this browser has a page of its own. */
const patience = 3000;

/** Stores the page of this version, and the files of its first screen. */
export async function storeShell(): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll(files.map((path) => new Request(path, { cache: "no-cache" })));
}

/** Deletes the files of other versions. */
export async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one)));
}

/** Whether a file's name changes with its content, or the stored page needs it. */
export function isAsset({ url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return (
    origin === location.origin &&
    (pathname.startsWith("/assets/") || pathname === "/public/theme.js")
  );
}

/** A file from the store. A file that is not there yet comes from the box, and is stored. */
export async function stored(request: Request): Promise<Response> {
  const isFixed = new URL(request.url).pathname.startsWith("/assets/");
  if (!isFixed) return fetch(request).catch(async () => (await match(request)) ?? Response.error());
  const before = await match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok)
    await (await caches.open(name)).put(request, answer.clone()).catch(() => undefined);
  return answer;
}

/**
 * The box's page, so that pages and box are of one version. Where the box doesn't answer in time it
 * is the stored page, which says so and loads again before it talks to a newer box.
 */
export async function pageFor(request: Request): Promise<Response> {
  const fresh = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined));
  const answer = await Promise.race([fresh.catch(() => undefined), late]);
  // A proxy answers with an error of its own while the box is down.
  if (answer && answer.status < 500) return answer;
  return (await storedPage()) ?? fresh;
}

async function storedPage(): Promise<Response | undefined> {
  const page = await match("/index.html");
  if (!page) return undefined;
  const text = await page.text();
  return new Response(text.replace("<html ", "<html data-stored "), { headers: page.headers });
}

const match = async (request: Request | string) => (await caches.open(name)).match(request);
