/** The kind of a file by its detected type; anything unknown is a document. */
export function mediaTypeOf(type: string): "image" | "audio" | "video" | "application" {
  const [kind] = type.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "application";
}

const playableTypes =
  /^(image\/(jpeg|png|webp|gif)|video\/(mp4|3gpp)|audio\/(ogg|mpeg|mp4|x-m4a|aac|amr))(;|$)/;

/** The kind under which a file is sent: types that not every phone plays are sent as documents. */
export const mediaTypeForSending = (type: string) =>
  playableTypes.test(type) ? mediaTypeOf(type) : "application";
