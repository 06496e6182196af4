import { crc32, deflateSync } from "node:zlib";
import type { Drawing, Point, Shape } from "./demo-shapes.ts";

/** Several drawings on one sheet, each in a square tile of it, row by row, as a PNG. */
export function flyer(tiles: Drawing[], columns: number): Buffer<ArrayBuffer> {
  const sheet = blank(columns * tileSide, Math.ceil(tiles.length / columns) * tileSide);
  for (const [index, tile] of tiles.entries())
    paint(
      sheet,
      tile,
      (index % columns) * tileSide,
      Math.floor(index / columns) * tileSide,
      tileSide,
    );
  return png(sheet);
}

/** A drawing as a PNG. */
export function picture(drawing: Drawing): Buffer<ArrayBuffer> {
  const sheet = blank(side, side);
  paint(sheet, drawing, 0, 0, side);
  return png(sheet);
}

/** Pixels. */
const side = 160;
const tileSide = 240;

/** Three bytes a pixel, and one before each row, as PNG has them. */
type Sheet = { width: number; height: number; rows: Buffer<ArrayBuffer> };

const blank = (width: number, height: number): Sheet => ({
  width,
  height,
  rows: Buffer.alloc(height * (1 + width * 3)),
});

function paint(sheet: Sheet, { ground, shapes }: Drawing, left: number, top: number, size: number) {
  const row = Buffer.alloc(size * 3, Buffer.from(ground.slice(1), "hex"));
  for (let y = 0; y < size; y++)
    sheet.rows.set(row, (top + y) * (1 + sheet.width * 3) + 1 + left * 3);
  for (const shape of shapes) paintShape(sheet, shape, left, top, size);
}

function paintShape(
  { width, rows }: Sheet,
  { color, middle, reach, distance }: Shape,
  left: number,
  top: number,
  size: number,
) {
  const scale = size / 100;
  const [red, green, blue, alpha = 255] = Buffer.from(color.slice(1), "hex");
  const [fromX, toX] = covered(0);
  const [fromY, toY] = covered(1);
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const outside = distance((x + 0.5) / scale, (y + 0.5) / scale) * scale;
      if (outside >= 0.5) continue;
      const covers = Math.min(1, 0.5 - outside) * (alpha / 255);
      const at = (top + y) * (1 + width * 3) + 1 + (left + x) * 3;
      rows[at] = rows[at]! + (red! - rows[at]!) * covers;
      rows[at + 1] = rows[at + 1]! + (green! - rows[at + 1]!) * covers;
      rows[at + 2] = rows[at + 2]! + (blue! - rows[at + 2]!) * covers;
    }
  }

  function covered(axis: 0 | 1): Point {
    return [
      Math.max(0, Math.floor((middle[axis] - reach[axis]) * scale) - 1),
      Math.min(size, Math.ceil((middle[axis] + reach[axis]) * scale) + 1),
    ];
  }
}

function png({ width, height, rows }: Sheet): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
