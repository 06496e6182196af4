/** An option's price is added to the product's, or replaces it. */
export const priceModes = ["add", "replace"] as const;
export type PriceMode = (typeof priceModes)[number];

/** The limits of a group, and of what a customer chooses from it. */
export const mostGroups = 20;
export const mostOptions = 60;
export const mostChosen = 99;

/** The most options of one item. */
export const mostItemOptions = 100;

/** The most options of all items of a cart. */
export const mostCartOptions = 1000;
