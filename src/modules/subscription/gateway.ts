import type { Charge, Invoice } from "../invoices/table.ts";

/** What a gateway says of a charge: whether more may come, and what came. */
export type ChargeReport = {
  isOver: boolean;
  payments: { endToEndId: string; value: string; paidAt: Date }[];
};

/** Someone through whom a Pix is asked for. */
export type Gateway = {
  /** Asks for what is left of an invoice. Throws RequestFailed. */
  charge(invoice: Invoice): Promise<Pick<Charge, "txid" | "code" | "expiresAt" | "checkAt">>;
  /** What became of a charge, if this gateway can know. Throws RequestFailed. */
  report?(txid: string): Promise<ChargeReport>;
  /** Asks to be told of payments at this address, if this gateway tells. Throws RequestFailed. */
  tellAt?(url: string): Promise<void>;
};
