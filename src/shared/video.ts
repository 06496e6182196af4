/**
 * The id of a YouTube video, from a pasted text: the id itself, or any of the site's links to it.
 * Undefined for anything else.
 */
export function videoId(pasted: string): string | undefined {
  const typed = pasted.trim();
  if (idForm.test(typed)) return typed;
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  const host = url?.hostname.replace(/^(www|m|music)\./, "");
  if (!url || !host || !hosts.includes(host)) return undefined;
  const [, first = "", second = ""] = url.pathname.split("/");
  const id =
    host === "youtu.be"
      ? first
      : first === "watch"
        ? url.searchParams.get("v")
        : ["embed", "shorts", "live", "v"].includes(first)
          ? second
          : undefined;
  return id && idForm.test(id) ? id : undefined;
}

/**
 * The one address from which our pages may show a frame: YouTube's player that sets no cookies
 * before it plays.
 */
export const videoHost = "https://www.youtube-nocookie.com";

const idForm = /^[\w-]{11}$/;
const hosts = ["youtube.com", "youtube-nocookie.com", "youtu.be"];
