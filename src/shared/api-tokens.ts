/** What a token may do: send messages, or read what became of them. */
export const tokenScopes = ["send", "read"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Requests a minute of one token. */
export const tokenRate = { min: 1, max: 100_000, usual: 300 } as const;

/** Tokens of one connection. */
export const maxTokens = 20;

/** What a token begins with, so that people and scanners know it for one. */
export const tokenPrefix = "bal_";
