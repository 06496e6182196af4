/** The resources of the API, and whether a program may change them. */
export const apiResources = {
  tickets: "write",
  contacts: "write",
  messages: "write",
  files: "read",
  tags: "write",
  queues: "read",
  users: "read",
  connections: "read",
  products: "write",
  orders: "write",
  budgets: "write",
  payments: "write",
  campaigns: "write",
  "opt-outs": "write",
  webhooks: "write",
} as const satisfies Record<string, "read" | "write">;
export type ApiResource = keyof typeof apiResources;

type WritableResource = {
  [Name in ApiResource]: (typeof apiResources)[Name] extends "write" ? Name : never;
}[ApiResource];

/** The rights of a program on a resource: `orders:read`. */
export type ResourceScope = `${ApiResource}:read` | `${WritableResource}:write`;

/** The rights of a token on the messages API: to send, and to read what became of it. */
export const messageScopes = ["send", "read"] as const;
export type TokenScope = (typeof messageScopes)[number] | ResourceScope;

export const resourceScopes = Object.entries(apiResources).flatMap(([name, most]) =>
  most === "write" ? [`${name}:read`, `${name}:write`] : [`${name}:read`],
) as ResourceScope[];

/** The rights that only a token of all connections has. rules.md#api-tokens */
export const companyScopes: TokenScope[] = ["webhooks:read", "webhooks:write"];

export const tokenScopes: TokenScope[] = [...messageScopes, ...resourceScopes];

/** Requests a minute of one token. */
export const tokenRate = { min: 1, max: 100_000, usual: 300 } as const;

/** Tokens of one connection, and of the company as a whole. */
export const maxTokens = 20;

/** The prefix of every token, by which people and scanners recognise one. */
export const tokenPrefix = "bal_";
