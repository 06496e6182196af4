import { afterAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thumbnailInMessage } from "../../files/thumbnails.ts";

let count = 0;
/** A picture is given as a path, or as bytes. */
async function thumbnail(image: string | Uint8Array) {
  if (typeof image === "string") return thumbnailInMessage(image);
  const path = join(tmpdir(), `balcao-picture-${process.pid}-${(count += 1)}`);
  try {
    await Bun.write(path, image);
    return await thumbnailInMessage(path);
  } finally {
    await rm(path, { force: true });
  }
}

test("a picture has a small jpeg, and its own size beside", async () => {
  for (const format of ["jpeg", "png", "webp"] as const) {
    const image = await new Bun.Image(bitmap(640, 480))[format]().bytes();
    const { jpegThumbnail, ...size } = (await thumbnail(image))!;
    expect(size).toEqual({ width: 640, height: 480 });
    expect(jpegThumbnail.length).toBeLessThan(8_000);
    expect(await new Bun.Image(jpegThumbnail).metadata()).toEqual({
      width: 100,
      height: 75,
      format: "jpeg",
    });
  }
});

test("a picture is taken from a path as well", async () => {
  const path = join(tmpdir(), `balcao-thumbnail-${process.pid}`);
  afterAll(() => rm(path, { force: true }));
  await Bun.write(path, await new Bun.Image(bitmap(300, 600)).png().bytes());
  expect(await thumbnail(path)).toMatchObject({ width: 300, height: 600 });
  expect(await thumbnail(`${path}-missing`)).toBeUndefined();
});

test("a photo is measured as it is held upright", async () => {
  const lying = await new Bun.Image(bitmap(640, 480)).jpeg().buffer();
  const turned = Buffer.concat([
    lying.subarray(0, 2),
    Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010006000000000000", "hex"),
    lying.subarray(2),
  ]);
  const { jpegThumbnail, ...size } = (await thumbnail(turned))!;
  expect(size).toEqual({ width: 480, height: 640 });
  expect(await new Bun.Image(jpegThumbnail).metadata()).toMatchObject({ width: 75, height: 100 });
});

test("a tiny picture is not blown up, and a thin one stays one", async () => {
  expect(
    await new Bun.Image((await thumbnail(bitmap(20, 10)))!.jpegThumbnail).metadata(),
  ).toMatchObject({ width: 20, height: 10 });
  expect(
    await new Bun.Image((await thumbnail(bitmap(4000, 2)))!.jpegThumbnail).metadata(),
  ).toMatchObject({ width: 100, height: 1 });
});

test("what is no picture has no thumbnail", async () => {
  const png = await new Bun.Image(bitmap(640, 480)).png().bytes();
  const nothing = [
    new Uint8Array(),
    Buffer.from("%PDF-1.7"),
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    png.subarray(0, 60),
  ];
  for (const bytes of nothing) expect(await thumbnail(bytes)).toBeUndefined();
});

test("a picture that unpacks to a great many pixels is left alone", async () => {
  const jpeg = await new Bun.Image(bitmap(10, 10)).jpeg().buffer();
  expect(await thumbnail(claiming(jpeg, 5000, 5000))).toMatchObject({ width: 5000, height: 5000 });
  expect(await thumbnail(claiming(jpeg, 5001, 5000))).toBeUndefined();
});

test("a picture whose colour profile is larger than a message may be has no thumbnail", async () => {
  const jpeg = await new Bun.Image(bitmap(64, 64)).jpeg().buffer();
  const profile = (size: number) => {
    const body = Buffer.alloc(size, 1);
    body.writeUInt32BE(size, 0);
    body.write("acsp", 36, "latin1");
    const chunk = Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), body]);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(chunk.length + 2, 2);
    return Buffer.concat([jpeg.subarray(0, 2), head, chunk, jpeg.subarray(2)]);
  };
  expect(await thumbnail(profile(3_000))).toBeDefined();
  expect(await thumbnail(profile(60_000))).toBeUndefined();
});

/** A picture with something in it, as a BMP. */
function bitmap(width: number, height: number): Buffer {
  const row = (width * 3 + 3) & ~3;
  const bytes = Buffer.alloc(54 + row * height);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes[54 + y * row + x * 3] = (x ^ y) & 255;
  return bytes;
}

/** A JPEG whose header claims another size. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const other = Buffer.from(jpeg);
  const frame = other.indexOf("ffc0", "hex");
  other.writeUInt16BE(height, frame + 5);
  other.writeUInt16BE(width, frame + 7);
  return other;
}
