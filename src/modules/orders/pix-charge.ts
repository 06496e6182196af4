import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { limitConcurrency } from "../../kit/process/limit-concurrency.ts";
import { amountOf } from "../../shared/money.ts";
import { chargeFor } from "../pix-accounts/charges.ts";
import { find } from "./orders.ts";
import { nothingOwed, owedNow } from "./receive.ts";

// A second click waits for the first, and gets the same charge.
const oneByOne = new WeakMap<CompanyDb, ReturnType<typeof limitConcurrency>>();

/**
 * A Pix charge of what an order owes now, from the account of its store: the box books the payment
 * by itself. Throws missing; a conflict for an order that owes nothing or a store without an
 * account; unready where the gateway does not answer. rules.md#pix-accounts
 */
export function chargeByPix(db: CompanyDb, me: Me, httpClient: HttpClient, orderId: number) {
  const inLine = oneByOne.get(db) ?? limitConcurrency(1);
  oneByOne.set(db, inLine);
  return inLine(async () => {
    const { storeId, number, ...order } = find(db, me, orderId);
    const owed = owedNow(order);
    if (owed === 0) throw nothingOwed();
    const charge = await chargeFor(db, httpClient, {
      orderId,
      storeId,
      value: amountOf(owed),
      note: `#Pedido:${number}`,
    });
    if (!charge)
      throw new Fault("conflict", "ERR_NO_PIX_ACCOUNT", {
        message: "Esta loja não tem conta de Pix",
      });
    const { txid, code, value, expiresAt } = charge;
    return { txid, code, value, expiresAt };
  });
}
