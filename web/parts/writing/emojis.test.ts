import { expect, test } from "bun:test";
import { emojiWord, matchingEmojis } from "./emojis.ts";

test("a colon and two letters ask for an emoji; hours, links and smileys of signs don't", () => {
  expect(["Oi :cora", ":café", ":+1", ":thumbs_up"].map(emojiWord)).toEqual([
    "cora",
    "café",
    "+1",
    "thumbs_up",
  ]);
  expect(["às 10:30", "https://a", "Oi :", ":c", ":)", "a:bc", ":cora "].map(emojiWord)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("emojis are found by their name, their tags and their code, the nearest first", () => {
  const emoji = (sign: string, label: string, ...tags: string[]) => ({
    emoji: sign,
    label,
    tags,
    category: 0,
    version: 1,
  });
  const emojis = [
    emoji("🎂", "bolo de aniversário", "festa", "birthday"),
    emoji("🍰", "fatia de bolo", "doce", "cake"),
    emoji("🧁", "cupcake", "bolo"),
    emoji("❤️", "coração vermelho", "heart", "red_heart"),
  ];
  const matches = (word: string) => matchingEmojis({ emojis }, word).map((one) => one.emoji);
  expect(matches("bolo")).toEqual(["🧁", "🎂", "🍰"]);
  expect(matches("coracao")).toEqual(["❤️"]);
  expect(matches("red_h")).toEqual(["❤️"]);
  expect(matches("zzz")).toEqual([]);
  expect(matchingEmojis({ emojis }, "bolo", 1)).toHaveLength(1);
});
