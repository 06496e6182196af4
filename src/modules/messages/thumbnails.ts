const maxThumbnail = 32 * 1024;

/**
 * A small picture from a sender, as a data URL. Null for bytes that do not begin like a PNG or
 * JPEG, and for more than 32 KB.
 */
export function thumbnailUrl(bytes: Uint8Array | undefined): string | null {
  if (!bytes || bytes.length > maxThumbnail) return null;
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  const type = starts(0xff, 0xd8, 0xff)
    ? "jpeg"
    : starts(0x89, 0x50, 0x4e, 0x47)
      ? "png"
      : undefined;
  return type ? `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}` : null;
}
