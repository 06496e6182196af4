const sides = [192, 128, 96, 64];

/**
 * A picture as a data URL of at most `most` characters, as large as possible. Null when it cannot
 * be read.
 */
export async function smallPicture(file: File, most: number): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    return sides.map((side) => drawn(picture, side)).find(({ length }) => length <= most) ?? null;
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext("2d");
  if (pen) pen.imageSmoothingQuality = "high";
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
