import type { Charge, Invoice } from "../invoices/table.ts";

/** A gateway's report of a charge: whether it is over, and its payments. */
export type ChargeReport = {
  isOver: boolean;
  payments: { endToEndId: string; value: string; paidAt: Date }[];
};

/** A provider that makes Pix charges. */
export type Gateway = {
  /** Makes a charge of the rest of an invoice. Throws RequestFailed. */
  charge(invoice: Invoice): Promise<Pick<Charge, "txid" | "code" | "expiresAt" | "checkAt">>;
  /** Reads the report of a charge, if this gateway can. Throws RequestFailed. */
  report?(txid: string): Promise<ChargeReport>;
  /**
   * Registers this address for notices of payments, if this gateway sends them. Throws
   * RequestFailed.
   */
  tellAt?(url: string): Promise<void>;
};
