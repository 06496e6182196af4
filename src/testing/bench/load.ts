/** A call on the wire. */
export type Call = {
  method: "GET" | "POST" | "PUT";
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/**
 * The duration of each call, in ms, and the span of all. `calls` also counts those of the warm-up.
 */
export type Load = { times: number[]; span: number; calls: number };

/** Returns the nth call of a connection. */
export type Script = (connection: number, turn: number) => Call;

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/**
 * The end of a head. The body after it has the length in the head, which Bun's servers always name.
 */
const headEnd = "\r\n\r\n";

/**
 * Makes calls as fast as answers come, one at a time on each kept-alive connection. It uses bare
 * sockets, so that the caller costs less than the server. A connection whose script has no call
 * left ends. Throws on any answer but a 2xx. `tls` uses TLS and accepts any certificate.
 */
export async function load(
  port: number,
  connections: number,
  script: (...turn: Parameters<Script>) => Call | undefined,
  ms: { warm: number; run: number },
  { tls = false } = {},
): Promise<Load> {
  const times: number[] = [];
  let calls = 0;
  const begin = performance.now();
  const from = begin + ms.warm;
  const until = from + ms.run;
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      talk(
        { port, tls },
        (turn) => (performance.now() < until ? script(index, turn) : undefined),
        (started, ended) => {
          calls += 1;
          if (started >= from && ended <= until) times.push(ended - started);
        },
      ),
    ),
  );
  return { times, span: ms.run, calls };
}

/** A cell of the table: calls a second, and times in ms. */
export type Figures = { rate: number; p50: number; p99: number; worst: number };

export function figures(loads: Load[]): Figures {
  const times = loads.flatMap((each) => each.times).sort((a, b) => a - b);
  const span = loads.reduce((sum, each) => sum + each.span, 0);
  return {
    rate: (times.length / span) * 1000,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    worst: times.at(-1) ?? NaN,
  };
}

/** The calls of one connection: `next` returns the next one until none is left. */
function talk(
  { port, tls }: { port: number; tls: boolean },
  next: (turn: number) => Call | undefined,
  note: (started: number, ended: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = 0;
    let started = 0;
    let head = "";
    let missing = -1;
    const ask = (socket: Bun.Socket) => {
      const call = next(turn++);
      if (!call) {
        resolve();
        socket.end();
        return;
      }
      head = "";
      missing = -1;
      started = performance.now();
      socket.write(written(call));
    };
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      ...(tls && { tls: { rejectUnauthorized: false } }),
      socket: {
        ...(tls ? { handshake: ask } : { open: ask }),
        data(socket, bytes) {
          if (missing >= 0) missing -= bytes.length;
          else {
            head += decoder.decode(bytes);
            const end = head.indexOf(headEnd);
            if (end < 0) return;
            missing =
              Number(/\r\ncontent-length: (\d+)/i.exec(head)![1]) -
              (head.length - end - headEnd.length);
          }
          if (missing > 0) return;
          note(started, performance.now());
          if (head.startsWith("HTTP/1.1 2")) {
            ask(socket);
            return;
          }
          reject(
            new Error(
              `an answer was ${head.slice(0, 12)}: ${head.slice(head.indexOf(headEnd)).trim().slice(0, 300)}`,
            ),
          );
          socket.end();
        },
        error: (_, thrown) => reject(thrown),
        close: () => reject(new Error("the server hung up")),
      },
    }).catch(reject);
  });
}

const encoded = new WeakMap<Call, Uint8Array>();

function written(call: Call): Uint8Array {
  const bytes = encoded.get(call) ?? encoder.encode(textOf(call));
  encoded.set(call, bytes);
  return bytes;
}

function textOf({ method, path, headers = {}, body = "" }: Call): string {
  const length = encoder.encode(body).length;
  const all = {
    host: "127.0.0.1",
    ...headers,
    ...(body && { "content-type": "application/json", "content-length": String(length) }),
  };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`;
}

/** The value under which a share of sorted times lies. */
export const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
