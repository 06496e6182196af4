import { crc32, deflateSync } from "node:zlib";
import { join, le16, le32, max32, most, nested, repeated, u16, u32, u8, zeros } from "./bytes.ts";
import type { HostileFile } from "./bytes.ts";

const chunk = (type: string, body: Uint8Array | string = "") => {
  const inside = join(type, body);
  return join(u32(inside.length - 4), inside, u32(crc32(inside)));
};
const mark = u8(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const header = (width: number, height: number, depth = 8, colour = 2) =>
  chunk("IHDR", join(u32(width), u32(height), u8(depth, colour, 0, 0, 0)));
const end = chunk("IEND");
/** A PNG of so many pixels, all black: a few bytes for megabytes. */
export const png = (width: number, height: number, ...before: Uint8Array[]) =>
  join(
    mark,
    header(width, height),
    ...before,
    chunk("IDAT", deflateSync(zeros((width * 3 + 1) * height))),
    end,
  );
/** A PNG that claims a size, with a few bytes of picture. */
export const claimed = (width: number, height: number, depth = 8, colour = 2) =>
  join(mark, header(width, height, depth, colour), chunk("IDAT", deflateSync(zeros(100))), end);

const pngs: [string, () => Buffer][] = [
  ["2^31 × 2^31", () => claimed(2 ** 31, 2 ** 31)],
  ["2^31−1 × 2^31−1", () => claimed(2 ** 31 - 1, 2 ** 31 - 1)],
  ["2^32−1 × 2^32−1", () => claimed(max32, max32)],
  ["2^31 × 1", () => claimed(2 ** 31, 1)],
  ["1 × 2^31−1", () => claimed(1, 2 ** 31 - 1)],
  ["0 × 0", () => claimed(0, 0)],
  ["7746 × 7746, hardly drawable", () => claimed(7746, 7746)],
  ["7745 × 7746, just drawable", () => claimed(7745, 7746)],
  ["5000 × 5000, all of it black", () => png(5000, 5000)],
  ["5000 × 5000 of 16 bits and alpha", () => claimed(5000, 5000, 16, 6)],
  [
    "a colour profile of 100 MB",
    () => png(10, 10, chunk("iCCP", join("x\0\0", deflateSync(zeros(100_000_000))))),
  ],
  [
    "a text of 100 MB",
    () => png(10, 10, chunk("zTXt", join("x\0\0", deflateSync(zeros(100_000_000))))),
  ],
  [
    "800,000 chunks of no size",
    () => join(mark, header(10, 10), repeated(chunk("tEXt"), most - 100), end),
  ],
  ["a chunk of 2^32−1 bytes", () => join(mark, header(10, 10), u32(max32), "IDAT")],
  ["no picture in it", () => join(mark, header(10, 10), end)],
  ["2^32−1 frames", () => png(10, 10, chunk("acTL", join(u32(max32), u32(0))))],
  ["90,000 frames", () => png(10, 10, repeated(chunk("fcTL", zeros(26)), 3_400_000))],
  ["its end is cut off", () => png(800, 800).subarray(0, 60)],
];

const part = (marker: number, body: Uint8Array | string = "") => {
  const bytes = join(body);
  return join(u8(0xff, marker), u16(bytes.length + 2), bytes);
};
const frame = (width: number, height: number, marker = 0xc0) =>
  part(marker, join(u8(8), u16(height), u16(width), u8(3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)));
const scan = part(0xda, u8(3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0));
const begin = u8(0xff, 0xd8);
const jpeg = (...parts: Uint8Array[]) => join(begin, ...parts, u8(0xff, 0xd9));

const jpegs: [string, () => Buffer][] = [
  ["65,535 × 65,535", () => jpeg(frame(65_535, 65_535), scan)],
  ["5000 × 5000 with nothing in it", () => jpeg(frame(5000, 5000), scan)],
  ["0 × 0", () => jpeg(frame(0, 0), scan)],
  ["two million parts of no size", () => jpeg(repeated(part(0xe1), most - 100), frame(10, 10))],
  ["a part of one byte", () => jpeg(repeated(u8(0xff, 0xe1, 0, 1), 100_000))],
  [
    "a thousand parts before its size",
    () => jpeg(repeated(part(0xe2, zeros(1000)), 1_004_000), frame(10, 10)),
  ],
  ["ten million marks before a mark", () => join(begin, repeated(u8(0xff)))],
  ["restarts alone", () => jpeg(repeated(u8(0xff, 0xd0), most - 100))],
  [
    "progressive, with a million scans",
    () => jpeg(frame(5000, 5000, 0xc2), repeated(part(0xda, u8(1, 1, 0, 0, 0, 0)), most - 100)),
  ],
  [
    "255 parts of a profile that never come",
    () => jpeg(part(0xe2, join("ICC_PROFILE\0", u8(1, 255), zeros(1000))), frame(10, 10), scan),
  ],
  [
    "a profile in 160 parts",
    () =>
      jpeg(
        ...Array.from({ length: 160 }, (_, index) =>
          part(0xe2, join("ICC_PROFILE\0", u8(index + 1, 160), zeros(65_000))),
        ),
        frame(10, 10),
        scan,
      ),
  ],
  [
    "Exif that leads to itself",
    () =>
      jpeg(
        part(
          0xe1,
          join("Exif\0\0MM\0*", u32(8), u16(1), u16(0x8769), u16(4), u32(1), u32(8), u32(8)),
        ),
        frame(10, 10),
        scan,
      ),
  ],
  [
    "Exif of 65,535 entries",
    () => jpeg(part(0xe1, join("Exif\0\0MM\0*", u32(8), u16(65_535))), frame(10, 10), scan),
  ],
  ["frame upon frame", () => jpeg(repeated(frame(5000, 5000), most - 100))],
  ["arithmetic coding", () => jpeg(frame(5000, 5000, 0xc9), scan)],
];

const gif = (width: number, height: number, ...blocks: Uint8Array[]) =>
  join(
    "GIF89a",
    le16(width),
    le16(height),
    u8(0x80, 0, 0, 0, 0, 0, 255, 255, 255),
    ...blocks,
    u8(0x3b),
  );
const image = (width: number, height: number) =>
  join(u8(0x2c), le16(0), le16(0), le16(width), le16(height), u8(0, 2, 2, 0x44, 1, 0));
const gifs: [string, () => Buffer][] = [
  ["65,535 × 65,535", () => gif(65_535, 65_535, image(65_535, 65_535))],
  ["600,000 frames", () => gif(1, 1, repeated(image(1, 1), most - 100))],
  ["600,000 frames of 5000 × 5000", () => gif(5000, 5000, repeated(image(5000, 5000), most - 100))],
  ["comments of one byte", () => gif(1, 1, repeated(u8(0x21, 0xfe, 1, 0x41, 0), most - 100))],
  ["a comment without end", () => gif(1, 1, u8(0x21, 0xfe), repeated(u8(1, 0x41), most - 100))],
  ["no frame", () => gif(10, 10)],
];

const riff = (...parts: (Uint8Array | string)[]) => join("RIFF", le32(max32), "WEBP", ...parts);
const inRiff = (type: string, body: Uint8Array | string) => {
  const bytes = join(body);
  return join(type, le32(bytes.length), bytes, zeros(bytes.length & 1));
};
const canvas = (width: number, height: number, flags = 0) =>
  inRiff(
    "VP8X",
    join(u8(flags, 0, 0, 0), le32(width - 1).subarray(0, 3), le32(height - 1).subarray(0, 3)),
  );
const webps: [string, () => Buffer][] = [
  ["2^24 × 2^24", () => riff(canvas(2 ** 24, 2 ** 24))],
  ["16,384 × 16,384 without loss", () => riff(inRiff("VP8L", join(u8(0x2f), le32(max32 >>> 4))))],
  [
    "16,383 × 16,383",
    () => riff(inRiff("VP8 ", join(u8(0x30, 1, 0, 0x9d, 1, 0x2a), le16(0x3fff), le16(0x3fff)))),
  ],
  [
    "5000 × 5000 with nothing in it",
    () => riff(inRiff("VP8 ", join(u8(0x30, 1, 0, 0x9d, 1, 0x2a), le16(5000), le16(5000)))),
  ],
  [
    "half a million frames of no size",
    () => riff(canvas(100, 100, 2), repeated(inRiff("ANMF", zeros(16)), most - 200)),
  ],
  ["a profile of 10 MB", () => riff(canvas(100, 100, 0x20), inRiff("ICCP", zeros(most - 200)))],
  ["a part of 2^32−1 bytes", () => riff(canvas(100, 100), "VP8L", le32(max32))],
  [
    "a million parts of no size",
    () => riff(canvas(100, 100), repeated(inRiff("EXIF", ""), most - 200)),
  ],
];

const iso = (type: string, body: Uint8Array | string) => {
  const bytes = join(body);
  return join(u32(bytes.length + 8), type, bytes);
};
const heic = (...parts: Uint8Array[]) =>
  join(iso("ftyp", "heic\0\0\0\0mif1heic"), iso("meta", join(u32(0), ...parts)));

const others: [string, string, () => Buffer][] = [
  [
    "BMP, 2^31−1 × 2^31−1",
    "bmp",
    () =>
      join(
        "BM",
        le32(max32),
        le32(0),
        le32(54),
        le32(40),
        le32(2 ** 31 - 1),
        le32(2 ** 31 - 1),
        le16(1),
        le16(24),
        zeros(24),
      ),
  ],
  [
    "BMP, runs of 5000 × 5000",
    "bmp",
    () =>
      join(
        "BM",
        le32(100),
        le32(0),
        le32(54),
        le32(40),
        le32(5000),
        le32(5000),
        le16(1),
        le16(8),
        le32(1),
        zeros(20),
      ),
  ],
  [
    "TIFF, a directory that leads to itself",
    "tiff",
    () => join("II*\0", le32(8), le16(1), le16(256), le16(3), le32(1), le32(1), le32(8)),
  ],
  [
    "TIFF, 65,535 entries",
    "tiff",
    () =>
      join(
        "II*\0",
        le32(8),
        le16(65_535),
        repeated(join(le16(273), le16(4), le32(max32), le32(8)), 786_420),
      ),
  ],
  [
    "TIFF, 2^32−1 strips",
    "tiff",
    () => join("MM\0*", u32(8), u16(1), u16(273), u16(4), u32(max32), u32(8), u32(0)),
  ],
  ["ICO, 65,535 pictures", "ico", () => join(le16(0), le16(1), le16(65_535), zeros(16))],
  [
    "PSD, 30,000 × 30,000",
    "psd",
    () => join("8BPS", u16(1), zeros(6), u16(56), u32(30_000), u32(30_000), u16(8), u16(3)),
  ],
  ["HEIC, 65,535 items", "heic", () => heic(iso("iloc", join(u32(0), u16(0x4444), u16(65_535))))],
  [
    "HEIC, 2^32−1 items of itself",
    "heic",
    () => heic(iso("iinf", join(u32(0x01000000), u32(max32)))),
  ],
  [
    "HEIC, parts ten thousand deep",
    "heic",
    () => heic(nested((inner) => iso("iprp", inner), 10_000)),
  ],
  [
    "AVIF, 2^31 × 2^31",
    "avif",
    () =>
      join(
        iso("ftyp", "avif\0\0\0\0avif"),
        iso("meta", join(u32(0), iso("ispe", join(u32(0), u32(2 ** 31), u32(2 ** 31))))),
      ),
  ],
  [
    "JPEG 2000, 2^32−1 × 2^32−1",
    "jp2",
    () =>
      join(
        u32(12),
        "jP  \r\n\x87\n",
        iso("jp2h", iso("ihdr", join(u32(max32), u32(max32), u16(3), zeros(4)))),
      ),
  ],
  [
    "JXL, of nothing",
    "jxl",
    () => join(u32(12), "JXL \r\n\x87\n", repeated(iso("jxlp", ""), 100_000)),
  ],
  [
    "SVG, groups a hundred thousand deep",
    "svg",
    () => join("<svg xmlns='http://www.w3.org/2000/svg'>", repeated("<g>", 300_000)),
  ],
  [
    "SVG, a word that stands for a billion",
    "svg",
    () =>
      join(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "lol">',
        ...Array.from(
          { length: 20 },
          (_, index) =>
            `<!ENTITY ${String.fromCharCode(98 + index)} "${`&${String.fromCharCode(97 + index)};`.repeat(10)}">`,
        ),
        "]><svg>&u;</svg>",
      ),
  ],
];

/** Pictures: every size at its most, loops and depths. */
export const pictures: HostileFile[] = [
  ...named("PNG", "png", pngs),
  ...named("JPEG", "jpg", jpegs),
  ...named("GIF", "gif", gifs),
  ...named("WebP", "webp", webps),
  ...others.map(([name, extension, make]) => ({ name, extension, make })),
];

function named(kind: string, extension: string, files: [string, () => Buffer][]): HostileFile[] {
  return files.map(([name, make]) => ({ name: `${kind}, ${name}`, extension, make }));
}
