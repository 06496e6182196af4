/** A row from the wire: dates are ISO 8601 text. */
export type Wire<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

/** One page of a list, under the list's own name: `{tags, hasMore, count}`. */
export type Page<Name extends string, Row> = { [Key in Name]: Row[] } & {
  hasMore: boolean;
  count: number;
};

/**
 * The answer to a refused call. `fields` has a code per field; `details` has the values that a
 * screen needs for its text.
 */
export type Refusal = {
  error: string;
  message: string;
  requestId: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  /** The page about the error, for programs. */
  docs?: string;
};

/** A live frame: `{seq: 41, event: "ticket", action: "update", ticket: {…}}`. */
export type Frame = { seq?: number; event: string; action?: string; [name: string]: unknown };
