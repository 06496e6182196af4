import { and, eq, like, lt, lte, not, or, sql } from "drizzle-orm";
import { isIP } from "node:net";
import { Fault } from "../../kit/fault.ts";
import { groupsOf } from "../../kit/net/ip-addresses.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { attempts } from "./table.ts";

const window = 15 * 60_000;
const day = 86_400_000;

/**
 * `freeTries`: failures within 15 minutes without a wait. `maxWait`: the longest wait after that,
 * in ms.
 */
export type Limit = { key: string; freeTries: number; maxWait: number };
type Row = typeof attempts.$inferSelect;

export const account = (email: string): Limit => ({
  key: `account:${email}`,
  freeTries: 5,
  maxWait: 60_000,
});
/**
 * The account from an address that it has signed in from. Tries of others at the account or from
 * that address don't count here. rules.md#sign-in-throttling
 */
export const accountAt = (email: string, ip: string): Limit => ({
  ...account(email),
  key: `account:${email}@${network(ip)}`,
});
export const address = (ip: string): Limit => ({
  key: `address:${network(ip)}`,
  freeTries: 30,
  maxWait: window,
});
/** One IPv6 customer has a whole /64 of addresses. */
export const network = (ip: string) => (isIP(ip) === 6 ? groupsOf(ip).slice(0, 4).join(":") : ip);
/**
 * TOTP codes: tries count until a day passes without one, which allows some hundred a day at most.
 */
export const code = (identityId: number): Limit => ({
  key: `code:${identityId}`,
  freeTries: 5,
  maxWait: window,
});
/** The current password of someone who is signed in. */
export const ownPassword = (identityId: number): Limit => ({
  key: `own:${identityId}`,
  freeTries: 5,
  maxWait: 60_000,
});
/** Mail that strangers ask for, to one address and from one. */
export const mailTo = (email: string): Limit => ({
  key: `mail:${email}`,
  freeTries: 4,
  maxWait: window,
});
export const mailFrom = (ip: string): Limit => ({
  key: `mailFrom:${network(ip)}`,
  freeTries: 10,
  maxWait: window,
});
/** Links that came by mail, tried from one address. */
export const link = (ip: string): Limit => ({
  key: `link:${network(ip)}`,
  freeTries: 10,
  maxWait: window,
});
export const setup: Limit = { key: "setup", freeTries: 10, maxWait: 3_600_000 };

/**
 * Counts a try before its outcome is known, so that a hundred at the same time are a hundred tries.
 * Throws busy, with the seconds to wait, while any limit is reached. Each try after the free ones
 * doubles the wait: 1 s, 2 s, 4 s and so on. There is no lock, since anyone could use it to shut
 * out an account.
 */
export function spend(control: Control, ...limits: Limit[]) {
  const now = control.now();
  control.write((tx) => {
    tx.delete(attempts)
      .where(
        or(
          and(isOlder(now - window, now), not(like(attempts.key, "code:%"))),
          isOlder(now - day, now - day),
        ),
      )
      .run();
    const rows = limits.map((limit) =>
      current(tx.select().from(attempts).where(eq(attempts.key, limit.key)).get(), limit, now),
    );
    const wait = Math.max(...rows.map((row) => (row?.freeAt ?? 0) - now));
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw new Fault("busy", "ERR_TOO_MANY_TRIES", {
        message: `Muitas tentativas. Aguarde ${seconds} s`,
        details: { seconds },
      });
    }
    for (const [index, { key, freeTries, maxWait }] of limits.entries()) {
      const count = (rows[index]?.count ?? 0) + 1;
      const freeAt =
        count < freeTries ? 0 : now + Math.min(1000 * 2 ** (count - freeTries), maxWait);
      const values = { key, count, firstAt: rows[index]?.firstAt ?? now, freeAt };
      tx.insert(attempts)
        .values(values)
        .onConflictDoUpdate({ target: attempts.key, set: values })
        .run();
    }
  });
}

/** Takes a successful try back: the account's count is deleted, an address loses only this try. */
export function refund(control: Control, account: Limit, ...others: Limit[]) {
  control.write((tx) => {
    tx.delete(attempts).where(eq(attempts.key, account.key)).run();
    for (const { key } of others) {
      tx.delete(attempts)
        .where(and(eq(attempts.key, key), lte(attempts.count, 1)))
        .run();
      tx.update(attempts)
        .set({ count: sql`${attempts.count} - 1`, freeAt: 0 })
        .where(eq(attempts.key, key))
        .run();
    }
  });
}

/**
 * A row from before the clock was put back is ignored: its wait would last as long as the clock was
 * ahead.
 */
const current = (row: Row | undefined, { maxWait }: Limit, now: number) =>
  row && row.firstAt <= now && row.freeAt <= now + maxWait ? row : undefined;

const isOlder = (firstAt: number, freeAt: number) =>
  and(lt(attempts.firstAt, firstAt), lt(attempts.freeAt, freeAt));
