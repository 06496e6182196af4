import { batch, signal } from "@preact/signals-react";
import { waveformOf } from "../../messages/waveform.ts";

export type Voice = { file: File; seconds: number; waveform: number[] };

/** A recorded voice message, not yet sent. */
export type Recording = Voice & { url: string };

/** The recording in progress: its ticket, length and volume (0 to 1, newest last, ten a second). */
export const activeRecording = signal<{
  ticketId: number;
  phase: "asking" | "recording" | "paused";
} | null>(null);
export const seconds = signal(0);
export const levels = signal<number[]>([]);

/** Recordings by ticket. They are lost when the page closes. */
export const recordings = signal<ReadonlyMap<number, Recording>>(new Map());

/** The reason why recording failed: `messages.voice.{trouble}`. */
export type RecordingProblem = "insecure" | "denied" | "absent" | "failed";

/** Starts a recording. Resolves to the problem, if there is one. */
export async function startRecording(ticketId: number): Promise<RecordingProblem | null> {
  if (activeRecording.peek()) return null;
  if (
    !window.isSecureContext ||
    !("mediaDevices" in navigator) ||
    typeof MediaRecorder === "undefined"
  )
    return "insecure";
  const starting = { ticketId, phase: "asking" } as const;
  batch(() => ((activeRecording.value = starting), (seconds.value = 0), (levels.value = [])));
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        channelCount: 1,
      },
    });
    // The user cancelled while the browser asked for the microphone.
    if (activeRecording.peek() !== starting) {
      stopTracks(stream);
      return null;
    }
    liveRecorder = openRecorder(stream);
    activeRecording.value = { ticketId, phase: "recording" };
    return null;
  } catch (error) {
    if (activeRecording.peek() !== starting) return null;
    activeRecording.value = null;
    return problemOf(error);
  }
}

export function pauseRecording() {
  const now = activeRecording.peek();
  if (now?.phase !== "recording") return;
  liveRecorder?.recorder.pause();
  activeRecording.value = { ...now, phase: "paused" };
}

export function resumeRecording() {
  const now = activeRecording.peek();
  if (now?.phase !== "paused") return;
  liveRecorder?.recorder.resume();
  activeRecording.value = { ...now, phase: "recording" };
}

/** Ends the recording and stores it for the ticket. False when it was too short to be intended. */
export async function finishRecording(): Promise<boolean> {
  const now = activeRecording.peek();
  const voice = await stopRecording();
  if (now && voice) keepRecording(now.ticketId, voice);
  return voice !== null;
}

/** Ends the recording and returns it; null when it was too short to be intended. */
export async function stopRecording(): Promise<Voice | null> {
  const current = liveRecorder;
  if (!current) return null;
  const lasted = seconds.peek();
  const measuredLevels = current.measured;
  const blob = await new Promise<Blob>((resolve) => {
    current.recorder.onstop = () =>
      resolve(new Blob(current.chunks, { type: current.recorder.mimeType.split(";")[0] }));
    current.recorder.stop();
  });
  release();
  if (lasted < shortest || blob.size === 0) return null;
  const file = new File(
    [blob],
    `voz.${blob.type === "audio/mp4" ? "m4a" : (blob.type.split("/")[1] ?? "webm")}`,
    { type: blob.type },
  );
  return { file, seconds: Math.round(lasted * 10) / 10, waveform: waveformOf(measuredLevels) };
}

/** Stores a recording for the ticket, to be sent or discarded. */
export const keepRecording = (ticketId: number, voice: Voice) =>
  setRecording(ticketId, { ...voice, url: URL.createObjectURL(voice.file) });

/** Ends the recording and discards it. */
export function cancelRecording() {
  if (liveRecorder) {
    liveRecorder.recorder.onstop = null;
    if (liveRecorder.recorder.state !== "inactive") liveRecorder.recorder.stop();
  }
  release();
}

/** Removes a ticket's recording, after it was sent or discarded. */
export function discardRecording(ticketId: number) {
  const recording = recordings.peek().get(ticketId);
  if (recording) URL.revokeObjectURL(recording.url);
  setRecording(ticketId, undefined);
}

type LiveRecorder = {
  recorder: MediaRecorder;
  stream: MediaStream;
  context: AudioContext;
  chunks: Blob[];
  measured: number[];
  timer: ReturnType<typeof setInterval>;
};

/** In seconds: a shorter one is a slip, and nobody listens to a longer one. */
const shortest = 0.7;
const longest = 15 * 60;
const measureInterval = 100;

/** The formats of the network's own clients, where the browser has them. */
const types = [
  "audio/webm;codecs=opus",
  "audio/ogg;codecs=opus",
  "audio/mp4;codecs=opus",
  "audio/mp4",
];

let liveRecorder: LiveRecorder | null = null;

function openRecorder(stream: MediaStream): LiveRecorder {
  const recorder = new MediaRecorder(stream, {
    mimeType: types.find((type) => MediaRecorder.isTypeSupported(type)),
    audioBitsPerSecond: 32_000,
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const chunks: Blob[] = [];
  const measured: number[] = [];
  let last = performance.now();

  const measure = () => {
    const now = performance.now();
    const passed = now - last;
    last = now;
    if (recorder.state !== "recording") return;
    analyser.getFloatTimeDomainData(samples);
    measured.push(
      Math.min(
        1,
        Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) * 4,
      ),
    );
    batch(() => ((levels.value = measured.slice(-48)), (seconds.value += passed / 1000)));
    if (seconds.peek() >= longest) void finishRecording();
  };

  recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data);
  recorder.start(1000);
  return {
    recorder,
    stream,
    context,
    chunks,
    measured,
    timer: setInterval(measure, measureInterval),
  };
}

function release() {
  if (liveRecorder) {
    clearInterval(liveRecorder.timer);
    stopTracks(liveRecorder.stream);
    void liveRecorder.context.close();
  }
  liveRecorder = null;
  activeRecording.value = null;
}

function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

function setRecording(ticketId: number, recording: Recording | undefined) {
  const all = new Map(recordings.peek());
  if (recording) all.set(ticketId, recording);
  else all.delete(ticketId);
  recordings.value = all;
}

function problemOf(thrown: unknown): RecordingProblem {
  const name = thrown instanceof DOMException ? thrown.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  // WebKit without a microphone says that no device fits.
  return name === "NotFoundError" || name === "OverconstrainedError" ? "absent" : "failed";
}
