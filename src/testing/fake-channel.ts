import type { Channel, ConnectionManager } from "../channel/channel.ts";
import { capabilitiesOf } from "../shared/capabilities.ts";

/** A channel that answers as a test wants, and records each call. */
export function fakeChannel(answers: Partial<Channel> = {}) {
  const calls: [verb: string, ...given: unknown[]][] = [];
  const channel = new Proxy({} as Channel, {
    get: (_, verb: string) => {
      if (verb === "capabilities") return answers.capabilities ?? capabilitiesOf("practice");
      if (verb === "templates") return answers.templates;
      if (verb === "resendAfter") return answers.resendAfter ?? 0;
      return (...given: unknown[]) => {
        calls.push([verb, ...given]);
        const answer = answers[verb as keyof Channel] as
          | ((...given: unknown[]) => unknown)
          | undefined;
        const result = answer?.(...given);
        // `fetch` is a generator, everything else returns a promise.
        return verb === "fetch" ? result : Promise.resolve(result);
      };
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
  return { connectionManager, calls };
}

/** No connection runs. */
export const noConnections: ConnectionManager = {
  ...fakeChannel().connectionManager,
  channel: () => undefined,
};
