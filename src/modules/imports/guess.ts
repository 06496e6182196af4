import { folded, textOf } from "./cells.ts";
import type { Cell, Mapping } from "./table.ts";

/** A kind of column, and how to recognise it. */
export type ColumnKind = {
  target: string;
  /** Names of columns, without accents and capitals, the best matches first. */
  names: RegExp[];
  /** Names that are not of it, although they match. */
  never?: RegExp;
  /** Whether a cell may be of it. Most cells of the column must be. */
  fits?: (cell: Cell, text: string) => boolean;
  /** A column with another name is taken where nearly all of its cells prove to be of it. */
  proves?: (cell: Cell, text: string) => boolean;
  /** How much its names count against those of others, up to 1. */
  weight?: number;
  /** More than one column may hold it. */
  many?: boolean;
};

/** A program whose files are recognised by their column names. */
export type Vendor = {
  /** Each of these names is there. */
  signature: RegExp[];
  /** The columns by their field, in the order in which they count. */
  columns: Record<string, RegExp[]>;
  /** No two columns hold the same. */
  single?: true;
};

/** The columns of a table by their field, and how sure their names make it. */
export type Guess = { columns: { target: string; column: number }[]; score: number };

const maxSample = 30;
const enough = { named: 0.5, unnamed: 0.9 };

/** Guesses what the columns of a table hold from its head and some of its rows. */
export function guess(
  head: Cell[],
  sample: Cell[][],
  kinds: ColumnKind[],
  vendors: Vendor[],
): Guess {
  const names = head.map((cell) => folded(textOf(cell)));
  const vendor = vendors.find(({ signature }) =>
    signature.every((name) => names.some((one) => name.test(one))),
  );
  if (vendor) return { columns: columnsOf(vendor, names), score: 100 };
  const width = Math.max(names.length, ...sample.slice(0, maxSample).map(({ length }) => length));
  const pairs = Array.from({ length: width }, (_, column) =>
    kinds.flatMap((kind) => {
      const name = nameScore(kind, names[column] ?? "");
      const part = partOf(name > 0 ? kind.fits : kind.proves, sample, column);
      if (kind.never?.test(names[column] ?? "")) return [];
      if (name > 0 ? (part ?? 1) < enough.named : (part ?? 0) < enough.unnamed) return [];
      return [{ kind, column, name, score: name > 0 ? name : part! / 10 }];
    }),
  )
    .flat()
    .toSorted((one, other) => other.score - one.score || one.column - other.column);
  const taken = new Set<number>();
  const filled = new Set<string>();
  const chosen = pairs.filter(({ kind, column, name }) => {
    if (taken.has(column) || (filled.has(kind.target) && !(kind.many && name > 0))) return false;
    taken.add(column);
    filled.add(kind.target);
    return true;
  });
  return {
    columns: chosen.map(({ kind, column }) => ({ target: kind.target, column })),
    score: chosen.filter(({ name }) => name > 0).length,
  };
}

/**
 * A mapping of the columns: single fields of a contact or product, further columns, and extra
 * fields.
 */
export function mappingOf(
  { columns }: Guess,
  singles: readonly string[],
  isMore: (target: string) => boolean,
): Mapping {
  const mapping: Mapping = {
    name: null,
    number: null,
    email: null,
    tags: null,
    fields: [],
    more: [],
  };
  for (const { target, column } of columns) {
    const single = singles.includes(target) ? (target as "name") : undefined;
    if (single && mapping[single] === null) mapping[single] = column;
    else if (isMore(target)) mapping.more!.push({ column, name: target as "name" });
    else if (!single) mapping.fields.push({ column, name: target });
  }
  return mapping;
}

function columnsOf({ columns, single }: Vendor, names: string[]) {
  const taken = new Set<number>();
  return Object.entries(columns).flatMap(([target, patterns]) => {
    const matches = patterns.flatMap((pattern) =>
      names.flatMap((name, column) => {
        if (taken.has(column) || !pattern.test(name)) return [];
        taken.add(column);
        return [{ target, column }];
      }),
    );
    return single ? matches.slice(0, 1) : matches;
  });
}

function nameScore({ names, weight = 1 }: ColumnKind, name: string): number {
  if (name === "") return 0;
  const rank = names.findIndex((pattern) => pattern.test(name));
  return rank < 0 ? 0 : weight * (1 - rank / 20);
}

/** The part of a column's cells that pass a test; undefined where all are empty. */
function partOf(test: ColumnKind["fits"], sample: Cell[][], column: number): number | undefined {
  if (!test) return undefined;
  const cells = sample
    .slice(0, maxSample)
    .map((row) => row[column] ?? "")
    .filter((cell) => textOf(cell) !== "");
  if (cells.length === 0) return undefined;
  return cells.filter((cell) => test(cell, textOf(cell).slice(0, 200))).length / cells.length;
}
