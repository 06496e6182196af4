import { encode } from "uqr";

/**
 * The pixels of a square of the code, and the empty squares around it. Phones need both to read it
 * from a screen.
 */
const scale = 12;
const border = 4;

/** A Pix code's QR code as a PNG. */
export async function pixPicture(code: string, name: string): Promise<File> {
  const { data, size } = encode(code, { border, ecc: "M" });
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  data.forEach((row, y) =>
    row.forEach((dark, x) => dark && pen.fillRect(x * scale, y * scale, scale, scale)),
  );
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  return new File([await promise], name, { type: "image/png" });
}
