/** A cart of a stranger is offered for so long (ms). */
export const cartLifetime = 24 * 3_600_000;

/** The most lines of a cart. */
export const mostCartLines = 60;

/** The longest note of a cart, and of one of its lines. */
export const longestCartNote = 500;
export const longestLineNote = 200;

/** Letters and figures that nobody mistakes for each other. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A cart's code: the company in base 32, and eight random letters. */
export function newCartCode(company: number): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  const end = [...random].map((byte) => letters[byte % letters.length]).join("");
  return `${company.toString(32).toUpperCase()}-${end}`;
}

const codeForm = `[0-9A-V]{1,8}-[${letters}]{8}`;
const wholeCode = new RegExp(`^${codeForm}$`);

/** The company of a cart's code; undefined for a text that is no code. */
export function companyOfCode(code: string): number | undefined {
  if (!wholeCode.test(code)) return undefined;
  const company = parseInt(code.slice(0, code.indexOf("-")), 32);
  return Number.isSafeInteger(company) && company > 0 ? company : undefined;
}

/** The first line of the message by which a customer sends a cart. */
export const cartText = (code: string) => `Olá! Quero fazer o pedido ${code}`;

const named = new RegExp(`\\bpedido (${codeForm})(?![0-9A-Z-])`, "iu");

/** The code of a cart that a message names; undefined without one. */
export const codeIn = (text: string): string | undefined => named.exec(text)?.[1]?.toUpperCase();

/** Paths of pages under `/loja/` are slugs, and no word of the product is one. */
export const shopPath = (slug: string, storeId?: number) =>
  `/loja/${slug}${storeId === undefined ? "" : `/${storeId}`}`;

/** The reason why a box shows no shop to strangers. rules.md#shop */
export const shopObstacles = ["notOpened", "noAddress", "plan", "slug", "connection"] as const;
export type ShopObstacle = (typeof shopObstacles)[number];
