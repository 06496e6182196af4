import type { Wire } from "../../shared/wire.ts";

/**
 * A value that is already encoded as JSON bytes. To join texts and encode them for each answer
 * costs ten times as much.
 */
export class Written<Value> {
  declare readonly of: Value;

  constructor(readonly bytes: Uint8Array) {}

  /** The object with more fields. */
  with<More extends object>(more: More): Written<Value & More> {
    return new Written(
      Buffer.concat([this.bytes.subarray(0, -1), encode(`,${JSON.stringify(more).slice(1)}`)]),
    );
  }

  read(): Wire<Value> {
    return JSON.parse(decoder.decode(this.bytes)) as Wire<Value>;
  }
}

type Unwritten<Part> =
  Part extends Written<infer Value> ? Value : Part extends Written<infer Value>[] ? Value[] : Part;

/** Writes a row. */
export const writeRow = <Row extends object>(row: Row): Written<Row> =>
  new Written(encode(JSON.stringify(row)));

/** Writes an object; values that are written already, and lists of them, go in as they are. */
export function write<Parts extends object>(
  parts: Parts,
): Written<{ [Name in keyof Parts]: Unwritten<Parts[Name]> }> {
  const pieces = Object.entries(parts).flatMap(([name, part], index) => [
    encode(`${index === 0 ? "" : ","}"${name}":`),
    ...bytesOf(part),
  ]);
  return new Written(Buffer.concat([encode("{"), ...pieces, encode("}")]));
}

function bytesOf(part: unknown): Uint8Array[] {
  if (part instanceof Written) return [part.bytes];
  if (!Array.isArray(part) || !(part[0] instanceof Written)) return [encode(JSON.stringify(part))];
  return [
    ...part.flatMap(({ bytes }: Written<unknown>, index) => [index === 0 ? opening : comma, bytes]),
    closing,
  ];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const encode = (text: string) => encoder.encode(text);

const [opening, comma, closing] = [encode("["), encode(","), encode("]")];
