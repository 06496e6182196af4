import { pixCode, pixKey } from "../../pix/pix.ts";
import { centsOf } from "../../shared/money.ts";
import { pixId } from "../../shared/payments.ts";

type Asked = {
  keyPix: string | null;
  name: string;
  city: string;
  typePaymentId: number | null;
  total: string;
  txid: string;
};

/**
 * The Pix code for a total. Null for another payment method, a total of zero, or a store without a
 * valid key. rules.md#pix
 */
export function pixCodeOf({
  keyPix,
  name,
  city,
  typePaymentId,
  total,
  txid,
}: Asked): string | null {
  const amount = centsOf(total);
  if (typePaymentId !== pixId || amount === 0 || !keyPix || !pixKey(keyPix)) return null;
  return pixCode({ key: keyPix, name, city, amount, txid });
}
