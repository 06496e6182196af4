import type { Charge } from "../invoices/table.ts";

/** A gateway's report of a charge: whether it is over, and its payments. */
export type ChargeReport = {
  isOver: boolean;
  payments: { endToEndId: string; value: string; paidAt: Date }[];
};

/** An amount to be paid by a charge. */
export type Debt = {
  value: string;
  /** The text that the payer reads. */
  note: string;
  /** How long the charge may be paid, in ms; an hour if not given. */
  life?: number;
};

/** A provider that makes Pix charges. */
export type Gateway = {
  /** Throws RequestFailed. */
  charge(debt: Debt): Promise<Pick<Charge, "txid" | "code" | "expiresAt" | "checkAt">>;
  /** Reads the report of a charge, if this gateway can. Throws RequestFailed. */
  report?(txid: string): Promise<ChargeReport>;
  /**
   * Registers this address for notices of payments, if this gateway sends them. Throws
   * RequestFailed.
   */
  tellAt?(url: string): Promise<void>;
};
