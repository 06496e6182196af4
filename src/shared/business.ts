/** How a company stands with the owner of the box. rules.md#business */
export const companyStates = ["ok", "overdue", "trial", "stopped"] as const;
export type CompanyState = (typeof companyStates)[number];

/** The orders of the owner's table of companies. */
export const companyOrders = ["due", "name", "used"] as const;
export type CompanyOrder = (typeof companyOrders)[number];

/** A trial that ends within so many days asks for a talk. */
export const trialEndsSoonDays = 3;
