import { writeReply } from "./inside.ts";

/** The options of a small picture: `side` and `maxPixels` in pixels. */
export type Small = { side: number; format: "jpeg" | "webp"; quality: number; maxPixels: number };

/** `width` and `height`: the picture's own, as it is held upright. */
export type SmallPicture = { format: string; width: number; height: number };

/** Prints a picture, made small: null for a file that is no picture, or has too many pixels. */
export async function printSmallPicture([path = "", how = ""]: string[]) {
  const { side, format, quality, maxPixels } = JSON.parse(how) as Small;
  let small: { picture: SmallPicture; bytes: Uint8Array };
  try {
    const source = new Bun.Image(path, { maxPixels });
    const picture = await source.metadata();
    const resized = source.resize(side, side, { fit: "inside", withoutEnlargement: true });
    small = { picture, bytes: await resized[format]({ quality }).bytes() };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
    if (code.startsWith("ERR_IMAGE_")) return writeReply({ picture: null });
    throw thrown;
  }
  await writeReply({ picture: small.picture }, small.bytes);
}
