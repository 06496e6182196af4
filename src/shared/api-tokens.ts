/** The rights of a token: to send messages, or to read their state. */
export const tokenScopes = ["send", "read"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Requests a minute of one token. */
export const tokenRate = { min: 1, max: 100_000, usual: 300 } as const;

/** Tokens of one connection. */
export const maxTokens = 20;

/** The prefix of every token, by which people and scanners recognise one. */
export const tokenPrefix = "bal_";
