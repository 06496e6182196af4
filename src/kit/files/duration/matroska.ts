import type { countSteps } from "./steps.ts";

type Step = ReturnType<typeof countSteps>;
type Element = { id: number; from: number; to: number };

/**
 * Seconds that a WebM or Matroska file plays, by its own header. A recording without one counts to
 * the last block of its last cluster. RFC 8794, RFC 9559
 */
export function matroskaDuration(bytes: Buffer, step: Step): number | undefined {
  let scale = 1_000_000;
  // A cluster may be as long as the file, so this stops at the first one.
  for (const segment of elementsIn(bytes, 0, bytes.length, step)) {
    if (segment.id !== ids.segment) continue;
    for (const info of elementsIn(bytes, segment.from, segment.to, step)) {
      if (info.id === ids.cluster) break;
      if (info.id !== ids.info) continue;
      for (const { id, from, to } of elementsIn(bytes, info.from, info.to, step)) {
        if (id === ids.scale) scale = numberIn(bytes, from, to);
        if (id === ids.duration)
          return (
            ((to - from === 4 ? bytes.readFloatBE(from) : bytes.readDoubleBE(from)) * scale) / 1e9
          );
      }
    }
    break;
  }
  const last = bytes.lastIndexOf(clusterMark);
  return last < 0 ? undefined : (endOfCluster(bytes, last, step) * scale) / 1e9;
}

function endOfCluster(bytes: Buffer, at: number, step: Step): number {
  const [cluster] = elementsIn(bytes, at, bytes.length, step);
  let [time, end] = [0, 0];
  for (const { id, from, to } of elementsIn(bytes, cluster!.from, cluster!.to, step)) {
    if (id === ids.time) time = numberIn(bytes, from, to);
    const block =
      id === ids.block
        ? from
        : id === ids.group
          ? [...elementsIn(bytes, from, to, step)].find((part) => part.id === ids.inGroup)?.from
          : undefined;
    // The track's number is before the time, one byte for the first 127 tracks.
    if (block !== undefined) end = Math.max(end, time + bytes.readInt16BE(block + 1));
  }
  return end;
}

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  time: 0xe7,
  block: 0xa3,
  group: 0xa0,
  inGroup: 0xa1,
};

const clusterMark = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

function numberIn(bytes: Buffer, from: number, to: number): number {
  if (to - from < 1 || to - from > 6) throw new Error("no number");
  return bytes.readUIntBE(from, to - from);
}

function* elementsIn(bytes: Buffer, start: number, end: number, step: Step): Generator<Element> {
  for (let at = start; at < end;) {
    step();
    const idLength = Math.clz32(bytes.readUInt8(at)) - 23;
    if (idLength > 4) return;
    const id = bytes.readUIntBE(at, idLength);
    const first = bytes.readUInt8(at + idLength);
    const length = Math.clz32(first) - 23;
    if (length > 8) return;
    const from = at + idLength + length;
    let size = first & (0xff >> length);
    let isUnknown = size === 0xff >> length;
    for (let byte = at + idLength + 1; byte < from; byte++) {
      const next = bytes.readUInt8(byte);
      isUnknown &&= next === 0xff;
      size = size * 256 + next;
    }
    const to = isUnknown ? end : Math.min(end, from + size);
    yield { id, from, to };
    at = to;
  }
}
