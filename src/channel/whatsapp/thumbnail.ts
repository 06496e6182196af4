export type Thumbnail = { jpegThumbnail: Buffer; width: number; height: number };

/**
 * A small jpeg of an image (a path, or its bytes), with the image's own width and height in pixels
 * as it is held upright. Undefined for what is no image, or too large a one. Never throws.
 */
export async function thumbnail(image: string | Uint8Array): Promise<Thumbnail | undefined> {
  try {
    const source = new Bun.Image(image, { maxPixels });
    const { width, height } = await source.metadata();
    const jpegThumbnail = await source
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 60 })
      .buffer();
    return jpegThumbnail.length <= maxBytes ? { jpegThumbnail, width, height } : undefined;
  } catch {
    return undefined;
  }
}

const maxPixels = 25_000_000;
const side = 100;
// It travels inside the message. A picture's colour profile is kept, and may be larger than that.
const maxBytes = 32 * 1024;
