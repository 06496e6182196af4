import type { Channel, ConnectionManager } from "../channel/channel.ts";

/** A line whose network says what a story wants and remembers what it was asked. */
export function fakeChannel(answers: Partial<Channel> = {}) {
  const asked: [verb: string, ...given: unknown[]][] = [];
  const channel = new Proxy({} as Channel, {
    get: (_, verb: string) => (...given: unknown[]) => {
      asked.push([verb, ...given]);
      const answer = answers[verb as keyof Channel] as ((...given: unknown[]) => unknown) | undefined;
      const told = answer?.(...given);
      // A file comes piece by piece, all else at once.
      return verb === "fetch" ? told : Promise.resolve(told);
    },
  });
  const nothing = async () => {};
  const connectionManager: ConnectionManager = { start: nothing, forget: nothing, logout: nothing, channel: () => channel };
  return { connectionManager, asked };
}

/** No connection runs. */
export const noConnections: ConnectionManager = { ...fakeChannel().connectionManager, channel: () => undefined };
