import { expect } from "bun:test";
import { zip } from "../../testing/hostile/zip.ts";
import { spreadsheet } from "../../testing/sheets.ts";
import { dot, test } from "../../testing/world.ts";
import { fileTypeIn, typeOf } from "./file-type.ts";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test("a file is what its bytes are, in each of the kinds that people send", async () => {
  for (const [text, type] of [
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF89a", "image/gif"],
    ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["RIFF\0\0\0\0WAVEfmt ", "audio/wav"],
    ["RIFF\0\0\0\0AVI LIST", "video/vnd.avi"],
    ["RIFF\0\0\0\0XXXX", "application/octet-stream"],
    ["\0\0\0\x18ftypisom\0\0\x02\0", "video/mp4"],
    ["\0\0\0\x18ftypmp42\0\0\x02\0", "video/mp4"],
    ["\0\0\0\x18ftypqt  \0\0\x02\0", "video/quicktime"],
    ["\0\0\0\x18ftyp3gp4\0\0\x02\0", "video/3gpp"],
    ["\0\0\0\x18ftypM4A \0\0\x02\0", "audio/x-m4a"],
    ["\0\0\0\x18ftypheic\0\0\x02\0", "image/heic"],
    ["\0\0\0\x18ftypavif\0\0\x02\0", "image/avif"],
    ["\0\0\0\x08wide\0\0\0\0mdat", "video/quicktime"],
    ["Sou free de novo", "application/octet-stream"],
    ["OggS\0\x02OpusHead", "audio/ogg; codecs=opus"],
    ["OggS\0\x02\x01vorbis", "audio/ogg"],
    ["OggS\0\x02\x80theora", "video/ogg"],
    ["OggS\0\x02", "application/ogg"],
    ["ID3\x04\0\0\0\0\0\0", "audio/mpeg"],
    ["ID3\x04\0\0\0\0\0\0fLaC", "audio/flac"],
    ["\xff\xfb\x90\0", "audio/mpeg"],
    ["\xff\xf3\x14\xc4", "audio/mpeg"],
    ["\xff\xfb\xf0\0", "application/octet-stream"],
    ["\xff\xf1\x50\x80", "audio/aac"],
    ["\x1aE\xdf\xa3\x42\x82\x84webm", "video/webm"],
    ["\x1aE\xdf\xa3\x42\x82\x88matroska", "video/matroska"],
    ["#!AMR\n", "audio/amr"],
    ["%PDF-1.7", "application/pdf"],
    ["{\\rtf1", "application/rtf"],
    ["BM\0\0\0\0\0\0\0\0", "image/bmp"],
    ["BMW", "application/octet-stream"],
    ["BEGIN:VCARD\r\n", "text/vcard"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-cfb"],
    ["PK\x05\x06", "application/zip"],
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "application/octet-stream"],
    ["<!doctype html><script>", "application/octet-stream"],
    ["Bom dia", "application/octet-stream"],
    ["", "application/octet-stream"],
    ["\xff", "application/octet-stream"],
  ] as const) {
    expect([text, typeOf(latin1(text))]).toEqual([text, type]);
    expect([text, await fileTypeIn(new Blob([latin1(text)]))]).toEqual([text, type]);
  }
  expect(typeOf(dot)).toBe("image/png");
});

test("a zip is what is in it, whichever end tells", async () => {
  const typeIn = (bytes: Uint8Array) => fileTypeIn(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const open = "application/vnd.openxmlformats-officedocument";
  const noise = new Bun.CryptoHasher("sha512").update("pão").digest();
  const large = Buffer.concat(
    Array.from({ length: 3000 }, (_, at) => Buffer.concat([noise, Buffer.from([at, at >> 8])])),
  );
  expect(await typeIn(spreadsheet([["Nome"]]))).toBe(`${open}.spreadsheetml.sheet`);
  for (const [name, type] of [
    ["word/document.xml", `${open}.wordprocessingml.document`],
    ["ppt/presentation.xml", `${open}.presentationml.presentation`],
    ["AndroidManifest.xml", "application/vnd.android.package-archive"],
    ["a.txt", "application/zip"],
  ] as const) {
    expect(await typeIn(zip([{ name, body: "" }]))).toBe(type);
    const late = [
      { name: "a.bin", body: large },
      { name, body: "" },
      { name: "b.bin", body: large },
    ];
    expect([name, await typeIn(zip(late))]).toEqual([name, type]);
  }
  const macros = [
    { name: "xl/workbook.xml", body: "" },
    { name: "xl/vbaProject.bin", body: "" },
  ];
  expect(await typeIn(zip(macros))).toBe("application/vnd.ms-excel.sheet.macroenabled.12");
});
