import { batch, signal } from "@preact/signals-react";
import { waveformOf } from "../talk/waveform.ts";

export type Voice = { file: File; seconds: number; waveform: number[] };

/** A voice that was recorded and waits to be sent or thrown away. */
export type Recording = Voice & { url: string };

/** The one recording under way: for which ticket, and how loud it is (0 to 1, newest last, ten a second). */
export const taking = signal<{ ticketId: number; phase: "asking" | "recording" | "paused" } | null>(null);
export const seconds = signal(0);
export const levels = signal<number[]>([]);

/** What was recorded, by ticket. Gone with the page. */
export const recordings = signal<ReadonlyMap<number, Recording>>(new Map());

/** Why there is no recording: `messages.voice.{trouble}`. */
export type Trouble = "insecure" | "denied" | "absent" | "failed";

/** Begins to record. Answers what is in the way, if something is. */
export async function begin(ticketId: number): Promise<Trouble | null> {
  if (taking.peek()) return null;
  if (!window.isSecureContext || !("mediaDevices" in navigator) || typeof MediaRecorder === "undefined") return "insecure";
  const asked = { ticketId, phase: "asking" } as const;
  batch(() => ((taking.value = asked), (seconds.value = 0), (levels.value = [])));
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 } });
    // Given up while the browser asked.
    if (taking.peek() !== asked) {
      stop(stream);
      return null;
    }
    live = start(stream);
    taking.value = { ticketId, phase: "recording" };
    return null;
  } catch (error) {
    if (taking.peek() !== asked) return null;
    taking.value = null;
    return troubleOf(error);
  }
}

export function pause() {
  const now = taking.peek();
  if (now?.phase !== "recording") return;
  live?.recorder.pause();
  taking.value = { ...now, phase: "paused" };
}

export function resume() {
  const now = taking.peek();
  if (now?.phase !== "paused") return;
  live?.recorder.resume();
  taking.value = { ...now, phase: "recording" };
}

/** Ends the recording and keeps it as the ticket's. False when it was too short to be meant. */
export async function finish(): Promise<boolean> {
  const now = taking.peek();
  const voice = await end();
  if (now && voice) keep(now.ticketId, voice);
  return voice !== null;
}

/** Ends the recording and answers it; null when it was too short to be meant. */
export async function end(): Promise<Voice | null> {
  const mine = live;
  if (!mine) return null;
  const lasted = seconds.peek();
  const heard = mine.heard;
  const blob = await new Promise<Blob>((resolve) => {
    mine.recorder.onstop = () => resolve(new Blob(mine.chunks, { type: mine.recorder.mimeType.split(";")[0] }));
    mine.recorder.stop();
  });
  release();
  if (lasted < shortest || blob.size === 0) return null;
  const file = new File([blob], `voz.${blob.type === "audio/mp4" ? "m4a" : (blob.type.split("/")[1] ?? "webm")}`, { type: blob.type });
  return { file, seconds: Math.round(lasted * 10) / 10, waveform: waveformOf(heard) };
}

/** Keeps a recording as the ticket's, to be sent or thrown away. */
export const keep = (ticketId: number, voice: Voice) => put(ticketId, { ...voice, url: URL.createObjectURL(voice.file) });

/** Ends the recording and forgets it. */
export function cancel() {
  if (live) {
    live.recorder.onstop = null;
    if (live.recorder.state !== "inactive") live.recorder.stop();
  }
  release();
}

/** Forgets what was recorded for a ticket: it was sent, or is not wanted. */
export function forget(ticketId: number) {
  const known = recordings.peek().get(ticketId);
  if (known) URL.revokeObjectURL(known.url);
  put(ticketId, undefined);
}

type Live = { recorder: MediaRecorder; stream: MediaStream; context: AudioContext; chunks: Blob[]; heard: number[]; timer: ReturnType<typeof setInterval> };

/** In seconds: shorter is a slip of the finger, longer nobody listens to. ux B4 */
const shortest = 0.7;
const longest = 15 * 60;
const beat = 100;

/** As the network's own clients have it, where the browser can. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4;codecs=opus", "audio/mp4"];

let live: Live | null = null;

function start(stream: MediaStream): Live {
  const recorder = new MediaRecorder(stream, { mimeType: types.find((type) => MediaRecorder.isTypeSupported(type)), audioBitsPerSecond: 32_000 });
  const context = new AudioContext();
  const ear = context.createAnalyser();
  ear.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(ear);
  const samples = new Float32Array(ear.fftSize);
  const chunks: Blob[] = [];
  const heard: number[] = [];
  let last = performance.now();

  const measure = () => {
    const now = performance.now();
    const passed = now - last;
    last = now;
    if (recorder.state !== "recording") return;
    ear.getFloatTimeDomainData(samples);
    heard.push(Math.min(1, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) * 4));
    batch(() => ((levels.value = heard.slice(-48)), (seconds.value += passed / 1000)));
    if (seconds.peek() >= longest) void finish();
  };

  recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data);
  recorder.start(1000);
  return { recorder, stream, context, chunks, heard, timer: setInterval(measure, beat) };
}

function release() {
  if (live) {
    clearInterval(live.timer);
    stop(live.stream);
    void live.context.close();
  }
  live = null;
  taking.value = null;
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

function put(ticketId: number, recording: Recording | undefined) {
  const all = new Map(recordings.peek());
  if (recording) all.set(ticketId, recording);
  else all.delete(ticketId);
  recordings.value = all;
}

function troubleOf(thrown: unknown): Trouble {
  const name = thrown instanceof DOMException ? thrown.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" ? "absent" : "failed";
}
