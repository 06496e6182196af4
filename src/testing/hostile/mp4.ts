import { join, max32, most, nested, repeated, text, u16, u32, u64, u8, zeros } from "./bytes.ts";
import type { HostileFile } from "./bytes.ts";

const box = (type: string, ...content: (Uint8Array | string)[]) => {
  const bytes = join(...content);
  return join(u32(8 + bytes.length), type, bytes);
};
const full = (type: string, ...content: (Uint8Array | string)[]) => box(type, u32(0), ...content);

const brand = box("ftyp", "isom", u32(512), "isomiso2mp41");
const matrix = join(u32(0x10000), zeros(12), u32(0x10000), zeros(12), u32(0x40000000));
const mvhd = (scale: number, length: number) =>
  full("mvhd", zeros(8), u32(scale), u32(length), u32(0x10000), zeros(12), matrix, zeros(28));
const tkhd = full("tkhd", zeros(8), u32(1), zeros(4), u32(0), zeros(16), matrix, zeros(8));
const mdhd = full("mdhd", zeros(8), u32(48_000), u32(0), u16(0x55c4), u16(0));
const hdlr = full("hdlr", u32(0), "soun", zeros(12), "\0");
const dinf = box("dinf", full("dref", u32(1), full("url ")));
const mp4a = box(
  "mp4a",
  zeros(6),
  u16(1),
  zeros(8),
  u16(2),
  u16(16),
  zeros(4),
  u16(48_000),
  u16(0),
);

type Tables = Record<"stsd" | "stts" | "stsc" | "stsz" | "stco", Buffer>;
const plain: Tables = {
  stsd: full("stsd", u32(1), mp4a),
  stts: full("stts", u32(1), u32(1), u32(1024)),
  stsc: full("stsc", u32(1), u32(1), u32(1), u32(1)),
  stsz: full("stsz", u32(4), u32(1)),
  stco: full("stco", u32(1), u32(500)),
};

/** A sound file with some false tables. */
const movie = (tables: Partial<Tables>, ...more: Buffer[]) =>
  join(
    brand,
    box(
      "moov",
      mvhd(1000, 0),
      box(
        "trak",
        tkhd,
        box(
          "mdia",
          mdhd,
          hdlr,
          box(
            "minf",
            full("smhd", u32(0)),
            dinf,
            box("stbl", ...Object.values({ ...plain, ...tables }), ...more),
          ),
        ),
      ),
    ),
    box("mdat", "ABCD"),
  );

const fragment = (...runs: Buffer[]) =>
  box(
    "moof",
    full("mfhd", u32(1)),
    box("traf", box("tfhd", u32(0x20000), u32(1)), full("tfdt", u32(0)), ...runs),
  );
const fragmented = (...fragments: Buffer[]) =>
  join(
    brand,
    box(
      "moov",
      mvhd(1000, 0),
      box("trak", tkhd, box("mdia", mdhd, hdlr)),
      box("mvex", full("trex", u32(1), u32(1), u32(1024), u32(4), u32(0))),
    ),
    ...fragments,
  );

/** These few bytes once blocked every shop of a box until its watchdog ended it. */
export const manySamplesInAChunk = (stsd = plain.stsd) =>
  movie({
    stsd,
    stts: full("stts", u32(1), u32(2), u32(1024)),
    stsc: full("stsc", u32(1), u32(1), u32(max32), u32(1)),
    stsz: full("stsz", u32(0), u32(2), u32(4), u32(4)),
  });

/** The same as a recording that could become a voice note. */
export const manySamplesOfOpus = () =>
  manySamplesInAChunk(
    full(
      "stsd",
      u32(1),
      box(
        "Opus",
        zeros(6),
        u16(1),
        zeros(8),
        u16(1),
        u16(16),
        zeros(4),
        u16(48_000),
        u16(0),
        box("dOps", u8(0, 1), u16(0), u32(48_000), u16(0), u8(0)),
      ),
    ),
  );

const counted: [string, () => Buffer][] = [
  ["stsc: 2^32−1 samples in a chunk", () => manySamplesInAChunk()],
  ["stsc: 2^32−1 samples in a chunk, of Opus", manySamplesOfOpus],
  ["stsc: 2^32−1 entries", () => movie({ stsc: full("stsc", u32(max32)) })],
  ["stts: 2^32−1 entries", () => movie({ stts: full("stts", u32(max32)) })],
  [
    "stts: one entry of 2^32−1 samples",
    () => movie({ stts: full("stts", u32(1), u32(max32), u32(1)) }),
  ],
  ["stsz: 2^32−1 samples of one size", () => movie({ stsz: full("stsz", u32(1), u32(max32)) })],
  ["stsz: 2^32−1 sizes", () => movie({ stsz: full("stsz", u32(0), u32(max32)) })],
  ["stco: 2^32−1 chunks", () => movie({ stco: full("stco", u32(max32)) })],
  ["co64: 2^32−1 chunks", () => movie({ stco: full("co64", u32(max32)) })],
  [
    "all tables agree on 2^32−1 samples",
    () =>
      movie({
        stts: full("stts", u32(1), u32(max32), u32(1)),
        stsc: full("stsc", u32(1), u32(1), u32(max32), u32(1)),
        stsz: full("stsz", u32(1), u32(max32)),
      }),
  ],
  ["ctts: 2^32−1 entries", () => movie({}, full("ctts", u32(max32)))],
  ["ctts: one of 2^32−1 samples", () => movie({}, full("ctts", u32(1), u32(max32), u32(1)))],
  ["stss: 2^32−1 key frames", () => movie({}, full("stss", u32(max32)))],
  ["sgpd and sbgp: 2^32−1 groups", () => movie({}, full("sbgp", "roll", u32(max32)))],
  ["stsd: 2^32−1 kinds", () => movie({ stsd: full("stsd", u32(max32), mp4a) })],
  [
    "stts: a million entries",
    () => movie({ stts: full("stts", u32(1_000_000), repeated(join(u32(1), u32(1)), 8_000_000)) }),
  ],
  [
    "stsc: 800,000 entries of 2^32−1 samples",
    () =>
      movie({
        stsc: full("stsc", u32(800_000), repeated(join(u32(1), u32(max32), u32(1)), 9_600_000)),
      }),
  ],
  ["a fragment of 2^32−1 samples", () => fragmented(fragment(full("trun", u32(max32))))],
  [
    "a fragment of 2^32−1 samples with lengths",
    () => fragmented(fragment(box("trun", u32(0x100), u32(max32), u32(1)))),
  ],
  [
    "a fragment of two million samples",
    () =>
      fragmented(
        fragment(box("trun", u32(0x100), u32(2_000_000), repeated(u32(max32), 8_000_000))),
      ),
  ],
  [
    "a hundred thousand fragments",
    () => fragmented(repeated(fragment(full("trun", u32(1))), most - 1000)),
  ],
  [
    "a fragment of a hundred thousand runs",
    () => fragmented(fragment(repeated(full("trun", u32(max32)), most - 1000))),
  ],
  [
    "sidx: 65,535 references",
    () => fragmented(full("sidx", u32(1), u32(1), zeros(10), u16(65_535))),
  ],
  [
    "tfra: 2^32−1 entries",
    () => join(fragmented(), box("mfra", full("tfra", u32(1), u32(63), u32(max32)))),
  ],
  [
    "elst: 2^32−1 edits",
    () =>
      join(
        brand,
        box("moov", mvhd(1000, 0), box("trak", tkhd, box("edts", full("elst", u32(max32))))),
      ),
  ],
  ["a length of 2^32−2 at a scale of 1", () => join(brand, box("moov", mvhd(1, max32 - 1)))],
  ["a scale of 0", () => join(brand, box("moov", mvhd(0, 1000)))],
];

const shaped: [string, () => Buffer][] = [
  [
    "a movie in a movie, ten thousand deep",
    () =>
      join(
        brand,
        nested((inner) => box("moov", inner), 10_000),
      ),
  ],
  [
    "tracks ten thousand deep",
    () =>
      join(
        brand,
        box(
          "moov",
          mvhd(1000, 0),
          nested((inner) => box("trak", inner), 10_000),
        ),
      ),
  ],
  [
    "texts five thousand deep",
    () =>
      join(
        brand,
        box(
          "moov",
          mvhd(1000, 0),
          box(
            "udta",
            nested((inner) => full("meta", inner), 5000),
          ),
        ),
      ),
  ],
  ["a million boxes of no content", () => join(brand, repeated(box("free")))],
  ["a million boxes in a movie", () => join(brand, box("moov", repeated(box("trak"), most - 100)))],
  [
    "a million tracks with heads",
    () => join(brand, box("moov", mvhd(1000, 0), repeated(box("trak", tkhd), most - 1000))),
  ],
  ["a box of no size, again and again", () => join(brand, zeros(most))],
  [
    "a box of 1 to 7 bytes",
    () => join(brand, ...[2, 3, 4, 5, 6, 7].map((size) => join(u32(size), "moov"))),
  ],
  ["a box of 2^32−1 bytes", () => join(brand, u32(max32), "moov", mvhd(1000, 1000))],
  ["a box of 2^64−1 bytes", () => join(brand, u32(1), "moov", u64(2n ** 64n - 1n), mvhd(1000, 0))],
  ["a large box of 0 bytes", () => join(brand, repeated(join(u32(1), "free", u64(0n)), 100_000))],
  [
    "a large box of 16 bytes, 600,000 times",
    () => join(brand, repeated(join(u32(1), "free", u64(16n)))),
  ],
  ["it ends within a header", () => movie({}).subarray(0, 100)],
  ["brands without end", () => join(u32(most), "ftyp", repeated(text("isom"), most - 8))],
];

/** MP4, QuickTime and 3GP: every count at its most, loops and depths. */
export const videos: HostileFile[] = [...counted, ...shaped].map(([name, make]) => ({
  name: `MP4, ${name}`,
  extension: "mp4",
  make,
}));
