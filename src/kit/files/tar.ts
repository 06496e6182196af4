/** A part of an archive: bytes, or a file of the disk. */
export type TarPart = { name: string; content: Uint8Array | Blob; mode?: number };

const block = 512;

/**
 * The parts as a tar archive (ustar), some bytes at a time, dated `at` (epoch ms). Names of more
 * than 100 bytes, and parts of 8 GB and more, are refused.
 */
export async function* tarOf(
  parts: AsyncIterable<TarPart> | Iterable<TarPart>,
  at = Date.now(),
): AsyncGenerator<Uint8Array> {
  for await (const { name, content, mode = 0o600 } of parts) {
    const size = content instanceof Blob ? content.size : content.byteLength;
    yield headerOf(name, size, mode, at);
    if (content instanceof Blob) yield* content.stream();
    else yield content;
    yield new Uint8Array(-size & (block - 1));
  }
  yield new Uint8Array(2 * block);
}

/**
 * The parts as a packed archive in one piece: the same bytes for the same parts, whenever it is
 * made.
 */
export const tarGz = async (parts: TarPart[]): Promise<Uint8Array<ArrayBuffer>> =>
  Bun.gzipSync(Buffer.concat(await Array.fromAsync(tarOf(parts, 0))), { level: 9 });

/**
 * The parts of a tar archive, in their order; their contents are read on demand. Throws on a file
 * that is no archive, or is cut off.
 */
export async function* partsOf(archive: Blob): AsyncGenerator<{ name: string; content: Blob }> {
  for (let at = 0; ;) {
    const header = new Uint8Array(await archive.slice(at, at + block).arrayBuffer());
    if (header.length < block) throw new Error("the archive is cut off");
    if (header.every((byte) => byte === 0)) return;
    const field = (from: number, length: number) =>
      Buffer.from(header.subarray(from, from + length))
        .toString()
        .replace(/\0[^]*$/, "");
    if (field(257, 5) !== "ustar" || sumOf(header) !== Number.parseInt(field(148, 8), 8))
      throw new Error("this is no archive, or it is damaged");
    const octal = field(124, 12);
    if (!/^[0-7]+$/.test(octal))
      throw new Error("this is no archive, or it is damaged: a part of it has no size");
    const size = Number.parseInt(octal, 8);
    const from = at + block;
    if (from + size > archive.size) throw new Error("the archive is cut off");
    yield { name: field(0, 100), content: archive.slice(from, from + size) };
    at = from + size + (-size & (block - 1));
  }
}

function headerOf(name: string, size: number, mode: number, at: number): Uint8Array {
  const header = Buffer.alloc(block);
  if (Buffer.byteLength(name) > 100 || size >= 8 ** 11)
    throw new Error(`${name} does not fit into the archive`);
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(name, 0);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(at / 1000), 12), 136);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(octal(sumOf(header), 7), 148);
  return header;
}

// The sum of a header, whose own eight bytes count as blanks.
const sumOf = (header: Uint8Array) =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
