import type { ChannelPlace } from "../../channel/channel.ts";
import { placeText } from "../../shared/text.ts";
import type { Place } from "./table.ts";
import { thumbnailUrl } from "./thumbnails.ts";

/**
 * A place as a message stores it, from a channel or a client. The coordinates are on the globe, the
 * texts are plain, and the thumbnail is a picture.
 */
export function placeFrom({ latitude, longitude, name, address, thumbnail }: ChannelPlace): Place {
  return {
    latitude: degrees(latitude, 90),
    longitude: degrees(longitude, 180),
    name: plain(name),
    address: plain(address),
    thumbnail: thumbnailUrl(thumbnail),
  };
}

/** The columns of a message that is a place. */
export const withPlace = (place: Place) => ({ place, body: placeText(place) });

/**
 * A place in the contract's form: thumbnail, map link and coordinates between bars, then name and
 * address if it has them.
 */
export function placeBody({ latitude, longitude, name, address, thumbnail }: Place): string {
  const label = `${name}\n${address}`.trimEnd();
  const parts = [
    thumbnail ?? "",
    `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`,
    `${latitude}, ${longitude}`,
  ];
  return [...parts, ...(label ? [label] : [])].join("|");
}

// Six decimals are about 10 cm, and toFixed never writes an exponent.
const degrees = (value: number, max: number) =>
  Number(Math.max(-max, Math.min(max, Number.isFinite(value) ? value : 0)).toFixed(6));

const plain = (text: string) =>
  text
    .replace(/[|\s]+/g, " ")
    .trim()
    .slice(0, 300);
