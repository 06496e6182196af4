/** A piece of a page whose texts are escaped. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template of a page. Each value in it is escaped, unless it is a piece of a page itself. */
export const html = (literals: TemplateStringsArray, ...values: Part[]): Html =>
  new Html(literals.reduce((text, literal, at) => text + source(values[at - 1]) + literal));

function source(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.source;
  if (typeof part === "object") return part.map(source).join("");
  return Bun.escapeHTML(String(part));
}

/** A page as an answer, packed where the browser takes it. It is asked for anew each time. */
export function pageAnswer({ source: text }: Html, request: Request, status = 200): Response {
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    vary: "accept-encoding, accept-language",
  });
  const isPacked = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  if (isPacked) headers.set("content-encoding", "gzip");
  return new Response(isPacked ? Bun.gzipSync(text) : text, { status, headers });
}
