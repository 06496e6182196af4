import type { Call } from "./demo-sales.ts";

export type Person = { name: string; email: string; password: string; does: string };

/** Someone of the demo, with a password made for this run. */
export const person = (name: string, email: string, does: string): Person => ({
  name,
  email,
  does,
  password: Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString("base64url"),
});

/** Signs someone in; the result calls the box as them. */
export async function signIn(url: string, { email, password }: Person): Promise<Call> {
  const { token } = await call<{ token: string }>(url, undefined, "POST", "/auth/login", {
    email,
    password,
  });
  return (method, path, body) => call(url, token, method, path, body);
}

async function call<T>(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(!isForm && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    body: isForm ? body : body && JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
