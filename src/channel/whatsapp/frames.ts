import type { WASocket } from "@whiskeysockets/baileys";

/** How many frames are read before others have a turn of the event loop. */
const atOnce = 16;
/** A frame begins with its length. */
const head = 3;

type Read = (frame: Buffer) => Promise<void>;
type Work = () => Promise<unknown>;

/**
 * Gives Baileys one frame at a time. A backlog of hundreds arrives in one piece, and Baileys would
 * read all of it before other work gets a turn. The end of a socket comes after its earlier frames,
 * which may say why.
 */
export function readInTurns(ws: WASocket["ws"]) {
  const emit = ws.emit.bind(ws) as (event: string | symbol, ...args: unknown[]) => boolean;
  const waiting: Work[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let isReading = false;
  let taken = 0;

  const framesOf = (data: Buffer): Buffer[] => {
    const frames: Buffer[] = [];
    rest = rest.length > 0 ? Buffer.concat([rest, data]) : data;
    for (
      let end;
      rest.length >= head && (end = head + rest.readUIntBE(0, head)) <= rest.length;
      rest = rest.subarray(end)
    )
      frames.push(rest.subarray(0, end));
    return frames;
  };
  // An ended socket's frames have no listeners.
  const read = async (frame: Buffer) => {
    for (const listener of ws.listeners("message") as Read[]) await listener(frame);
  };
  const readAll = async () => {
    isReading = true;
    for (let next: Work | undefined; (next = waiting.shift());) {
      // An unreadable frame throws an error that nothing catches; the next frame is read all the
      // same.
      await new Promise<void>((resolve) => void next!().finally(resolve));
      taken = (taken + 1) % atOnce;
      if (taken === 0) await new Promise(setImmediate);
    }
    isReading = false;
  };

  ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === "message")
      waiting.push(...framesOf(args[0] as Buffer).map((frame) => () => read(frame)));
    else if (event === "close" || event === "error") waiting.push(async () => emit(event, ...args));
    else return emit(event, ...args);
    if (!isReading) void readAll();
    return true;
  };
}
