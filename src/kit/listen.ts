import type { AnyElysia } from "elysia";
import { log, trace } from "./log.ts";

/** What a socket does is told to whoever let it in. */
export type SocketHandlers = {
  open(socket: Socket): void;
  message(socket: Socket, message: string | Buffer): void | Promise<void>;
  pong(): void;
  close(): void;
};
export type Socket = Bun.ServerWebSocket<SocketHandlers>;
export type Server = Bun.Server<SocketHandlers>;

/** What a form with its files may weigh. */
const largestRequest = 112 * 1024 * 1024;
/** A frame over it closes its socket with 1009. */
const largestFrame = 64 * 1024;

/**
 * Brings the app up. Elysia's own `listen` would parse frames before anyone has looked at them, and passes no limit on to the sockets; it also leaves out of the context,
 * without its compiler, where a request comes from.
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

/** A request's address without what its Host made of it. Elysia looks for the path behind the eleventh letter, and a Host may have one letter or make no address at all. */
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
