import { replyOf, Exceeded, type Limits } from "../process/confined/process.ts";
import type { Small, SmallPicture } from "../process/confined/picture.ts";
import { limitConcurrency } from "../process/limit-concurrency.ts";

/** The limits of the process that draws a picture. */
export const limits: Limits = {
  time: 20_000,
  memory: 320 * 1024 * 1024,
  output: 4 * 1024 * 1024,
};

// A screen asks for many pictures at once, and each takes memory and a processor.
const limited = limitConcurrency(2);

/**
 * The picture in a file, made small. Undefined for a file that is no picture, has too many pixels,
 * or takes too much to draw. Throws when it can't be read now. rules.md#foreign-bytes
 */
export async function smallPicture(
  path: string,
  how: Small,
): Promise<(SmallPicture & { bytes: Uint8Array }) | undefined> {
  try {
    const { head, bytes } = await limited(() =>
      replyOf<{ picture: SmallPicture | null }>(
        ["small-picture", path, JSON.stringify(how)],
        limits,
      ),
    );
    return head.picture ? { ...head.picture, bytes } : undefined;
  } catch (thrown) {
    if (thrown instanceof Exceeded) return undefined;
    throw thrown;
  }
}
