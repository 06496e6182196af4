import type { PushStep } from "../../src/shared/push.ts";

/** Does the step of a notification with the session of this browser. False where the box refuses. */
export async function takeStep(step: PushStep, text: string): Promise<boolean> {
  try {
    const token = await freshToken(step.for);
    if (!token) return false;
    const { ok } = await call(token, step, text);
    return ok;
  } catch {
    return false;
  }
}

/**
 * An access token, if the session is still that of the notification's person. The lock is that of
 * the pages: a refresh token changes at each use.
 */
const freshToken = (person: string): Promise<string | undefined> =>
  navigator.locks.request("refresh", async () => {
    const answer = await fetch("/api/auth/refresh_token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    if (!answer.ok) return undefined;
    const { token, user } = (await answer.json()) as {
      token: string;
      user: { id: number; companyId: number };
    };
    return `${user.companyId}:${user.id}` === person ? token : undefined;
  });

function call(token: string, { do: step, ticketId }: PushStep, text: string) {
  const [method, path, body] =
    step === "accept"
      ? ["PUT", `/tickets/${ticketId}`, { status: "open" }]
      : ["POST", `/messages/${ticketId}`, { body: text, clientId: crypto.randomUUID() }];
  return fetch(`/api${path as string}`, {
    method: method as string,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}
