import { Fault } from "../../../kit/fault.ts";
import { readBytes } from "../../../kit/http/body.ts";
import { mostCartLines } from "../../../shared/shop.ts";
import { cartBody, type CartBody } from "../carts.ts";

/** The largest form of a cart, in bytes. */
const largest = 64 * 1024;

/** The fields of a page's form. Throws large. */
export const readFields = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBytes(request, largest)));

/**
 * The cart in a page's form: `p12` is the amount of product 12, `o12` its options, `n12` its note.
 * Throws invalid.
 */
export function cartIn(fields: URLSearchParams): CartBody {
  const ids = [...fields.keys()].flatMap((name) => {
    const id = /^p(\d{1,9})$/.exec(name)?.[1];
    return id && amountIn(fields.get(name)) !== 0 ? [Number(id)] : [];
  });
  const text = (name: string) => fields.get(name)?.trim() || undefined;
  const read = cartBody.safeParse({
    orderItems: ids.slice(0, mostCartLines + 1).map((productId) => ({
      productId,
      amount: amountIn(fields.get(`p${productId}`)),
      note: text(`n${productId}`),
      options: fields.getAll(`o${productId}`).map((id) => ({ optionId: Number(id) })),
    })),
    typeRoute: text("typeRoute") ?? "RETIRADA",
    zipCode: text("zipCode"),
    number: text("number"),
    complement: text("complement"),
    neighborhood: text("neighborhood"),
    wantedAt: text("wantedAt"),
    couponCode: text("couponCode"),
    notes: text("notes"),
  });
  if (read.success) return read.data;
  const fieldNames = read.error.issues.map(({ path }) => String(path[0]));
  throw new Fault("invalid", "ERR_VALIDATION", {
    message: "Confira os campos",
    fields: Object.fromEntries(fieldNames.map((name) => [name, "invalid"])),
  });
}

/** An amount as people type it: `0,350` and `2`. */
const amountIn = (typed: string | null) => Number((typed ?? "").trim().replace(",", "."));
