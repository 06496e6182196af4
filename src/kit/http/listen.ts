import type { AnyElysia } from "elysia";
import { log, trace } from "../process/log.ts";
import { servedBy } from "./elysia-private.ts";

/** Each socket carries its own handlers. */
export type SocketHandlers = {
  open(socket: Socket): void;
  message(socket: Socket, message: string | Buffer): void | Promise<void>;
  pong(): void;
  close(): void;
};
export type Socket = Bun.ServerWebSocket<SocketHandlers>;
/** The server that received a request. */
export type Server = Pick<Bun.Server<SocketHandlers>, "requestIP" | "timeout" | "upgrade">;

export type Listener = {
  port: number;
  /**
   * Gives this certificate to new connections; the open ones stay as they are. Throws where the
   * port can't be had again.
   */
  showCertificate(tls: Certificate): Promise<void>;
  /** Closes all servers, and their open connections. */
  stop(): Promise<void>;
};
type Certificate = { cert: string; key: string };
type Answer = (request: Request) => Response | Promise<Response>;
type Place = {
  hostname: string;
  port: number;
  tls?: Certificate;
  /** Answers requests, where it isn't the app by itself. */ answer?: Answer;
};

/** Bytes of a form with its files. */
const largestRequest = 112 * 1024 * 1024;
/** A frame over it closes its socket with 1009. */
const largestFrame = 64 * 1024;

const servers = new Set<Bun.Server<SocketHandlers>>();
const receivers = new WeakMap<Request, Bun.Server<SocketHandlers>>();

/**
 * Asks the server that received a request: there may be several, and only that one has the
 * request's address and socket.
 */
const receiver: Server = {
  requestIP: (request) => receivers.get(request)?.requestIP(request) ?? null,
  timeout: (request, seconds) => receivers.get(request)?.timeout(request, seconds),
  upgrade: (request, options) => receivers.get(request)?.upgrade(request, options) ?? false,
};

/**
 * Starts a server of the app. Elysia's own `listen` would parse frames before sign-in and sets no
 * frame limit.
 */
export function listenOn(app: AnyElysia, { answer = app.fetch, ...place }: Place): Listener {
  app.compile();
  servedBy(app, receiver);
  const own = new Set<Bun.Server<SocketHandlers>>();
  const start = (at: Omit<Place, "answer">) => {
    const started = listen(at, answer);
    for (const all of [own, servers]) all.add(started);
    return started;
  };
  // Resolves once nothing is open any more.
  const end = async (server: Bun.Server<SocketHandlers>, isNow: boolean) => {
    await server.stop(isNow);
    for (const all of [own, servers]) all.delete(server);
  };
  let server = start(place);
  const port = server.port!;

  return {
    port,
    // Bun's `reload` leaves the certificate as it is. A server that stopped listening still serves
    // its open connections.
    async showCertificate(tls) {
      // Connections that came while this thread was busy are accepted first. A server that stops
      // listening drops those that still wait.
      await Bun.sleep(1);
      void end(server, false);
      server = start({ ...place, port, tls });
    },
    async stop() {
      await Promise.all([...own].map((each) => end(each, true)));
    },
  };
}

/**
 * Sends a text once to all sockets that have subscribed to a topic, whichever server they came to.
 * It does not overtake earlier frames.
 */
export function publish(topic: string, text: string) {
  for (const server of servers) server.publish(topic, text);
}

const listen = ({ tls, ...place }: Omit<Place, "answer">, answer: Answer) =>
  Bun.serve<SocketHandlers>({
    ...place,
    ...(tls && { tls }),
    development: false,
    reusePort: false,
    idleTimeout: 30,
    maxRequestBodySize: largestRequest,
    fetch(request, server) {
      receivers.set(request, server);
      return answer(withPlainHost(request, tls ? "https" : "http"));
    },
    websocket: {
      maxPayloadLength: largestFrame,
      idleTimeout: 60,
      open: (socket) => socket.data.open(socket),
      message: (socket, message) => void dispatch(socket, message),
      pong: ({ data }) => data.pong(),
      close: ({ data }) => data.close(),
    },
  });

/**
 * The request with a fixed host in its URL. Elysia looks for the path from the eleventh character
 * on, which fails with short or invalid Host headers.
 */
function withPlainHost(request: Request, scheme: "http" | "https"): Request {
  const { url } = request;
  const path = url.startsWith("/") ? url : url.slice(url.indexOf("/", url.indexOf("://") + 3));
  return Object.defineProperty(request, "url", { value: `${scheme}://localhost${path}` });
}

async function dispatch(socket: Socket, message: string | Buffer) {
  try {
    await socket.data.message(socket, message);
  } catch (thrown) {
    log("error", "mistake", trace(thrown));
  }
}
