import type { Place } from "../../channel/channel.ts";

/** A location as a message's body stores it: thumbnail, map link and coordinates, separated by |, then name and address where there are any. Clients expect the first three. */
export function placeBody({ latitude, longitude, name, address, thumbnail }: Place): string {
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)];
  const label = [name, address].map(plain).join("\n").trimEnd();
  const parts = [thumbnailUrl(thumbnail), `https://maps.google.com/maps?q=${lat}%2C${lng}&z=17&hl=pt-BR`, `${lat}, ${lng}`];
  return [...parts, ...(label ? [label] : [])].join("|");
}

/** The location in a message's body, without its thumbnail; undefined where there is none. */
export function placeOf(body: string): Place | undefined {
  const [, , coordinates = "", label = ""] = body.split("|");
  const found = /^\s*(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)\s*$/.exec(coordinates);
  if (!found) return undefined;
  const [name = "", address = ""] = label.split("\n");
  return { latitude: Number(found[1]), longitude: Number(found[2]), name, address, live: false };
}

const maxThumbnail = 32 * 1024;

// Claimed by the sender: only bytes that begin like a small PNG or JPEG.
function thumbnailUrl(bytes: Uint8Array | undefined): string {
  if (!bytes || bytes.length > maxThumbnail) return "";
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  const type = starts(0xff, 0xd8, 0xff) ? "jpeg" : starts(0x89, 0x50, 0x4e, 0x47) ? "png" : undefined;
  return type ? `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}` : "";
}

// Six decimals are about 10 cm, and toFixed never writes an exponent.
const degrees = (value: number, most: number) => Number(Math.max(-most, Math.min(most, Number.isFinite(value) ? value : 0)).toFixed(6));

const plain = (text: string) => text.replace(/[|\s]+/g, " ").trim().slice(0, 300);
