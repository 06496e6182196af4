import { expect } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { canary, dot, hour, test, world } from "../testing/world.ts";

test("a file is kept once, by its content, for this box's user alone", async () => {
  const { store: { files } } = world();
  const [one, two] = [await files.keep(dot, "a.png"), await files.keep(dot, "b.png")];
  expect(one).toMatchObject({ type: "image/png", size: dot.length, name: "a.png" });
  expect(two.sha256).toBe(one.sha256);
  const path = files.path(one.sha256);
  expect(readdirSync(dirname(path))).toEqual([one.sha256]);
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(await Bun.file(path).bytes()).toEqual(dot);
});

test("a name is a name and no way out of a folder", async () => {
  const { store: { files } } = world();
  const named = async (name: string) => (await files.keep(dot, name)).name;
  expect(await named("../../etc/passwd")).toBe("passwd");
  expect(await named("C:\\fotos\\broa.png")).toBe("broa.png");
  expect(await named("a\r\nb\u0000\u202egnp.exe")).toBe("abgnp.exe");
  expect(await named("../")).toBe("arquivo");
  expect(await named(`${"x".repeat(200)}.png`)).toHaveLength(100);
});

test("a link opens for its company and its file, for half a day to a day", async () => {
  const shop = world();
  const { files } = shop.store;
  const file = await files.keep(dot, "broa de milho.png");
  const link = files.link(file);
  expect(link).toStartWith(`/media/1/${file.sha256}/broa%20de%20milho.png?`);
  const query = new URL(link, "http://box").searchParams;
  const [until, sign] = [Number(query.get("until")), query.get("sign")!];

  expect(files.opens(file, until, sign)).toBe(true);
  expect(files.opens({ ...file, sha256: "0".repeat(64) }, until, sign)).toBe(false);
  expect(files.opens({ ...file, name: "outra.png" }, until, sign)).toBe(false);
  expect(files.opens(file, until + 1, sign)).toBe(false);
  expect(files.opens(file, until, sign.slice(1))).toBe(false);
  expect(files.opens(file, Number.NaN, sign)).toBe(false);
  expect(shop.house.open(2).files.opens(file, until, sign)).toBe(false);

  shop.clock.pass(12 * hour - 1);
  expect(files.opens(file, until, sign)).toBe(true);
  shop.clock.pass(12 * hour + 1);
  expect(files.opens(file, until, sign)).toBe(false);
});

test("a portrait's link opens for good, for that file alone", async () => {
  const shop = world();
  const { files } = shop.store;
  const file = await files.keep(dot, "bia.png");
  const query = new URL(files.portrait(file), "http://box").searchParams;
  const [until, sign] = [Number(query.get("until")), query.get("sign")!];
  shop.clock.pass(50 * 365 * 24 * hour);
  expect([files.opens(file, until, sign), files.opens({ ...file, name: "davi.png" }, until, sign), files.opens(file, until + 1, sign)]).toEqual([true, false, false]);
});

test("each company has its own folder", async () => {
  const { house } = world();
  const [mine, theirs] = [house.open(1).files, house.open(2).files];
  const { sha256 } = await mine.keep(new TextEncoder().encode(canary), "a");
  expect(await Bun.file(mine.path(sha256)).exists()).toBe(true);
  expect(await Bun.file(theirs.path(sha256)).exists()).toBe(false);
});
