import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { ApiCaller } from "../../kit/http/auth-context.ts";
import { Fault } from "../../kit/fault.ts";
import { page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { messages } from "../messages/table.ts";
import { apiRequests, apiMessages, type ApiCall, type SendAnswer } from "./table.ts";

/**
 * How long (ms) a request, its key and the state of its messages can be asked for.
 * rules.md#idempotency-keys
 */
const retention = 30 * 86_400_000;

/** The most that is deleted at once. */
const sweepSize = 20_000;

const keyQuery = query((db) =>
  db
    .select({ fingerprint: apiRequests.fingerprint, answer: apiRequests.answer })
    .from(apiRequests)
    .where(
      and(
        eq(apiRequests.tokenId, sql.placeholder("tokenId")),
        eq(apiRequests.idempotencyKey, sql.placeholder("key")),
      ),
    ),
);
const insertCall = query.insert(apiRequests);
const insertMessage = query((db) =>
  db
    .insert(apiMessages)
    .values({ messageId: sql.placeholder("messageId"), callId: sql.placeholder("callId") }),
);

/** A token's earlier request with this key, with its answer. */
export const findByKey = (db: CompanyDb, tokenId: number, key: string) =>
  keyQuery(db).get({ tokenId, key });

type KeyedCall = NonNullable<ReturnType<typeof findByKey>>;

/**
 * The earlier request, if it is this one. Throws a conflict where another request used the key.
 * rules.md#idempotency-keys
 */
export function refuseOther(earlier: KeyedCall, fingerprint: string): KeyedCall {
  if (earlier.fingerprint === fingerprint) return earlier;
  throw new Fault("conflict", "ERR_IDEMPOTENCY_KEY", {
    message: "Esta Idempotency-Key já foi usada com outro conteúdo",
  });
}

export const fingerprintOf = (request: unknown): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(request)).digest("hex");

/** Notes a request with a key that made no messages, with its answer; null where that failed. */
export function noteAnswered(
  db: CompanyDb,
  { id, name }: Pick<ApiCaller, "id" | "name">,
  { key, fingerprint, answer }: { key: string; fingerprint: string; answer: object | null },
) {
  db.write(
    (tx) =>
      void insertCall(tx, {
        tokenId: id,
        tokenName: name,
        idempotencyKey: key,
        fingerprint,
        status: answer ? 200 : 500,
        error: answer ? null : "ERR_INTERNAL",
        answer,
        createdAt: new Date(tx.now()),
      }),
  );
}

/** Notes a request that made messages, in their transaction. */
export function noteSent(
  tx: Tx,
  { id, name }: Pick<ApiCaller, "id" | "name">,
  {
    key,
    fingerprint,
    answer,
  }: { key: string | null; fingerprint: string; answer: SendAnswer | { messageIds: number[] } },
) {
  const callId = insertCall(tx, {
    tokenId: id,
    tokenName: name,
    idempotencyKey: key,
    fingerprint,
    status: 200,
    error: null,
    answer,
    createdAt: new Date(tx.now()),
  });
  for (const messageId of answer.messageIds) insertMessage(tx).run({ messageId, callId });
}

/**
 * Notes a refused request. It stores no key: the caller may correct the request and repeat it.
 * Requests beyond the rate limit are left out, since they would fill the list.
 */
export function noteRefused(
  db: CompanyDb,
  { id, name }: Pick<ApiCaller, "id" | "name">,
  { status, error }: { status: number; error: string },
) {
  if (status === 429) return;
  db.write(
    (tx) =>
      void insertCall(tx, {
        tokenId: id,
        tokenName: name,
        idempotencyKey: null,
        fingerprint: "",
        status,
        error: error.slice(0, 200),
        answer: null,
        createdAt: new Date(tx.now()),
      }),
  );
}

/** A page of requests, the newest first. */
export function list(db: CompanyDb, { pageNumber }: { pageNumber: number }) {
  const first = sql`(SELECT min(messageId) FROM apiMessages WHERE callId = ${apiRequests.id})`;
  const select = db
    .select({
      id: apiRequests.id,
      tokenName: apiRequests.tokenName,
      status: apiRequests.status,
      error: apiRequests.error,
      createdAt: apiRequests.createdAt,
      messageId: messages.id,
      ack: messages.ack,
      reason: messages.reason,
    })
    .from(apiRequests)
    .leftJoin(messages, eq(messages.id, first));
  const { rows, ...rest } = page<ApiCall>(db, {
    table: apiRequests,
    select,
    where: undefined,
    order: [desc(apiRequests.id)],
    pageNumber,
  });
  return { records: rows, ...rest };
}

/** Deletes requests that are too old to be asked for. */
export function deleteOld(db: CompanyDb) {
  const old = db
    .select({ id: apiRequests.id })
    .from(apiRequests)
    .where(lt(apiRequests.createdAt, new Date(db.now() - retention)))
    .limit(1)
    .get();
  if (old)
    db.write(
      (tx) =>
        void tx.run(
          sql`DELETE FROM apiRequests WHERE id IN (SELECT id FROM apiRequests WHERE createdAt < ${db.now() - retention} ORDER BY createdAt LIMIT ${sweepSize})`,
        ),
    );
}
