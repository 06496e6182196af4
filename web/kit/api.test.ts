import { expect, test } from "bun:test";
import { api, sessionHooks } from "./api.ts";

test("what is asked while a token is renewed waits for the new one", async () => {
  const storage = new Map([["token", "old"]]);
  const requests: string[] = [];
  const renewal = Promise.withResolvers<void>();
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  const server = async (path: string, { headers }: { headers: Record<string, string> }) => {
    const bearer = headers.authorization ?? "nothing";
    requests.push(`${path} ${bearer}`);
    if (path !== "/api/auth/refresh_token")
      return bearer === "Bearer new"
        ? answer(200, {})
        : answer(403, { error: "ERR_SESSION_EXPIRED" });
    await renewal.promise;
    return answer(200, { token: "new" });
  };
  Object.assign(globalThis, {
    localStorage: { getItem: (name: string) => storage.get(name) ?? null },
    fetch: server,
  });
  sessionHooks.renewed = (renewed) => {
    storage.set("token", (renewed as { token: string }).token);
    return true;
  };
  const first = api.get("/tickets");
  while (!requests.some((path) => path.startsWith("/api/auth"))) await Promise.resolve();
  const second = api.get("/queue");
  await Promise.resolve();
  renewal.resolve();
  await Promise.all([first, second]);
  expect(requests.toSorted()).toEqual([
    "/api/auth/refresh_token nothing",
    "/api/queue Bearer new",
    "/api/tickets Bearer new",
    "/api/tickets Bearer old",
  ]);
});
