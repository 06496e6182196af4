import type { Me } from "../../kit/audience.ts";
import type { Store } from "../../kit/store.ts";
import { list as contacts } from "../../modules/contacts/contacts.ts";
import { page } from "../../modules/messages/messages.ts";
import { list, ticketQuery } from "../../modules/tickets/list/list.ts";
import { accept, returnToQueue } from "../../modules/tickets/lifecycle/move.ts";
import { hitsIn } from "../../modules/tickets/list/search.ts";
import { find } from "../../modules/tickets/tickets.ts";
import { me } from "../../modules/users/users.ts";
import type { Score } from "./ceiling.ts";
import type { Call, Script } from "./load.ts";
import { agent, admin, password, size, visitors } from "./seed.ts";
import type { Tape } from "./tape.ts";
import { vocabulary } from "./words.ts";

/** What is measured: a call, and the verb behind it, whose statements the ceiling runs too. */
export type Cell = {
  name: string;
  /** The call of a turn; turns go round. */
  calls: Call[];
  shape?: Score[number]["shape"];
  verbs: ((store: Store) => unknown)[];
  /** Which turn a connection takes; each its own by default, so that not all ask the same. */
  turn?: (connection: number, turn: number) => number;
  reads: boolean;
};


export const people = { admin, agent };

/** The cells of the table, for people who hold these tokens. */
export function cells(tokens: { admin: string; agent: string }, store: Store): Cell[] {
  const rui = me(store, 1, true)!;
  const ana = me(store, 2, false)!;
  const common = ["pedido", "bom", "obrigado", "entrega", "valor", "pode", "hoje", "quero"];
  const rare = vocabulary.slice(20_000, 20_064);
  const names = ["silva", "araú", "nogueira", "ana", "5511", "prado", "ramos", "teo"];
  const talks = range(64, (index) => size.tickets - index * 37);
  const waiting = range(64, (index) => size.tickets - index * 3);
  return [
    searching("ticket list, all open", tokens.admin, rui, ["status=open&showAll=true"]),
    searching("ticket list, an agent's own", tokens.agent, ana, ["status=open"]),
    {
      name: "messages page", shape: "messages", reads: true,
      calls: talks.map((id) => get(`/messages/${id}?pageNumber=1`, tokens.admin)),
      verbs: talks.map((id) => (store) => (find(store, rui, id), page(store, id, { pageNumber: 1 }))),
    },
    {
      name: "contact search", shape: "contacts", reads: true,
      calls: names.map((name) => get(`/contacts?searchParam=${encodeURIComponent(name)}&pageNumber=1`, tokens.admin)),
      verbs: names.map((searchParam) => (store) => contacts(store, { searchParam, pageNumber: 1 })),
    },
    searching("message search, common word", tokens.admin, rui, common.map((word) => `showAll=true&searchParam=${word}`)),
    searching("message search, one letter", tokens.admin, rui, [..."dapse"].map((letter) => `showAll=true&searchParam=${letter}`)),
    searching("message search, rare word", tokens.admin, rui, rare.map((word) => `showAll=true&searchParam=${encodeURIComponent(word)}`)),
    {
      name: "search in a conversation", shape: "hits", reads: true,
      calls: talks.map((id, index) => get(`/messages/${id}/search?searchParam=${common[index % common.length]}`, tokens.admin)),
      verbs: talks.map((id, index) => (store) => (find(store, rui, id), hitsIn(store, id, common[index % common.length]!))),
    },
    {
      name: "sign-in", verbs: [], reads: false,
      calls: visitors.map((email, index) => ({ method: "POST", path: "/api/auth/login", headers: { "x-forwarded-for": `10.0.0.${index + 1}` }, body: JSON.stringify({ email, password }) })),
      turn: (connection) => connection,
    },
    {
      name: "accept, and return", shape: "moved", reads: false,
      calls: waiting.flatMap((id) => ["open", "pending"].map((status) => ({ ...get(`/tickets/${id}`, tokens.admin), method: "PUT" as const, body: JSON.stringify({ status }) }))),
      verbs: waiting.flatMap((id) => [accept, returnToQueue].map((verb) => (store: Store) => verb(store, rui, id))),
      turn: (connection, turn) => connection * 2 + (turn % 2),
    },
  ];
}

/** What the ceiling plays: each cell's statements, turn by turn. */
export const score = (all: Cell[], tape: Tape): Score =>
  all.flatMap(({ shape, verbs }, index) => (shape ? [{ name: String(index), shape, turns: verbs.map((verb) => tape.record(verb)) }] : []));

/** The calls of a cell, to us and to the ceiling. */
export function scripts({ calls, turn = (connection, turn) => connection * 5 + turn, shape }: Cell, index: number): { ours: Script; ceiling: Script } {
  const bare = calls.map((_, each): Call => ({ method: "GET", path: shape ? `/${index}?${each}` : "/sign-in" }));
  return {
    ours: (connection, each) => calls[turn(connection, each) % calls.length]!,
    ceiling: (connection, each) => bare[turn(connection, each) % bare.length]!,
  };
}

function searching(name: string, token: string, who: Me, queries: string[]): Cell {
  return {
    name, shape: queries[0]!.includes("searchParam") ? "found" : "tickets", reads: true,
    calls: queries.map((query) => get(`/tickets?${query}`, token)),
    verbs: queries.map((query) => (store) => list(store, who, ticketQuery.parse(Object.fromEntries(new URLSearchParams(query))))),
  };
}

const get = (path: string, token: string): Call => ({ method: "GET", path: `/api${path}`, headers: { authorization: `Bearer ${token}` } });

const range = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
