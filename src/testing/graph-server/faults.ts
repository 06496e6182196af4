import { GraphError } from "./errors.ts";

/** The calls that a fault may hit. */
export type CallName = "messages" | "media" | "download" | "templates" | "number" | "other";

export type Fault =
  /** Refuses at once. */
  | { kind: "error"; code: number; details?: string }
  /** Accepts, and fails later in a status. */
  | { kind: "status"; code: number; details?: string }
  /** A page of HTML with a status of its own. */
  | { kind: "http"; status: number }
  /** Cuts the connection, before the body counts or after. */
  | { kind: "cut"; taken: boolean }
  /** Says nothing for so many ms of the machine's clock, then cuts. */
  | { kind: "silence"; ms: number; taken: boolean }
  /** Accepts a template, and holds it for an assessment. */
  | { kind: "assessed" };

/** Faults on demand: each hits the next matching call. */
export class Faults {
  private readonly waiting: { call: CallName; fault: Fault; to?: string }[] = [];

  /** `to` are the digits of the only recipient whose messages it hits. */
  next(fault: Fault, { call = "messages" as CallName, times = 1, to = "" } = {}): void {
    for (let count = 0; count < times; count += 1)
      this.waiting.push({ call, fault, ...(to && { to }) });
  }

  clear(): void {
    this.waiting.length = 0;
  }

  /** The fault of this call, which it uses up. */
  take(call: CallName, to?: string): Fault | undefined {
    const index = this.waiting.findIndex(
      (one) => one.call === call && (one.to === undefined || one.to === to),
    );
    return index < 0 ? undefined : this.waiting.splice(index, 1)[0]!.fault;
  }
}

/** Throws the error of a fault that refuses at once. */
export function throwIfError(fault: Fault | undefined): void {
  if (fault?.kind === "error") throw new GraphError(fault.code, fault.details ?? "on demand");
}
