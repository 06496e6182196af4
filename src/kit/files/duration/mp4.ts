import type { countSteps } from "./steps.ts";

type Box = { type: string; from: number; to: number };
type Step = ReturnType<typeof countSteps>;

/**
 * Seconds that an MP4, QuickTime or 3GP file plays, by its movie header. A fragmented recording
 * without one there counts to the end of its last samples. ISO/IEC 14496-12
 */
export function mp4Duration(bytes: Buffer, step: Step): number | undefined {
  const top = [...boxesIn(bytes, 0, bytes.length, step)];
  const moov = top.find(({ type }) => type === "moov");
  if (!moov) return undefined;
  const movie = [...boxesIn(bytes, moov.from, moov.to, step)];
  const header = movie.find(({ type }) => type === "mvhd");
  if (!header) return undefined;
  const { scale, length } = timesOf(bytes, header.from);
  if (length > 0) return length / scale;
  const fragments = top.filter(({ type }) => type === "moof");
  return fragments.length > 0 ? endOf(bytes, movie, fragments, step) : undefined;
}

/** Time scale and length of a movie's or a media's header; an unknown length is 0. */
function timesOf(bytes: Buffer, at: number): { scale: number; length: number } {
  const isLong = bytes.readUInt8(at) === 1;
  const scale = bytes.readUInt32BE(at + (isLong ? 20 : 12));
  if (!isLong) {
    const length = bytes.readUInt32BE(at + 16);
    return { scale, length: length === 0xffffffff ? 0 : length };
  }
  const length = Number(bytes.readBigUInt64BE(at + 24));
  return { scale, length: length > Number.MAX_SAFE_INTEGER ? 0 : length };
}

/** The end of the samples of the last fragments, in seconds. */
function endOf(bytes: Buffer, movie: Box[], fragments: Box[], step: Step): number {
  const scales = new Map<number, number>();
  for (const track of movie.filter(({ type }) => type === "trak")) {
    const parts = [...boxesIn(bytes, track.from, track.to, step)];
    const head = named(parts, "tkhd").from;
    const media = named(parts, "mdia");
    const times = named([...boxesIn(bytes, media.from, media.to, step)], "mdhd").from;
    const id = bytes.readUInt32BE(head + (bytes.readUInt8(head) === 1 ? 20 : 12));
    scales.set(id, timesOf(bytes, times).scale);
  }
  const usual = usualLengths(bytes, movie, step);
  let end = 0;
  // Several tracks may take turns.
  for (const fragment of fragments.slice(-scales.size))
    for (const part of boxesIn(bytes, fragment.from, fragment.to, step))
      if (part.type === "traf") end = Math.max(end, endOfRun(bytes, part, scales, usual, step));
  return end;
}

/** The length of a sample of each track, for fragments that give no other. */
function usualLengths(bytes: Buffer, movie: Box[], step: Step): Map<number, number> {
  const extends_ = movie.find(({ type }) => type === "mvex");
  if (!extends_) return new Map();
  return new Map(
    [...boxesIn(bytes, extends_.from, extends_.to, step)]
      .filter(({ type }) => type === "trex")
      .map(({ from }) => [bytes.readUInt32BE(from + 4), bytes.readUInt32BE(from + 12)]),
  );
}

function endOfRun(
  bytes: Buffer,
  { from, to }: Box,
  scales: Map<number, number>,
  usual: Map<number, number>,
  step: Step,
): number {
  const parts = [...boxesIn(bytes, from, to, step)];
  const head = named(parts, "tfhd").from;
  const flags = bytes.readUIntBE(head + 1, 3);
  const id = bytes.readUInt32BE(head + 4);
  const scale = scales.get(id);
  if (!scale) return 0;
  const before = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  const length = flags & 8 ? bytes.readUInt32BE(head + 8 + before) : (usual.get(id) ?? 0);
  let time = 0;
  for (const part of parts)
    if (part.type === "tfdt")
      time = bytes.readUInt8(part.from)
        ? Number(bytes.readBigUInt64BE(part.from + 4))
        : bytes.readUInt32BE(part.from + 4);
    else if (part.type === "trun") time += lengthOfSamples(bytes, part, length, step);
  return time / scale;
}

function lengthOfSamples(bytes: Buffer, { from, to }: Box, usual: number, step: Step): number {
  const flags = bytes.readUIntBE(from + 1, 3);
  const count = bytes.readUInt32BE(from + 4);
  if (!(flags & 0x100)) return count * usual;
  const size = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  let [at, sum] = [from + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0), 0];
  for (let left = count; left > 0 && at + size <= to; left--, at += size) {
    step();
    sum += bytes.readUInt32BE(at);
  }
  return sum;
}

function named(boxes: Box[], type: string): Box {
  const box = boxes.find((one) => one.type === type);
  if (!box) throw new Error(`no ${type}`);
  return box;
}

/** The boxes in a part of a file; a size that leads beyond it, or nowhere, ends the reading. */
function* boxesIn(bytes: Buffer, from: number, end: number, step: Step): Generator<Box> {
  for (let at = from; at + 8 <= end;) {
    step();
    const short = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (short === 1 && at + 16 > end) return;
    const size =
      short === 0 ? end - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const head = short === 1 ? 16 : 8;
    if (size < head) return;
    yield { type, from: at + head, to: Math.min(end, at + size) };
    at += size;
  }
}
