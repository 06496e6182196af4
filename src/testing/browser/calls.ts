import { password } from "../password.ts";
import type { Box } from "./box.ts";
import type { Entrance } from "./seat.ts";

export type Name = "rui" | "ana" | "lia" | "caio";
export type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

export const credentials = (name: Name | "zefa") => ({
  email: `${name}@paoquente.com.br`,
  password,
});

/** Signs in through the API: calls as this user, and opens a browser as them. */
export async function signIn(box: Box, email: string): Promise<{ call: Call; entrance: Entrance }> {
  const response = await fetch(`${box.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answerOf(response, "POST /auth/login")) as { token: string };
  const [pair = ""] = response.headers.getSetCookie();
  const [name = "", value = ""] = pair.split(";")[0]!.split("=");
  const path = /path=([^;]+)/i.exec(pair)?.[1] ?? "/";
  return {
    entrance: {
      token,
      cookies: [
        {
          name,
          value,
          domain: "127.0.0.1",
          path,
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: "Lax",
        },
      ],
    },
    call: callWith(box, token),
  };
}

export const callWith =
  (box: Box, token: string): Call =>
  async <Answer>(method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${token}`,
      ...(!isForm && { "content-type": "application/json" }),
    };
    return (await answerOf(
      await fetch(`${box.url}/api${path}`, {
        method,
        headers,
        body: isForm ? body : body && JSON.stringify(body),
      }),
      `${method} ${path}`,
    )) as Answer;
  };

async function answerOf(response: Response, what: string): Promise<unknown> {
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  return response.headers.get("content-type")?.startsWith("application/json")
    ? response.json()
    : response.blob();
}
