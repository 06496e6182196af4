import type { Channel, Lines } from "../channel/channel.ts";

/** A line whose network says what a story wants and remembers what it was asked. */
export function standIn(answers: Partial<Channel> = {}) {
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
  const lines: Lines = { start: nothing, forget: nothing, logout: nothing, channel: () => channel };
  return { lines, asked };
}

/** No connection runs. */
export const noLines: Lines = { ...standIn().lines, channel: () => undefined };
