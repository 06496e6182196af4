/** The reasons why a request failed. None reveals anything about the server behind an address. */
export type FailureReason =
  /** The address is not allowed. */
  | "refused"
  | "unreachable"
  | "timeout"
  | "too large"
  /** A status other than 2xx where one was needed. */
  | "status"
  /** An answer that can't be read. */
  | "senseless"
  /** The configured address or key is not valid. */
  | "misconfigured"
  /** The breaker is open: recent requests failed too often. */
  | "open"
  /** The caller aborted. */
  | "cancelled";

/**
 * A request failed, or its answer was not as expected. `status` is the answer's, where there was
 * one.
 */
export class RequestFailed extends Error {
  constructor(
    readonly reason: FailureReason,
    readonly status?: number,
  ) {
    super(`unanswered: ${reason}`);
  }
}

export type HttpReply = { status: number; headers: Headers; bytes: Uint8Array; text: string };
