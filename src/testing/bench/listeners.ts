/** Counts of all sockets of the process: frames, and their bytes. */
export type Heard = { sockets: number; frames: number; bytes: number };

/**
 * Opens sockets in a process of their own that only count, so that receiving costs less than
 * sending. `heard` counts from the beginning.
 */
export async function listeners(port: number, count: number, tokens: string[]) {
  const waiting: ((counts: Heard) => void)[] = [];
  const child = Bun.spawn(
    [process.execPath, import.meta.path, String(port), String(count), ...tokens],
    { stdio: ["ignore", "inherit", "inherit"], ipc: (counts: Heard) => waiting.shift()?.(counts) },
  );
  const counted = () =>
    new Promise<Heard>((resolve) => {
      waiting.push(resolve);
      child.send("count");
    });
  for (let waits = 0; (await counted()).sockets < count; waits++) {
    if (waits > 600)
      throw new Error(`only ${(await counted()).sockets} of ${count} sockets signed in`);
    await Bun.sleep(50);
  }
  return {
    heard: counted,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

const upgrade =
  "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
const pong = new Uint8Array([0x8a, 0x80, 0, 0, 0, 0]);

/** A client's text frame, with a mask of zeros. */
function masked(text: string): Uint8Array {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}

/** Reads the frames after the upgrade; `note` gets the kind and the length of each. */
function frameReader(note: (kind: number, length: number) => void) {
  let missing = 0;
  let head: number[] = [];
  return (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) {
      const step = Math.min(missing, bytes.length - at);
      missing -= step;
      at += step;
      if (at === bytes.length) return;
      head.push(bytes[at++]!);
      const short = head[1]! & 127;
      const size = head.length < 2 || short < 126 ? 2 : short === 126 ? 4 : 10;
      if (head.length < size) continue;
      missing = short < 126 ? short : head.slice(2).reduce((sum, each) => sum * 256 + each, 0);
      note(head[0]! & 15, missing);
      head = [];
    }
  };
}

if (import.meta.main) {
  const [port, count, ...tokens] = process.argv.slice(2) as [string, string, ...string[]];
  const counts: Heard = { sockets: 0, frames: 0, bytes: 0 };
  process.on("message", () => process.send!(counts));
  for (let index = 0; index < Number(count); index++) {
    let isOpen = false;
    let read: (bytes: Uint8Array) => void;
    await Bun.connect({
      hostname: "127.0.0.1",
      port: Number(port),
      socket: {
        open(socket) {
          socket.write(upgrade);
          let isFirst = true;
          read = frameReader((kind, length) => {
            if (kind === 9) socket.write(pong);
            if (kind !== 1) return;
            counts.frames += 1;
            counts.bytes += length;
            // The first frame is `ready`.
            if (isFirst) counts.sockets += 1;
            isFirst = false;
          });
        },
        data(socket, bytes) {
          if (isOpen) return read(bytes);
          const end = bytes.indexOf("\r\n\r\n");
          if (end < 0) return;
          isOpen = true;
          socket.write(
            masked(JSON.stringify({ event: "auth", token: tokens[index % tokens.length] })),
          );
          read(bytes.subarray(end + 4));
        },
        close: () => void (counts.sockets -= 1),
      },
    });
  }
}
