import { uploadLimit } from "../../src/shared/limits.ts";

/** More pixels than a phone's screen can show. */
const mostPixels = 16_000_000;
const quality = 0.88;
/** Larger files are no photos. */
const largest = 100 * 1024 * 1024;

/**
 * Shrinks a photo to at most 16 million pixels, as JPEG. An iPhone's HEIC becomes JPEG too, where
 * the browser reads it. Other files and small photos stay unchanged. rules.md#photos
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const isHeic = /^image\/hei[cf]$/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!(isHeic || /^image\/(jpeg|png|webp)$/.test(file.type)) || file.size > largest) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  try {
    const scale = scaleFor(picture.width * picture.height, file.size);
    if (isHeic) return await redraw(file, picture, scale ?? 1, true);
    return scale === null ? file : await redraw(file, picture, scale);
  } finally {
    picture.close();
  }
}

/** The factor by which a picture shrinks; null when it stays as it is. */
export function scaleFor(pixels: number, size: number): number | null {
  if (pixels > mostPixels) return Math.sqrt(mostPixels / pixels);
  return size > uploadLimit ? 1 : null;
}

async function redraw(
  file: File,
  picture: ImageBitmap,
  scale: number,
  isAlways = false,
): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(picture.width * scale);
  canvas.height = Math.floor(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) return file;
  // JPEG has no transparency: transparent areas become white, as on paper.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", quality),
  );
  canvas.width = 0;
  if (!blob || (!isAlways && blob.size >= file.size)) return file;
  return new File([blob], `${file.name.replace(/\.\w{1,5}$/, "")}.jpg`, { type: "image/jpeg" });
}
