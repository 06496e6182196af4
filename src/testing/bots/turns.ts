import type { Turn } from "../../bots/bot.ts";
import {
  createHttpClient,
  type HttpClient,
  type RequestOptions,
} from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";

/** A turn of Bia's. */
export const turn = (text: string, more: Partial<Turn> = {}): Turn => ({
  text,
  begins: false,
  session: null,
  who: { name: "Bia Souza", firstName: "Bia", number: "5511988887777" },
  ticketId: 7,
  raw: {
    ticket: { id: 7, status: "pending" },
    contact: { name: "Bia Souza" },
    message: { id: 70 },
    connection: { id: 1, name: "Balcão" },
    company: { id: 1 },
    raw: { key: { id: "A1" } },
  },
  ...more,
});

/**
 * The real HTTP client, opened to loopback, with at most `longest` ms for a request. `requests`
 * records the requests.
 */
export function way(longest = 10_000): HttpClient & { requests: RequestOptions[] } {
  const http = createHttpClient({ allow: ["127.0.0.0/8"] });
  const requests: RequestOptions[] = [];
  return {
    requests,
    request: (url, question = {}) => {
      requests.push(question);
      return http.request(url, {
        ...question,
        timeout: Math.min(question.timeout ?? 15_000, longest),
      });
    },
  };
}

/** The reason for no answer, or the result of the work. */
export const silence = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((thrown: unknown) =>
    thrown instanceof RequestFailed
      ? thrown.status === undefined
        ? thrown.reason
        : `${thrown.reason} ${thrown.status}`
      : thrown,
  );
