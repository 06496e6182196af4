/**
 * An item of a cart that a customer sends from the shop's catalogue. The text of its message has a
 * sign and a name, a line for each product, the customer's note, and the total.
 */
export type CartItem = { amount: number; name: string };

export const cartSign = "🛒";

/** A product of a cart as a line; `price` is a text, or empty. */
export const cartLine = ({ amount, name }: CartItem, price: string) =>
  [`${amount} × ${name}`, price].filter(Boolean).join(" · ");

/** The products that a message names, if it is a cart. */
export function cartIn(body: string): CartItem[] {
  if (!body.startsWith(cartSign)) return [];
  return body
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, amount, name] = /^(\d{1,6}) × (.+?)(?: · [A-Z]{0,3} ?[\d.]+)?$/u.exec(line) ?? [];
      return amount && name && Number(amount) > 0 ? [{ amount: Number(amount), name }] : [];
    });
}
