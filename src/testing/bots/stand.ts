/**
 * The next answer of a stand-in: JSON, a response, or a function that makes either from the
 * request.
 */
export type Next<Asked> =
  | object
  | Response
  | ((request: Asked) => object | Response | Promise<object | Response>);

/** The caller broke the contract; the text says how. */
export class Wrong extends Error {}

export const must = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Wrong(otherwise);
};

/**
 * A stand-in for an outside service, over HTTP on loopback. `read` checks each request against the
 * contract, and throws Wrong. It answers with the items of `next` in turn, and after that with
 * `usual`.
 */
export function stand<Asked>(
  read: (request: Request) => Promise<Asked>,
  usual: (request: Asked) => object | Response,
) {
  const requests: Asked[] = [];
  const wrong: string[] = [];
  const script: Next<Asked>[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      let one: Asked;
      try {
        one = await read(request);
      } catch (thrown) {
        wrong.push(String(thrown));
        return Response.json({ error: { message: String(thrown) } }, { status: 400 });
      }
      requests.push(one);
      const next = script.shift() ?? usual;
      const answer = await (typeof next === "function" ? next(one) : next);
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** The requests, parsed. */
    requests,
    /** The errors of requests that broke the contract. */
    wrong,
    next: (...answers: Next<Asked>[]) => void script.push(...answers),
    /** Forgets all requests and answers. */
    clear() {
      requests.length = wrong.length = script.length = 0;
    },
    stop: () => server.stop(true),
  };
}

/** The JSON body of a request. Throws Wrong unless its type says JSON. */
export async function jsonOf(request: Request): Promise<unknown> {
  must(request.method === "POST", `a ${request.method}`);
  must(
    request.headers.get("content-type")?.split(";")[0] === "application/json",
    `no JSON but ${request.headers.get("content-type")}`,
  );
  return request.json();
}

const bombBytes = Bun.gzipSync(Buffer.alloc(100_000_000));

/** Answers of a malicious or broken server. */
export const hostile: Record<string, () => Response | Promise<Response>> = {
  huge: () => new Response(new Uint8Array(5_000_000), json),
  endless: () =>
    new Response(
      new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536).fill(32)) }),
      json,
    ),
  drip: () =>
    new Response(
      new ReadableStream({
        pull: (to) => Bun.sleep(30).then(() => to.enqueue(new Uint8Array([32]))),
      }),
      json,
    ),
  late: () => Bun.sleep(30_000).then(() => Response.json({})),
  bomb: () => new Response(bombBytes, { headers: { ...json.headers, "content-encoding": "gzip" } }),
  inward: () =>
    new Response(null, {
      status: 307,
      headers: { location: "http://169.254.169.254/latest/meta-data/" },
    }),
  circles: () => new Response(null, { status: 307, headers: { location: "/" } }),
  html: () =>
    new Response("<!doctype html><title>502 Bad Gateway</title>", {
      headers: { "content-type": "text/html" },
    }),
  empty: () => new Response("", json),
  deep: () => new Response("[".repeat(500_000), json),
  wrong: () =>
    Response.json([
      [],
      null,
      { messages: 7, choices: {}, message: [], queryResult: "no", access_token: [], sessionId: {} },
    ]),
  null: () => Response.json(null),
  broken: () => Response.json({ error: "it broke, and here is a secret" }, { status: 500 }),
  busy: () => Response.json({}, { status: 429 }),
  half: () =>
    new Response(
      new ReadableStream({
        start(to) {
          to.enqueue(new TextEncoder().encode(`{"messages":[`));
          setTimeout(() => to.error(), 20);
        },
      }),
      json,
    ),
};

const json = { headers: { "content-type": "application/json" } };
