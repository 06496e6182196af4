/** The parts of the API's document that the page reads. */
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  "x-permission"?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

export type Entry = Operation & { method: string; path: string };

/** A program with a token, a signed-in user, or anyone may call a route. */
export const callers = ["byToken", "bySession", "byAnyone"] as const;
export type Caller = (typeof callers)[number];

export const callerOf = ({ security }: Entry): Caller =>
  security.some((way) => "token" in way)
    ? "byToken"
    : security.length > 0
      ? "bySession"
      : "byAnyone";

/** The routes whose method, path or summary contains the typed text. */
export function entriesOf({ paths }: ApiDocument, typed: string): Entry[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const words = typed.trim().toLowerCase();
  return all.filter(({ method, path, summary }) =>
    `${method} ${path} ${summary}`.toLowerCase().includes(words),
  );
}
