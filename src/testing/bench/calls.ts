import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Written } from "../../kit/db/written.ts";
import { hitsIn } from "../../modules/messages/search.ts";
import { ticketQuery } from "../../modules/tickets/list/filters.ts";
import { accept, returnToQueue } from "../../modules/tickets/lifecycle/move.ts";
import { search } from "../../modules/tickets/list/search.ts";
import { findTicket } from "../../modules/tickets/tickets.ts";
import { meOf } from "../../modules/users/users.ts";
import type { Score } from "./ceiling.ts";
import type { Call, Script } from "./load.ts";
import { agent, admin, password, size, visitors } from "./seed.ts";
import type { Tape } from "./tape.ts";
import { vocabulary } from "./words.ts";

/**
 * A measured call and the verb behind it. The ceiling runs the statements of the verb. A call whose
 * rows are cached as texts is compared with a server that only answers `{}`.
 */
export type Cell = {
  name: string;
  /** The calls by turn; after the last comes the first. */
  calls: Call[];
  shape?: Score[number]["shape"];
  verbs: ((db: CompanyDb) => unknown)[];
  /** The required share of the rate of a server that only answers, with the most connections. */
  aim?: number;
  /**
   * The turn that a connection takes. By default each has its own, so that not all make the same
   * call.
   */
  turn?: (connection: number, turn: number) => number;
  reads: boolean;
};

export const people = { admin, agent };

/** The cells of the table, for the holders of these tokens. */
export function cells(tokens: { admin: string; agent: string }, db: CompanyDb): Cell[] {
  const rui = meOf(db, 1, true)!;
  const ana = meOf(db, 2, false)!;
  const common = ["pedido", "bom", "obrigado", "entrega", "valor", "pode", "hoje", "quero"];
  const rare = vocabulary.slice(20_000, 20_064);
  const names = ["silva", "araú", "nogueira", "ana", "5511", "prado", "ramos", "teo"];
  const lanes = range(5, (index) => `/ticket/kanban?tagId=${index}`);
  const talks = range(64, (index) => size.tickets - index * 37);
  const waiting = range(64, (index) => size.tickets - index * 3);
  return [
    cellOf("ticket list, all open", 0.05, tokens.admin, ["/tickets?status=open&showAll=true"]),
    cellOf("ticket list, closed, page 1", 0.05, tokens.admin, [
      "/tickets?status=closed&showAll=true",
    ]),
    cellOf("ticket list, closed, page 400", 0.05, tokens.admin, [
      "/tickets?status=closed&showAll=true&pageNumber=400",
    ]),
    cellOf("ticket list, an agent's own", 0.05, tokens.agent, ["/tickets?status=open"]),
    cellOf("ticket board, a lane", 0.05, tokens.admin, lanes),
    cellOf("ticket board, an agent's own", 0.05, tokens.agent, lanes),
    cellOf(
      "messages page",
      0.06,
      tokens.admin,
      talks.map((id) => `/messages/${id}?pageNumber=1`),
    ),
    cellOf(
      "contact search",
      0.035,
      tokens.admin,
      names.map((name) => `/contacts?searchParam=${encodeURIComponent(name)}&pageNumber=1`),
    ),
    searching(
      "message search, common word",
      tokens.admin,
      rui,
      common.map((word) => `showAll=true&searchParam=${word}`),
    ),
    searching(
      "message search, an agent's",
      tokens.agent,
      ana,
      common.map((word) => `showAll=true&searchParam=${word}`),
    ),
    searching(
      "message search, a beginning",
      tokens.admin,
      rui,
      ["pedi", "obriga", "entreg", "comprov", "anivers", "bom ped"].map(
        (word) => `showAll=true&searchParam=${encodeURIComponent(word)}`,
      ),
    ),
    searching(
      "message search, one letter",
      tokens.admin,
      rui,
      [..."dapse"].map((letter) => `showAll=true&searchParam=${letter}`),
    ),
    searching(
      "message search, rare word",
      tokens.admin,
      rui,
      rare.map((word) => `showAll=true&searchParam=${encodeURIComponent(word)}`),
    ),
    {
      name: "search in a conversation",
      shape: "answer",
      reads: true,
      calls: talks.map((id, index) =>
        get(`/messages/${id}/search?searchParam=${common[index % common.length]}`, tokens.admin),
      ),
      verbs: talks.map(
        (id, index) => (db) => (
          findTicket(db, rui, id),
          hitsIn(db, id, { text: common[index % common.length]! })
        ),
      ),
    },
    {
      name: "sign-in",
      verbs: [],
      reads: false,
      calls: visitors.map((email, index) => ({
        method: "POST",
        path: "/api/auth/login",
        headers: { "x-forwarded-for": `10.0.0.${index + 1}` },
        body: JSON.stringify({ email, password }),
      })),
      turn: (connection) => connection,
    },
    {
      name: "accept, and return",
      shape: "moved",
      reads: false,
      calls: waiting.flatMap((id) =>
        ["open", "pending"].map((status) => ({
          ...get(`/tickets/${id}`, tokens.admin),
          method: "PUT" as const,
          body: JSON.stringify({ status }),
        })),
      ),
      verbs: waiting.flatMap((id) =>
        [accept, returnToQueue].map((verb) => (db: CompanyDb) => verb(db, rui, id)),
      ),
      turn: (connection, turn) => connection * 2 + (turn % 2),
    },
  ];
}

/** The statements of each cell, turn by turn, for the ceiling to replay. */
export const score = (all: Cell[], tape: Tape): Score =>
  all.flatMap(({ shape, verbs }, index) =>
    shape
      ? [
          {
            name: String(index),
            shape,
            turns: verbs.map((verb) => tape.record(verb)),
            ...(shape === "answer" && { answers: verbs.map((verb) => plain(verb(tape.db))) }),
          },
        ]
      : [],
  );

const plain = (answer: unknown) =>
  answer instanceof Written ? (answer.read() as unknown) : answer;

/** The calls of a cell, to the product and to the ceiling. */
export function scripts(
  { calls, turn = (connection, turn) => connection * 5 + turn, shape, aim }: Cell,
  index: number,
): { ours: Script; ceiling: Script } {
  const bare = calls.map((_, each): Call => ({
    method: "GET",
    path: shape ? `/${index}?${each}` : aim ? "/nothing" : "/sign-in",
  }));
  return {
    ours: (connection, each) => calls[turn(connection, each) % calls.length]!,
    ceiling: (connection, each) => bare[turn(connection, each) % bare.length]!,
  };
}

function searching(name: string, token: string, who: Me, queries: string[]): Cell {
  return {
    name,
    shape: "answer",
    reads: true,
    calls: queries.map((query) => get(`/tickets?${query}&after=null`, token)),
    verbs: queries.map(
      (query) => (db) =>
        search(db, who, ticketQuery.parse(Object.fromEntries(new URLSearchParams(query)))),
    ),
  };
}

const cellOf = (name: string, aim: number, token: string, paths: string[]): Cell => ({
  name,
  aim,
  calls: paths.map((path) => get(path, token)),
  verbs: [],
  reads: true,
});

const get = (path: string, token: string): Call => ({
  method: "GET",
  path: `/api${path}`,
  headers: { authorization: `Bearer ${token}` },
});

const range = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
