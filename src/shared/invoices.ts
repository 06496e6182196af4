/** An invoice is made so many days before its due date. rules.md#invoices */
export const invoiceDaysAhead = 20;

/**
 * `covered`: the company's due date lies beyond it, so nothing is owed. `void`: the owner of the box
 * took it back.
 */
export const invoiceStatuses = ["open", "paid", "covered", "void"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The filters of a list of invoices. `owed` are the open and the overdue ones. */
export const invoiceFilters = ["owed", "overdue", "open", "paid", "void"] as const;
export type InvoiceFilter = (typeof invoiceFilters)[number];

/** The ways to pay the platform: a Pix code of its own, or Efí's API. */
export const gateways = ["pix", "efi"] as const;
export type GatewayName = (typeof gateways)[number];

/** The state of an invoice on a day (YYYY-MM-DD). */
export const invoiceState = (
  { status, dueDate }: { status: InvoiceStatus; dueDate: string },
  today: string,
): InvoiceStatus | "overdue" => (status === "open" && dueDate < today ? "overdue" : status);
