/** The names and the unpacked size that a zip's directory states. */
export type Directory = { names: string[]; bytes: number };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const longestComment = 65_535;

/**
 * Reads only the directory of a zip: a few bytes may unpack to gigabytes. Undefined where there is
 * none, or a broken one.
 */
export function directory(zip: Uint8Array): Directory | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOf(view);
  if (end === undefined) return undefined;
  const result: Directory = { names: [], bytes: 0 };
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== entryMark) return undefined;
    const length = view.getUint16(at + 28, true);
    result.bytes += view.getUint32(at + 24, true);
    result.names.push(new TextDecoder().decode(zip.subarray(at + 46, at + 46 + length)));
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return result;
}

function endOf(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - longestComment; at--)
    if (view.getUint32(at, true) === endMark) return at;
  return undefined;
}
