/**
 * A bill that is not paid yet: `value` in cents, `due` a day (2026-11-10). What the list of bills
 * already says of paying it stands here too.
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
 * Whom a document belongs to. `id`: the provider's own, never the document. `bills`: the oldest
 * first.
 */
export type Account = { id: string; name: string; bills: Bill[] };

/**
 * By what a bill is paid: the typed line, the Pix code, its picture, and the bill as a file or at
 * an address; only what there is.
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
   * `document`: digits of a CPF, or digits and capital letters of a CNPJ. Undefined where nobody
   * has it.
   */
  find(document: string): Promise<Account | undefined>;
  copy(bill: Bill): Promise<Copy>;
  /** Unlocking by trust, where the provider has it. rules.md#provider-bills */
  trust?: {
    /** The contract of this account that is cut off; undefined where none is. */
    blocked(accountId: string): Promise<string | undefined>;
    /** Whether it was unlocked. */
    unlock(contractId: string): Promise<boolean>;
  };
};
