import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as inFolder } from "node:path";
import { uploadLimit } from "../../../shared/limits.ts";
import { join, le16, le32, repeated, u32, u8, zeros } from "../../../testing/hostile/bytes.ts";
import { durationIn, durationOf } from "./duration.ts";
import { countSteps, mostSteps } from "./steps.ts";

const box = (type: string, ...content: (Uint8Array | string)[]) => {
  const bytes = join(...content);
  return join(u32(8 + bytes.length), type, bytes);
};
const movie = (...content: Uint8Array[]) => join(box("ftyp", "isom"), box("moov", ...content));
const header = (scale: number, length: number) =>
  box("mvhd", u32(0), zeros(8), u32(scale), u32(length), zeros(80));
const long = (scale: number, length: number) =>
  box("mvhd", u32(0x01000000), zeros(16), u32(scale), u32(0), u32(length), zeros(80));
const track = box(
  "trak",
  box("tkhd", u32(0), zeros(8), u32(7), zeros(68)),
  box("mdia", box("mdhd", u32(0), zeros(8), u32(1000), u32(0), u32(0))),
);
const run = (flags: number, count: number, ...lengths: number[]) =>
  box("trun", u32(flags), u32(count), ...lengths.map(u32));
const fragment = (begin: number, ...runs: Uint8Array[]) =>
  box(
    "moof",
    box("traf", box("tfhd", u32(0x20000), u32(7)), box("tfdt", u32(0), u32(begin)), ...runs),
  );

test("an MP4 says in its header how long it is, and one in fragments at its end", () => {
  const usual = box("mvex", box("trex", u32(0), u32(7), u32(1), u32(250), zeros(8)));
  expect(durationOf(movie(header(1000, 2500)))).toBe(2.5);
  expect(durationOf(movie(long(90_000, 135_000)))).toBe(1.5);
  expect(durationOf(join(box("free"), box("mdat", "…"), movie(header(600, 600))))).toBe(1);
  for (const length of [0, 0xffffffff]) {
    const parts = movie(header(1000, length), track, usual);
    expect(durationOf(join(parts, fragment(0, run(0, 4)), fragment(1000, run(0, 2))))).toBe(1.5);
    expect(durationOf(join(parts, fragment(500, run(0x100, 2, 100, 150))))).toBe(0.75);
    // Its header claims more samples than it holds.
    expect(durationOf(join(parts, fragment(0, run(0x100, 0xffffffff, 100, 150))))).toBe(0.25);
    expect(durationOf(parts)).toBeUndefined();
  }
});

test("an MP3 is as long as its first frame counts, else as long as its frames last", () => {
  // MPEG 1, layer 3, 128 kbit/s at 44.1 kHz: 417 bytes for 1152 samples.
  const frame = join(u8(0xff, 0xfb, 0x90, 0), zeros(413));
  const seconds = (frames: number) => Math.round((frames * 1152 * 1000) / 44_100) / 1000;
  expect(durationOf(repeated(frame, 417 * 10))).toBe(seconds(10));
  expect(durationOf(repeated(frame, 417 * 5000))).toBeCloseTo(seconds(5000), 2);
  expect(durationOf(join("ID3", u8(4, 0, 0, 0, 0, 1, 0), zeros(128), repeated(frame, 4170)))).toBe(
    seconds(10),
  );
  expect(durationOf(join(u8(0, 0xff, 0xe0, 0), repeated(frame, 4170)))).toBe(seconds(10));
  for (const [mark, at, count] of [
    ["Xing", 36, 44],
    ["Info", 36, 44],
    ["VBRI", 36, 50],
  ] as const) {
    const first = Buffer.from(frame);
    first.write(mark, at, "latin1");
    if (mark !== "VBRI") first.writeUInt32BE(1, 40);
    first.writeUInt32BE(2000, count);
    expect([mark, durationOf(join(first, frame, frame))]).toEqual([mark, seconds(2000)]);
  }
  // AAC: 1024 samples at 44.1 kHz in 100 bytes.
  const aac = join(u8(0xff, 0xf1, 0x50, 0x80, 0x0c, 0x9f, 0xfc), zeros(93));
  expect(durationOf(repeated(aac, 4000))).toBeCloseTo((40 * 1024) / 44_100, 3);
});

test("a WAV, a FLAC and an Ogg are as long as their samples", () => {
  const wav = (perSecond: number, size: number, held: number) =>
    join(
      "RIFF",
      le32(0),
      "WAVEfmt ",
      le32(16),
      le16(1),
      le16(1),
      le32(8000),
      le32(perSecond),
      le16(2),
      le16(16),
      "data",
      le32(size),
      zeros(held),
    );
  expect(durationOf(wav(16_000, 8000, 8000))).toBe(0.5);
  expect(durationOf(wav(16_000, 0xffffffff, 8000))).toBe(0.5);
  expect(durationOf(wav(0, 8000, 8000))).toBeUndefined();
  expect(durationOf(wav(16_000, 0, 0))).toBeUndefined();
  const flac = join(
    "fLaC",
    u8(0, 0, 0, 34),
    zeros(10),
    u8(0x0a, 0xc4, 0x42, 0xf0),
    u32(441_000),
    zeros(16),
  );
  expect(durationOf(flac)).toBe(10);
  expect(durationOf(join("ID3", u8(4, 0, 0, 0, 0, 0, 4), zeros(4), flac))).toBe(10);
  const page = (flags: number, granule: bigint, body: Uint8Array, serial = 1) => {
    const head = Buffer.alloc(28);
    head.write("OggS");
    head.writeUInt8(flags, 5);
    head.writeBigInt64LE(granule, 6);
    head.writeUInt32LE(serial, 14);
    head.writeUInt8(1, 26);
    head.writeUInt8(body.length, 27);
    return join(head, body);
  };
  const opus = page(2, 0n, join("OpusHead", u8(1, 1), le16(312), le32(48_000), zeros(3)));
  const vorbis = page(2, 0n, join(u8(1), "vorbis", zeros(5), le32(44_100), zeros(14)), 2);
  expect(durationOf(join(opus, page(4, 48_312n, u8(0))))).toBe(1);
  expect(durationOf(join(vorbis, page(4, 44_100n, u8(0), 2)))).toBe(1);
  // The last page may be of another stream, or end no packet.
  expect(
    durationOf(
      join(opus, vorbis, page(0, 48_312n, u8(0)), page(0, -1n, u8(0)), page(4, 9n, u8(0), 2)),
    ),
  ).toBe(1);
});

test("what claims to play for a week is not believed, nor what plays for no time", () => {
  const week = 7 * 24 * 3600;
  expect(durationOf(movie(header(1, week - 1)))).toBe(week - 1);
  for (const [scale, length] of [
    [1, week],
    [1, week + 1],
    [0, 1],
    [1000, 0],
  ] as const)
    expect(durationOf(movie(header(scale, length)))).toBeUndefined();
});

test("a file of as many parts as may be is read, and one of more is not", () => {
  // Its own box, the movie and its header are three, and the reader goes through the top to the
  // end.
  const free = (count: number) => repeated(box("free"), 8 * count);
  expect(durationOf(join(movie(header(1, 5)), free(mostSteps - 3)))).toBe(5);
  expect(durationOf(join(movie(header(1, 5)), free(mostSteps - 2)))).toBeUndefined();
  const step = countSteps(2);
  step();
  step();
  expect(step).toThrow("too many steps");
});

test("a file of the largest size that may be sent is read, and a larger one is not", async () => {
  const path = inFolder(tmpdir(), `balcao-duration-${process.pid}`);
  try {
    const whole = (size: number) => {
      const bytes = Buffer.alloc(size);
      movie(header(1, 5)).copy(bytes);
      bytes.writeUInt32BE(size - 128, 128);
      bytes.write("free", 132);
      return bytes;
    };
    expect(movie(header(1, 5)).length).toBe(128);
    await Bun.write(path, whole(uploadLimit));
    expect(await durationIn(path)).toBe(5);
    await Bun.write(path, whole(uploadLimit + 1));
    expect(await durationIn(path)).toBeUndefined();
    await rm(path);
    expect(await durationIn(path)).toBeUndefined();
  } finally {
    await rm(path, { force: true });
  }
});
