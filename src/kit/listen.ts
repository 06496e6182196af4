import type { AnyElysia } from "elysia";
import { log, trace } from "./log.ts";

/** Each socket carries its own handlers. */
export type SocketHandlers = {
  open(socket: Socket): void;
  message(socket: Socket, message: string | Buffer): void | Promise<void>;
  pong(): void;
  close(): void;
};
export type Socket = Bun.ServerWebSocket<SocketHandlers>;
export type Server = Bun.Server<SocketHandlers>;

/** Bytes of a form with its files. */
const largestRequest = 112 * 1024 * 1024;
/** A frame over it closes its socket with 1009. */
const largestFrame = 64 * 1024;

/**
 * Starts the server. Elysia's own `listen` would parse frames before sign-in and sets no frame limit; without its compiler it also leaves a request's address out of
 * the context.
 */
export function listenOn(app: AnyElysia, where: { hostname: string; port: number }): Server {
  app.compile();
  const server = Bun.serve<SocketHandlers>({
    ...where,
    development: false,
    reusePort: false,
    idleTimeout: 30,
    maxRequestBodySize: largestRequest,
    fetch: (request) => app.fetch(withPlainHost(request)),
    websocket: {
      maxPayloadLength: largestFrame,
      idleTimeout: 60,
      open: (socket) => socket.data.open(socket),
      message: (socket, message) => void dispatch(socket, message),
      pong: ({ data }) => data.pong(),
      close: ({ data }) => data.close(),
    },
  });
  app.server = server as unknown as AnyElysia["server"];
  app.decorate("server", server);
  return server;
}

/** The request with a fixed host in its URL. Elysia looks for the path from the eleventh character on, which fails with short or invalid Host headers. */
function withPlainHost(request: Request): Request {
  const { url } = request;
  const path = url.startsWith("/") ? url : url.slice(url.indexOf("/", url.indexOf("://") + 3));
  return Object.defineProperty(request, "url", { value: `http://localhost${path}` });
}

async function dispatch(socket: Socket, message: string | Buffer) {
  try {
    await socket.data.message(socket, message);
  } catch (thrown) {
    log("error", "mistake", trace(thrown));
  }
}
