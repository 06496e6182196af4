import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
  type OutputFormat,
} from "mediabunny";
import { durationOf } from "../../files/duration/duration.ts";
import { voiceNote } from "./voice.ts";

// Two seconds of a tone that swells and fades, as Chromium 156's MediaRecorder writes them at 24
// kbit/s.
const fixture = (name: string) =>
  Bun.file(join(import.meta.dir, "../../../testing/fixtures", name)).bytes();

test("a browser's recording becomes Ogg Opus, and its sound stays as it was", async () => {
  for (const [name, seconds] of [
    ["voice.webm", 1.98],
    ["voice.mp4", 1.9],
  ] as const) {
    const recording = await fixture(name);
    const note = (await voiceNote(recording))!;
    expect(note).toMatchObject({ seconds });

    const [head, tags, ...sound] = packetsOf(note.bytes);
    expect(sound).toEqual(await opusOf(recording));
    expect(head!.subarray(0, 10)).toEqual(Buffer.from("OpusHead\x01\x01", "latin1"));
    expect(head!).toHaveLength(19);
    expect(tags!.toString("latin1")).toStartWith("OpusTags");
    // Every packet is of 60 ms. RFC 7845 §4: the end includes the samples that players drop at the
    // start.
    const skipped = head!.readUInt16LE(10);
    expect(pagesOf(note.bytes).at(-1)!.granule).toBe(33 * 2880);
    expect(note.seconds).toBe((33 * 2880 - skipped) / 48_000);
    expect(durationOf(note.bytes)).toBe(seconds);
  }
});

test("a recording that is Ogg already comes out whole", async () => {
  const once = (await voiceNote(await fixture("voice.webm")))!;
  const twice = (await voiceNote(once.bytes))!;
  expect(packetsOf(twice.bytes)).toEqual(packetsOf(once.bytes));
  expect({ ...twice, bytes: undefined }).toEqual({ ...once, bytes: undefined });
});

test("two channels stay two", async () => {
  const note = (await voiceNote(
    await recorded(new WebMOutputFormat(), packets([50, 40]), { channels: 2 }),
  ))!;
  expect(packetsOf(note.bytes)[0]![9]).toBe(2);
});

test("a recording whose clock starts late starts at once", async () => {
  const note = (await voiceNote(
    await recorded(new WebMOutputFormat(), packets([50, 40]), { from: 5 }),
  ))!;
  expect([note.seconds, pagesOf(note.bytes).at(-1)!.granule]).toEqual([3, 3 * 48_000]);
});

test("a packet that sounds for nothing, or for longer than any may, is dropped", async () => {
  const good = packets([10, 40]);
  const odd = [[], [0x7b], [0x7b, 0], [0x7b, 7], [0x1b, 3]].map((bytes) => Buffer.from(bytes));
  const note = (await voiceNote(
    await recorded(new WebMOutputFormat(), [...good.slice(0, 5), ...odd, ...good.slice(5)]),
  ))!;
  expect(packetsOf(note.bytes).slice(2)).toEqual(good);
  expect(note.seconds).toBe(0.6);
});

test("every length that a packet may have is known", async () => {
  // RFC 6716 §3.1: configuration, ms of a frame.
  const frames = [
    [0, 10],
    [1, 20],
    [2, 40],
    [3, 60],
    [4, 10],
    [11, 60],
    [12, 10],
    [13, 20],
    [15, 20],
    [16, 2.5],
    [17, 5],
    [18, 10],
    [19, 20],
    [31, 20],
  ] as const;
  for (const [config, ms] of frames) {
    for (const [code, count] of [
      [0, 1],
      [1, 2],
      [2, 2],
      [3, 2],
    ] as const) {
      const note = await voiceNote(
        await recorded(new OggOutputFormat(), [Buffer.from([(config << 3) | code, count, 0, 0])]),
      );
      expect([config, code, note!.seconds]).toEqual([config, code, Math.round(ms * count) / 1000]);
    }
  }
});

test("the waveform follows how loud it is", async () => {
  const { waveform } = (await voiceNote(
    await recorded(new WebMOutputFormat(), packets([40, 20], [40, 200], [40, 20], [40, 110])),
  ))!;
  expect(waveform).toHaveLength(64);
  const part = (from: number) => waveform.slice(from + 2, from + 14);
  expect([part(0), part(16), part(32), part(48)].map((bars) => [...new Set(bars)])).toEqual([
    [0],
    [100],
    [0],
    [50],
  ]);
  expect(waveform.slice(14, 18)).toEqual([0, 25, 75, 100]);
});

test("a steady sound, however short, is full bars", async () => {
  const full = Array.from({ length: 64 }, () => 100);
  for (const count of [1, 3, 63, 64, 65, 1000])
    expect(
      (await voiceNote(await recorded(new OggOutputFormat(), packets([count, 80]))))!.waveform,
    ).toEqual(full);
  const { waveform } = (await voiceNote(await fixture("voice.webm")))!;
  expect([
    Math.min(...waveform) >= 0,
    Math.max(...waveform),
    waveform.every(Number.isInteger),
  ]).toEqual([true, 100, true]);
});

test("what has no Opus sound in it is no voice note", async () => {
  const recording = await fixture("voice.webm");
  const nothing = [
    new Uint8Array(),
    new Uint8Array(1000),
    Buffer.from("OggS"),
    Buffer.from("<html>"),
    recording.subarray(0, 300),
    wav(0.5),
    await aac(),
    await recorded(new OggOutputFormat(), [Buffer.from([0x7b, 0])]),
  ];
  for (const bytes of nothing) expect(await voiceNote(bytes)).toBeUndefined();
});

test("a long recording is read, and one of more packets than that is not", async () => {
  const long = await recorded(new OggOutputFormat(), packets([20_000, 20]));
  expect(await voiceNote(long, 20_000)).toBeDefined();
  expect(await voiceNote(long, 19_999)).toBeUndefined();
}, 30_000);

test("the headers that the library writes say how long its files play", async () => {
  for (const format of [new Mp4OutputFormat(), new Mp4OutputFormat({ fastStart: "fragmented" })])
    expect(durationOf(await recorded(format, packets([50, 40])))).toBe(3);
  expect(durationOf(await recorded(new WebMOutputFormat(), packets([50, 40])))).toBe(3);
  // A stream does not say how long it is, only when its last packet starts.
  expect(
    durationOf(await recorded(new WebMOutputFormat({ appendOnly: true }), packets([50, 40]))),
  ).toBe(2.94);
  expect(durationOf(await recorded(new OggOutputFormat(), packets([50, 40])))).toBe(3);
});

test("of a broken file, the library says nothing on the console", () => {
  expect(Logging.level).toBe(LogLevel.Silent);
});

/** Packets of 60 ms: so many of so many bytes, and so on. */
const packets = (...runs: [count: number, size: number][]) =>
  runs.flatMap(([count, size]) =>
    Array.from({ length: count }, (_, i) =>
      Buffer.from([0x7b, 3, ...Array.from({ length: size - 2 }, (_byte, at) => (i + at) & 255)]),
    ),
  );

/** These packets as a recording. */
async function recorded(
  format: OutputFormat,
  sound: Uint8Array[],
  { channels = 1, from = 0 } = {},
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  const description = Buffer.from([
    ...Buffer.from("OpusHead"),
    1,
    channels,
    0,
    0,
    0x80,
    0xbb,
    0,
    0,
    0,
    0,
    0,
  ]);
  for (const [i, packet] of sound.entries())
    await source.add(new EncodedPacket(packet, "key", from + i * 0.06, 0.06), {
      decoderConfig: { codec: "opus", sampleRate: 48_000, numberOfChannels: channels, description },
    });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** Sound of another kind, in a file of the same. */
async function aac(): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  await source.add(new EncodedPacket(Buffer.from([0x7b, 3, 1, 2]), "key", 0, 0.02), {
    decoderConfig: {
      codec: "mp4a.40.2",
      sampleRate: 48_000,
      numberOfChannels: 1,
      description: Uint8Array.of(0x11, 0x88),
    },
  });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

async function opusOf(recording: Uint8Array): Promise<Buffer[]> {
  const track = await new Input({
    formats: [WEBM, MP4],
    source: new BufferSource(recording),
  }).getPrimaryAudioTrack();
  return Array.fromAsync(new EncodedPacketSink(track!).packets(), ({ data }) => Buffer.from(data));
}

/** The packets of an Ogg file; all that RFC 3533 §6 asks of its pages is checked. */
function packetsOf(ogg: Uint8Array): Buffer[] {
  const pages = pagesOf(ogg);
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_, i) => i));
  expect(pages.map(({ begins, ends }) => [begins, ends])).toEqual(
    pages.map((_, i) => [i === 0, i === pages.length - 1]),
  );
  expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1);
  expect(pages.slice(0, 2).map(({ granule, segments }) => [granule, segments.length])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  const packets: Buffer[] = [];
  let open: Buffer[] = [];
  for (const { continues, segments } of pages) {
    expect(continues).toBe(open.length > 0);
    for (const segment of segments) {
      open.push(segment);
      if (segment.length === 255) continue;
      packets.push(Buffer.concat(open));
      open = [];
    }
  }
  expect(open).toEqual([]);
  return packets;
}

function pagesOf(ogg: Uint8Array) {
  const bytes = Buffer.from(ogg);
  const pages = [];
  for (let at = 0; at < bytes.length;) {
    expect(bytes.subarray(at, at + 5)).toEqual(Buffer.from("OggS\0"));
    const lacing = bytes.subarray(at + 27, at + 27 + bytes[at + 26]!);
    const segments: Buffer[] = [];
    let end = at + 27 + lacing.length;
    for (const size of lacing) segments.push(bytes.subarray(end, (end += size)));
    const flags = bytes[at + 5]!;
    const page = Buffer.from(bytes.subarray(at, end));
    page.writeUInt32LE(0, 22);
    expect(bytes.readUInt32LE(at + 22)).toBe(checksum(page));
    pages.push({
      continues: (flags & 1) !== 0,
      begins: (flags & 2) !== 0,
      ends: (flags & 4) !== 0,
      granule: Number(bytes.readBigInt64LE(at + 6)),
      serial: bytes.readUInt32LE(at + 14),
      number: bytes.readUInt32LE(at + 18),
      segments,
    });
    at = end;
  }
  return pages;
}

// RFC 3533 §6, field 7: polynomial 0x04c11db7, nothing before, nothing after.
function checksum(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** Silence at 8 kHz. */
function wav(seconds: number): Buffer {
  const size = seconds * 8000 * 2;
  const bytes = Buffer.alloc(44 + size);
  bytes.write("RIFF");
  bytes.writeUInt32LE(36 + size, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, at);
  for (const [at, value] of [
    [24, 8000],
    [28, 16_000],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.write("data", 36);
  bytes.writeUInt32LE(size, 40);
  return bytes;
}
