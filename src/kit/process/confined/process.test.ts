import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manySamplesInAChunk, manySamplesOfOpus } from "../../../testing/hostile/mp4.ts";
import { hostileFiles } from "../../../testing/hostile/files.ts";
import { dot, folder, test } from "../../../testing/world.ts";
import * as voiceNote from "../../files/voice-note.ts";
import * as pictures from "../../files/small-picture.ts";
import { confined, Exceeded, replyOf, type Limits } from "./process.ts";

const plenty: Limits = { time: 20_000, memory: 640 * 1024 * 1024, output: 1024 * 1024 };
const small = { side: 480, format: "webp", quality: 75, maxPixels: 25_000_000 } as const;

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(folder(), "file");
  await Bun.write(path, bytes);
  return path;
}

const reply = (path: string, limits: Limits) =>
  replyOf<{ picture: unknown }>(["small-picture", path, JSON.stringify(small)], limits);

test("a process that takes more time, memory or output than it may is killed", async () => {
  const picture = await written(dot);
  expect((await reply(picture, plenty)).head.picture).toEqual({
    format: "png",
    width: 1,
    height: 1,
  });
  const loop = await written(manySamplesOfOpus());
  expect(
    await replyOf(["voice-note", loop], { ...plenty, time: 1000 }).catch((thrown) => thrown),
  ).toEqual(new Exceeded("time"));
  expect(
    await replyOf(["voice-note", loop], { ...plenty, memory: 1024 }).catch((thrown) => thrown),
  ).toEqual(new Exceeded("memory"));
  const printed = (await reply(picture, plenty)).bytes.length;
  const line = JSON.stringify({ picture: { format: "png", width: 1, height: 1 } }).length + 1;
  expect(await reply(picture, { ...plenty, output: line + printed })).toBeDefined();
  expect(
    await reply(picture, { ...plenty, output: line + printed - 1 }).catch((thrown) => thrown),
  ).toEqual(new Exceeded("output"));
});

test("a process ends when nobody reads it any more", async () => {
  const table = await written(Buffer.alloc(5_000_000, "Bia;5511988880001\n"));
  const children = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  const before = children();
  for await (const _ of confined(["read-sheet", table], { ...plenty, output: 1e9 })) {
    expect(children().length).toBe(before.length + 1);
    break;
  }
  expect(children()).toEqual(before);
});

test("a file that is missing is an error, and no reply", async () => {
  const path = join(folder(), "missing");
  expect(await reply(path, plenty).catch(String)).toBe("Error: small-picture failed");
});

test("a recording that loops for ever is no voice note, and a song of it has no length", async () => {
  const before = { ...voiceNote.limits };
  Object.assign(voiceNote.limits, { time: 1000 });
  try {
    for (const bytes of [manySamplesOfOpus(), manySamplesInAChunk()])
      expect(await voiceNote.voiceNoteIn(await written(bytes))).toBeUndefined();
  } finally {
    Object.assign(voiceNote.limits, before);
  }
});

test("hostile pictures are drawn within their limits, or not at all", async () => {
  const before = { ...pictures.limits };
  // So that each ends soon.
  Object.assign(pictures.limits, { time: 5000 });
  try {
    for (const { name, make } of hostileFiles.filter(({ extension }) =>
      /png|webp/.test(extension),
    )) {
      const made = await pictures.smallPicture(await written(make()), small);
      expect([name, made === undefined || Math.max(made.width, made.height) <= 5000]).toEqual([
        name,
        true,
      ]);
    }
  } finally {
    Object.assign(pictures.limits, before);
  }
}, 60_000);
