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

type Work = {
  work: () => unknown;
  /** Gives the result its wire form; throws where it has none. */ shape: (
    result: unknown,
  ) => unknown;
  /** The work waits for the network or for files, so it is no single commit. */ waits?: boolean;
};

/**
 * Answers a request once: another with the same key gets the first one's answer. The work, its
 * answer and the key are one commit, unless the work waits. Throws a conflict where the key belongs
 * to another request, to one that is being answered, or to one whose answer failed.
 * rules.md#idempotency-keys
 */
export async function once(
  db: CompanyDb,
  caller: ApiCaller,
  key: string | null,
  request: unknown,
  { work, shape, waits = false }: Work,
): Promise<unknown> {
  const fingerprint = fingerprintOf(request);
  const earlier = key === null ? undefined : findByKey(db, caller.id, key);
  if (earlier) return answerOf(refuseOther(earlier, fingerprint));
  if (waits) {
    if (key === null) return shape(await work());
    return onceAtATime(`${db.company} ${caller.id} ${key}`, async () => {
      const result = await work();
      let answer: unknown = null;
      try {
        answer = shape(result);
        return answer;
      } finally {
        noteAnswered(db, caller, { key, fingerprint, answer: answer as object | null });
      }
    });
  }
  return db.whole(() => {
    const result = work();
    if (result instanceof Promise) throw new Error("a route that waits does not say so");
    const answer = shape(result);
    if (key !== null) noteAnswered(db, caller, { key, fingerprint, answer: answer as object });
    return answer as object;
  });
}

async function onceAtATime(name: string, work: () => Promise<unknown>): Promise<unknown> {
  if (running.has(name))
    throw new Fault("conflict", "ERR_REQUEST_RUNNING", {
      message: "O mesmo pedido ainda está sendo respondido",
    });
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
  }
}

function answerOf({ answer }: { answer: object | null }): object {
  if (answer) return answer;
  throw new Fault("conflict", "ERR_ANSWER_LOST", {
    message: "O pedido foi feito, mas a resposta dele se perdeu: leia o resultado",
  });
}
