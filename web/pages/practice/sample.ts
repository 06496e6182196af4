import { waveformOf } from "../../messages/waveform.ts";
import type { NewMessage } from "./phone.ts";

/** A voice recording for devices without a microphone: a short hum. */
export function sampleVoice(): NewMessage {
  const loud = Array.from(
    { length: rate * lasts },
    (_, at) => Math.abs(Math.sin((at / rate) * Math.PI * 3)) * 0.4,
  );
  const samples = Int16Array.from(
    loud,
    (level, at) =>
      level * 32_767 * Math.sin((at / rate) * 2 * Math.PI * (at < (rate * lasts) / 2 ? 196 : 165)),
  );
  return {
    file: new File([wavHead(samples.byteLength), samples], "voz.wav", { type: "audio/wav" }),
    seconds: lasts,
    waveform: waveformOf(loud.filter((_, at) => at % 100 === 0)),
  };
}

const rate = 8000;
const lasts = 2;

/** RIFF, PCM, one channel of 16 bits. */
function wavHead(size: number) {
  const head = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) =>
    [...word].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  text(0, "RIFF");
  head.setUint32(4, 36 + size, true);
  text(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  text(36, "data");
  head.setUint32(40, size, true);
  return head.buffer;
}
