import { expect, spyOn } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { deleteUnusedFiles, usedFiles } from "../../modules/messages/stored-files.ts";
import { bia, canary, day, dot, hour, test, world } from "../../testing/world.ts";

test("a file is kept once, by its content, for this box's user alone", async () => {
  const {
    db: { files },
  } = world();
  const [one, two] = [await files.keep(dot, "a.png"), await files.keep(dot, "b.png")];
  expect(one).toMatchObject({ type: "image/png", size: dot.length, name: "a.png" });
  expect(two.sha256).toBe(one.sha256);
  const path = files.path(one.sha256);
  expect(readdirSync(dirname(path))).toEqual([one.sha256]);
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(await Bun.file(path).bytes()).toEqual(dot);
});

test("only a hash leads to a file, whatever a row says", async () => {
  const {
    db: { files },
  } = world();
  for (const other of [
    "../secrets/vault.key",
    "..",
    "",
    "A".repeat(64),
    `${"a".repeat(64)}/..`,
    `${"a".repeat(64)}\n`,
  ]) {
    expect(() => files.path(other)).toThrow("is no file's hash");
    expect(await files.drop(other).catch(String)).toContain("is no file's hash");
    expect(await files.thumb(other).catch(String)).toContain("is no file's hash");
  }
});

test("what comes in pieces is on disk as it came, and nothing stays of what breaks off", async () => {
  const {
    db: { files },
  } = world();
  const incoming = () => readdirSync(join(files.folder, "incoming"));
  const broken = async function* () {
    yield dot;
    throw new Error("gone");
  };
  expect(await files.receive(broken(), "a.png").catch(String)).toBe("Error: gone");
  expect(incoming()).toEqual([]);
  const upload = await files.receive([dot.slice(0, 20), dot.slice(20)], "../a.png");
  expect(upload).toMatchObject({
    name: "a.png",
    size: dot.length,
    sha256: new Bun.CryptoHasher("sha256").update(dot).digest("hex"),
  });
  expect([await upload.type(), statSync(upload.path).mode & 0o777, incoming().length]).toEqual([
    "image/png",
    0o600,
    1,
  ]);
  expect(await files.keep(upload)).toEqual(await files.keep(dot, "a.png"));
  await upload.discard();
  expect([incoming(), existsSync(files.path(upload.sha256))]).toEqual([[], true]);
});

test("a box that starts takes away what it was writing when it ended", async () => {
  const {
    db: { files },
  } = world();
  await files.sweepIncoming();
  const { sha256 } = await files.keep(dot, "a.png");
  await files.receive([dot], "b.png");
  await files.sweepIncoming();
  expect([existsSync(join(files.folder, "incoming")), existsSync(files.path(sha256))]).toEqual([
    false,
    true,
  ]);
  expect(await files.keep(dot, "c.png")).toMatchObject({ sha256 });
});

test("what nothing names goes after a day, with its small one; what a message or a contact names stays", async () => {
  const shop = world();
  const {
    db: { files },
    clock,
  } = shop;
  const keep = async (text: string) => {
    const file = await files.keep(new TextEncoder().encode(text), "a.txt");
    utimesSync(files.path(file.sha256), new Date(clock.now()), new Date(clock.now()));
    return file;
  };
  const [chat, portrait, lost, again] = [
    await keep("said"),
    await keep("portrait"),
    await keep("lost"),
    await keep("again"),
  ];
  shop.receives("Oi", { file: chat });
  shop.db.sqlite.run("UPDATE contacts SET profilePicUrl = ? WHERE id = ?", [
    files.permanentLink(portrait),
    bia.id,
  ]);
  writeFileSync(`${files.path(lost.sha256)}.480.webp`, "");
  mkdirSync(join(files.folder, "incoming"), { recursive: true });
  writeFileSync(join(files.folder, "incoming", "x"), "");
  const left = async () => {
    await files.sweep(await usedFiles(shop.db));
    return [chat, portrait, lost, again].map(({ sha256 }) => existsSync(files.path(sha256)));
  };
  expect(await left()).toEqual([true, true, true, true]);
  clock.pass(day - 1);
  expect(await left()).toEqual([true, true, true, true]);
  clock.pass(2);
  // Its row is about to be written.
  await files.keep(new TextEncoder().encode("again"), "a.txt");
  expect(await left()).toEqual([true, true, false, true]);
  expect(
    readdirSync(dirname(files.path(lost.sha256))).filter((name) => name.startsWith(lost.sha256)),
  ).toEqual([]);
  expect(readdirSync(join(files.folder, "incoming"))).toEqual(["x"]);
});

test("what was kept a moment ago stays until its row is written, however often it was kept; then it goes when it is named no more", async () => {
  const {
    db: { files },
    clock,
  } = world();
  const { sha256 } = await files.keep(dot, "a.png");
  const dropped = async () => {
    await files.drop(sha256);
    return !existsSync(files.path(sha256));
  };
  // Another user uploads the same bytes, and writes their row later.
  await files.keep(dot, "b.png");
  files.release(sha256);
  expect(await dropped()).toBe(false);
  files.release(sha256);
  expect(await dropped()).toBe(true);
  // A file that is never released is dropped after an hour.
  await files.keep(dot, "c.png");
  expect(await dropped()).toBe(false);
  clock.pass(hour + 1);
  expect(await dropped()).toBe(true);
});

test("a file is held no longer than it takes to write its row, also when that fails; one that can't be stored leaves nothing", async () => {
  const {
    db: { files },
  } = world();
  const left = async (sha256: string) => {
    await files.drop(sha256);
    return existsSync(files.path(sha256));
  };
  const file = await files.keep(dot, "a.png");
  expect(() =>
    files.releaseAfter([file, null], () => {
      throw new Error("no such row");
    }),
  ).toThrow("no such row");
  expect(await left(file.sha256)).toBe(false);

  const upload = await files.receive([new TextEncoder().encode("one")], "a.txt");
  // A file is in the place of its folder.
  writeFileSync(dirname(files.path(upload.sha256)), "");
  expect(await files.keep(upload).catch((thrown: Error) => thrown)).toBeInstanceOf(Error);
  rmSync(dirname(files.path(upload.sha256)));
  expect(readdirSync(join(files.folder, "incoming"))).toEqual([]);
  const again = await files.keep(new TextEncoder().encode("one"), "a.txt");
  files.release(again.sha256);
  expect(await left(again.sha256)).toBe(false);
});

test("files that go one after the other stay where something names them meanwhile: a message, or a contact's picture", async () => {
  const shop = world();
  const {
    db: { files },
  } = shop;
  const stored = await Promise.all(
    ["one", "two", "three", "four"].map((text) =>
      files.keep(new TextEncoder().encode(text), "a.txt"),
    ),
  );
  const hashes = stored.map(({ sha256 }) => sha256);
  for (const sha256 of hashes) files.release(sha256);
  const dropping = deleteUnusedFiles(shop.db, hashes);
  shop.receives("Oi", { file: stored[1] });
  shop.db.sqlite.run("UPDATE contacts SET profilePicUrl = ? WHERE id = ?", [
    files.permanentLink(stored[2]!),
    bia.id,
  ]);
  await dropping;
  expect(hashes.map((sha256) => existsSync(files.path(sha256)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("only these columns say where a file is: a new one has to be told to the sweep", () => {
  const {
    db: { sqlite },
  } = world();
  const columns = sqlite
    .query<{ name: string }, []>(
      "SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.type LIKE '%TEXT%'",
    )
    .all()
    .map(({ name }) => name);
  expect(
    columns
      .filter((name) => /sha256|pic|photo|logo|portrait|(media|file)(url|path)/i.test(name))
      .sort(),
    // That of cloudMedia names a file at Meta, which is compared with what comes from there.
  ).toEqual(["cloudMedia.sha256", "contacts.profilePicUrl", "media.sha256"]);
});

test("a name is a name and no way out of a folder", async () => {
  const {
    db: { files },
  } = world();
  const named = async (name: string) => (await files.keep(dot, name)).name;
  expect(await named("../../etc/passwd")).toBe("passwd");
  expect(await named("C:\\fotos\\broa.png")).toBe("broa.png");
  expect(await named("a\r\nb\u0000\u202egnp.exe")).toBe("abgnp.exe");
  expect(await named("../../")).toBe("arquivo");
  expect(await named(`${"x".repeat(200)}.png`)).toHaveLength(100);
  expect(await named(`${"🍞".repeat(80)}x.png`)).toBe(`${"🍞".repeat(47)}x.png`);
});

test("a link opens for its company and its file, for half a day to a day", async () => {
  const shop = world();
  const { files } = shop.db;
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
  expect(shop.dbs.open(2).files.opens(file, until, sign)).toBe(false);

  shop.clock.pass(12 * hour - 1);
  expect(files.opens(file, until, sign)).toBe(true);
  shop.clock.pass(12 * hour + 1);
  expect(files.opens(file, until, sign)).toBe(false);
});

test("a portrait's link opens for good, for that file alone", async () => {
  const shop = world();
  const { files } = shop.db;
  const file = await files.keep(dot, "bia.png");
  const query = new URL(files.permanentLink(file), "http://box").searchParams;
  const [until, sign] = [Number(query.get("until")), query.get("sign")!];
  shop.clock.pass(50 * 365 * 24 * hour);
  expect([
    files.opens(file, until, sign),
    files.opens({ ...file, name: "davi.png" }, until, sign),
    files.opens(file, until + 1, sign),
  ]).toEqual([true, false, false]);
});

test("each company has its own folder", async () => {
  const { dbs } = world();
  const [mine, theirs] = [dbs.open(1).files, dbs.open(2).files];
  const { sha256 } = await mine.keep(new TextEncoder().encode(canary), "a");
  expect(await Bun.file(mine.path(sha256)).exists()).toBe(true);
  expect(await Bun.file(theirs.path(sha256)).exists()).toBe(false);
});

/** A picture in one colour. */
const picture = (width: number, height: number) =>
  new Bun.Image(dot).resize(width, height).jpeg().bytes();

/** The number of processes that draw pictures during some work. */
async function made(work: () => Promise<unknown>): Promise<number> {
  const spawn = spyOn(Bun, "spawn");
  try {
    await work();
    return spawn.mock.calls.length;
  } finally {
    spawn.mockRestore();
  }
}

test("a picture has a small one beside it, made once however many ask", async () => {
  const {
    db: { files },
    dbs,
  } = world();
  const { sha256 } = await files.keep(await picture(1600, 900), "broa.jpg");
  const ask = () => files.thumb(sha256);
  expect(
    await made(() => Promise.all([...Array.from({ length: 20 }, ask), dbs.files(1).thumb(sha256)])),
  ).toBe(1);
  expect(await made(ask)).toBe(0);
  const path = (await ask())!;
  expect(await new Bun.Image(path).metadata()).toEqual({ width: 480, height: 270, format: "webp" });
  expect(readdirSync(dirname(path)).sort()).toEqual([sha256, `${sha256}.480.webp`]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a tall picture stays tall, and a small one is not blown up", async () => {
  const {
    db: { files },
  } = world();
  const sizeOf = async (width: number, height: number) => {
    const path = await files.thumb(
      (await files.keep(await picture(width, height), "a.jpg")).sha256,
    );
    return path && (await new Bun.Image(path).metadata());
  };
  expect(await sizeOf(500, 2000)).toMatchObject({ width: 120, height: 480 });
  expect(await sizeOf(200, 100)).toMatchObject({ width: 200, height: 100 });
});

test("many pictures at once are made a few at a time, all of them", async () => {
  const {
    db: { files },
  } = world();
  const stored = await Promise.all(
    Array.from({ length: 12 }, async (_, index) =>
      files.keep(await picture(600 + index, 600), "a.jpg"),
    ),
  );
  const paths = await Promise.all(stored.map(({ sha256 }) => files.thumb(sha256)));
  expect(new Set(paths).size).toBe(12);
  expect(paths).not.toContain(undefined);
});

test("what moves, is no smaller or can't be read is shown as it is, and not tried again", async () => {
  const {
    db: { files },
  } = world();
  const gif = Buffer.concat([
    Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
    Buffer.alloc(5000),
  ]);
  const tiny = await new Bun.Image(await picture(300, 300)).webp({ quality: 10 }).bytes();
  const broken = (await new Bun.Image(dot).resize(600, 600).png().bytes()).slice(0, 60);
  const vast = Buffer.from(await picture(10, 10));
  const frame = vast.indexOf("ffc0", "hex");
  vast.writeUInt16BE(6000, frame + 5);
  vast.writeUInt16BE(6000, frame + 7);
  for (const [name, bytes] of Object.entries({
    gif,
    tiny,
    moving: await moving(),
    broken,
    vast,
    text: Buffer.from("Bom dia"),
    svg: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  })) {
    const { sha256 } = await files.keep(bytes, "a");
    expect([name, await files.thumb(sha256)]).toEqual([name, undefined]);
    expect([
      name,
      await made(async () => expect(await files.thumb(sha256)).toBeUndefined()),
    ]).toEqual([name, 0]);
  }
});

test("where nothing can be written a picture is shown as it is", async () => {
  const {
    db: { files },
  } = world();
  const { sha256 } = await files.keep(await picture(800, 800), "a.jpg");
  const lines = spyOn(process.stdout, "write").mockReturnValue(true);
  const incoming = join(files.folder, "incoming");
  rmSync(incoming, { recursive: true });
  writeFileSync(incoming, "");
  expect(await files.thumb(sha256)).toBeUndefined();
  expect(lines.mock.calls.join()).toContain('"event":"thumb"');
  lines.mockRestore();
  rmSync(incoming);
  expect(await files.thumb(sha256)).toBeString();
});

test("what is dropped takes its small one along, even one that is being made", async () => {
  const {
    db: { files },
    clock,
  } = world();
  const bytes = [await picture(800, 800), await picture(900, 900)];
  const [one, two] = [await files.keep(bytes[0]!, "a"), await files.keep(bytes[1]!, "b")];
  clock.pass(2 * hour);
  const path = (await files.thumb(one.sha256))!;
  await files.drop(one.sha256);
  expect(readdirSync(dirname(path)).filter((name) => name.startsWith(one.sha256))).toEqual([]);
  const making = files.thumb(two.sha256);
  await files.drop(two.sha256);
  await making;
  expect(
    readdirSync(dirname(files.path(two.sha256))).filter((name) => name.startsWith(two.sha256)),
  ).toEqual([]);
});

/** A WebP of two frames. */
async function moving(): Promise<Uint8Array> {
  const still = Buffer.from(await new Bun.Image(dot).resize(64, 64).webp().bytes());
  const frame = still.subarray(still.indexOf("VP8"));
  const chunk = (name: string, body: Uint8Array) => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const size = [63, 0, 0];
  const frameChunk = chunk(
    "ANMF",
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...size, ...size, 100, 0, 0, 0]), frame]),
  );
  return chunk(
    "RIFF",
    Buffer.concat([
      Buffer.from("WEBP"),
      chunk("VP8X", Buffer.from([2, 0, 0, 0, ...size, ...size])),
      chunk("ANIM", Buffer.alloc(6)),
      frameChunk,
      frameChunk,
    ]),
  );
}
