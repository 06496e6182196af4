// Loops by index: over hundreds of thousands of numbers a callback or an iterator for each takes
// ten times as long.

/** Bins of a tenth of a minute, up to 45 days; longer times share the last bin. */
const perBin = 1 / 6000;
const bins = 65_536;

const binOf = (time: number) => Math.max(0, Math.min(bins - 1, (time * perBin) | 0));

export function average(times: Float64Array): number | null {
  let sum = 0;
  for (let index = 0; index < times.length; index++) sum += times[index]!;
  return times.length === 0 ? null : sum / times.length;
}

/** Sorts only the times in the bins around the middle. */
export function median(times: Float64Array): number | null {
  if (times.length === 0) return null;
  const counts = new Int32Array(bins);
  for (let index = 0; index < times.length; index++) counts[binOf(times[index]!)]! += 1;
  const [low, high] = [(times.length - 1) >> 1, times.length >> 1];
  let [first, before] = [0, 0];
  while (before + counts[first]! <= low) before += counts[first++]!;
  let [last, upTo] = [first, before + counts[first]!];
  while (upTo <= high) upTo += counts[++last]!;
  const middle = new Float64Array(upTo - before);
  for (let index = 0, length = 0; index < times.length; index++) {
    const at = binOf(times[index]!);
    if (at >= first && at <= last) middle[length++] = times[index]!;
  }
  middle.sort();
  return (middle[low - before]! + middle[high - before]!) / 2;
}

/** The greatest id that is counted in an array of one byte per id: more would fill the memory. */
const mostCounted = 32_000_000;

/** How many ids there are of which none is in `before`. */
export function newIds(ids: Uint32Array, before: Uint32Array): number {
  let largest = 0;
  for (let index = 0; index < ids.length; index++) if (ids[index]! > largest) largest = ids[index]!;
  if (largest > mostCounted) return new Set(ids).difference(new Set(before)).size;
  const isOld = new Uint8Array(largest + 1);
  for (let index = 0; index < before.length; index++)
    if (before[index]! <= largest) isOld[before[index]!] = 1;
  let count = 0;
  for (let index = 0; index < ids.length; index++) {
    if (isOld[ids[index]!] === 0) count += 1;
    isOld[ids[index]!] = 1;
  }
  return count;
}
