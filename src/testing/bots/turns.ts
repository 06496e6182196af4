import type { Turn } from "../../bots/bot.ts";
import {
  createHttpClient,
  RequestFailed,
  type HttpClient,
  type RequestOptions,
} from "../../kit/net/http-client.ts";

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
 * The real way out, opened to loopback, no errand longer than `longest` ms. `asked`: with what it
 * was sent.
 */
export function way(longest = 10_000): HttpClient & { asked: RequestOptions[] } {
  const http = createHttpClient({ allow: ["127.0.0.0/8"] });
  const asked: RequestOptions[] = [];
  return {
    asked,
    request: (url, question = {}) => {
      asked.push(question);
      return http.request(url, {
        ...question,
        timeout: Math.min(question.timeout ?? 15_000, longest),
      });
    },
  };
}

/** Why it was not answered; what else came of it otherwise. */
export const silence = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((thrown: unknown) =>
    thrown instanceof RequestFailed
      ? thrown.status === undefined
        ? thrown.reason
        : `${thrown.reason} ${thrown.status}`
      : thrown,
  );
