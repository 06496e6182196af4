import { sha256 } from "@whiskeysockets/baileys";
import { join } from "node:path";

export type Trouble =
  | { kind: "fails"; status: number }
  | { kind: "endless" | "huge" | "wrong" }
  | { kind: "redirects"; to: string };

/**
 * Stores encrypted files over TLS: accepts uploads under the name of their hash, and returns them.
 */
export class MediaHost {
  /** Requests, in order. */
  readonly asked: { method: string; path: string; status: number }[] = [];
  /**
   * `downloads` are the faults of the next downloads; `uploads` are the statuses with which the
   * next uploads fail.
   */
  downloads: Trouble[] = [];
  uploads: number[] = [];
  private readonly files = new Map<string, Uint8Array>();
  private readonly gone = new Set<string>();
  private pictures = 0;
  // A certificate for 127.0.0.1 and localhost that only tests trust, so its key is no secret.
  private readonly server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: Bun.file(certificate), key: Bun.file(join(import.meta.dir, "key.pem")) },
    maxRequestBodySize: 2 ** 31,
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const response =
        request.method === "POST" ? await this.upload(pathname, request) : this.download(pathname);
      this.asked.push({ method: request.method, path: pathname + search, status: response.status });
      return response;
    },
  });

  get host(): string {
    return `127.0.0.1:${this.server.port}`;
  }

  /** Stores a file; returns its path. */
  store(file: Uint8Array): string {
    const path = `/v/t62.7118-24/${sha256(Buffer.from(file)).toString("base64url")}.enc`;
    this.files.set(path, file);
    return `${path}?ccb=11-4&oh=01`;
  }

  /** The stored file at a path. Throws when there is none. */
  read(path: string): Buffer {
    const file = this.files.get(path.split("?")[0]!);
    if (!file) throw new Error(`no file lies at ${path}`);
    return Buffer.from(file);
  }

  /**
   * Removes a file, as WhatsApp does after some weeks. The phone that sent it may still have it.
   */
  forget(path: string): void {
    this.gone.add(path.split("?")[0]!);
  }

  restore(path: string): void {
    this.gone.delete(path.split("?")[0]!);
  }

  /** Publishes a person's picture: unencrypted, under an opaque path. */
  picture(file: Uint8Array): { url: string; path: string } {
    const path = `/pps/${(this.pictures += 1)}.jpg`;
    this.files.set(path, file);
    return { url: `https://${this.host}${path}`, path };
  }

  async stop(): Promise<void> {
    await this.server.stop(true);
  }

  private async upload(path: string, request: Request): Promise<Response> {
    const file = new Uint8Array(await request.arrayBuffer());
    const status = this.uploads.shift();
    if (status) return new Response("{}", { status });
    const claimed = decodeURIComponent(path.split("/").at(-1)!);
    if (sha256(Buffer.from(file)).toString("base64url") !== claimed)
      return Response.json({ error: "hash" }, { status: 415 });
    const stored = this.store(file);
    return Response.json({ url: `https://${this.host}${stored}&mms3=true`, direct_path: stored });
  }

  private download(path: string): Response {
    const file = this.gone.has(path) ? undefined : this.files.get(path);
    const trouble = file && this.downloads.shift();
    if (!file) return new Response("", { status: 404 });
    if (!trouble) return new Response(file as Uint8Array<ArrayBuffer>);
    if (trouble.kind === "fails") return new Response("", { status: trouble.status });
    if (trouble.kind === "redirects") return Response.redirect(trouble.to, 302);
    if (trouble.kind === "wrong") return new Response(file.map((byte) => byte ^ 1));
    return new Response(pouring(trouble.kind === "huge" ? 200 : Infinity));
  }
}

/** The PEM file of the certificate that clients have to trust. */
export const certificate = join(import.meta.dir, "cert.pem");

/** So many MB of zeros, as fast as the reader takes them. */
function pouring(megabytes: number): ReadableStream {
  const chunk = new Uint8Array(2 ** 20);
  let poured = 0;
  return new ReadableStream({
    pull(controller) {
      if (poured >= megabytes) return controller.close();
      poured += 1;
      controller.enqueue(chunk);
    },
  });
}
