export type Call = "GET" | "POST" | "PUT";

/** An access token lasts a quarter of an hour. */
const anew = 600_000;

/** Returns the token of this account, and signs in again before the token expires. */
export function signedIn(url: string, account: { email: string; password: string }) {
  let [token, until] = ["", 0];
  return async () => {
    if (performance.now() < until) return token;
    ({ token } = await caller(url).json<{ token: string }>("POST", "/auth/login", account));
    until = performance.now() + anew;
    return token;
  };
}

/** Calls a box's API with or without a token. */
export function caller(url: string, token?: () => Promise<string>) {
  const ask = async (method: Call, path: string, body?: object | FormData) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${await token()}` }),
        ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      body: body instanceof FormData ? body : body && JSON.stringify(body),
    });
  const formOf = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const calls = {
    /** The answer. Throws unless it is a 2xx. */
    async json<Answer>(method: Call, path: string, body?: object): Promise<Answer> {
      const response = await ask(method, path, body);
      if (!response.ok)
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    /** The id of the new row. */
    make: async (path: string, body: object) =>
      (await calls.json<{ id: number }>("POST", path, body)).id,
    /** The status of a call, whether it succeeds or not. */
    async status(method: Call, path: string, body: object): Promise<number> {
      const response = await ask(method, path, body);
      await response.bytes();
      return response.status;
    },
    /** The status and the answer of a form. */
    async sent<Answer>(path: string, fields: Record<string, string | File>) {
      const response = await ask("POST", path, formOf(fields));
      return { status: response.status, answer: (await response.json()) as Answer };
    },
    /** The status of a posted form, whether it succeeds or not. */
    async form(path: string, fields: Record<string, string | File>): Promise<number> {
      const response = await ask("POST", path, formOf(fields));
      await response.bytes();
      return response.status;
    },
  };
  return calls;
}
