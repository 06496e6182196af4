/** The type of a file that is none of these. */
export const unknownType = "application/octet-stream";

/** How many bytes of a file's beginning are searched, and of a zip's both ends. */
const searched = { head: 4100, zip: 64 * 1024 };

/** The MIME type of a file by its bytes; the sender's own claim does not count. */
export async function fileTypeIn(file: Blob): Promise<string> {
  const head = asBuffer(await file.slice(0, searched.head).bytes());
  const type = typeOf(head);
  if (type !== "application/zip") return type;
  const ends = [file.slice(0, searched.zip), file.slice(Math.max(0, file.size - searched.zip))];
  const [begin, end] = await Promise.all(ends.map(async (part) => asBuffer(await part.bytes())));
  return zipType(begin!, end!);
}

/**
 * The same by a file's first bytes alone. It looks at fixed places: it follows no length or count
 * of the file further than these bytes. rules.md#foreign-bytes
 */
export function typeOf(bytes: Uint8Array): string {
  const head = asBuffer(bytes.subarray(0, searched.head));
  for (const [mark, type, offset = 0] of marks) {
    if (!at(head, offset, mark)) continue;
    const exact = typeof type === "string" ? type : type(head);
    if (exact !== unknownType) return exact;
  }
  return isMpegFrame(head) ? "audio/mpeg" : unknownType;
}

type Mark = [mark: string, type: string | ((head: Buffer) => string), offset?: number];

// The first match counts; one of these functions may still refuse it.
const marks: Mark[] = [
  ["\xff\xd8\xff", "image/jpeg"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["GIF8", "image/gif"],
  ["RIFF", riffType],
  ["ftyp", brandType, 4],
  ["OggS", oggType],
  ["ID3", taggedType],
  ["\x1aE\xdf\xa3", (head) => (has(head, "webm") ? "video/webm" : "video/matroska")],
  ["%PDF", "application/pdf"],
  ["PK\x03\x04", "application/zip"],
  ["PK\x05\x06", "application/zip"],
  ["#!AMR", "audio/amr"],
  ["fLaC", "audio/flac"],
  ["MThd", "audio/midi"],
  ["FORM", (head) => (has(head, "AIF") ? "audio/aiff" : unknownType)],
  ["caff", "audio/x-caf"],
  ["wvpk", "audio/wavpack"],
  ["\xff\xf1", "audio/aac"],
  ["\xff\xf9", "audio/aac"],
  ["FLV\x01", "video/x-flv"],
  ["\x30\x26\xb2\x75\x8e\x66\xcf\x11", asfType],
  ["\x00\x00\x01\xba", "video/mpeg"],
  ["\x00\x00\x01\xb3", "video/mpeg"],
  ...["moov", "mdat", "free", "skip", "wide"].map((box): Mark => [box, movieType, 4]),
  ["II*\0", "image/tiff"],
  ["MM\0*", "image/tiff"],
  ["BM", (head) => (at(head, 6, "\0\0\0\0") ? "image/bmp" : unknownType)],
  ["\0\0\x01\0", "image/x-icon"],
  ["8BPS", "image/vnd.adobe.photoshop"],
  ["\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"],
  ["\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-cfb"],
  ["{\\rtf", "application/rtf"],
  ["BEGIN:VCARD", "text/vcard"],
  ["BEGIN:VCALENDAR", "text/calendar"],
  ["WEBVTT", "text/vtt"],
  ["<?xml ", "application/xml"],
  ["\xef\xbb\xbf<?xml ", "application/xml"],
  ["%!PS", "application/postscript"],
  ["Rar!\x1a\x07", "application/x-rar-compressed"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  ["\x1f\x8b\x08", "application/gzip"],
  ["BZh", "application/x-bzip2"],
  ["\xfd7zXZ\0", "application/x-xz"],
  ["\x28\xb5\x2f\xfd", "application/zstd"],
  ["ustar", "application/x-tar", 257],
  ["MSCF", "application/vnd.ms-cab-compressed"],
  ["MZ", "application/x-msdownload"],
  ["\x7fELF", "application/x-elf"],
  ["SQLite format 3\0", "application/x-sqlite3"],
  ["\0\x01\0\0\0", "font/ttf"],
  ["OTTO\0", "font/otf"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
  ["\0asm", "application/wasm"],
];

function riffType(head: Buffer): string {
  const form = head.toString("latin1", 8, 12);
  return { WEBP: "image/webp", WAVE: "audio/wav", "AVI ": "video/vnd.avi" }[form] ?? unknownType;
}

// The size of a box begins with a zero; a text of such words does not.
function movieType(head: Buffer): string {
  return head[0] === 0 ? "video/quicktime" : unknownType;
}

/** By the brand of an ISO base media file. */
function brandType(head: Buffer): string {
  const brand = head.toString("latin1", 8, 12).trim();
  return brands.find(([start]) => brand.startsWith(start))?.[1] ?? "video/mp4";
}

const brands = [
  ["avif", "image/avif"],
  ["avis", "image/avif"],
  ["mif1", "image/heif"],
  ["msf1", "image/heif-sequence"],
  ["heic", "image/heic"],
  ["heix", "image/heic"],
  ["hev", "image/heic-sequence"],
  ["qt", "video/quicktime"],
  ["M4V", "video/x-m4v"],
  ["M4A", "audio/x-m4a"],
  ["M4B", "audio/mp4"],
  ["F4A", "audio/mp4"],
  ["F4B", "audio/mp4"],
  ["3g2", "video/3gpp2"],
  ["3g", "video/3gpp"],
  ["crx", "image/x-canon-cr3"],
] as const;

function oggType(head: Buffer): string {
  if (has(head, "OpusHead")) return "audio/ogg; codecs=opus";
  if (has(head, "\x80theora")) return "video/ogg";
  return ["\x01vorbis", "\x7fFLAC", "Speex   "].some((mark) => has(head, mark))
    ? "audio/ogg"
    : "application/ogg";
}

// Other sound may have a tag too, but usually the file is an MP3.
function taggedType(head: Buffer): string {
  return has(head, "fLaC") ? "audio/flac" : "audio/mpeg";
}

/** The type of a Windows Media file, by the streams that it lists. */
function asfType(head: Buffer): string {
  const video = Buffer.from("c0ef19bc4d5bcf11a8fd00805f5c442b", "hex");
  const audio = Buffer.from("409e69f84d5bcf11a8fd00805f5c442b", "hex");
  if (head.includes(video)) return "video/x-ms-asf";
  return head.includes(audio) ? "audio/x-ms-asf" : "application/vnd.ms-asf";
}

/** Whether it is a frame of MPEG sound, layers 1 to 3, without reserved bitrates and rates. */
function isMpegFrame(head: Buffer): boolean {
  if (head.length < 4 || head.readUInt16BE(0) < 0xffe0) return false;
  const [kind, sizes] = [head.readUInt8(1), head.readUInt8(2)];
  return (kind & 0x18) !== 8 && (kind & 6) !== 0 && sizes >> 4 !== 15 && (sizes & 12) !== 12;
}

/** By the names of the files in a zip: some are before its contents, all are at its end. */
function zipType(begin: Buffer, end: Buffer): string {
  const mime = /^mimetype(application\/[a-z0-9.+-]+)/.exec(begin.toString("latin1", 30, 200))?.[1];
  if (mime) return mime;
  const isMacro = has(end, "vbaProject.bin");
  for (const [folder, type, macro] of officeFolders)
    if (has(begin, folder) || has(end, folder)) return isMacro ? macro : type;
  if (has(end, "AndroidManifest.xml")) return "application/vnd.android.package-archive";
  return has(begin, "META-INF/MANIFEST.MF") || has(end, "META-INF/MANIFEST.MF")
    ? "application/java-archive"
    : "application/zip";
}

const openXml = "application/vnd.openxmlformats-officedocument.";
const officeFolders = [
  [
    "word/document.xml",
    `${openXml}wordprocessingml.document`,
    "application/vnd.ms-word.document.macroenabled.12",
  ],
  [
    "xl/workbook.",
    `${openXml}spreadsheetml.sheet`,
    "application/vnd.ms-excel.sheet.macroenabled.12",
  ],
  [
    "ppt/presentation.xml",
    `${openXml}presentationml.presentation`,
    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
  ],
] as const;

const at = (bytes: Buffer, offset: number, mark: string) =>
  bytes.toString("latin1", offset, offset + mark.length) === mark;

const has = (bytes: Buffer, mark: string) => bytes.includes(mark, 0, "latin1");

const asBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
