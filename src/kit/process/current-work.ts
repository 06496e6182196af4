import { ptr, type Pointer } from "bun:ffi";
import { closeSync, ftruncateSync, openSync, readFileSync, statSync } from "node:fs";
import { log, trace } from "./log.ts";

/**
 * One piece of work, by our own names and ids alone: `job|bot|2|15` is job 15 of company 2.
 * rules.md#blocked-loop
 */
export type Work = string;

const kinds = ["route", "job", "clock", "inbound", "open"] as const;
type WorkKind = (typeof kinds)[number];

/** `company` and `ref`, an id in it, are left out where there is none. */
export const workOf = (
  kind: WorkKind,
  name: string,
  company: number | "" = "",
  ref: number | string = "",
): Work => `${kind}|${name}|${company}|${ref}`;

export function partsOf(work: Work) {
  const [kind = "", name = "", company = "", ref = ""] = work.split("|");
  return { kind: kind as WorkKind, name, company, ref };
}

/** The work of a process at the time when its watchdog ended it (epoch ms, to the second). */
export type LastEnd = { at: number; current: Work; inFlight: Work[] };

// The file has the time when the watchdog ended the process (8 bytes), then records of a length (1
// byte) and a text. The first record is the work that began last; the others are all work that has
// not ended.
const recordSize = 128;
const slotCount = 63;
const firstRecord = 128;
const fileSize = firstRecord + recordSize * (slotCount + 1);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let memory: Uint8Array | undefined;
let records: Uint8Array[] = [];
let free: number[] = [];
let setAside: ReadonlySet<Work> = new Set();

/**
 * Begins to note the work of this process in a file, by memory that outlives it. Returns the work
 * of the process before, where its watchdog ended it.
 */
export function noteWorkIn(path: string): LastEnd | undefined {
  const last = lastEndIn(path);
  // Only there a watchdog ends a blocked process.
  if (process.platform !== "linux") return last;
  try {
    map(path);
  } catch (error) {
    // A disk may not support mapped files; the box works without it.
    log("warn", "watchdog", trace(error));
  }
  return last;
}

function map(path: string) {
  const file = openSync(path, "w", 0o600);
  ftruncateSync(file, fileSize);
  closeSync(file);
  const mapped = Bun.mmap(path, { shared: true });
  records = Array.from({ length: slotCount + 1 }, (_, index) =>
    mapped.subarray(firstRecord + index * recordSize, firstRecord + (index + 1) * recordSize),
  );
  free = Array.from({ length: slotCount }, (_, index) => index + 1);
  memory = mapped;
}

/**
 * The address where the watchdog notes that it ends the process; undefined where nothing is noted.
 */
export const endAddress = (): Pointer | undefined => memory && ptr(memory);

/** The loop turns: the watchdog does not end the process after all, and nothing runs now. */
export function loopTurns() {
  if (!memory) return;
  memory.fill(0, 0, 8);
  records[0]![0] = 0;
}

/** Notes the work that runs from here on, without waiting; `""` for none. */
export function begins(work: Work) {
  if (memory) put(records[0]!, work);
}

/** Notes work that waits for others in between. Returns its end. */
export function startsWork(work: Work): () => void {
  if (!memory) return () => {};
  begins(work);
  const slot = free.pop();
  if (slot === undefined) return () => {};
  put(records[slot]!, work);
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    records[slot]![0] = 0;
    free.push(slot);
  };
}

/** Whether this work blocked the box again and again, and is set aside. */
export const isSetAside = (work: Work): boolean => setAside.size > 0 && setAside.has(work);

/** Replaces the set of works that are set aside. */
export function setWorkAside(works: Iterable<Work>) {
  setAside = new Set(works);
}

function put(record: Uint8Array, work: Work) {
  record[0] = encoder.encodeInto(work, record.subarray(1)).written;
}

function lastEndIn(path: string): LastEnd | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.size !== fileSize) return undefined;
  const bytes = new Uint8Array(readFileSync(path));
  const at = Number(new DataView(bytes.buffer).getBigInt64(0, true)) * 1000;
  if (at === 0) return undefined;
  const textAt = (index: number) => {
    const start = firstRecord + index * recordSize;
    return decoder.decode(bytes.subarray(start + 1, start + 1 + Math.min(bytes[start]!, 127)));
  };
  const [current = "", ...inFlight] = Array.from({ length: slotCount + 1 }, (_, index) =>
    textAt(index),
  );
  return { at, current, inFlight: inFlight.filter(Boolean) };
}
