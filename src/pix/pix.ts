import { isCnpj } from "../shared/cnpj.ts";
import { isCpf } from "../shared/cpf.ts";

/** The kinds of key that the central bank knows; `random` is the one that a bank draws. */
export const keyKinds = ["cpf", "cnpj", "phone", "email", "random"] as const;

export type PixKey = { kind: (typeof keyKinds)[number]; value: string };

/**
 * The data of a charge. `amount` is cents; without it the payer types the amount. `txid` names the
 * charge in the receiver's statement.
 */
export type Charge = {
  key: string;
  name: string;
  city: string;
  amount?: number;
  txid?: string;
  description?: string;
};

/**
 * A typed key in the bank directory's form; undefined for anything else. A CPF is digits; a CNPJ is
 * capital letters and digits; a phone has +55. An e-mail and a UUID are in small letters. A phone
 * needs +55, so a mistyped CPF never passes for one. rules.md#pix
 */
export function pixKey(typed: string): PixKey | undefined {
  const text = typed.trim();
  if (/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text))
    return { kind: "random", value: text.toLowerCase() };
  if (text.includes("@"))
    return /^[\w.+%-]+@[\w-]+(\.[\w-]+)+$/.test(text) && text.length <= longestKey
      ? { kind: "email", value: text.toLowerCase() }
      : undefined;
  const plain = text.replace(/[\s./-]/g, "").toUpperCase();
  if (likeCpf.test(text) && isCpf(plain)) return { kind: "cpf", value: plain };
  if (likeCnpj.test(text) && isCnpj(plain)) return { kind: "cnpj", value: plain };
  const phone = text.startsWith("+") ? phoneKey(text) : undefined;
  return phone ? { kind: "phone", value: phone } : undefined;
}

/**
 * The phone key that a text may mean, with its +55. Undefined where the text cannot be a Brazilian
 * number, or is punctuated as a CPF or a CNPJ.
 */
export function phoneKey(typed: string): string | undefined {
  const [, phone] = brazilian.exec(typed.replace(/[\s()-]/g, "")) ?? [];
  return phone && `+55${phone}`;
}

/** Bare, or with the marks in their places. */
const likeCpf = /^\d{3}[. ]?\d{3}[. ]?\d{3}[-/ ]?\d{2}$/;
const likeCnpj = /^[\da-z]{2}[. ]?[\da-z]{3}[. ]?[\da-z]{3}[/ ]?[\da-z]{4}[- ]?\d{2}$/i;

/** A number in an area that exists. */
const brazilian =
  /^(?:\+?55)?((?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(?:9\d{8}|[2-5]\d{7}))$/;

/**
 * The text that a bank's app takes as "Pix copia e cola", and that its QR code holds. It is a BR
 * Code (EMV, merchant presented) with a fixed key. Throws a RangeError for an invalid key, and for
 * an amount that does not fit. rules.md#pix
 */
export function pixCode({
  key: typed,
  name,
  city,
  amount,
  txid = "",
  description = "",
}: Charge): string {
  const key = pixKey(typed);
  if (!key) throw new RangeError("no Pix key");
  if (
    amount !== undefined &&
    (!Number.isSafeInteger(amount) || amount < 1 || (amount / 100).toFixed(2).length > 13)
  )
    throw new RangeError("no amount");
  const account = field("00", "br.gov.bcb.pix") + field("01", key.value);
  const room = 99 - account.length - 4;
  const words = folded(description, room);
  const fields = [
    field("00", "01"),
    field("26", account + (words && field("02", words))),
    field("52", "0000"),
    field("53", "986"),
    amount === undefined ? "" : field("54", (amount / 100).toFixed(2)),
    field("58", "BR"),
    field("59", folded(name, 25) || unnamed),
    field("60", folded(city, 15) || unnamed),
    field("62", field("05", txid.replace(/[^a-z\d]/gi, "").slice(0, 25) || "***")),
    "6304",
  ].join("");
  return fields + crc16(fields);
}

/** Whether a text is a Pix code, made by any program, and nothing else. */
export const isPixCode = (text: string) =>
  /^000201[^\n]*br\.gov\.bcb\.pix[^\n]*6304[\da-f]{4}$/i.test(text.trim());

/** CRC-16/CCITT-FALSE in four capital hexadecimal digits, as the code ends with it. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** The placeholder for a name or a city without a character that a code can hold. */
const unnamed = "N";

const longestKey = 77;

const field = (id: string, value: string) => id + String(value.length).padStart(2, "0") + value;

/**
 * Text as every bank reads it: ASCII letters, digits and plain marks, accents taken off, no longer
 * than `most`.
 */
function folded(text: string, most: number): string {
  const ascii = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^ !-~]/g, " ")
    .replace(/ +/g, " ");
  return ascii.trim().slice(0, Math.max(0, most)).trim();
}
