import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP4,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
} from "mediabunny";
import { writeReply } from "./inside.ts";

/** `seconds` to the millisecond; `waveform` is 64 numbers from 0 to 100. */
export type VoiceNote = { bytes: Uint8Array; seconds: number; waveform: number[] };

/** Prints a recording as a voice note: null for a file that is none. */
export async function printVoiceNote([path = ""]: string[]) {
  const note = await voiceNote(await Bun.file(path).bytes());
  if (!note) return writeReply({ note: null });
  const { bytes, ...rest } = note;
  await writeReply({ note: rest }, bytes);
}

/**
 * A browser's recording as Ogg Opus, which phones play; the sound itself stays as it was encoded.
 * Undefined when the bytes have no Opus sound, or more than `maxPackets` of it. Never throws.
 */
export async function voiceNote(
  bytes: Uint8Array,
  maxPackets = usualPackets,
): Promise<VoiceNote | undefined> {
  const input = openInput(bytes);
  try {
    return await remux(input, maxPackets);
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}

// The library prints broken parts to the console; our log is JSON lines only.
Logging.level = LogLevel.Silent;

// Named one by one: ALL_FORMATS includes playlists, which make the library open other files.
const formats = [MP4, WEBM, MATROSKA, OGG];

const openInput = (bytes: Uint8Array) => new Input({ formats, source: new BufferSource(bytes) });

async function remux(input: Input, maxPackets: number): Promise<VoiceNote | undefined> {
  const track = await input.getPrimaryAudioTrack();
  const header =
    track && (await track.getCodec()) === "opus" ? await track.getDecoderConfig() : null;
  if (!track || !header?.description) return undefined;

  const source = new EncodedAudioPacketSource("opus");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  output.addAudioTrack(source);
  await output.start();

  const packets: Packet[] = [];
  let samples = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const length = samplesOf(packet.data);
    if (length === 0) continue;
    // A packet's length is computed from its first bytes: a recording's timestamps are rounded, and
    // the last packet has none after it.
    await source.add(packet.clone({ timestamp: samples / rate, duration: 0 }), {
      decoderConfig: header,
    });
    samples += length;
    packets.push({ size: packet.byteLength, samples: length });
    if (packets.length > maxPackets) return undefined;
  }
  if (samples === 0) return undefined;
  await output.finalize();
  return {
    bytes: new Uint8Array(target.buffer!),
    seconds: rounded(Math.max(0, samples - skippedOf(header.description)) / rate),
    waveform: waveformOf(packets, samples),
  };
}

type Packet = { size: number; samples: number };

// More than an hour of 20 ms packets. A file made of tiny ones would take too long.
const usualPackets = 200_000;

// Opus counts at 48 kHz, whatever was recorded. RFC 7845 §4
const rate = 48_000;

/** The samples in a packet; 0 when it is not a valid one. RFC 6716 §3.1 */
function samplesOf([first, second = 0]: Uint8Array): number {
  if (first === undefined) return 0;
  const config = first >> 3;
  const frame =
    config < 12
      ? [480, 960, 1920, 2880][config & 3]!
      : config < 16
        ? [480, 960][config & 1]!
        : [120, 240, 480, 960][config & 3]!;
  const frames = [1, 2, 2, second & 63][first & 3]!;
  return frame * frames > 0.12 * rate ? 0 : frame * frames;
}

// The samples that a player drops at the start. RFC 7845 §5.1
const skippedOf = (header: AllowSharedBufferSource) =>
  (ArrayBuffer.isView(header)
    ? new DataView(header.buffer, header.byteOffset)
    : new DataView(header)
  ).getUint16(10, true);

// Packet sizes are a measure of loudness, without a decoder: Opus spends more bytes on louder
// sound.
function waveformOf(packets: Packet[], total: number): number[] {
  const bars = Array.from({ length: 64 }, () => 0);
  let at = 0;
  for (const { size, samples } of packets) {
    const from = (at / total) * bars.length;
    const to = ((at + samples) / total) * bars.length;
    for (let bar = Math.floor(from); bar < to; bar++)
      bars[bar]! += (size * (Math.min(to, bar + 1) - Math.max(from, bar))) / (to - from);
    at += samples;
  }
  const smooth = bars.map((bar, i) => ((bars[i - 1] ?? bar) + 2 * bar + (bars[i + 1] ?? bar)) / 4);
  const loudest = Math.max(...smooth);
  // Without this floor the small changes of a steady sound would fill the whole scale.
  const floor = Math.min(...smooth, loudest / 2);
  return smooth.map((bar) => Math.round(((bar - floor) / (loudest - floor)) * 100));
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
