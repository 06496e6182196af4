import type { Channel, ConnectionManager } from "../channel/channel.ts";

/** A channel that answers as a test wants, and records each call. */
export function fakeChannel(answers: Partial<Channel> = {}) {
  const asked: [verb: string, ...given: unknown[]][] = [];
  const channel = new Proxy({} as Channel, {
    get:
      (_, verb: string) =>
      (...given: unknown[]) => {
        asked.push([verb, ...given]);
        const answer = answers[verb as keyof Channel] as
          | ((...given: unknown[]) => unknown)
          | undefined;
        const told = answer?.(...given);
        // `fetch` is a generator, everything else returns a promise.
        return verb === "fetch" ? told : Promise.resolve(told);
      },
  });
  const nothing = async () => {};
  const connectionManager: ConnectionManager = {
    start: nothing,
    forget: nothing,
    logout: nothing,
    stopCompany: nothing,
    openCompany: nothing,
    forgetCompany: () => {},
    channel: () => channel,
  };
  return { connectionManager, asked };
}

/** No connection runs. */
export const noConnections: ConnectionManager = {
  ...fakeChannel().connectionManager,
  channel: () => undefined,
};
