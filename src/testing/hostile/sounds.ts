import {
  join,
  le16,
  le32,
  max32,
  most,
  nested,
  repeated,
  text,
  u16,
  u32,
  u64,
  u8,
  zeros,
} from "./bytes.ts";
import type { HostileFile } from "./bytes.ts";

/** The smallest frame of an MP3: 24 bytes that play for 72 ms. */
const tiny = join(u8(0xff, 0xf3, 0x14, 0xc4), zeros(20));
const frame = join(u8(0xff, 0xfb, 0x90, 0), zeros(413));
const counts = (mark: string, count: number) => {
  const first = Buffer.from(frame);
  text(mark).copy(first, 36);
  if (mark === "VBRI") first.writeUInt32BE(count, 50);
  else u64((1n << 32n) | BigInt(count)).copy(first, 40);
  return join(first, frame, frame);
};
const tag = (size: number[], inner: Uint8Array = zeros(0)) =>
  join("ID3", u8(4, 0, 0, ...size), inner);
const largest = [127, 127, 127, 127];

const mpeg: [string, () => Buffer][] = [
  ["tiny frames", () => repeated(tiny)],
  [
    "tiny frames after one that is none",
    () => join(u8(0xff, 0xfb, 0x90), repeated(tiny, most - 10)),
  ],
  ["a count of 2^32−1 frames", () => counts("Xing", max32)],
  ["the same, written by another encoder", () => counts("VBRI", max32)],
  ["a count of no frames", () => counts("Info", 0)],
  ["a tag of 256 MB", () => join(tag(largest), frame)],
  ["a tag after the other", () => repeated(tag([0, 0, 0, 0]))],
  [
    "a tag whose parts are of no size",
    () => join(tag([4, 127, 127, 127], repeated("TIT2\0\0\0\0\0\0", most - 500)), frame),
  ],
  [
    "a tag whose part is of 2^32−1 bytes",
    () => join(tag([0, 0, 1, 0], join("APIC", u32(max32), zeros(100)))),
  ],
  ["a frame begins everywhere", () => repeated(u8(0xff, 0xfb))],
  ["bytes that are almost a frame", () => join(tag([0, 0, 0, 0]), repeated(u8(0xff, 0xff)))],
  ["free bitrates", () => repeated(u8(0xff, 0xfb, 0x00, 0))],
];
const aac: [string, () => Buffer][] = [
  ["frames of 7 bytes", () => repeated(u8(0xff, 0xf1, 0x50, 0x80, 0, 0xff, 0xfc))],
  ["frames of no bytes", () => repeated(u8(0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc))],
];

const page = (flags: number, granule: bigint, lacing: number[], body: Uint8Array | string) => {
  const head = Buffer.alloc(27);
  head.write("OggS");
  head.writeUInt8(flags, 5);
  head.writeBigInt64LE(granule, 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt8(lacing.length, 26);
  return join(head, u8(...lacing), body);
};
const opusHead = join("OpusHead", u8(1, 1, 0, 0), le32(48_000), le16(0), u8(0));
const opus = page(2, 0n, [19], opusHead);
const tags = (vendor: number, count: number) => join("OpusTags", le32(vendor), le32(count));
const sound = (...pages: Buffer[]) => join(opus, page(0, 0n, [16], tags(0, 0)), ...pages);
const packet = page(0, 960n, [3], u8(0x0b, 1, 2));

const ogg: [string, () => Buffer][] = [
  ["pages of nothing", () => sound(repeated(page(0, -1n, [], ""), most - 200))],
  ["a page after the other", () => sound(repeated(packet, most - 200))],
  ["ten years", () => sound(page(4, 2n ** 63n - 1n, [3], u8(0x0b, 1, 2)))],
  ["a time before its beginning", () => sound(page(4, -(2n ** 63n), [3], u8(0x0b, 1, 2)))],
  ["2^32−1 comments", () => join(opus, page(0, 0n, [16], tags(0, max32)))],
  ["a comment of 2^32−1 bytes", () => join(opus, page(0, 0n, [16], tags(max32, 1)))],
  [
    "a packet without end",
    () =>
      join(
        opus,
        repeated(
          page(
            1,
            -1n,
            Array.from({ length: 255 }, () => 255),
            zeros(255 * 255),
          ),
          most - 100,
        ),
      ),
  ],
  ["streams that only begin", () => repeated(opus)],
  [
    "255 channels",
    () =>
      join(
        page(2, 0n, [19], join("OpusHead", u8(1, 255, 0, 0), le32(max32), le16(0), u8(255))),
        packet,
      ),
  ],
  ["pages that begin everywhere", () => join(opus, repeated("OggS", most - 100))],
  [
    "Vorbis with a rate of 0",
    () =>
      join(
        page(2, 0n, [30], join(u8(1), "vorbis", le32(0), u8(2), zeros(18))),
        page(4, 1000n, [1], u8(0)),
      ),
  ],
  [
    "packets of 48 frames, 200,000 of them",
    () =>
      sound(
        repeated(
          page(
            0,
            1n,
            Array.from({ length: 255 }, () => 2),
            repeated(u8(0x03, 48), 510),
          ),
          most - 200,
        ),
      ),
  ],
];

const chunk = (type: string, size: number, body: Uint8Array = zeros(0)) =>
  join(type, le32(size), body);
const riff = (...chunks: Buffer[]) => join("RIFF", le32(max32), "WAVE", ...chunks);
const format = (perSecond: number) =>
  chunk("fmt ", 16, join(le16(1), le16(1), le32(8000), le32(perSecond), le16(2), le16(16)));

const wave: [string, () => Buffer][] = [
  ["2^32−1 bytes of sound", () => riff(format(16_000), chunk("data", max32, zeros(100)))],
  ["no bytes a second", () => riff(format(0), chunk("data", 100, zeros(100)))],
  ["one byte a second", () => riff(format(1), chunk("data", most - 100, zeros(most - 100)))],
  ["chunks of no size", () => riff(repeated(chunk("junk", 0), most - 20))],
  ["a format of 2^32−1 bytes", () => riff(chunk("fmt ", max32))],
  [
    "a chunk that ends before the last",
    () => riff(repeated(chunk("LIST", 1, zeros(2)), most - 20)),
  ],
];

const block = (type: number, size: number, body: Uint8Array = zeros(0)) =>
  join(u8(type), u32(size).subarray(1), body);
const info = block(
  0,
  34,
  join(u16(4096), u16(4096), zeros(6), u8(0x0a, 0xc4, 0x42, 0xff), u32(max32), zeros(16)),
);

const flac: [string, () => Buffer][] = [
  ["2^36−1 samples", () => join("fLaC", info)],
  ["blocks of no size", () => join("fLaC", info, repeated(block(1, 0), most - 100))],
  [
    "a picture of 2^32−1 bytes",
    () => join("fLaC", info, block(6, 32, join(u32(3), u32(max32), zeros(24)))),
  ],
  ["2^32−1 comments", () => join("fLaC", info, block(4, 8, join(le32(0), le32(max32))))],
  ["a rate of 0", () => join("fLaC", block(0, 34, zeros(34)))],
];

const element = (id: number[], body: Uint8Array | string) => {
  const bytes = join(body);
  return join(u8(...id), u8(0x01, 0, 0, 0), u32(bytes.length), bytes);
};
const head = element([0x1a, 0x45, 0xdf, 0xa3], join(u8(0x42, 0x82, 0x84), "webm"));
const segment = (...parts: Buffer[]) => element([0x18, 0x53, 0x80, 0x67], join(...parts));
const about = (...parts: Buffer[]) => element([0x15, 0x49, 0xa9, 0x66], join(...parts));
const scale = (value: number) => join(u8(0x2a, 0xd7, 0xb1, 0x84), u32(value));
const track = element(
  [0x16, 0x54, 0xae, 0x6b],
  element(
    [0xae],
    join(u8(0xd7, 0x81, 1, 0x83, 0x81, 2, 0x86, 0x86), "A_OPUS", u8(0x63, 0xa2, 0x93), opusHead),
  ),
);
const unknown = (id: number[]) => u8(...id, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
const cluster = (...parts: Buffer[]) =>
  element([0x1f, 0x43, 0xb6, 0x75], join(u8(0xe7, 0x81, 0), ...parts));
const small = u8(0xa3, 0x85, 0x81, 0, 0, 0x80, 0x0b);

const matroska: [string, () => Buffer][] = [
  [
    "a length that is none",
    () =>
      join(
        head,
        segment(about(scale(1_000_000), join(u8(0x44, 0x89, 0x88), u32(0x7ff80000), u32(0)))),
      ),
  ],
  [
    "a length without end",
    () => join(head, segment(about(scale(1_000_000), join(u8(0x44, 0x89, 0x84), u32(0x7f800000))))),
  ],
  [
    "a scale of 2^32−1",
    () => join(head, segment(about(scale(max32), join(u8(0x44, 0x89, 0x84), u32(0x7f7fffff))))),
  ],
  [
    "a scale of 0",
    () => join(head, segment(about(scale(0), join(u8(0x44, 0x89, 0x84), u32(0x447a0000))))),
  ],
  [
    "a file in a file, ten thousand deep",
    () =>
      join(
        head,
        nested((inner) => segment(inner), 10_000),
      ),
  ],
  [
    "open elements, a million deep",
    () => join(head, repeated(unknown([0x18, 0x53, 0x80, 0x67]), most - 100)),
  ],
  [
    "tags ten thousand deep",
    () =>
      join(
        head,
        segment(
          track,
          nested((inner) => element([0x67, 0xc8], inner), 10_000),
        ),
      ),
  ],
  [
    "elements of no size",
    () => join(head, unknown([0x18, 0x53, 0x80, 0x67]), repeated(u8(0xec, 0x80), most - 100)),
  ],
  [
    "clusters of no size",
    () =>
      join(
        head,
        unknown([0x18, 0x53, 0x80, 0x67]),
        track,
        repeated(u8(0x1f, 0x43, 0xb6, 0x75, 0x80), most - 500),
      ),
  ],
  [
    "a million blocks of one byte",
    () =>
      join(head, unknown([0x18, 0x53, 0x80, 0x67]), track, cluster(repeated(small, most - 1000))),
  ],
  [
    "a million groups",
    () =>
      join(
        head,
        unknown([0x18, 0x53, 0x80, 0x67]),
        track,
        cluster(repeated(u8(0xa0, 0x87, 0xa1, 0x85, 0x81, 0, 0, 0, 0x0b), most - 1000)),
      ),
  ],
  [
    "laces of 255",
    () => join(head, segment(track, cluster(join(u8(0xa3, 0x85, 0x81, 0, 0, 0x86, 0xff))))),
  ],
  [
    "2^56−2 bytes",
    () =>
      join(head, u8(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe), track),
  ],
  [
    "an index of a million",
    () =>
      join(
        head,
        segment(
          element([0x1c, 0x53, 0xbb, 0x6b], repeated(u8(0xbb, 0x83, 0xb3, 0x81, 0), most - 500)),
          track,
        ),
      ),
  ],
  [
    "a look-up that leads to itself",
    () =>
      join(
        head,
        segment(
          element(
            [0x11, 0x4d, 0x9b, 0x74],
            repeated(
              join(
                u8(0x4d, 0xbb, 0x8b, 0x53, 0xab, 0x84, 0x11, 0x4d, 0x9b, 0x74, 0x53, 0xac, 0x81, 0),
              ),
              140_000,
            ),
          ),
        ),
      ),
  ],
  ["an id of no length", () => join(head, zeros(most - 100))],
  [
    "130,000 tracks",
    () =>
      join(
        head,
        segment(
          element(
            [0x16, 0x54, 0xae, 0x6b],
            repeated(element([0xae], u8(0xd7, 0x81, 1, 0x83, 0x81, 2)), most - 500),
          ),
        ),
      ),
  ],
];

const others: [string, string, () => Buffer][] = [
  ["AMR of one-byte frames", "amr", () => join("#!AMR\n", repeated(u8(0x7c), most - 10))],
  ["MIDI of 65,535 tracks", "mid", () => join("MThd", u32(6), u16(1), u16(65_535), u16(1))],
  [
    "AIFF of 2^32−1 frames",
    "aiff",
    () => join("FORM", u32(max32), "AIFF", "COMM", u32(18), u16(1), u32(max32), zeros(12)),
  ],
  [
    "ASF of objects of no size",
    "wma",
    () =>
      join(
        Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex"),
        zeros(14),
        repeated(zeros(24), 1_000_000),
      ),
  ],
  [
    "AVI of lists in lists",
    "avi",
    () =>
      join(
        "RIFF",
        le32(max32),
        "AVI ",
        nested((inner) => join("LIST", le32(inner.length + 4), "hdrl", inner), 10_000),
      ),
  ],
  ["FLV of tags of no size", "flv", () => join("FLV\x01\x05", u32(9), repeated(zeros(15)))],
  ["MPEG-TS of packets", "ts", () => repeated(join(u8(0x47), zeros(187)))],
];

/** Sounds, and videos that are not MP4: every count at its most, loops and depths. */
export const sounds: HostileFile[] = [
  ...named("MP3", "mp3", mpeg),
  ...named("AAC", "aac", aac),
  ...named("Ogg", "ogg", ogg),
  ...named("WAV", "wav", wave),
  ...named("FLAC", "flac", flac),
  ...named("WebM", "webm", matroska),
  ...others.map(([name, extension, make]) => ({ name, extension, make })),
];

function named(kind: string, extension: string, files: [string, () => Buffer][]): HostileFile[] {
  return files.map(([name, make]) => ({ name: `${kind}, ${name}`, extension, make }));
}
