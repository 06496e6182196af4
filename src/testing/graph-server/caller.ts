import type { BusinessNumber } from "./account.ts";
import type { GraphServer } from "./server.ts";

/** The answer of a call, for tests that look into it. */
// oxlint-disable-next-line no-explicit-any
type Loose = Record<string, any>;

export type Caller = ReturnType<typeof caller>;

/** Calls the server with a number's token. Throws `CallRefused`, or "cut" without an answer. */
export function caller(graph: GraphServer, number: BusinessNumber) {
  const call = async (path: string, init: RequestInit): Promise<Loose> => {
    const response = await fetch(`${graph.url}/v25.0/${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${number.account.token}` },
    }).catch(() => {
      throw new Error("cut");
    });
    const body = (await response.json().catch(() => ({}))) as Loose;
    if (!response.ok) throw new CallRefused(response.status, body);
    return body;
  };
  const post = (path: string, body: object) =>
    call(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    post,
    get: (path: string) => call(path, {}),
    delete: (path: string) => call(path, { method: "DELETE" }),
    send: (body: object) =>
      post(`${number.id}/messages`, { messaging_product: "whatsapp", ...body }),
    upload: async (bytes: Uint8Array, type: string): Promise<string> => {
      const form = new FormData();
      form.set("messaging_product", "whatsapp");
      form.set("type", type);
      form.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), "file");
      return (await call(`${number.id}/media`, { method: "POST", body: form })).id;
    },
    download: async (url: string): Promise<[number, Buffer]> => {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${number.account.token}` },
      });
      return [response.status, Buffer.from(await response.arrayBuffer())];
    },
  };
}

class CallRefused extends Error {
  constructor(
    readonly status: number,
    readonly body: Loose,
  ) {
    super(`refused with ${status}`);
  }
}

/** The code of a refusal, its status where there is no code, or "cut"; undefined for a success. */
export async function codeOf(pending: Promise<unknown>): Promise<number | string | undefined> {
  try {
    await pending;
    return undefined;
  } catch (error) {
    if (!(error instanceof CallRefused)) return "cut";
    return (error.body.error as { code: number } | undefined)?.code ?? error.status;
  }
}
