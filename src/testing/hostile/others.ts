import { gzipSync } from "node:zlib";
import { join, max32, most, nested, repeated, text, u8, zeros } from "./bytes.ts";
import type { HostileFile } from "./bytes.ts";
import { zip } from "./zip.ts";

const card = (...lines: string[]) => `BEGIN:VCARD\nVERSION:3.0\n${lines.join("\n")}\nEND:VCARD\n`;

const cards: [string, () => Buffer][] = [
  ["line breaks alone", () => join("BEGIN:VCARD\n", repeated("\n"))],
  ["a million beginnings", () => repeated("BEGIN:VCARD\n")],
  ["cards in a card", () => repeated("BEGIN:VCARD\nAGENT:\n")],
  [
    "a line folded five million times",
    () => join("BEGIN:VCARD\nFN:a", repeated("\n ", most - 100), "\nEND:VCARD\n"),
  ],
  ["a million numbers", () => text(card("FN:Bia", "TEL:1\n".repeat(1_000_000)))],
  ["a number of 10 MB", () => text(card("FN:Bia", `TEL:${"1".repeat(most - 200)}`))],
  ["a name of 10 MB", () => text(card(`FN:${"\\,".repeat(most / 2 - 200)}`))],
  ["a picture of 10 MB", () => text(card("FN:Bia", `PHOTO;ENCODING=b:${"A".repeat(most - 200)}`))],
  [
    "a picture folded into lines of one",
    () => join("BEGIN:VCARD\nPHOTO;ENCODING=b:A", repeated("\n A", most - 200), "\nEND:VCARD\n"),
  ],
  [
    "equals signs as printed",
    () => text(card(`FN;ENCODING=QUOTED-PRINTABLE:${"=".repeat(most - 200)}`)),
  ],
  [
    "soft ends of lines",
    () => join("BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:", repeated("=\n", most - 200)),
  ],
  ["parameters without end", () => text(card(`TEL${";a".repeat(most / 2 - 200)}:1`))],
  ["groups in groups", () => text(card(`${"a.".repeat(most / 2 - 200)}FN:Bia`))],
];

const header = (name: string, size: string, sum?: string) => {
  const block = zeros(512);
  block.write(name);
  block.write("0000600\0", 100);
  block.write(size, 124, "latin1");
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  block.fill(" ", 148, 156);
  block.write(
    sum ??
      `${block
        .reduce((all, byte) => all + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
    148,
  );
  return block;
};

const archives: [string, string, () => Buffer][] = [
  ["tar, a part of 8 GB", "tar", () => join(header("manifest.json", "77777777777\0"), zeros(512))],
  [
    "tar, a part of 2^64 bytes",
    "tar",
    () =>
      join(header("manifest.json", "\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), zeros(512)),
  ],
  [
    "tar, a part before its beginning",
    "tar",
    () => join(header("manifest.json", "-0000000001\0"), zeros(512)),
  ],
  ["tar, 20,000 parts of no size", "tar", () => repeated(header("a", "00000000000\0"))],
  ["tar, 20,000 manifests", "tar", () => repeated(header("manifest.json", "00000000000\0"))],
  [
    "tar, a manifest a million deep",
    "tar",
    () => {
      const body = repeated("[", 5_000_000);
      return join(
        header("manifest.json", `${body.length.toString(8).padStart(11, "0")}\0`),
        body,
        zeros(1024),
      );
    },
  ],
  [
    "tar, a way out of the folder",
    "tar",
    () => join(header("../../../../etc/cron.d/a", "00000000000\0"), zeros(1024)),
  ],
  [
    "tar, a sum that is wrong",
    "tar",
    () => join(header("manifest.json", "00000000000\0", "777777\0 "), zeros(1024)),
  ],
  [
    "tar, a name of a hundred bytes",
    "tar",
    () => join(header("a".repeat(100), "00000000000\0"), zeros(1024)),
  ],
  ["gzip of 1 GB", "gz", () => gzipOf(1_000_000_000)],
  ["gzip in gzip in gzip", "gz", () => nested((inner) => gzipSync(inner), 500)],
  [
    "gzip with a name of 10 MB",
    "gz",
    () => join(u8(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0), repeated("a", most - 100)),
  ],
  ["zip of nothing, 65,535 times", "zip", () => zip([{ name: "a", body: "", times: 65_535 }])],
  [
    "zip, a paper of 100 MB",
    "docx",
    () => zip([{ name: "word/document.xml", body: zeros(100_000_000) }]),
  ],
  [
    "zip, a type of 10 MB",
    "epub",
    () => zip([{ name: "mimetype", body: repeated("a", 5_000_000) }]),
  ],
  ["zip, beginnings alone", "zip", () => repeated("PK\x03\x04")],
  ["zip, ends alone", "zip", () => repeated("PK\x05\x06")],
  ["rar of nothing", "rar", () => join("Rar!\x1a\x07\0", zeros(1000))],
  [
    "7z of 2^64 files",
    "7z",
    () => join(Buffer.from("377abcaf271c", "hex"), zeros(2), repeated(u8(255), 1000)),
  ],
];

const papers: [string, string, () => Buffer][] = [
  ["JSON, five million deep", "json", () => repeated("[")],
  ["JSON, a million keys", "json", () => join("{", repeated('"a":1,', most - 100), '"a":1}')],
  ["XML, a million deep", "xml", () => join('<?xml version="1.0"?>', repeated("<a>"))],
  ["HTML, a million deep", "html", () => join("<!doctype html>", repeated("<div>"))],
  [
    "PDF, a tree that is its own",
    "pdf",
    () =>
      text(
        "%PDF-1.7\n1 0 obj<</Type/Pages/Kids[1 0 R]/Count 4294967295>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
      ),
  ],
  ["PDF, a million objects", "pdf", () => join("%PDF-1.7\n", repeated("1 0 obj<<>>endobj\n"))],
  ["RTF, a million deep", "rtf", () => join("{\\rtf1", repeated("{"))],
  [
    "a calendar that never ends",
    "ics",
    () =>
      join("BEGIN:VCALENDAR\nRRULE:FREQ=SECONDLY;COUNT=4294967295\n", repeated("BEGIN:VEVENT\n")),
  ],
  [
    "a database of 2^32−1 pages",
    "sqlite",
    () => {
      const file = zeros(4096);
      file.write("SQLite format 3\0");
      file.writeUInt16BE(4096, 16);
      file.writeUInt32BE(max32, 28);
      return file;
    },
  ],
  [
    "a certificate a million deep",
    "pem",
    () =>
      join(
        "-----BEGIN CERTIFICATE-----\n",
        text(repeated(u8(0x30, 0x80), 3_000_000).toString("base64")),
        "\n-----END CERTIFICATE-----\n",
      ),
  ],
  ["a word of 10 MB", "txt", () => repeated("a")],
  [
    "marks above a letter, ten million",
    "txt",
    () => join("a", repeated(u8(0xcc, 0x81), most - 10)),
  ],
  ["zeros", "bin", () => zeros(most)],
  ["one byte", "bin", () => zeros(1)],
];

/** vCards, archives and papers: every count at its most, loops and depths. */
export const others: HostileFile[] = [
  ...cards.map(([name, make]) => ({ name: `vCard, ${name}`, extension: "vcf", make })),
  ...[...archives, ...papers].map(([name, extension, make]) => ({ name, extension, make })),
];

// Written in pieces, so that the test itself stays small.
function gzipOf(size: number): Buffer {
  const piece = gzipSync(zeros(10_000_000), { level: 9 });
  return join(...Array.from({ length: Math.ceil(size / 10_000_000) }, () => piece));
}
