import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pinnedLookup, type OutboundGuard } from "./outbound.ts";

/** The addresses that requests may reach, by https and in plain. */
export type Guards = { secure: OutboundGuard; plain: OutboundGuard };

const variables = [
  "HTTP_PROXY",
  "http_proxy",
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
];

let isInUse = false;
let isForbidden = false;

/** Makes `behindGuards` throw from now on: other requests of this process would use its proxy. */
export function forbidGuardedProxy() {
  isForbidden = true;
}

/**
 * Runs some work with all requests of Bun's own clients led through a proxy on loopback. Those
 * clients resolve names themselves and follow redirections. So the proxy checks each step, and asks
 * the address that it checked. The proxy is set for the whole process. Therefore this throws in a
 * process that serves, and while other work runs behind guards. rules.md#outbound-requests
 */
export async function behindGuards<Result>(
  guards: Guards,
  work: () => Promise<Result>,
): Promise<Result> {
  if (isForbidden) throw new Error("a process that serves may not change its proxy");
  if (isInUse) throw new Error("other work runs behind guards in this process");
  isInUse = true;
  try {
    return await withProxy(guards, work);
  } finally {
    isInUse = false;
  }
}

async function withProxy<Result>(guards: Guards, work: () => Promise<Result>): Promise<Result> {
  const tunnels = new Set<Duplex>();
  // Loaded here, so that a box starts sooner.
  const http = await import("node:http");
  const proxy = http.createServer(
    (request, response) =>
      void forward(http.request, guards.plain, request, response).catch(() => response.destroy()),
  );
  proxy.on("connect", (request: IncomingMessage, socket: Duplex, head: Uint8Array) => {
    tunnels.add(socket);
    tunnel(guards.secure, request.url ?? "", socket, head).catch(() => socket.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const before = variables.map((name) => [name, Bun.env[name]] as const);
  for (const name of variables) Bun.env[name] = /no_proxy/i.test(name) ? "" : address;
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete Bun.env[name];
      else Bun.env[name] = value;
    }
    for (const socket of tunnels) socket.destroy();
    proxy.close();
    proxy.closeAllConnections();
  }
}

async function forward(
  ask: typeof import("node:http").request,
  guard: OutboundGuard,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { hostname, port, pathname, search } = new URL(request.url ?? "");
  const addresses = await guard(hostname, Number(port || 80));
  if (typeof addresses === "string") return void response.writeHead(403).end();
  const further = ask({
    host: hostname,
    port: port || 80,
    lookup: pinnedLookup(addresses),
    agent: false,
    method: request.method,
    path: pathname + search,
    headers: request.headers,
  });
  const [, [answer]] = await Promise.all([
    pipeline(request, further),
    once(further, "response") as Promise<[IncomingMessage]>,
  ]);
  response.writeHead(answer.statusCode!, answer.headers);
  await pipeline(answer, response);
}

async function tunnel(guard: OutboundGuard, place: string, socket: Duplex, head: Uint8Array) {
  const { hostname, port } = new URL(`https://${place}`);
  const addresses = await guard(hostname, Number(port || 443));
  if (typeof addresses === "string") return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  const far = connect({ host: addresses[0]!, port: Number(port || 443) });
  await once(far, "connect");
  socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (head.length > 0) far.write(head);
  await Promise.all([pipeline(socket, far), pipeline(far, socket)]);
}
