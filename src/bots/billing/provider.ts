/**
 * An unpaid bill: `value` in cents, `due` a day (2026-11-10). Payment data that the list of bills
 * already has is here too.
 */
export type Bill = {
  id: string;
  value: number;
  due: string;
  line?: string;
  pix?: string;
  link?: string;
};

/**
 * The owner of a document. `id`: the provider's own, never the document. `bills`: the oldest first.
 */
export type Account = { id: string; name: string; bills: Bill[] };

/**
 * The existing ways to pay a bill: the typed line, the Pix code, its picture, and the bill as a
 * file or link.
 */
export type Copy = {
  line?: string;
  pix?: string;
  qrCode?: Uint8Array;
  pdf?: Uint8Array;
  link?: string;
};

/** An internet provider's billing. All throw RequestFailed. */
export type BillingProvider = {
  /**
   * `document`: digits of a CPF, or digits and capital letters of a CNPJ. Undefined when the
   * provider has no such customer.
   */
  find(document: string): Promise<Account | undefined>;
  copy(bill: Bill): Promise<Copy>;
  /** Unlocking by trust, where the provider has it. rules.md#provider-bills */
  trust?: {
    /** The contract of this account that is cut off, if any. */
    blocked(accountId: string): Promise<string | undefined>;
    /** Whether it was unlocked. */
    unlock(contractId: string): Promise<boolean>;
  };
};
