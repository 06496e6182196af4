/**
 * Resamples a waveform to `count` bars from 0 to 1; each bar takes its highest value. Empty without
 * a waveform.
 */
export function waveformBars(waveform: number[] | null | undefined, count: number): number[] {
  if (!waveform || waveform.length === 0 || !waveform.some((level) => level > 0)) return [];
  return resample(waveform, count).map((level) => Math.min(1, Math.max(0, level / 100)));
}

/**
 * Converts a recording's levels (0 to 1, any number) into 64 numbers from 0 to 100, the loudest
 * 100.
 */
export function waveformOf(levels: number[]): number[] {
  const loudest = Math.max(0, ...levels);
  return resample(loudest === 0 ? [0] : levels, 64).map((level) =>
    Math.round((level / (loudest || 1)) * 100),
  );
}

/** 0:05, 12:40, 1:02:03 */
export function durationText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

function resample(levels: number[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count);
    const until = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count));
    return Math.max(...levels.slice(from, until));
  });
}
