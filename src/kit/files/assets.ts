import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

declare const BALCAO_RELEASE: { version: string; commit: string; date: string } | undefined;

/** One file of the bundle, as it is sent. `encodings` names its packed siblings, best first. */
export type BundledFile = {
  type: string;
  etag: string;
  immutable: boolean;
  encodings: ("br" | "gzip")[];
};

/** Every file of the bundle by its path, written by the build. */
export type Manifest = Record<string, BundledFile>;

/** Which build this is; `date` is its commit's day. */
export const release =
  typeof BALCAO_RELEASE === "undefined"
    ? { version: "0.0.0-dev", commit: "", date: "" }
    : BALCAO_RELEASE;

/** The folder of files that the executable carries, or its place in the repository. */
export function embedded(name: "migrations" | "web" | "web/public"): string {
  if (Bun.isStandaloneExecutable) return join(import.meta.dir, name);
  return join(import.meta.dir, "../../..", name === "web" ? "dist/web" : name);
}

/**
 * Answers from a built bundle: its files by name, its page for every other path. Undefined where
 * the path is no page, or there is no bundle.
 */
export function bundle(folder: string): (request: Request) => Response | undefined {
  let manifest = manifestIn(folder);

  return (request) => {
    // In the repository the bundle may be rebuilt at any time.
    if (!Bun.isStandaloneExecutable) manifest = manifestIn(folder);
    if (manifest.size === 0) return undefined;
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const name = new URL(request.url).pathname;
    if (manifest.has(name)) return send(request, name);
    if (/^\/(assets|public)\//.test(name) || basename(name).includes("."))
      return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
    return send(request, "/index.html");
  };

  function send(request: Request, name: string): Response | undefined {
    const sent = manifest.get(name);
    if (!sent) return undefined;
    const encoding = sent.encodings.find((each) => accepts(request, each));
    const etag = `"${sent.etag}${encoding ? `-${encoding}` : ""}"`;
    const headers: Record<string, string> = {
      "cache-control": sent.immutable ? "public, max-age=31536000, immutable" : "no-cache",
      etag,
      vary: "accept-encoding",
    };
    if (matches(request, etag)) return new Response(null, { status: 304, headers });
    headers["content-type"] = sent.type;
    if (encoding) headers["content-encoding"] = encoding;
    return new Response(Bun.file(join(folder, name) + (encoding ? suffix[encoding] : "")), {
      headers,
    });
  }
}

function manifestIn(folder: string): Map<string, BundledFile> {
  const path = join(folder, "manifest.json");
  return new Map(
    existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, "utf8")) as Manifest) : [],
  );
}

const suffix = { br: ".br", gzip: ".gz" };

const basename = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function accepts(request: Request, encoding: string): boolean {
  const accepted = request.headers.get("accept-encoding")?.toLowerCase().split(",") ?? [];
  return accepted.some((one) => {
    const [name, quality] = one.split(";");
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality ?? "");
  });
}

function matches(request: Request, etag: string): boolean {
  const etags = request.headers.get("if-none-match");
  if (!etags) return false;
  return etags.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
