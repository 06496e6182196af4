/**
 * The other form of a Brazilian mobile number (digits with its country), with its ninth digit or
 * without; undefined for any other number. rules.md#brazilian-numbers
 */
export function twinOf(number: string): string | undefined {
  // A number that begins with 2 to 5 is a landline's: with a 9 before it, it would be a stranger's
  // mobile.
  const [, area, ninth, rest] = /^(55\d\d)(9?)([6-9]\d{7})$/.exec(number) ?? [];
  return area && `${area}${ninth ? "" : "9"}${rest}`;
}

/** Whether two numbers (digits with their country) are the same. */
export const isSameNumber = (one: string, other: string) => one === other || twinOf(one) === other;

/** A number (digits) with its middle hidden: `5511*******01`. rules.md#hidden-numbers */
export const masked = (number: string) =>
  number.slice(0, 4) + "*".repeat(Math.max(0, number.length - 6)) + number.slice(4).slice(-2);

/** Whether a number has come without its middle. */
export const isMasked = (number: string) => number.includes("*");

/**
 * The digits to look for in stored numbers, for a number that is typed, whole or in part. They are
 * the typed ones, and those of the other form that it may have.
 */
export function numberPieces(typed: string): string[] {
  const others = begunMobiles.flatMap((mobile) => {
    const [, head, ninth, rest] = mobile.exec(typed) ?? [];
    return rest ? [`${head}${ninth ? "" : "9"}${rest}`] : [];
  });
  return [...new Set([typed, ...others])];
}

// With country and area, with the area alone, and without either. In the last form only a typed
// ninth digit counts.
const begunMobiles = [
  /^(55\d\d)(9?)([6-9]\d{3,7})$/,
  /^(\d\d)(9?)([6-9]\d{3,7})$/,
  /^()(9)([6-9]\d{3,7})$/,
];

/** One key for both forms of a number. rules.md#brazilian-numbers */
export function numberKey(number: string): string {
  const other = twinOf(number);
  return other && other.length > number.length ? other : number;
}

/**
 * A typed number. `number`: digits with their country; without an area code, `0` and the digits,
 * for `withArea` to complete. `service`: a number that reads no messages (0800, 4004, 190).
 */
export type WrittenNumber = { number: string } | { refused: "invalid" | "service" };

/**
 * Reads the number in a text: the first mobile, or else the first number. Text around it, trunk
 * zeros and carrier codes are dropped; a number without a + is Brazilian. rules.md#written-numbers
 */
export function writtenNumber(text: string): WrittenNumber {
  const all = pieces(text.slice(0, longestText)).map(readPiece);
  const valid = all.flatMap((one) => ("number" in one ? one.number : []));
  const best = valid.find(isMobile) ?? valid[0];
  if (best !== undefined) return { number: best };
  return all.find((one) => "refused" in one && one.refused === "service") ?? { refused: "invalid" };
}

/** A written number with the company's own area code, where it had none. */
export const withArea = (number: string, areaCode: string) =>
  number.startsWith("0") ? `55${areaCode}${number.slice(1)}` : number;

/** Whether a written number lacks its area code. */
export const lacksArea = (number: string) => number.startsWith("0");

/** The area code of a Brazilian number (digits with their country); undefined for any other. */
export const areaCodeOf = (number: string): string | undefined =>
  /^55([1-9][1-9])\d{8,9}$/.exec(number)?.[1];

/** Whether a Brazilian number is a mobile's, in either form; a foreign one may be. */
const isMobile = (number: string) =>
  number.startsWith("0")
    ? /^0[6-9]/.test(number)
    : !number.startsWith("55") || /^55\d\d[6-9]/.test(number);

/** The parts of a text that look like a number. */
function pieces(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    // CPF and CNPJ have as many digits.
    .replace(/\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/g, " ; ")
    // Spreadsheets add decimals to a number.
    .replace(/(\d{8,})[.,]0{1,2}(?!\d)/g, "$1")
    // "0xx11": where a carrier code goes.
    .replace(/\(?0\s*-?\s*x{2}\s*-?\s*(\d\d)\)?/gi, "($1)");
  const written = plain.match(/\+?(?:\(\s*)?\d(?:[\d().\-\u2010-\u2015\s\u00a0]*\d)?/g) ?? [];
  return written.flatMap((piece) =>
    digitsOf(piece).length <= longest ? piece : (piece.match(brazilian) ?? piece),
  );
}

/** A cell may be long; a number further on is ignored. */
const longestText = 1000;
/** The most digits of a number with its trunk zero, carrier and country. */
const longest = 17;
/** Two Brazilian numbers that only a space divides. */
const brazilian = /(?:\+?55\s*)?\(?0?\d{2}\)?[\s-]*9?\d{4}[\s.-]?\d{4}/g;

const digitsOf = (text: string) => text.replace(/\D/g, "");

function readPiece(piece: string): WrittenNumber {
  const digits = digitsOf(piece);
  const isAbroad = piece.startsWith("+") || /^00[1-9]/.test(digits);
  const whole = isAbroad ? digits.replace(/^00/, "") : digits;
  const [, own] = /^55(0?\d{10,14})$/.exec(whole) ?? [];
  if (own !== undefined) return brazilianNumber(own);
  const [, local] = /^55(9\d{8}|[2-9]\d{7})$/.exec(whole) ?? [];
  if (isAbroad && local !== undefined) return { number: `0${local}` };
  if (isAbroad) return foreign.test(whole) ? { number: whole } : invalid;
  if (/^0?(?:800|300|500|900)\d{6,7}$/.test(whole) || /^(?:400|300)[0-9]\d{4}$/.test(whole))
    return service;
  if (/^(?:9\d{8}|[2-9]\d{7})$/.test(whole)) return { number: `0${whole}` };
  const reading = brazilianNumber(whole);
  // Programs write other countries' numbers as digits alone.
  const isForeign = whole.length >= 12 || /^\d{10,11}$/.test(piece.trim());
  return "number" in reading || !isForeign || !foreign.test(whole) ? reading : { number: whole };
}

/** A number of another country. Those of North America have ten digits after their 1. */
const foreign = /^(?:[2-9]\d{7,14}|1[2-9]\d{2}[2-9]\d{6})$/;

/** Carriers that people dial through: any other two digits are a number with a digit too many. */
const carriers = "12|14|15|21|23|25|31|41|43";
const throughCarrier = new RegExp(`^0(?:${carriers})([1-9][1-9](?:9\\d{8}|[2-5]\\d{7}))$`);

/** A number after its country: with a trunk zero or without, and a carrier code after the zero. */
function brazilianNumber(own: string): WrittenNumber {
  if (/^0?(?:800|300|500|900)\d{6,7}$/.test(own)) return service;
  const [, national] = throughCarrier.exec(own) ?? /^0?([1-9]\d{9,10})$/.exec(own) ?? [];
  return national && /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/.test(national)
    ? { number: `55${national}` }
    : invalid;
}

const invalid: WrittenNumber = { refused: "invalid" };
const service: WrittenNumber = { refused: "service" };
