import type { Database } from "bun:sqlite";
import type { Env } from "../env.ts";

/** The parts of a running box's address. */
export type Served = Pick<Env, "host" | "port" | "tls" | "tlsPort" | "publicUrl">;

/**
 * Notes the address of a box that has just begun to listen: the settings of its start may be in no
 * file.
 */
export function noteServed(control: Database, served: Served) {
  control.run("INSERT INTO instance VALUES ('served', ?1) ON CONFLICT DO UPDATE SET value = ?1", [
    JSON.stringify(served),
  ]);
}

/** The address of the box when it was started last. */
export function servedIn(control: Database): Partial<Served> {
  const row = control
    .query<{ value: string }, []>("SELECT value FROM instance WHERE key = 'served'")
    .get();
  return row ? (JSON.parse(row.value) as Served) : {};
}
