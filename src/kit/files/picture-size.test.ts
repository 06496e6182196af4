import { expect } from "bun:test";
import { join } from "node:path";
import { hostileFiles } from "../../testing/hostile/files.ts";
import { claimed } from "../../testing/hostile/pictures.ts";
import { dot, folder, test, world } from "../../testing/world.ts";
import { refuseUnlessPicture } from "../http/picture.ts";
import { pictureSize, pictureSizeIn } from "./picture-size.ts";
import { isTooLargeToDraw } from "./thumbnails.ts";

const drawn = (width: number, height: number) => new Bun.Image(dot).resize(width, height);

test("a picture's header says how large it is, in each format that a browser shows", async () => {
  const size = { width: 300, height: 170 };
  const picture = drawn(300, 170);
  expect(pictureSize(await picture.png().bytes())).toEqual(size);
  expect(pictureSize(await picture.jpeg().bytes())).toEqual(size);
  expect(pictureSize(await picture.jpeg({ progressive: true }).bytes())).toEqual(size);
  expect(pictureSize(await picture.webp({ quality: 50 }).bytes())).toEqual(size);
  expect(pictureSize(await picture.webp({ lossless: true }).bytes())).toEqual(size);
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  gif.writeUInt16LE(300, 6);
  gif.writeUInt16LE(170, 8);
  expect(pictureSize(gif)).toEqual(size);
  const canvas = Buffer.from("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x2b\x01\0\xa9\0\0", "latin1");
  expect(pictureSize(canvas)).toEqual(size);
});

test("of a photo with much before its size it is found, and of what ends before it is not", async () => {
  const jpeg = Buffer.from(await drawn(300, 170).jpeg().bytes());
  const more = (parts: number, size: number) => {
    const part = Buffer.alloc(size + 2);
    part.writeUInt16BE(0xffe2);
    part.writeUInt16BE(size, 2);
    return Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array.from({ length: parts }, () => part),
      jpeg.subarray(2),
    ]);
  };
  const path = join(folder(), "photo.jpg");
  for (const [parts, size, isRead] of [
    [10, 65_535, true],
    [900, 100, true],
    [1000, 100, false],
    [17, 65_535, false],
  ] as const) {
    await Bun.write(path, more(parts, size));
    expect([parts, (await pictureSizeIn(path)) !== undefined]).toEqual([parts, isRead]);
  }
  expect(pictureSize(jpeg.subarray(0, jpeg.indexOf("ffc0", "hex") + 4))).toBeUndefined();
  expect(pictureSize(new Uint8Array())).toBeUndefined();
});

test("a picture that no browser should draw is refused, also one of 2^31 × 2^31", async () => {
  const { db } = world();
  const refusalOf = async (bytes: Uint8Array) => {
    const upload = await db.files.receive([bytes], "foto.png");
    return refuseUnlessPicture(upload).then(
      () => undefined,
      (thrown: { fields: object }) => thrown.fields,
    );
  };
  // 60 million pixels are drawn, and no more.
  expect(await refusalOf(claimed(6000, 10_000))).toBeUndefined();
  for (const [width, height] of [
    [6001, 10_000],
    [6000, 10_001],
    [2 ** 31, 2 ** 31],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 32 - 1, 2 ** 32 - 1],
    [60_000_001, 1],
  ] as const)
    expect(await refusalOf(claimed(width, height))).toEqual({ file: "too_long" });
  expect(await refusalOf(claimed(0, 10))).toEqual({ file: "invalid" });
  expect(await refusalOf(claimed(10, 10).subarray(0, 20))).toEqual({ file: "invalid" });
  expect(await refusalOf(Buffer.from("%PDF-1.7"))).toEqual({ file: "invalid" });
});

test("what claims to be vast is not shown, whatever its format", async () => {
  const path = join(folder(), "vast");
  const vast: Record<string, boolean> = {
    "PNG, 2^31 × 2^31": true,
    "PNG, 7746 × 7746, hardly drawable": true,
    "PNG, 7745 × 7746, just drawable": false,
    "JPEG, 65,535 × 65,535": true,
    "GIF, 65,535 × 65,535": true,
    "WebP, 2^24 × 2^24": true,
    "WebP, 16,384 × 16,384 without loss": true,
    "WebP, 16,383 × 16,383": true,
  };
  for (const [name, isVast] of Object.entries(vast)) {
    await Bun.write(path, hostileFiles.find((file) => file.name === name)!.make());
    expect([name, await isTooLargeToDraw(path)]).toEqual([name, isVast]);
  }
});
