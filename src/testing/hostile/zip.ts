import { crc32, deflateRawSync } from "node:zlib";
import { join, le16, le32, repeated, text, zeros } from "./bytes.ts";

/** A file in a zip; `says` is its declared size, `times` how often the zip lists it. */
export type ZipPart = { name: string; body: Uint8Array | string; says?: number; times?: number };

/** A packed zip of these files. `count` is the declared number of files. */
export function zip(parts: ZipPart[], count?: number): Buffer {
  const files: Buffer[] = [];
  const listed: Buffer[] = [];
  let [at, files_] = [0, 0];
  for (const { name, body, says, times = 1 } of parts) {
    const plain = typeof body === "string" ? text(body) : body;
    const packed = deflateRawSync(plain, { level: 9 });
    const facts = join(
      le16(20),
      le16(0),
      le16(8),
      zeros(4),
      le32(crc32(plain)),
      le32(packed.length),
      le32(says ?? plain.length),
      le16(name.length),
      le16(0),
    );
    const file = join("PK\x03\x04", facts, name, packed);
    files.push(file);
    listed.push(
      repeated(
        join("PK\x01\x02", le16(20), facts, zeros(10), le32(at), name),
        (46 + name.length) * times,
      ),
    );
    at += file.length;
    files_ += times;
  }
  const directory = join(...listed);
  const entries = Math.min(65_535, count ?? files_);
  return join(
    ...files,
    directory,
    "PK\x05\x06",
    zeros(4),
    le16(entries),
    le16(entries),
    le32(directory.length),
    le32(at),
    le16(0),
  );
}
