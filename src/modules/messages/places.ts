import type { Place } from "../../channel/channel.ts";

/** A place as a message's body keeps it: thumbnail, map link and coordinates, parted by |, then name and address where there are any. doc 4 §1.16 */
export function placeBody({ latitude, longitude, name, address, thumbnail }: Place): string {
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)];
  const label = [name, address].map(plain).join("\n").trimEnd();
  const parts = [thumbnailUrl(thumbnail), `https://maps.google.com/maps?q=${lat}%2C${lng}&z=17&hl=pt-BR`, `${lat}, ${lng}`];
  return [...parts, ...(label ? [label] : [])].join("|");
}

/** The place that a message's body holds, without its thumbnail; undefined where it holds none. */
export function placeOf(body: string): Place | undefined {
  const [, , coordinates = "", label = ""] = body.split("|");
  const found = /^\s*(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)\s*$/.exec(coordinates);
  if (!found) return undefined;
  const [name = "", address = ""] = label.split("\n");
  return { latitude: Number(found[1]), longitude: Number(found[2]), name, address, live: false };
}

const maxThumbnail = 32 * 1024;

// Another's word: only what is a small picture by its own look.
function thumbnailUrl(bytes: Uint8Array | undefined): string {
  if (!bytes || bytes.length > maxThumbnail) return "";
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  const type = starts(0xff, 0xd8, 0xff) ? "jpeg" : starts(0x89, 0x50, 0x4e, 0x47) ? "png" : undefined;
  return type ? `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}` : "";
}

// Six decimals are a hand's breadth, and never written with an exponent.
const degrees = (value: number, most: number) => Number(Math.max(-most, Math.min(most, Number.isFinite(value) ? value : 0)).toFixed(6));

const plain = (text: string) => text.replace(/[|\s]+/g, " ").trim().slice(0, 300);
