import { Fault } from "../kit/fault.ts";
import type { ApiCaller } from "../kit/http/auth-context.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import {
  findByKey,
  fingerprintOf,
  noteAnswered,
  refuseOther,
} from "../modules/messages-api/calls.ts";

/** Requests with a key that are being answered, by token and key. */
const running = new Set<string>();

/**
 * Answers a request once: another with the same key gets the first one's answer. Throws a conflict
 * where the key belongs to another request, or to one that is being answered.
 * rules.md#idempotency-keys
 */
export async function once(
  db: CompanyDb,
  caller: ApiCaller,
  key: string | null,
  request: unknown,
  work: () => unknown,
): Promise<unknown> {
  if (key === null) return work();
  const fingerprint = fingerprintOf(request);
  const earlier = findByKey(db, caller.id, key);
  if (earlier) return refuseOther(earlier, fingerprint).answer;
  const name = `${caller.id} ${key}`;
  if (running.has(name))
    throw new Fault("conflict", "ERR_REQUEST_RUNNING", {
      message: "O mesmo pedido ainda está sendo respondido",
    });
  running.add(name);
  try {
    const answer = await work();
    noteAnswered(db, caller, { key, fingerprint, answer: answer as object });
    return answer;
  } finally {
    running.delete(name);
  }
}
