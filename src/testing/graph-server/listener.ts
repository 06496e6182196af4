import type { Account } from "./account.ts";

/** The parts of a webhook, for tests that look into them. */
// oxlint-disable-next-line no-explicit-any
type Loose = Record<string, any>;

export type Listener = ReturnType<typeof listener>;

/** A callback that notes what it receives, and checks each signature. */
export function listener(account: Account) {
  const raw: string[] = [];
  const changes: { field: string; value: Loose }[] = [];
  const state = { answers: [] as number[], badSignatures: 0 };
  const verifyToken = "verify-me";
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { searchParams } = new URL(request.url);
      if (request.method === "GET")
        return searchParams.get("hub.verify_token") === verifyToken
          ? new Response(searchParams.get("hub.challenge"))
          : new Response("", { status: 403 });
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (request.headers.get("x-hub-signature-256") !== account.sign(bytes))
        state.badSignatures += 1;
      raw.push(Buffer.from(bytes).toString());
      const status = state.answers.shift() ?? 200;
      if (status === 200)
        for (const entry of (JSON.parse(raw.at(-1)!) as Loose).entry)
          changes.push(...entry.changes);
      return new Response("", { status });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/cloud`,
    verifyToken,
    raw,
    changes,
    get messages(): Loose[] {
      return changes.flatMap(({ value }) => value.messages ?? []);
    },
    get statuses(): Loose[] {
      return changes.flatMap(({ value }) => value.statuses ?? []);
    },
    /** The statuses of the next answers; then 200. */
    set answers(answers: number[]) {
      state.answers = answers;
    },
    get badSignatures(): number {
      return state.badSignatures;
    },
    clear(): void {
      raw.length = 0;
      changes.length = 0;
    },
    stop: () => server.stop(true),
  };
}
