/** A picture's size in pixels, by its header. */
export type PictureSize = { width: number; height: number };

/** The size of a picture is searched in so many bytes. */
const searched = 1024 * 1024;
/** The most parts of a JPEG that are skipped until then. */
const mostParts = 1000;

/**
 * The size of a PNG, JPEG, GIF or WebP picture. Undefined for other files, and for those that end
 * before their size. Reads the header alone: nothing is unpacked. rules.md#foreign-bytes
 */
export async function pictureSizeIn(path: string): Promise<PictureSize | undefined> {
  const file = Bun.file(path);
  const head = await file.slice(0, 4096).bytes();
  // Only a JPEG may have other parts before it.
  return pictureSize(head[0] === 0xff ? await file.slice(0, searched).bytes() : head);
}

/** The same of a picture's first bytes. */
export function pictureSize(head: Uint8Array): PictureSize | undefined {
  try {
    return sizeOf(Buffer.from(head.buffer, head.byteOffset, head.byteLength));
  } catch {
    return undefined;
  }
}

function sizeOf(bytes: Buffer): PictureSize | undefined {
  const mark = (at: number, length: number) => bytes.toString("latin1", at, at + length);
  if (mark(0, 8) === "\x89PNG\r\n\x1a\n" && mark(12, 4) === "IHDR")
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (/^GIF8[79]a$/.test(mark(0, 6)))
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (mark(0, 4) === "RIFF" && mark(8, 4) === "WEBP") return webpSize(bytes, mark(12, 4));
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined;
}

function webpSize(bytes: Buffer, kind: string): PictureSize | undefined {
  if (kind === "VP8X")
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let [at, parts] = [2, 0]; parts < mostParts; parts++) {
    // Any number of 0xff may be before a marker.
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else if (marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

// The frame headers; between them are the tables of Huffman (c4), JPEG extensions (c8) and
// arithmetic coding (cc).
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
