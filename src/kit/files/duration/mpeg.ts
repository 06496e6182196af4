import type { countSteps } from "./steps.ts";

type Step = ReturnType<typeof countSteps>;

/** How far (bytes) into a file its first frame is looked for. */
const searched = 64 * 1024;
/** So many frames are the sample of a file without a count. */
const sampled = 500;

/**
 * Seconds that an MP3 or AAC stream plays, by the count in its first frame. Without a count, the
 * size of its first frames stands for all of them.
 */
export function mpegDuration(bytes: Buffer, step: Step): number | undefined {
  const begin = afterTag(bytes);
  const first = firstFrame(bytes, begin, step);
  if (first === undefined) return undefined;
  const frame = frameAt(bytes, first)!;
  const counted = countIn(bytes, first, frame);
  if (counted !== undefined) return (counted * frame.samples) / frame.rate;
  let [at, time, frames] = [first, 0, 0];
  for (let next = frameAt(bytes, at); next && frames < sampled; next = frameAt(bytes, at)) {
    step();
    at += next.size;
    time += next.samples / next.rate;
    frames += 1;
  }
  const tail = bytes.toString("latin1", bytes.length - 128, bytes.length - 125) === "TAG" ? 128 : 0;
  return frames < sampled ? time : (time * (bytes.length - tail - first)) / (at - first);
}

/** The end of an ID3v2 tag. */
export function afterTag(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes.readUInt8(at) & 127), 0);
  return 10 + size;
}

// Other bytes may look like a frame, so another frame, or the end, must follow it.
function firstFrame(bytes: Buffer, begin: number, step: Step): number | undefined {
  for (let at = begin; at >= 0 && at < begin + searched; at++) {
    step();
    at = bytes.indexOf(0xff, at);
    const frame = at < 0 ? undefined : frameAt(bytes, at);
    if (at < 0) return undefined;
    if (!frame) continue;
    const next = at + frame.size;
    if (next >= bytes.length || frameAt(bytes, next)) return at;
  }
  return undefined;
}

type Frame = { size: number; samples: number; rate: number; side: number };

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 7 > bytes.length || bytes.readUInt16BE(at) < 0xffe0) return undefined;
  return (bytes.readUInt8(at + 1) & 0xf6) === 0xf0 ? aacFrame(bytes, at) : mp3Frame(bytes, at);
}

function mp3Frame(bytes: Buffer, at: number): Frame | undefined {
  const [head, sizes, mode] = [1, 2, 3].map((byte) => bytes.readUInt8(at + byte)) as [
    number,
    number,
    number,
  ];
  // 3 is MPEG 1, 2 is MPEG 2, 0 is 2.5; layers count down from 3.
  const [version, layer] = [(head >> 3) & 3, 4 - ((head >> 1) & 3)];
  const full = rates[(sizes >> 2) & 3];
  if (version === 1 || layer === 4 || full === undefined) return undefined;
  const rate = full >> (version === 3 ? 0 : version === 2 ? 1 : 2);
  const kind = version === 3 ? layer - 1 : layer === 1 ? 3 : 4;
  const kilobits = bitrates[kind]![(sizes >> 4) - 1];
  if (kilobits === undefined) return undefined;
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const padding = (sizes >> 1) & 1;
  const bytesLong =
    layer === 1
      ? (Math.floor((12_000 * kilobits) / rate) + padding) * 4
      : Math.floor((samples * 125 * kilobits) / rate) + padding;
  const isMono = mode >> 6 === 3;
  const side = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { size: bytesLong, samples, rate, side };
}

const rates = [44_100, 48_000, 32_000];
const bitrates = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

function aacFrame(bytes: Buffer, at: number): Frame | undefined {
  const rate = aacRates[(bytes.readUInt8(at + 2) >> 2) & 15];
  const size = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
  return rate === undefined || size < 7 ? undefined : { size, samples: 1024, rate, side: -1 };
}

const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
];

/** The number of frames that the first one counts, as encoders of changing bitrate write it. */
function countIn(bytes: Buffer, at: number, { side }: Frame): number | undefined {
  const mark = (from: number) => bytes.toString("latin1", from, from + 4);
  const xing = at + 4 + side;
  if (side > 0 && ["Xing", "Info"].includes(mark(xing)) && xing + 12 <= bytes.length)
    return bytes.readUInt32BE(xing + 4) & 1 ? bytes.readUInt32BE(xing + 8) : undefined;
  const vbri = at + 36;
  return side > 0 && mark(vbri) === "VBRI" && vbri + 18 <= bytes.length
    ? bytes.readUInt32BE(vbri + 14)
    : undefined;
}
