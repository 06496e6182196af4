/**
 * The methods of payment: their ids on the wire, with whether there is change and whether there are
 * instalments.
 */
export const typePayments = [
  { id: 1, code: "DH", change: true, installments: false },
  { id: 2, code: "PX", change: false, installments: false },
  { id: 3, code: "CC", change: false, installments: true },
  { id: 4, code: "CD", change: false, installments: false },
] as const;
/** The id of cash among them. */
export const cashId = typePayments.find(({ code }) => code === "DH")!.id;
/** The id of Pix among them. */
export const pixId = typePayments.find(({ code }) => code === "PX")!.id;

/** Stands for the method of an order that its contact pays later. rules.md#fiado */
export const fiado = { id: null, name: "Fiado" };

export type TypePayment = (typeof typePayments)[number];
