import type { IncomingHttpHeaders } from "node:http";
import { GraphError } from "./errors.ts";
import { throwIfError, type CallName, type Fault } from "./faults.ts";
import type { GraphServer } from "./server.ts";

export type Call = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

export type Answer = {
  status: number;
  body: object;
  type?: string;
  headers?: Record<string, string>;
  /** Runs after the answer, or before it where statuses come first. */
  after?: () => Promise<void>;
  cut?: boolean;
  silence?: number;
};

export const ok = (body: object): Answer => ({ status: 200, body });

export function json(call: Call): Record<string, unknown> {
  if (!call.headers["content-type"]?.startsWith("application/json"))
    throw new GraphError(100, "The body must be application/json");
  try {
    return JSON.parse(call.body.toString()) as Record<string, unknown>;
  } catch {
    throw new GraphError(100, "The body is no JSON");
  }
}

/** The requested fields of a row. Throws for a field that it does not have. */
export function pick(row: Record<string, unknown>, fields: string | null, id: string): object {
  if (!fields) return row;
  const names = fields.split(",").map((name) => name.trim());
  const strange = names.find((name) => !(name in row));
  if (strange) throw new GraphError(100, `Tried accessing nonexisting field (${strange})`);
  return { ...Object.fromEntries(names.map((name) => [name, row[name]])), id };
}

/** Hits a call with its next fault. Throws where the fault refuses. */
export function faulty(world: GraphServer, name: CallName): void {
  const fault = world.faults.take(name);
  if (fault?.kind === "http") throw new GraphError(131016, `HTTP ${fault.status}`);
  throwIfError(fault);
}

/** The end of a call whose body does not count. */
export function earlyEnd(fault: Fault | undefined): Answer | undefined {
  if (fault?.kind === "http")
    return { status: fault.status, body: Buffer.from("<html>Sorry</html>"), type: "text/html" };
  if (fault?.kind === "cut" && !fault.taken) return { status: 0, body: {}, cut: true };
  if (fault?.kind === "silence" && !fault.taken)
    return { status: 0, body: {}, cut: true, silence: fault.ms };
  return undefined;
}
