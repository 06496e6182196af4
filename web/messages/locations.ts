import type { Message } from "../types.ts";

export type Coordinates = Pick<NonNullable<Message["place"]>, "latitude" | "longitude">;

/** Parses pasted coordinates: a pair, or a map's URL with one. */
export function parseCoordinates(text: string): Coordinates | null {
  const readable = text.replace(/%2C/gi, ",").trim();
  const number = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
  const between = String.raw`\s*[,;\s]\s*`;
  const pair = /^https?:/i.test(readable)
    ? (new RegExp(`!3d${number}!4d${number}`).exec(readable) ??
      new RegExp(`(?:@|[?&](?:q|ll|query|center|mlat)=(?:loc:)?)${number},\\s*${number}`).exec(
        readable,
      ))
    : new RegExp(`^\\(?${number}${between}${number}\\)?$`).exec(readable);
  const [latitude, longitude] = [Number(pair?.[1] ?? Number.NaN), Number(pair?.[2] ?? Number.NaN)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** The URL of a map with this place. */
export const mapUrl = ({ latitude, longitude }: Coordinates) =>
  `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`;

/** -23.55052, -46.63331 */
export const coordinatesText = ({ latitude, longitude }: Coordinates) =>
  `${round(latitude)}, ${round(longitude)}`;

// Five decimals are one metre.
const round = (degrees: number) => String(Number(degrees.toFixed(5)));
