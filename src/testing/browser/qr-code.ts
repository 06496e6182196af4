import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import type { Seat } from "./seat.ts";

const decoder = await Bun.file(join(repository, "node_modules/jsqr/dist/jsQR.js")).text();

type Decoder = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;

/**
 * Reads a picture's QR code with jsQR, which shares no code with the encoder. The seat's browser
 * opens the picture. Throws where the picture has none.
 */
export async function qrCodeOf({ page }: Seat, picture: Blob): Promise<string> {
  if (!(await page.evaluate(() => "jsQR" in window))) await page.evaluate(decoder);
  return page.evaluate(
    async (base64) => {
      const { jsQR } = window as unknown as { jsQR: Decoder };
      const image = await createImageBitmap(new Blob([Uint8Array.fromBase64(base64)]));
      const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      pen.drawImage(image, 0, 0);
      const { data, width, height } = pen.getImageData(0, 0, image.width, image.height);
      const code = jsQR(data, width, height);
      if (!code) throw new Error("no QR code in the picture");
      return code.data;
    },
    new Uint8Array(await picture.arrayBuffer()).toBase64(),
  );
}
