import type { HostileFile } from "./bytes.ts";
import { videos } from "./mp4.ts";
import { others } from "./others.ts";
import { pictures } from "./pictures.ts";
import { sheets } from "./sheets.ts";
import { sounds } from "./sounds.ts";

/** Every hostile file, of every kind that a door may get. */
export const hostileFiles: HostileFile[] = [
  ...videos,
  ...sounds,
  ...pictures,
  ...sheets,
  ...others,
];
