import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "./call.ts";
import { answerCall } from "./calls.ts";
import { GraphError } from "./errors.ts";
import { GraphWorld } from "./graph-world.ts";

/** A call that reached the server, for tests that count them. */
export type LoggedCall = { method: string; path: string; status: number; body: string };

/** A Graph API on loopback that refuses what Meta refuses. */
export class GraphServer extends GraphWorld {
  readonly calls: LoggedCall[] = [];
  private errors = 0;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private readonly http = createServer((request, response) => {
    void this.serve(request, response);
  });

  constructor() {
    super(() => this.url);
  }

  /** The address for `BALCAO_GRAPH_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.http.listen(port, "127.0.0.1", resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.webhooks.stop();
    for (const timer of this.timers) clearTimeout(timer);
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  /** A page or call of the harness itself; undefined lets the Graph API answer. */
  protected own(_request: IncomingMessage, _body: Buffer): Promise<Answer | undefined> {
    return Promise.resolve(undefined);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    const method = request.method!;
    const body = await bytesOf(request).catch(() => undefined);
    if (!body) return;
    const log = (status: number) =>
      this.calls.push({
        method,
        path: url.pathname + url.search,
        status,
        body: request.headers["content-type"]?.startsWith("multipart") ? "" : body.toString(),
      });
    const answer =
      (await this.own(request, body)) ??
      (await answerCall(this, { method, url, headers: request.headers, body }).catch(
        (error: Error): Answer => this.refusal(error),
      ));
    // The client may ask for the end of the work as soon as it has the answer.
    const { promise, resolve } = Promise.withResolvers<void>();
    void this.webhooks.track(promise);
    const after = async () => {
      const work = answer.after?.();
      // Held statuses are no work that anyone can await.
      if (this.webhooks.holds) resolve();
      await work;
      resolve();
    };
    if (answer.silence !== undefined) await this.wait(answer.silence);
    if (answer.cut) {
      log(0);
      request.socket.destroy();
      await after();
      return;
    }
    if (this.statusesFirst) await after();
    log(answer.status);
    response.writeHead(answer.status, {
      "content-type": answer.type ?? "application/json; charset=UTF-8",
      ...answer.headers,
    });
    response.end(answer.body instanceof Uint8Array ? answer.body : JSON.stringify(answer.body));
    if (!this.statusesFirst) await after();
  }

  private refusal(error: Error): Answer {
    const trace = `A${String((this.errors += 1)).padStart(22, "0")}`;
    if (error instanceof GraphError) return { status: error.status, body: error.body(trace) };
    return { status: 500, body: { error: { message: error.message, code: 1, fbtrace_id: trace } } };
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.timers.add(timer);
    });
  }
}

/** A running Graph server on a free port. */
export const graphServer = (): Promise<GraphServer> => new GraphServer().start();

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
